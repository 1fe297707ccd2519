"""Small archives of made-up installations, with no database: each signs with a key of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tournament.archives.mapping import in_order
from tournament.archives.rules import archive as form


@dataclass(frozen=True)
class Player:
    """Somebody with a name and a club's code, name and federal state."""

    last_name: str
    first_name: str
    club: str = ""
    state: str = ""

    @property
    def listed(self) -> str:
        return f"{self.last_name}, {self.first_name}"

    @property
    def label(self) -> str:
        return f"{self.listed}; {self.club}" if self.club else self.listed


@dataclass(frozen=True)
class Small:
    """A tournament that is over: each player's points by round, None where not played."""

    name: str
    day: str | None
    points: Mapping[Player, Sequence[int | None]]
    state: str = ""
    origin: str = ""
    columns: Mapping[str, object] = field(default_factory=dict)
    sheets_missing: int = 0
    is_open: bool = False
    salts: Mapping[Player, str] = field(default_factory=dict)


def digits(text: str, many: int = 64) -> str:
    return sha256(text.encode()).hexdigest()[:many]


def key_of(installation: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(sha256(installation.encode()).digest())


def small_archive(made: Small, installation: str, written: int = 0) -> bytes:
    """Return the signed archive of a tournament, as this installation writes it."""
    data = form.as_json(_rows(made, installation))
    parts = {form.DATA: data, form.JOURNAL: b"[]\n", form.STANDINGS: _standings(made).encode()}
    contents = {
        "format": form.FORMAT,
        "version": form.VERSION,
        "program": "1",
        "written_at": f"2026-11-20T10:{written:02}:00+00:00",
        "tournament": {
            "slug": "klein",
            "name": made.name,
            "date": made.day,
            "place": "",
            "origin": made.origin or digits(f"{installation} {made.name} {made.day}"),
        },
        "standings": digits("standings"),
        "contacts": False,
        "counts": dict.fromkeys(("entry", "round", "sheetversion", "journal"), 0),
    }
    return sealed({form.CONTENTS: form.as_json(contents), **parts}, installation)


def sealed(parts: Mapping[str, bytes], installation: str) -> bytes:
    """Return these parts signed by an installation."""
    key = key_of(installation)
    told = {name: part for name, part in parts.items() if name != form.CONTENTS}
    about = form.from_json(form.CONTENTS, parts[form.CONTENTS])
    about |= {"signer": key.public_key().public_bytes_raw().hex(), "parts": form.list_parts(told)}
    text = form.as_json(about)
    return form.pack(
        {form.CONTENTS: text, form.SIGNATURE: f"{key.sign(text).hex()}\n".encode(), **told}
    )


def without_signature(content: bytes) -> bytes:
    """Return the archive packed anew without its signature."""
    parts = form.unpack(content).items()
    return form.pack({name: part or b"" for name, part in parts if name != form.SIGNATURE})


def with_changed_byte(content: bytes, at: int) -> bytes:
    changed = bytearray(content)
    changed[at % len(changed)] ^= 1
    return bytes(changed)


def _rows(made: Small, installation: str) -> dict[str, object]:
    rounds = max(map(len, made.points.values()))
    people = list(made.points)
    clubs = sorted({(each.club, each.state) for each in people if each.club})
    tournament = {
        "slug": "klein",
        "name": made.name,
        "date": made.day,
        "state": made.state,
        "rounds_planned": rounds,
        **made.columns,
    }
    sheets = [[1]]
    table = {"number": 1, "current_version": 1}
    rows: dict[str, object] = {name: {"fields": [], "rows": []} for name in in_order()}
    rows |= {
        "tournament": {"fields": [*tournament], "rows": [[1, *tournament.values()]]},
        "club": {
            "fields": ["code", "name", "state"],
            "rows": [[at, code, "", state] for at, (code, state) in enumerate(clubs, 1)],
        },
        "person": {
            "fields": ["last_name", "first_name", "state", "salt", "publish_name", "deleted_at"],
            "rows": [
                [
                    *(at, each.last_name, each.first_name, ""),
                    made.salts.get(each, digits(f"{installation} {each}", 32)),
                    *(True, None),
                ]
                for at, each in enumerate(people, 1)
            ],
        },
        "entry": {
            "fields": ["person", "club", "number"],
            "rows": [
                [at, at, clubs.index((each.club, each.state)) + 1 if each.club else None, at]
                for at, each in enumerate(people, 1)
            ],
        },
        "round": {
            "fields": ["number", "started_at", "ended_at", "closed_at"],
            "rows": [
                [
                    *(at, at, "2026-03-01T10:00:00+00:00", "2026-03-01T11:40:00+00:00"),
                    None if at == rounds and made.is_open else "2026-03-01T12:00:00+00:00",
                ]
                for at in range(1, rounds + 1)
            ],
        },
        "sheetversion": {"fields": [], "rows": sheets},
        "gametable": {
            "fields": [*table],
            "rows": [[1, 1, 1], *([at, at, None] for at in range(2, 2 + made.sheets_missing))],
        },
    }
    return rows


def _standings(made: Small) -> str:
    rounds = max(map(len, made.points.values()))
    totals = {each: sum(filter(None, told)) for each, told in made.points.items()}
    headings = [*("rank", "number"), *(f"r{n}" for n in range(1, rounds + 1))]
    lines = [[*headings, "adjustment", "total", "name"]]
    numbers = {each: number for number, each in enumerate(made.points, 1)}
    for each in sorted(totals, key=lambda one: (-totals[one], numbers[one])):
        rank = 1 + sum(other > totals[each] for other in totals.values())
        played = ["" if points is None else str(points) for points in made.points[each]]
        name = f"{each.first_name} {each.last_name}"
        lines.append([str(rank), str(numbers[each]), *played, "0", str(totals[each]), name])
    return "".join(";".join(line) + "\n" for line in lines)
