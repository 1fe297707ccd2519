"""Single mistakes in the JSON of a game, each with the code that must name it."""

from typing import Any, NamedTuple

MISSING = object()
"""Instead of a value: the key is left out."""

EXAMPLE = {
    "game_type": "normal", "solo_kind": None, "re": [1, 3], "kontra": [2, 4], "re_points": 172,
    "table_size": 4, "re_no_trick": False, "kontra_no_trick": False, "re_announced": True,
    "kontra_announced": False, "re_absage": 1, "kontra_absage": 0,
    "special": {"re": {"doppelkopf": 0, "fox": 1, "karlchen": 0},
                "kontra": {"doppelkopf": 0, "fox": 0, "karlchen": 0}},
}  # fmt: skip
SOLO = {"game_type": "solo_aces", "solo_kind": "voluntary", "re": [1], "kontra": [2, 3, 4]}
SILENT = {"game_type": "silent_wedding", "re": [1], "kontra": [2, 3, 4]}


class Mistake(NamedTuple):
    code: str
    change: dict[str, Any]

    def __str__(self) -> str:
        words = (f"{key}={value!r}" for key, value in self.change.items())
        return f"{self.code}: {' '.join(words)}".replace(repr(MISSING), "missing")


def changed(game: dict, change: dict) -> dict:
    """Return the game with other values; MISSING removes the key."""
    return {key: value for key, value in (game | change).items() if value is not MISSING}


NOT_WHOLE = (None, True, False, 1.0, float("nan"), float("inf"), "1", "", [], [1], {})
NOT_A_FLAG = (None, 0, 1, 1.0, "true", "", [], {})


def each(code, key, values, **more):
    return [Mistake(code, {key: value, **more}) for value in values]


def special(party, **counts):
    return {"special": {party: counts}}


MISTAKES = (
    *each("game_type", "game_type", (MISSING, None, "", "Normal", "solo", "compulsory", 1, True)),
    *each("game_type", "game_type", ([], ["normal"], {}, "normal ", "solo_null")),
    *each("solo_kind", "solo_kind", ("compulsory", "voluntary", "", "forced", 0, False, [], {})),
    *each("solo_kind", "solo_kind", (MISSING, None, "Voluntary", "forced", 0, False, [], {}),
          **{key: SOLO[key] for key in ("game_type", "re", "kontra")}, special=MISSING),
    Mistake("solo_kind", {**SILENT, "solo_kind": "voluntary", "special": MISSING}),
    *each("members", "re", (MISSING, None, [], [1], [1, 1], [1, 2], [1, 3, 5], [0, 1], [-1, 1])),
    *each("members", "re", ([1, 6], [1, None], [1, True], [1, 3.0], [1, "3"], [[1], [3]], "13")),
    *each("members", "re", ({"1": 3}, 13, True, [1, 10**30], [1, float("nan")])),
    *each("members", "kontra", (MISSING, None, [], [2], [2, 2], [2, 3], [2, 4, 5], [2, 5])),
    *each("members", "table_size", (None, True, 0, 3, 6, -4, 4.0, 5.0, "4", [4], {}, 10**30)),
    Mistake("members", {"re": [1], "kontra": [2, 3, 4]}),
    Mistake("members", {"re": [1, 2, 3], "kontra": [4]}),
    Mistake("members", {"re": [1, 2], "kontra": [3, 6], "table_size": 5}),
    Mistake("members", {"re": [1, 6], "kontra": [2, 5], "table_size": MISSING}),
    Mistake("members", {**SOLO, "re": [1, 3], "kontra": [2, 4], "special": MISSING}),
    Mistake("members", {**SOLO, "re": [2, 3, 4], "kontra": [1], "special": MISSING}),
    Mistake("members", {**SILENT, "kontra": [2, 3], "special": MISSING}),
    *each("points_range", "re_points", (MISSING, *NOT_WHOLE, -1, 241, 10**30, -(10**30), 172.0)),
    *each("points_unreachable", "re_points", (1, 239)),
    Mistake("no_trick_with_points", {"re_no_trick": True}),
    Mistake("no_trick_with_points", {"kontra_no_trick": True}),
    Mistake("no_trick_with_points", {"re_no_trick": True, "re_points": 2}),
    Mistake("no_trick_with_points", {"kontra_no_trick": True, "re_points": 238}),
    Mistake("no_trick_with_points", {"kontra_no_trick": True, "re_points": 0}),
    Mistake("no_trick_with_points", {"re_no_trick": True, "re_points": 240}),
    *each("no_trick_both", "re_points", (0, 240), re_no_trick=True, kontra_no_trick=True),
    Mistake("no_trick_both", {"re_no_trick": True, "kontra_no_trick": True}),
    *each("absage_level", "re_absage", (*NOT_WHOLE, -1, 5, 10**30)),
    *each("absage_level", "kontra_absage", (*NOT_WHOLE, -1, 5, 10**30)),
    *each("special", "special", (None, True, 0, "", [], [1])),
    *each("special", "special", ({"": {}}, {"Re": {}}, {"re": {}, "kontra": {}, "both": {}})),
    *each("special", "special", [{"re": value} for value in (None, True, 0, "", [])]),
    *each("special", "special", [{"kontra": value} for value in (None, True, 0, "", [])]),
    *each("special", "special", [{"re": {"fox": value}} for value in (*NOT_WHOLE, -1)]),
    *each("special", "special", [{"kontra": {"doppelkopf": value}} for value in (*NOT_WHOLE, -1)]),
    *each("special", "special", [{"re": {"karlchen": -(10**30)}}, {"re": {"queens": 0}}]),
    Mistake("special", special("re", doppelkopf=5, fox=-1)),
    Mistake("special", special("kontra", doppelkopf=2, queens=1)),
    Mistake("special", {**SOLO, **special("re", fox=1, karlchen=None)}),
    Mistake("special", {"re_points": 0, "re_no_trick": True, **special("re", fox=1, queens=1)}),
    Mistake("special_in_solo", {**SOLO, **special("re", fox=1)}),
    Mistake("special_in_solo", {**SOLO, **special("kontra", karlchen=1)}),
    Mistake("special_in_solo", {**SILENT, **special("kontra", doppelkopf=1)}),
    Mistake("special_in_solo", {**SILENT, "game_type": "wedding_unclarified"}),
    Mistake("special_max", special("re", doppelkopf=5)),
    Mistake("special_max", special("kontra", fox=3)),
    Mistake("special_max", special("re", karlchen=2)),
    Mistake("special_max", special("re", karlchen=10**30)),
    Mistake("special_max", {"special": {"re": {"doppelkopf": 4}, "kontra": {"doppelkopf": 1}}}),
    Mistake("special_max", {"special": {"re": {"fox": 1}, "kontra": {"fox": 2}}}),
    Mistake("special_max", {"special": {"re": {"karlchen": 1}, "kontra": {"karlchen": 1}}}),
    Mistake("special_without_trick", {"re_points": 0, "re_no_trick": True}),
    Mistake("special_without_trick", {"re_points": 240, "kontra_no_trick": True,
                                      **special("kontra", karlchen=1)}),
    Mistake("special_points", {"re_points": 0}),
    Mistake("special_points", special("kontra", doppelkopf=2)),
    Mistake("special_points", {"re_points": 240, **special("kontra", karlchen=1)}),
    *each("flag", "re_announced", NOT_A_FLAG),
    *each("flag", "kontra_announced", NOT_A_FLAG),
    *each("flag", "re_no_trick", NOT_A_FLAG),
    *each("flag", "kontra_no_trick", NOT_A_FLAG),
    *each("unknown_key", "kontra_points", (68, None)),
    *each("unknown_key", "", (0, None)),
    Mistake("unknown_key", {"Re": [1, 3]}),
)  # fmt: skip
