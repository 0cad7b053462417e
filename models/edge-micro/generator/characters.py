"""Names and texts of any Chinese characters, whatever they mean: each character must be copied right."""
from codes import CAPITALS, EXTENSIONS, digits, letters
from words import COMMON, ZH

# The 3,755 frequent ones of GB 2312, level 1: rows 16 to 55, the last of which has 89.
FREQUENT = [
    bytes([0xA0 + row, 0xA0 + cell]).decode("gb2312")
    for row in range(16, 56)
    for cell in range(1, 95 if row < 55 else 90)
]
ORGANISATIONS = ["公司", "集团", "小学", "医院", "厂", "合作社", "博物馆", "店"]
PLACES = ["", "市", "镇", "岛", "村", "县"]
# What names of rooms, grounds, roads and things end in: it belongs to the name.
ENDS = """库 室 厅 馆 楼 道 场 站 台 亭 区 桥 园 院 坡 坊 阁 湾 号 机 车 柜 线 组 班 队
号楼 展厅 车间 仓库 果园 站台 机房 牌 袍 图 曲 包 箱""".split()


def characters(rng, fewest, most):
    """As many characters; now and then one of them stands twice in a row."""
    found = [rng.choice(FREQUENT) for _ in range(rng.randint(fewest, most))]
    if rng.random() < 0.12:
        at = rng.randrange(len(found))
        found[at:at + 1] = [found[at]] * 2
    return "".join(found)


def _named(rng, fewest, most):
    """What a room or a thing is called: often with a number, a second part or an end that tells what it is."""
    name = characters(rng, fewest, most)
    return rng.choice([
        name,
        name,
        characters(rng, 1, 3) + rng.choice(ENDS),
        characters(rng, 1, 3) + rng.choice(ENDS),
        f"{rng.randint(1, 40)}号{rng.choice(ENDS)}",
        f"{characters(rng, 2, 4)}{rng.choice('·-—')}{characters(rng, 2, 4)}",
        f"{characters(rng, 1, 3)}{rng.choice([str(rng.randint(1, 99)), str(rng.randint(1990, 2031))])}",
        f"{rng.choice(CAPITALS)}{rng.choice(ENDS)}",
    ])


def _file(rng):
    """A file's name or path of any characters, with Latin folders and digits between."""
    name = characters(rng, 1, 4) + rng.choice(["", "", "_" + digits(rng, rng.randint(1, 4)), characters(rng, 1, 2)])
    latin, own = rng.choice(COMMON), characters(rng, 1, 3)
    start = rng.choice(["", "", f"{latin}/", f"/{latin}/{own}/", f"{own}/"])
    return f"{start}{name}.{rng.choice(EXTENSIONS)}"


_IDENTIFIERS = [
    # 湖光-12
    *[lambda rng: characters(rng, 1, 3) + rng.choice(["", "-", "_", ""]) + digits(rng, rng.randint(1, 5))] * 3,
    # QD-14-乙
    lambda rng: f"{letters(rng, rng.randint(1, 2))}-{digits(rng, rng.randint(2, 4))}-{characters(rng, 1, 1)}",
]

# {kind of value: how one is drawn}
OF_CHARACTERS = {
    "word": lambda rng: _named(rng, 2, 4),
    "phrase": lambda rng: _named(rng, 3, 7),
    "title": lambda rng: _named(rng, 3, 8),
    "product": lambda rng: _named(rng, 2, 5),
    "file": _file,
    "person": lambda rng: rng.choice(ZH["surnames"]) + characters(rng, 1, 2),
    "company": lambda rng: characters(rng, 2, 4) + rng.choice(ORGANISATIONS),
    "city": lambda rng: characters(rng, 2, 3) + rng.choice(PLACES),
    "address": lambda rng: f"{characters(rng, 2, 3)}{rng.choice('路街巷')}{rng.randint(1, 300)}号",
    "sentence": lambda rng: rng.choice(ZH["messages"]).rstrip("。！？") + characters(rng, 2, 5),
    "id": lambda rng: rng.choice(_IDENTIFIERS)(rng),
}
