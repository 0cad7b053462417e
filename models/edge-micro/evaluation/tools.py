"""The tools of the evaluation set. They are never run: what they return stands in cases.json."""

from typing import Literal

from edgestudio.tools import edge_tool

# An apiary


@edge_tool(intent_tags=["apiary"])
def hive_weight(hive_id: str) -> dict:
    """Read the scale under a hive, in kilograms."""
    return {}


@edge_tool(intent_tags=["apiary"])
def log_inspection(
    hive_id: str,
    queen_seen: bool,
    brood_frames: int | None = None,
    temper: Literal["calm", "nervous", "aggressive"] | None = None,
) -> dict:
    """Write the inspection of a hive into the apiary book.

    Args:
        hive_id: The hive's id, such as H-1.
        queen_seen: Whether the queen was seen.
        brood_frames: How many frames held brood.
        temper: How the bees behaved.
    """
    return {}


@edge_tool(intent_tags=["apiary"])
def feed_hive(hive_id: str, syrup_litres: float) -> dict:
    """Record that a hive was fed sugar syrup."""
    return {}


@edge_tool(intent_tags=["apiary"])
def mite_count(hive_id: str, mites: int) -> dict:
    """Record how many varroa mites lay on the board under a hive."""
    return {}


# A ferry harbour


@edge_tool(intent_tags=["harbour"])
def next_sailing(destination: str, after: str | None = None) -> dict:
    """Tell when the next ferry leaves.

    Args:
        destination: The port of arrival.
        after: Earliest time of departure, as the passenger says it.
    """
    return {}


@edge_tool(intent_tags=["harbour"])
def berth_status(berth: str) -> dict:
    """Tell which ship lies at a berth."""
    return {}


@edge_tool(intent_tags=["harbour"])
def assign_berth(vessel: str, berth: str, shore_power: bool = False) -> dict:
    """Give a ship a berth.

    Args:
        vessel: The name of the ship.
        berth: The berth, such as 1A.
        shore_power: Whether the ship is plugged in to electricity from the quay.
    """
    return {}


@edge_tool(intent_tags=["harbour"])
def tide_height(station: str, time: str | None = None) -> dict:
    """Height of the tide at a gauge, in metres; now, unless a time is given."""
    return {}


@edge_tool(intent_tags=["harbour"])
def ferry_fare(vehicle_length_m: float, passengers: int, return_trip: bool = False) -> dict:
    """Compute the fare for a vehicle and the people in it.

    Args:
        vehicle_length_m: Length of the vehicle in metres.
        passengers: How many people travel, the driver counted.
        return_trip: There and back.
    """
    return {}


# A museum


@edge_tool(intent_tags=["museum"])
def artifact_record(inventory_no: str) -> dict:
    """The catalogue entry of an object whose inventory number is known."""
    return {}


@edge_tool(intent_tags=["museum"])
def search_collection(keywords: str, century: int | None = None) -> dict:
    """Search the collection by words.

    Args:
        keywords: What to search for.
        century: Only objects of this century, 18 for the 18th.
    """
    return {}


@edge_tool(intent_tags=["museum"])
def lend_artifact(inventory_no: str, borrower: str, until: str) -> dict:
    """Lend an object to another house.

    Args:
        inventory_no: Inventory number of the object.
        borrower: The house that borrows it.
        until: Day of return, as given.
    """
    return {}


@edge_tool(intent_tags=["museum"])
def gallery_climate(gallery: str) -> dict:
    """查询展厅现在的温度和湿度。"""
    return {}


@edge_tool(intent_tags=["museum"])
def book_school_visit(
    school: str, pupils: int, age_group: Literal["kindergarten", "primary", "secondary"] = "primary"
) -> dict:
    """Book a guided visit for a school class.

    Args:
        school: Name of the school.
        pupils: Number of children.
        age_group: kindergarten is 3 to 6 years, primary 6 to 11, secondary 11 to 18.
    """
    return {}


# A choir


@edge_tool(intent_tags=["choir"])
def mark_attendance(singer: str, present: bool) -> dict:
    """Note whether a singer came to the rehearsal."""
    return {}


@edge_tool(intent_tags=["choir"])
def move_singer(singer: str, section: Literal["soprano", "alto", "tenor", "bass"]) -> dict:
    """Move a singer to another voice section."""
    return {}


@edge_tool(intent_tags=["choir"])
def find_score(composer: str, voices: int | None = None) -> dict:
    """Find the sheet music that the choir owns.

    Args:
        composer: The composer's name.
        voices: Only pieces for so many voices.
    """
    return {}


@edge_tool(intent_tags=["choir"])
def transpose_piece(piece: str, semitones: int) -> dict:
    """Transpose a piece: positive semitones go up, negative ones down."""
    return {}


# A bicycle workshop


@edge_tool(intent_tags=["bikes"])
def repair_status(ticket: str) -> dict:
    """How far the repair of a bicycle is."""
    return {}


@edge_tool(intent_tags=["bikes"])
def part_stock(part_no: str) -> dict:
    """Count the pieces of a part on the shelf."""
    return {}


@edge_tool(intent_tags=["bikes"])
def order_part(part_no: str, quantity: int) -> dict:
    """Order pieces of a part from the wholesaler."""
    return {}


@edge_tool(intent_tags=["bikes"])
def gear_ratio(chainring: int, cog: int) -> dict:
    """Ratio of a gear.

    Args:
        chainring: Teeth in front, at the cranks.
        cog: Teeth at the rear wheel.
    """
    return {}


@edge_tool(intent_tags=["bikes"])
def tyre_pressure(rider_kg: float, tyre_mm: float, tubeless: bool = False) -> dict:
    """Recommend a tyre pressure in bar for a rider's weight and a tyre's width."""
    return {}


# A print shop


@edge_tool(intent_tags=["print"])
def quote_print(
    pages: int,
    copies: int,
    colour: bool = False,
    binding: Literal["staple", "spiral", "perfect"] | None = None,
) -> dict:
    """Quote a print job.

    Args:
        pages: Pages of one copy.
        copies: How many copies.
        colour: In colour instead of black and white.
        binding: staple, spiral (a coil) or perfect (a glued spine).
    """
    return {}


@edge_tool(intent_tags=["print"])
def paper_stock(grammage: int, size: Literal["A3", "A4", "A5"]) -> dict:
    """Sheets of paper left in the store, by grams per square metre and size."""
    return {}


@edge_tool(intent_tags=["print"])
def job_proof(job_id: str) -> dict:
    """Get the proof of a print job to look at before it is printed."""
    return {}


@edge_tool(intent_tags=["print"])
def cancel_print(job_id: str, reason: str | None = None) -> dict:
    """Cancel a print job.

    Args:
        job_id: Id of the job.
        reason: Why, in the customer's words, if the customer said so.
    """
    return {}


# A planetarium and a stage


@edge_tool(intent_tags=["sky"])
def sky_object(name: str) -> dict:
    """When a star, a planet or a constellation rises and sets tonight."""
    return {}


@edge_tool(intent_tags=["sky"])
def free_seats(show: str, time: str) -> dict:
    """Free seats under the dome for a show at a time."""
    return {}


@edge_tool(intent_tags=["sky"])
def draw_constellations(names: list[str], labels: bool = True) -> dict:
    """Draw constellations onto the dome.

    Args:
        names: The constellations.
        labels: Write their names beside them.
    """
    return {}


@edge_tool(intent_tags=["sky"])
def dome_brightness(percent: int) -> dict:
    """调节穹幕的亮度,单位为百分比。"""
    return {}


@edge_tool(intent_tags=["stage"])
def light_cue(cue: float, fade_seconds: float) -> dict:
    """Run a light cue on the stage.

    Args:
        cue: Number of the cue; in-between cues have decimals.
        fade_seconds: How long the fade takes.
    """
    return {}


@edge_tool(intent_tags=["stage"])
def queue_track(title: str, artist: str | None = None) -> dict:
    """把一首歌加入电台的播放列表。"""
    return {}


# House and garden


@edge_tool(intent_tags=["home"])
def floor_heating(room: str, celsius: float) -> dict:
    """Set the floor heating of a room."""
    return {}


@edge_tool(intent_tags=["home"])
def blinds(room: str, open_percent: int) -> dict:
    """Move the blinds of a room.

    Args:
        room: The room.
        open_percent: 0 is fully closed, 100 fully open.
    """
    return {}


@edge_tool(intent_tags=["home"])
def robot_vacuum(mode: Literal["quiet", "normal", "turbo"], rooms: list[str] | None = None) -> dict:
    """Start the vacuum robot, in some rooms or in the whole flat.

    Args:
        mode: quiet is the least noisy, turbo the strongest.
        rooms: Only these rooms.
    """
    return {}


@edge_tool(intent_tags=["home"])
def water_plants(zones: list[str], minutes: int) -> dict:
    """给几个区域浇水若干分钟。"""
    return {}


# Orchard, vineyard, fish, animals, snow, clay


@edge_tool(intent_tags=["orchard"])
def set_frost_alarm(orchard: str, celsius: float) -> dict:
    """Warn when an orchard gets colder than a temperature."""
    return {}


@edge_tool(intent_tags=["orchard"])
def log_brix(block: str, brix: float) -> dict:
    """Record the sugar of the grapes in a vineyard block.

    Args:
        block: Short name of the block, such as A1.
        brix: Degrees Brix.
    """
    return {}


@edge_tool(intent_tags=["aquarium"])
def tank_ph(tank: str) -> dict:
    """Measure the pH of an aquarium."""
    return {}


@edge_tool(intent_tags=["aquarium"])
def dose_tank(tank: str, product: Literal["salt", "calcium", "iron"], grams: float) -> dict:
    """Add a product to the water of an aquarium."""
    return {}


@edge_tool(intent_tags=["vet"])
def vet_dose(drug: Literal["meloxicam", "amoxicillin", "ivermectin"], weight_kg: float) -> dict:
    """Dose of a drug for an animal, by its weight."""
    return {}


@edge_tool(intent_tags=["vet"])
def chip_lookup(chip_number: str) -> dict:
    """按芯片号查找宠物的主人。"""
    return {}


@edge_tool(intent_tags=["snow"])
def lift_status(lift: str) -> dict:
    """Whether a ski lift runs."""
    return {}


@edge_tool(intent_tags=["snow"])
def close_piste(piste: str, reason: Literal["avalanche", "ice", "wind", "race"]) -> dict:
    """Close a ski run to the public."""
    return {}


@edge_tool(intent_tags=["clay"])
def fire_kiln(cone: str, hold_minutes: int | None = None, reduction: bool = False) -> dict:
    """Start a firing of the pottery kiln.

    Args:
        cone: The cone to fire to, such as 06 or 10.
        hold_minutes: How long to hold the top temperature.
        reduction: Fire with too little air for the flame.
    """
    return {}


# Clubs


@edge_tool(intent_tags=["chess"])
def record_game(white: str, black: str, winner: Literal["white", "black", "draw"]) -> dict:
    """Enter the result of a chess game.

    Args:
        white: Who played white.
        black: Who played black.
        winner: The winning colour, or draw.
    """
    return {}


@edge_tool(intent_tags=["chess"])
def rating_change(rating: int, opponent: int, score: float) -> dict:
    """How a chess rating changes after a game.

    Args:
        rating: One's own rating.
        opponent: The opponent's rating.
        score: 1 for a win, 0.5 for a draw, 0 for a loss.
    """
    return {}


@edge_tool(intent_tags=["pool"])
def reserve_lanes(club: str, lanes: list[int]) -> dict:
    """Reserve lanes of the swimming pool for a club."""
    return {}


@edge_tool(intent_tags=["divers"])
def mean_depth(depths_m: list[float]) -> dict:
    """求几次测深的平均值,单位米。"""
    return {}


@edge_tool(intent_tags=["photos"])
def tag_album(album: str, tags: list[str]) -> dict:
    """Put tags on a photo album."""
    return {}


# Developers


@edge_tool(intent_tags=["dev"])
def tail_log(path: str, lines: int = 50) -> dict:
    """Last lines of a log file.

    Args:
        path: The file.
        lines: How many lines.
    """
    return {}


@edge_tool(intent_tags=["dev"])
def file_hash(path: str, algorithm: Literal["md5", "sha1", "sha256"] = "sha256") -> dict:
    """Checksum of a file."""
    return {}


@edge_tool(intent_tags=["dev"])
def line_author(path: str, line: int) -> dict:
    """Who last changed a line of a source file."""
    return {}


@edge_tool(intent_tags=["dev"])
def resize_image(path: str, width: int, height: int | None = None) -> dict:
    """Scale an image to a width in pixels; the height follows unless it is given."""
    return {}


@edge_tool(intent_tags=["dev"])
def match_pattern(pattern: str, text: str) -> dict:
    """Try a regular expression on a text.

    Args:
        pattern: The regular expression, character by character.
        text: The text to try it on.
    """
    return {}


@edge_tool(intent_tags=["dev"])
def next_cron(expression: str) -> dict:
    """When a cron expression fires next."""
    return {}


@edge_tool(intent_tags=["dev"])
def unix_to_date(seconds: int) -> dict:
    """Turn Unix seconds into a date in UTC."""
    return {}


@edge_tool(intent_tags=["dev"])
def percentile(values: list[float], p: float) -> dict:
    """Percentile of measured values.

    Args:
        values: The measured values, in any order.
        p: Which percentile, from 0 to 100.
    """
    return {}


@edge_tool(intent_tags=["ops"])
def port_owner(port: int) -> dict:
    """Which process listens on a port of this machine."""
    return {}


@edge_tool(intent_tags=["ops"])
def cert_expiry(hostname: str) -> dict:
    """Day on which a host's TLS certificate runs out."""
    return {}


@edge_tool(intent_tags=["ops"])
def dns_records(hostname: str, record_type: Literal["A", "AAAA", "MX", "TXT"]) -> dict:
    """DNS records of a name.

    Args:
        hostname: The name to resolve.
        record_type: A for IPv4, AAAA for IPv6, MX for mail servers, TXT for text.
    """
    return {}


@edge_tool(intent_tags=["ops"])
def restart_service(service: str, force: bool = False) -> dict:
    """Restart a running service.

    Args:
        service: Name of the service.
        force: Kill it at once instead of waiting for open requests.
    """
    return {}


@edge_tool(intent_tags=["ops"])
def scale_service(service: str, replicas: int) -> dict:
    """Set how many replicas of a service run."""
    return {}


@edge_tool(intent_tags=["ops"])
def deploy_history(service: str) -> dict:
    """The version of a service that runs now, and the one before it."""
    return {}


@edge_tool(intent_tags=["ops"])
def roll_back(service: str, version: str) -> dict:
    """Put an older version of a service back into place."""
    return {}


@edge_tool(intent_tags=["ops"])
def feature_flag(flag: str, enabled: bool, environment: Literal["dev", "staging", "production"]) -> dict:
    """Switch a feature flag on or off in an environment."""
    return {}


@edge_tool(intent_tags=["ops"])
def count_rows(table: str) -> dict:
    """Number of rows in a database table."""
    return {}


@edge_tool(intent_tags=["team"])
def post_message(channel: str, text: str) -> dict:
    """Post a message to a channel right away."""
    return {}


@edge_tool(intent_tags=["team"])
def schedule_message(channel: str, text: str, at: str) -> dict:
    """Post a message to a channel at a later time.

    Args:
        channel: The channel, with its #.
        text: The message.
        at: The time, as the user says it.
    """
    return {}


@edge_tool(intent_tags=["team"])
def invite_member(email: str, role: Literal["viewer", "editor", "admin"], message: str | None = None) -> dict:
    """Invite somebody to the workspace.

    Args:
        email: Where the invitation goes.
        role: viewer may read, editor may change contents, admin may manage people.
        message: A personal line in the invitation.
    """
    return {}


@edge_tool(intent_tags=["team"])
def remove_member(email: str) -> dict:
    """Take somebody's access to the workspace away."""
    return {}


# 药铺、茶厂、戏班、车站


@edge_tool(intent_tags=["药铺"])
def herb_price(herb: str) -> dict:
    """查询一味药材今天每克的价格。"""
    return {}


@edge_tool(intent_tags=["茶厂"])
def tea_batch(batch: str) -> dict:
    """查询一批茶叶的含水率、发酵程度和等级。"""
    return {}


@edge_tool(intent_tags=["戏班"])
def lend_costume(costume: str, actor: str, return_date: str | None = None) -> dict:
    """把一件戏服借给演员。

    Args:
        costume: 戏服的名称。
        actor: 演员姓名。
        return_date: 归还日期,照用户的说法填写。
    """
    return {}


@edge_tool(intent_tags=["戏班"])
def shadow_show(play: str) -> dict:
    """查询一出皮影戏的开演时间和余票。"""
    return {}


@edge_tool(intent_tags=["车站"])
def register_lost_item(item: str, place: str | None = None) -> dict:
    """登记捡到的失物。

    Args:
        item: 捡到的物品。
        place: 捡到的地点。
    """
    return {}


@edge_tool(intent_tags=["车站"])
def find_lost_item(keywords: str) -> dict:
    """在失物招领处查找有没有某件物品。"""
    return {}


@edge_tool(intent_tags=["快递"])
def parcel_status(tracking_no: str) -> dict:
    """用运单号查询快递到了哪里。"""
    return {}


@edge_tool(intent_tags=["快递"])
def open_locker(pickup_code: str) -> dict:
    """凭取件码打开快递柜。"""
    return {}


@edge_tool(intent_tags=["社区"])
def canteen_menu(
    day: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
) -> dict:
    """查询社区食堂某一天的菜单。"""
    return {}


@edge_tool(intent_tags=["社区"])
def book_court(court: int, start: str, hours: float = 1.0) -> dict:
    """预订羽毛球场地。

    Args:
        court: 场地号。
        start: 开始时间,照用户的说法填写。
        hours: 打几个小时。
    """
    return {}


@edge_tool(intent_tags=["社区"])
def enrol_calligraphy(
    student: str, level: Literal["beginner", "intermediate", "advanced"], weekdays: list[str] | None = None
) -> dict:
    """给学员报名书法班。

    Args:
        student: 学员姓名。
        level: 程度:beginner 是零基础,intermediate 是有一些基础,advanced 是高级。
        weekdays: 每周上课的日子,照用户的说法填写。
    """
    return {}


@edge_tool(intent_tags=["社区"])
def split_bill(total: float, people: int) -> dict:
    """把一笔账平均分给几个人。"""
    return {}


@edge_tool(intent_tags=["农事"])
def silkworm_log(tray: str, mulberry_kg: float) -> dict:
    """记录给一个蚕匾喂了多少公斤桑叶。

    Args:
        tray: 蚕匾编号,例如 B1。
        mulberry_kg: 桑叶重量,公斤。
    """
    return {}


@edge_tool(intent_tags=["农事"])
def convert_mu(mu: float) -> dict:
    """把亩换算成平方米。"""
    return {}


@edge_tool(intent_tags=["农事"])
def log_water_level(well: str, metres: float) -> dict:
    """记录一口井的水位,单位米,低于地面为负数。"""
    return {}


@edge_tool(intent_tags=["农事"])
def set_cold_room(room: str, celsius: float) -> dict:
    """设置一间冷库的温度。"""
    return {}
