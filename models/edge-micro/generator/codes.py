"""Random texts of letters, digits and marks: ids, addresses of the net, files. Each function gives a text.

Kinds of values are drawn with (rng, zh), though few of these know the difference.
"""
from words import COMMON, EN, ZH

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DOMAINS = "com org net io de cn co.uk edu".split()
EXTENSIONS = "txt csv json pdf md py log png jpg mp3 mp4 zip xlsx docx yaml html sql wav svg tar.gz".split()


def letters(rng, count):
    return "".join(rng.choice(CAPITALS) for _ in range(count))


def digits(rng, count):
    """Repeated digits are the hard case for copying, so they come often."""
    pool = "0123456789" if rng.random() < 0.7 else "".join(rng.choice("0123456789") for _ in range(2))
    text = str(rng.randint(1, 9)) + "".join(rng.choice(pool) for _ in range(count - 1))
    # A run of one digit, as times and serial numbers end in.
    return text + rng.choice("0000159") * rng.randint(2, 6) if rng.random() < 0.12 else text


def _three_parts(rng):
    parts = [rng.choice([letters(rng, rng.randint(1, 3)), digits(rng, rng.randint(1, 3))]) for _ in range(3)]
    return rng.choice("-/.").join(parts)


_IDENTIFIERS = [
    *[lambda rng: letters(rng, rng.randint(1, 4)) + "-" + digits(rng, rng.randint(1, 6))] * 3,  # AB-1042
    lambda rng: digits(rng, rng.randint(2, 11)),  # 40071
    *[lambda rng: letters(rng, rng.randint(1, 3)) + digits(rng, rng.randint(1, 7))] * 2,  # X77
    lambda rng: rng.choice(COMMON)[:5] + rng.choice("_-") + digits(rng, rng.randint(1, 5)),  # piano_8
    lambda rng: letters(rng, 2) + "-" + digits(rng, 4) + "-" + digits(rng, 2),  # QD-5080-11
    lambda rng: "".join(rng.choice("0123456789abcdef") for _ in range(rng.choice([6, 7, 8]))),  # 0fe12b7
    lambda rng: "0" * rng.randint(1, 3) + digits(rng, rng.randint(2, 6)),  # 00391
    lambda rng: digits(rng, rng.randint(1, 3)) + rng.choice(["", "-"]) + letters(rng, rng.randint(1, 2)),  # 12-C
    _three_parts,  # 7/AB/19
    lambda rng: rng.choice(COMMON) + digits(rng, rng.randint(1, 2)),  # lemon42
]


def identifier(rng, zh=False):
    """In one of the forms that numbers of orders, parcels, rooms and records have."""
    return rng.choice(_IDENTIFIERS)(rng)


def code(rng, zh=False):
    return rng.choice([
        letters(rng, rng.randint(3, 8)),
        letters(rng, rng.randint(3, 5)) + digits(rng, 2),
        rng.choice(COMMON).upper(),
        rng.choice(COMMON).upper() + digits(rng, 2),
    ])


def symbol(rng, zh=False):
    return letters(rng, rng.randint(2, 5))


def version(rng, zh=False):
    numbers = rng.choice(["v", "", ""]) + ".".join(str(rng.randint(0, 30)) for _ in range(rng.choice([2, 3, 3])))
    return numbers + rng.choice(["", "", "", "-rc1", "-beta"])


def email(rng, zh=False):
    host = f"{rng.choice(COMMON)}.{rng.choice(DOMAINS)}"
    user = _mailbox(rng.choice(EN["first"]) if rng.random() < 0.5 else rng.choice(COMMON))
    if rng.random() < 0.4:
        user += rng.choice("._-+")
        user += _mailbox(rng.choice(EN["last"])) if rng.random() < 0.6 else digits(rng, 2)
    user = user.encode("ascii", "ignore").decode()
    return f"{user}@{host}"


def _mailbox(name):
    return name.lower().replace("'", "").replace(" ", "")


_PHONES = [
    lambda rng: "+" + digits(rng, rng.randint(9, 12)),  # +4930123456
    lambda rng: digits(rng, 3) + "-" + digits(rng, 4),  # 555-0142
    lambda rng: "0" + digits(rng, rng.randint(7, 10)),  # 0301234567
]


def phone(rng, zh=False):
    if zh and rng.random() < 0.7:
        return "1" + rng.choice("3589") + digits(rng, 9)
    return rng.choice(_PHONES)(rng)


def file(rng, zh=False):
    """A file's name, or the path of a file."""
    stem = rng.choice(ZH["words"] if zh and rng.random() < 0.3 else COMMON)
    if rng.random() < 0.4:
        stem += rng.choice("_-") + rng.choice([rng.choice(COMMON), digits(rng, rng.randint(1, 4))])
    name = f"{stem}.{rng.choice(EXTENSIONS)}"
    if rng.random() < 0.35:
        start = rng.choice(["/", "", "./", "~/", "C:\\"])
        name = f"{start}{rng.choice(['tmp', 'home', 'docs', 'src', 'data', rng.choice(COMMON)])}/{name}"
        return name.replace("/", "\\") if start == "C:\\" else name
    return name


def folder(rng, zh=False):
    if zh and rng.random() < 0.4:
        return rng.choice(ZH["folders"])
    parts = [rng.choice(COMMON) for _ in range(rng.randint(1, 3))]
    return rng.choice(["/", "~/", "./", "", "/var/", "/home/"]) + "/".join(parts) + rng.choice(["", "", "/"])


def url(rng, zh=False):
    tail = "/" + rng.choice(COMMON) if rng.random() < 0.6 else ""
    tail += f"/{digits(rng, 3)}" if rng.random() < 0.15 else ""
    start = rng.choice(["https://", "http://", "https://www."])
    return f"{start}{rng.choice(COMMON)}.{rng.choice(['com', 'org', 'io', 'net', 'cn', 'dev'])}{tail}"
