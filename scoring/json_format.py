"""Conversion of score sheets to and from JSON values; invalid input is reported by its path."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, TypeVar

from scoring.findings import Code, Finding, ParamValue, error
from scoring.model import Figure, Figures, Penalty, Played, Row, ScoreSheet, TotalsSheet
from scoring.rulesets import DDV, Penalties, RuleSet, WrongOption, WrongOptionCode, rule_set

Json = Any
T = TypeVar("T")

MOST_DIGITS = 1000  # Python refuses to read or write much longer whole numbers


class Malformed(Exception):
    """The value is no score sheet; `finding` has the path and the problem.

    findings: that one, and those of all other keys that are missing as well.
    """

    def __init__(
        self, path: str, problem: str, expected: str = "", others: Sequence[str] = ()
    ) -> None:
        super().__init__(f"{path}: {problem} {expected}".strip())
        hint: dict[str, ParamValue] = {"expected": expected} if expected else {}
        self.finding: Finding = error(
            Code.MALFORMED, None, None, path=path, problem=problem, **hint
        )
        more = [error(Code.MALFORMED, None, None, path=each, problem=problem) for each in others]
        self.findings: tuple[Finding, ...] = (self.finding, *more)


class NotJson(ValueError):
    """The text is not JSON."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Placeholder for a part of a JSON text that is ambiguous or nested too deeply."""

    problem: str
    key: str = ""


def parse(text: str) -> Json:
    """Parse a JSON text strictly.

    NaN and Infinity are refused. An object with a repeated key, and a text too deep to read, become
    `Unreadable`, which the readers below refuse with its path. Raises NotJson.
    """
    try:
        return json.loads(
            text,
            object_pairs_hook=_object_without_repetition,
            parse_constant=_refuse_constant,
            parse_int=_whole_number,
            parse_float=_decimal,
        )
    except RecursionError:
        return Unreadable("too_deep")
    except ValueError as reason:
        raise NotJson(str(reason)) from reason


def _object_without_repetition(pairs: list[tuple[str, Json]]) -> Json:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    keys = [key for key, _value in pairs]
    return Unreadable("repeated_key", next(key for key in keys if keys.count(key) > 1))


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _whole_number(digits: str) -> int | str:
    return int(digits) if len(digits) <= MOST_DIGITS else digits


def _decimal(typed: str) -> float | str:
    number = float(typed)
    return number if isfinite(number) else typed  # 1e400 stays what it is: typed, no number


def sheet_from_json(obj: Json, rules: RuleSet = DDV) -> ScoreSheet:
    """Parse a score sheet (all keys as written by `sheet_to_json`). Raises Malformed.

    `rules` apply to a sheet that names none.
    """
    fields = _Fields(obj, "", _SHEET_KEYS, ("table_size", "rows"), within=_REQUIRED)
    rules = _rules(fields, rules)
    size = fields.get("table_size", _whole)
    if size not in rules.table_sizes:
        raise Malformed("table_size", "out_of_range", _sizes(rules))
    keys = _ROW_KEYS | {"no_side"} if rules.leaves_out(size) else _ROW_KEYS
    keys = keys | {"solo_kind"} if rules.solo_kinds else keys
    return ScoreSheet(
        table_size=size,
        rows=fields.items("rows", _row, size, rules, keys),
        games=fields.optional("games", _games, size, rules),
        time_limit_after_row=fields.optional("time_limit_after_row", _count),
        struck_games=fields.optional("struck_games", _count) or 0,
        penalties=fields.items("penalties", _penalty, size, rules),
        totals=fields.optional("totals", _figures, size),
        rules=rules,
    )


def totals_from_json(obj: Json, rules: RuleSet = DDV) -> TotalsSheet:
    """Parse bare totals; the number of totals is the size of the table. Raises Malformed.

    `rules` apply to a sheet that names none.
    """
    required = ("totals", "games_played", "compulsory_solos")
    fields = _Fields(obj, "", _TOTALS_KEYS, required, within=_REQUIRED)
    rules = _rules(fields, rules)
    entries = fields.get("totals", _list)
    if len(entries) not in rules.table_sizes:
        raise Malformed("totals", "wrong_length", _sizes(rules))
    size = len(entries)
    return TotalsSheet(
        table_size=size,
        totals=_figures(entries, "totals", size),
        games_played=fields.get("games_played", _count),
        compulsory_solos=fields.items("compulsory_solos", _seat, size),
        penalties=fields.items("penalties", _penalty, size, rules),
        games=fields.optional("games", _games, size, rules),
        rules=rules,
    )


def sheet_to_json(sheet: ScoreSheet) -> dict[str, Json]:
    """Return a score sheet as JSON values with every key; the rules only where not the DDV's."""
    return {
        **_rules_to_json(sheet.rules),
        "table_size": sheet.table_size,
        "games": sheet.agreed_games,
        "time_limit_after_row": sheet.time_limit_after_row,
        "struck_games": sheet.struck_games,
        "rows": [row_to_json(row) for row in sheet.rows],
        "penalties": [_penalty_to_json(penalty) for penalty in sheet.penalties],
        "totals": _list_or_none(sheet.totals),
    }


def totals_to_json(sheet: TotalsSheet) -> dict[str, Json]:
    """Return bare totals as JSON values with every key; the rules only where not the DDV's."""
    return {
        **_rules_to_json(sheet.rules),
        "totals": list(sheet.totals),
        "games": sheet.agreed_games,
        "games_played": sheet.games_played,
        "compulsory_solos": list(sheet.compulsory_solos),
        "penalties": [_penalty_to_json(penalty) for penalty in sheet.penalties],
    }


def row_to_json(row: Row) -> dict[str, Json]:
    """Return one row as JSON values with every key, except rare ones that do not apply."""
    mark: dict[str, Json] = {"out_of_turn": True} if row.out_of_turn else {}
    if row.no_side:
        mark["no_side"] = list(row.no_side)
    if row.solo_kind:
        mark["solo_kind"] = row.solo_kind
    return {
        "no": row.no,
        "dealer": row.dealer,
        "kind": row.kind.value,
        "soloist": row.soloist,
        "forced": row.forced,
        "points": list(row.points),
        "cumulative": _list_or_none(row.cumulative),
        "detail": None if row.detail is None else dict(row.detail),
        **mark,
    }


def _penalty_to_json(penalty: Penalty) -> dict[str, Json]:
    return {
        "row": penalty.row,
        "rule": penalty.rule,
        "offender": penalty.offender,
        "points": list(penalty.points),
        "initials": penalty.initials,
        **({"reason": penalty.reason} if penalty.reason else {}),
    }


def _rules_to_json(rules: RuleSet) -> dict[str, Json]:
    if rules == DDV:
        return {}
    options = {"options": rules.options} if rules.options else {}
    return {"rules": rules.name, **options}


def _list_or_none(figures: Figures | None) -> list[Figure] | None:
    return None if figures is None else list(figures)


_RULES_KEYS = frozenset(("rules", "options"))
_SHEET_KEYS = _RULES_KEYS.union(
    ("table_size", "games", "time_limit_after_row", "struck_games", "rows", "penalties", "totals")
)
_ROW_KEYS = frozenset(
    ("no", "dealer", "kind", "soloist", "forced", "points", "cumulative", "detail", "out_of_turn")
)
_PENALTY_KEYS = frozenset(("row", "rule", "offender", "points", "initials"))
_REQUIRED = {"rows": ("no", "kind", "points"), "penalties": ("rule", "offender", "points")}
"""Keys that every entry of these lists has."""
_NOTHING: Mapping[str, Sequence[str]] = {}
_TOTALS_KEYS = _RULES_KEYS.union(
    ("totals", "games", "games_played", "compulsory_solos", "penalties")
)


class _Fields:
    """An object with known keys; null is the same as absent, except where required."""

    def __init__(
        self,
        obj: Json,
        path: str,
        known: Collection[str],
        required: Collection[str],
        within: Mapping[str, Sequence[str]] = _NOTHING,
    ) -> None:
        """Refuse what is no such object; `within`: the keys that entries of its lists have."""
        _refuse_unreadable(obj, path)
        if not isinstance(obj, Mapping):
            raise Malformed(path, "wrong_type", "object")
        self._obj = obj
        self._required = required
        self._prefix = f"{path}." if path else ""
        for key in obj:
            if key not in known:
                raise Malformed(f"{self._prefix}{key}", "unknown_key")
        missing = [f"{self._prefix}{key}" for key in required if key not in obj]
        for key, needed in within.items():
            entries = obj.get(key)
            missing += [
                f"{key}[{at}].{each}"
                for at, entry in enumerate(entries if isinstance(entries, list) else ())
                if isinstance(entry, Mapping)
                for each in needed
                if each not in entry
            ]
        if missing:
            raise Malformed(missing[0], "missing_key", others=missing[1:])

    def get(self, key: str, read: Callable[..., T], *more: Any) -> T:
        """Return what is read from a value, its path and more."""
        return read(self._obj[key], f"{self._prefix}{key}", *more)

    def optional(self, key: str, read: Callable[..., T], *more: Any) -> T | None:
        return None if self._obj.get(key) is None else self.get(key, read, *more)

    def items(self, key: str, read: Callable[..., T], *more: Any) -> tuple[T, ...]:
        """Return the entries of a list; none where an optional list is left out."""
        if key not in self._required and self._obj.get(key) is None:
            return ()
        path = f"{self._prefix}{key}"
        entries = self.get(key, _list)
        return tuple([read(entry, f"{path}[{at}]", *more) for at, entry in enumerate(entries)])


def _refuse_unreadable(value: Json, path: str) -> None:
    if isinstance(value, Unreadable):
        key = f"{path}.{value.key}" if path and value.key else path or value.key
        raise Malformed(key, value.problem)


def _rules(fields: _Fields, usual: RuleSet) -> RuleSet:
    """Return the rules a sheet names, or the usual ones; options alone apply to these."""
    name = fields.optional("rules", _text)
    options = fields.optional("options", _options)
    if name is None and options is None:
        return usual
    try:
        return rule_set(usual.name if name is None else name, options or {})
    except WrongOption as wrong:
        path = "rules" if wrong.code is WrongOptionCode.UNKNOWN_RULES else f"options.{wrong.name}"
        unknown = wrong.code is WrongOptionCode.UNKNOWN_OPTION
        problem = "unknown_key" if unknown else "out_of_range"
        raise Malformed(path, problem, ", ".join(wrong.allowed)) from None


def _row(obj: Json, path: str, size: int, rules: RuleSet, keys: frozenset[str]) -> Row:
    fields = _Fields(obj, path, keys, _REQUIRED["rows"])
    row = Row(
        no=fields.get("no", _whole),
        kind=fields.get("kind", _kind, rules),
        points=fields.get("points", _figures, size),
        dealer=fields.optional("dealer", _whole),
        soloist=fields.optional("soloist", _whole),
        forced=fields.optional("forced", _truth_value) or False,
        cumulative=fields.optional("cumulative", _figures, size),
        detail=fields.optional("detail", _detail),
        out_of_turn=fields.optional("out_of_turn", _truth_value) or False,
        no_side=fields.items("no_side", _seat, size),
        solo_kind=fields.optional("solo_kind", _solo_kind, rules),
    )
    if row.out_of_turn and row.dealer_named is None:
        raise Malformed(f"{path}.dealer", "missing_key")  # the mark names who really dealt
    return row


def _penalty(obj: Json, path: str, size: int, rules: RuleSet) -> Penalty:
    free = rules.penalties is not Penalties.CATALOGUE
    keys = _PENALTY_KEYS | {"reason"} if free else _PENALTY_KEYS
    fields = _Fields(obj, path, keys, _REQUIRED["penalties"])
    return Penalty(
        row=fields.optional("row", _whole),
        rule=fields.get("rule", _text),
        offender=fields.get("offender", _whole),
        points=fields.get("points", _figures, size),
        initials=fields.optional("initials", _text) or "",
        reason=fields.optional("reason", _text) or "",
    )


def _list(value: Json, path: str) -> list[Json]:
    if not isinstance(value, list | tuple):
        raise Malformed(path, "wrong_type", "list")
    return list(value)


def _figures(value: Json, path: str, size: int) -> Figures:
    entries = _list(value, path)
    if len(entries) != size:
        raise Malformed(path, "wrong_length", str(size))
    for place, entry in enumerate(entries):
        if not isinstance(entry, int | float | str | None):
            _refuse_unreadable(entry, f"{path}[{place}]")
            raise Malformed(f"{path}[{place}]", "wrong_type", "figure")
    return tuple(entries)


def _whole(value: Json, path: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Malformed(path, "wrong_type", "whole_number")
    return value


def _whole_number_from(value: Json, path: str, least: int) -> int:
    if _whole(value, path) < least:
        raise Malformed(path, "out_of_range", f">= {least}")
    return int(value)


def _games(value: Json, path: str, size: int, rules: RuleSet) -> int:
    """Check for at least one game, room for the solos forced in a round, and equal deals."""
    duty = rules.duty(size)
    games = _whole_number_from(value, path, max(1, duty.reserved * size if duty else 1))
    if rules.deals_equally and games % size:
        raise Malformed(path, "out_of_range", f"{size}, {2 * size}, {3 * size} ...")
    return games


def _count(value: Json, path: str) -> int:
    return _whole_number_from(value, path, 0)


def _seat(value: Json, path: str, size: int) -> int:
    if not 1 <= _whole(value, path) <= size:
        raise Malformed(path, "out_of_range", f"1..{size}")
    return int(value)


def _sizes(rules: RuleSet) -> str:
    return ", ".join(map(str, rules.table_sizes))


def _kind(value: Json, path: str, rules: RuleSet) -> Played:
    try:
        return rules.kind(_text(value, path)).name
    except KeyError:
        raise Malformed(path, "out_of_range", "row_kind") from None


def _solo_kind(value: Json, path: str, rules: RuleSet) -> str:
    if _text(value, path) not in rules.solo_kinds:
        raise Malformed(path, "out_of_range", "row_kind")
    return str(value)


def _options(value: Json, path: str) -> Json:
    """Accept any object; the rule set checks the options."""
    _refuse_unreadable(value, path)
    if not isinstance(value, Mapping):
        raise Malformed(path, "wrong_type", "object")
    return value


def _truth_value(value: Json, path: str) -> bool:
    if not isinstance(value, bool):
        raise Malformed(path, "wrong_type", "truth_value")
    return value


def _text(value: Json, path: str) -> str:
    if not isinstance(value, str):
        raise Malformed(path, "wrong_type", "text")
    return value


def _detail(value: Json, path: str) -> Mapping[str, Json]:
    """Accept any object; the check decides whether it describes a game."""
    parts = [value]
    while parts:  # no recursion: the object may be nested as deeply as can be read
        part = parts.pop()
        _refuse_unreadable(part, path)
        if isinstance(part, Mapping):
            parts.extend(part.values())
        elif isinstance(part, list):
            parts.extend(part)
    if not isinstance(value, Mapping):
        raise Malformed(path, "wrong_type", "object")
    return value
