"""Names and texts of any Chinese characters, whatever they mean: each character must be copied right."""
from codes import digits
from words import ZH

# The 3,755 frequent ones of GB 2312, level 1: rows 16 to 55, the last of which has 89.
FREQUENT = [
    bytes([0xA0 + row, 0xA0 + cell]).decode("gb2312")
    for row in range(16, 56)
    for cell in range(1, 95 if row < 55 else 90)
]
ORGANISATIONS = ["公司", "集团", "小学", "医院", "厂", "合作社", "博物馆", "店"]
PLACES = ["", "市", "镇", "岛", "村", "县"]


def characters(rng, fewest, most):
    """As many characters; now and then one of them stands twice in a row."""
    found = [rng.choice(FREQUENT) for _ in range(rng.randint(fewest, most))]
    if rng.random() < 0.12:
        at = rng.randrange(len(found))
        found[at:at + 1] = [found[at]] * 2
    return "".join(found)


# {kind of value: how one is drawn}
OF_CHARACTERS = {
    "word": lambda rng: characters(rng, 2, 4),
    "phrase": lambda rng: characters(rng, 3, 7),
    "title": lambda rng: characters(rng, 3, 8),
    "product": lambda rng: characters(rng, 2, 5),
    "person": lambda rng: rng.choice(ZH["surnames"]) + characters(rng, 1, 2),
    "company": lambda rng: characters(rng, 2, 4) + rng.choice(ORGANISATIONS),
    "city": lambda rng: characters(rng, 2, 3) + rng.choice(PLACES),
    "address": lambda rng: f"{characters(rng, 2, 3)}{rng.choice('路街巷')}{rng.randint(1, 300)}号",
    "sentence": lambda rng: rng.choice(ZH["messages"]).rstrip("。！？") + characters(rng, 2, 5),
    "id": lambda rng: characters(rng, 1, 3) + rng.choice(["", "-", "_", ""]) + digits(rng, rng.randint(1, 5)),
}
