"""Forms, types and ranges of the JSON in an archive, field by field.

An archive's signer can write anything into it, and pages and papers use these values unchecked.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from scoring.json_format import Malformed, sheet_from_json, totals_from_json
from tournament.sheets.rules.rulings import ruling_from_json

Form = Callable[[Any], bool]
"""A predicate: whether a value has this form."""

LARGEST = 10**12  # larger than any sum of cents and any number from the hall
LONGEST = 100_000  # characters of a text, items of a list
DEEPEST = 12  # nested lists and objects
YEARS = range(1900, 2200)


def is_whole(value: Any) -> bool:
    """Whether it is an integer of plausible size; a field may have a narrower range."""
    return type(value) is int and -LARGEST <= value <= LARGEST


def is_text(value: Any) -> bool:
    """Whether it is a text of plausible length."""
    return isinstance(value, str) and len(value) <= LONGEST


def is_moment(value: Any) -> bool:
    """Whether it is a time with zone, in ISO format, in a plausible year."""
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return moment.tzinfo is not None and moment.year in YEARS


def is_day(value: Any) -> bool:
    """Whether it is a day in ISO format, in a plausible year."""
    try:
        return date.fromisoformat(value).year in YEARS
    except (TypeError, ValueError):
        return False


def is_plain(value: Any, depth: int = DEEPEST) -> bool:
    """Whether it is JSON of integers and texts with limited depth."""
    if isinstance(value, dict):
        return depth > 0 and all(is_text(key) and is_plain(value[key], depth - 1) for key in value)
    if isinstance(value, list):
        return depth > 0 and all(is_plain(each, depth - 1) for each in value)
    return value is None or isinstance(value, bool) or is_whole(value) or is_text(value)


def _none_or(form: Form) -> Form:
    return lambda value: value is None or form(value)


def _each(form: Form) -> Form:
    return lambda value: isinstance(value, list) and len(value) <= LONGEST and all(map(form, value))


def _dict_by_text(form: Form) -> Form:
    return lambda value: (
        isinstance(value, dict) and all(is_text(key) and form(value[key]) for key in value)
    )


def _dict_by_number(form: Form) -> Form:
    return lambda value: (
        _dict_by_text(form)(value)
        and all(key.isascii() and key.isdigit() and len(key) < len(str(LARGEST)) for key in value)
    )


def _with(others: Form = is_plain, **forms: Form) -> Form:
    """Return a form for objects with these keys; other values have the form `others`."""
    return lambda value: (
        isinstance(value, dict)
        and value.keys() >= forms.keys()
        and all(forms.get(key, others)(value[key]) for key in value)
    )


def _times(count: int, form: Form) -> Form:
    return lambda value: _each(form)(value) and len(value) == count


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_pause(value: Any) -> bool:
    return _times(2, _none_or(is_moment))(value) and value[0] is not None


def _is_sheet(value: Any) -> bool:
    """Whether it is a list, totals, or a ruling, as stored in a version."""
    try:
        if not isinstance(value, Mapping):
            return False
        if "ruling" in value:
            ruling_from_json(value, len(value.get("figures") or ()))
        elif "rows" in value:
            sheet_from_json(value)
        else:
            totals_from_json(value)
    except Malformed:
        return False
    return is_plain(value)


def _is_seal(value: Any) -> bool:
    return is_text(value) and re.fullmatch("[0-9a-f]{64}", value) is not None


def is_count(value: Any) -> bool:
    """Whether it is a non-negative integer."""
    return is_whole(value) and value >= 0


def _is_seconds(value: Any) -> bool:
    return is_text(value) and re.fullmatch(r"[+-]?[0-9]{1,9}", value) is not None


def _is_slug(value: Any) -> bool:
    return is_text(value) and re.fullmatch(r"[-a-zA-Z0-9_]{1,60}", value) is not None


is_contents: Form = _with(
    program=is_text,
    written_at=is_moment,
    signer=_is_seal,
    standings=lambda value: value == "" or _is_seal(value),
    contacts=_is_flag,
    tournament=_with(
        slug=_is_slug, name=is_text, place=is_text, origin=_is_seal, date=_none_or(is_day)
    ),
    counts=_with(**dict.fromkeys(("entry", "round", "sheetversion", "journal"), is_count)),
    parts=_dict_by_text(_with(bytes=is_count, sha256=_is_seal)),
)
"""Whether a value can be the contents of an archive."""
_FIGURES = _each(_none_or(is_whole))
_ACTS: Mapping[str, Form] = {
    **dict.fromkeys(("clock_behind", "clock_followed"), _with(round=is_whole, seconds=_is_seconds)),
    "clock_started": _with(round=is_whole),
    "names_removed": _with(checksum=is_text),
    "penalties_contained": _with(
        sheet=is_whole, contained=_each(_with(rule=is_text, offender=is_whole, points=_FIGURES))
    ),
    **dict.fromkeys(
        ("player_checked_in", "player_checked_out", "fee_paid", "fee_not_paid"),
        _with(entry=is_whole),
    ),
    "standings_frozen": _with(
        reason=is_text,
        unconfirmed=_each(_times(2, is_whole)),
        objections_open=_is_flag,
        rounds_unplayed=is_whole,
    ),
}
"""Acts whose data the program uses for more than their sentence."""
_is_entry = _with(
    at=is_moment,
    action=is_text,
    seal=_is_seal,
    data=_with(),
    facts=_with(),
    account=_none_or(is_whole),
)
is_journal: Form = _each(
    lambda entry: _is_entry(entry) and _ACTS.get(entry["action"], is_plain)(entry["data"])
)
"""Whether a value can be the entries of a journal."""
_QUALITY = _with(
    _none_or(is_whole),
    **dict.fromkeys(("repeat_pairs", "repeat_pairs_bound", "same_club_pairs"), is_whole),
)
_PLAYERS = _each(_with(id=is_text, name=is_text))
_SEATS = _each(_each(_each(_times(2, is_text))))
_STEP = {"kind": is_text, "seal": is_text, "players": _PLAYERS, "first_round": is_whole}
_LIST = {**_STEP, "commitment": is_text, "ranking": _each(is_text), "sit_out": is_whole}
_STEPS = {
    "list": _with(**_LIST),
    "draw": _with(
        **_LIST,
        redraw=is_whole,
        reason=is_text,
        secret=is_text,
        number=_none_or(is_whole),
        by_audience=_is_flag,
        seed=is_text,
        settings=_with(),
        program=_with(version=is_text, code=is_text),
        rounds=_SEATS,
    ),
    "change": _with(**_STEP, reason=is_text, rounds=_SEATS),
}


def _is_step(value: Any) -> bool:
    kind = value.get("kind") if isinstance(value, dict) else None
    return isinstance(kind, str) and kind in _STEPS and _STEPS[kind](value)


FORMS: Mapping[tuple[str, str], Form] = {
    ("call", "points"): _FIGURES,
    ("cashcount", "pieces"): _dict_by_number(is_whole),
    ("draw", "quality"): lambda value: value == {} or _QUALITY(value),
    ("entry", "tags"): _each(is_text),
    ("penalty", "points"): _FIGURES,
    ("person", "tags"): _each(is_text),
    ("protest", "jury"): _each(is_whole),
    ("rehearsal", "happened"): _each(is_text),
    ("round", "pauses"): _each(_is_pause),
    ("sealedstep", "step"): _is_step,
    ("sheetversion", "accepted"): _each(_with(code=is_text, seat=_none_or(is_whole))),
    ("sheetversion", "content"): _is_sheet,
    ("sheetversion", "totals"): _FIGURES,
    ("sheetversion", "typists"): _each(_none_or(is_whole)),
    ("tournament", "hall"): _dict_by_number(_times(2, is_whole)),
    ("tournament", "rule_options"): _with(),
    ("tournament", "tie_breaks"): _each(is_text),
    ("tournament", "warning_minutes"): _each(is_whole),
    ("verification", "content"): _none_or(_is_sheet),
    ("verification", "totals"): _FIGURES,
}
"""The forms of all JSON fields of an archive, by model and field."""
