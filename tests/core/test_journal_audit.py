"""The journal replayed, and what a database may say beside it: values only, no database."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tournament.core.journal_audit import (
    Contradiction,
    ContradictionCode,
    Database,
    FoundLook,
    FoundTable,
    FoundVersion,
    contradictions,
)
from tournament.core.journal_chain import ChainedEntry
from tournament.core.journal_replay import Deduction, Frozen, PenaltyKey, Story, replay

NOON = "2026-09-12T10:00:00.000000+00:00"
SOON = "2026-09-12T10:00:00.020000+00:00"
LATER = "2026-09-12T10:05:00.000000+00:00"
TOTALS = [6, 2, -2, -6]
OTHERS = [2, 6, -2, -6]
PENALTY = PenaltyKey(1, 1, "9.3.2", 3, (1, 1, -3, 1))
HELGA, ULLA = 1, 2

CODE = ContradictionCode


def told(*entries: tuple[str, dict[str, Any]], account: int | None = HELGA) -> Story:
    return replay(ChainedEntry(NOON, account, action, data) for action, data in entries)


def sheet(action: str, version: int, totals: list[int], **more: Any) -> tuple[str, dict[str, Any]]:
    return action, {"round": 1, "table": 1, "version": version, "totals": totals, **more}


DRAWN = ("rounds_drawn", {"first": 1, "last": 1})
PUBLISHED = ("round_published", {"round": 1})
ENTERED = sheet("sheet_entered", 1, TOTALS, fingerprint="aa")
CORRECTED = sheet(
    "sheet_corrected", 2, OTHERS, old_totals=TOTALS, reason="vertauscht", fingerprint="bb"
)
AWARDED = (
    "penalty_awarded",
    {"round": 1, "table": 1, "rule": "9.3.2", "offender": 3, "points": [1, 1, -3, 1]},
)


def version(number: int = 1, **fields: Any) -> FoundVersion:
    facts: dict[str, Any] = {
        "at": SOON,
        "account": HELGA,
        "totals": TOTALS,
        "reason": "",
        "fingerprint": "aa",
    }
    return FoundVersion(number, **(facts | fields))


SECOND = version(2, totals=OTHERS, reason="vertauscht", fingerprint="bb")


def table(*versions: FoundVersion, **fields: Any) -> FoundTable:
    facts = {"current": versions[-1].number if versions else None} | fields
    return FoundTable(versions={each.number: each for each in versions}, **facts)


def database(found: FoundTable | None = None, **fields: Any) -> Database:
    facts: dict[str, Any] = {
        "tables": {(1, 1): found} if found else {},
        "rounds": {1: frozenset({"published"})},
        "by_referee": Counter(),
        "deductions": {},
        "statuses": {},
        "settings": {},
        "frozen": None,
        "is_finished": False,
    }
    return Database(**(facts | fields))


def at_table(
    code: ContradictionCode, says: Any = None, found: Any = None, number: int | None = None
) -> Contradiction:
    return Contradiction(code, says, found, 1, 1, number)


def test_what_the_journal_tells_is_no_contradiction() -> None:
    story = told(DRAWN, PUBLISHED, ENTERED, CORRECTED)
    assert contradictions(story, database(table(version(), SECOND))) == ()


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (table(version()), [(CODE.VERSION_MISSING, OTHERS, None, 2), (CODE.CURRENT_VERSION, 2, 1)]),
        (
            table(version(), SECOND, version(3, totals=[0] * 4)),
            [(CODE.VERSION_UNTOLD, None, [0] * 4, 3), (CODE.CURRENT_VERSION, 2, 3)],
        ),
        (table(version(totals=OTHERS), SECOND), [(CODE.VERSION_TOTALS, TOTALS, OTHERS, 1)]),
        (table(version(account=ULLA), SECOND), [(CODE.VERSION_ACCOUNT, HELGA, ULLA, 1)]),
        (table(version(at=LATER), SECOND), [(CODE.VERSION_TIME, NOON, LATER, 1)]),
        (
            table(version(), replace(SECOND, reason="")),
            [(CODE.VERSION_REASON, "vertauscht", "", 2)],
        ),
        (table(version(fingerprint="ab"), SECOND), [(CODE.VERSION_CONTENT, None, None, 1)]),
        (table(version(), SECOND, current=1), [(CODE.CURRENT_VERSION, 2, 1)]),
        (table(version(), SECOND, current=None), [(CODE.CURRENT_VERSION, 2, None)]),
    ],
)
def test_a_version_that_is_not_the_one_told_is_named(found: FoundTable, expected: list) -> None:
    story = told(DRAWN, PUBLISHED, ENTERED, CORRECTED)
    wanted = tuple(at_table(*each) for each in expected)
    assert contradictions(story, database(found)) == wanted


def test_what_an_earlier_program_has_not_sealed_is_not_compared() -> None:
    """No fingerprints, no totals with a penalty; what a later entry tells of them counts."""
    penalty = (AWARDED[0], AWARDED[1] | {"version": 2})
    entered = sheet("sheet_entered", 1, TOTALS)
    versions = (version(fingerprint="x"), version(2, totals=[7, 3, -5, -5], fingerprint="y"))
    found = database(table(*versions), by_referee=Counter([PENALTY]))
    assert contradictions(told(DRAWN, PUBLISHED, entered, penalty), found) == ()
    third = sheet("sheet_corrected", 3, OTHERS, old_totals=[7, 3, -5, -4], reason="x")
    found = database(
        table(*versions, version(3, totals=OTHERS, reason="x")), by_referee=Counter([PENALTY])
    )
    assert contradictions(told(DRAWN, PUBLISHED, entered, penalty, third), found) == (
        at_table(CODE.VERSION_TOTALS, [7, 3, -5, -4], [7, 3, -5, -5], 2),
    )


def test_a_sheet_taken_back_leaves_its_version() -> None:
    story = told(DRAWN, PUBLISHED, ENTERED, sheet("sheet_taken_back", 1, TOTALS))
    assert contradictions(story, database(table(version(), current=None))) == ()
    assert contradictions(story, database(table(version()))) == (
        at_table(CODE.CURRENT_VERSION, None, 1),
    )
    # Its table may be gone since.
    assert contradictions(story, database()) == ()


def test_a_redraw_forgets_everything_of_its_rounds() -> None:
    deducted = ("points_deducted", {"deduction": 7, "entry": 4, "points": -6, "round": 2})
    story = told(
        ("rounds_drawn", {"first": 1, "last": 2}),
        PUBLISHED,
        ENTERED,
        AWARDED,
        deducted,
        ("rounds_redrawn", {"first": 1, "last": 1}),
    )
    deduction = Deduction(4, -6, None, "", HELGA)
    assert contradictions(story, database(deductions={7: deduction})) == ()
    assert contradictions(story, database(table(version()), deductions={7: deduction})) == (
        at_table(CODE.VERSION_UNTOLD, None, TOTALS, 1),
        at_table(CODE.CURRENT_VERSION, None, 1),
    )


@pytest.mark.parametrize(
    ("looks", "code"),
    [
        ({1: FoundLook(ULLA, "person")}, None),
        ({}, CODE.LOOK_MISSING),
        ({1: FoundLook(HELGA, "person")}, CODE.LOOK_CHANGED),
        ({1: FoundLook(ULLA, "blind")}, CODE.LOOK_CHANGED),
    ],
)
def test_a_second_look_is_by_whom_the_journal_says(looks: dict, code: object) -> None:
    entries = [
        ChainedEntry(NOON, account, *entry)
        for account, entry in (
            (HELGA, DRAWN),
            (HELGA, PUBLISHED),
            (HELGA, ENTERED),
            (ULLA, sheet("second_look_agreed", 1, TOTALS)),
        )
    ]
    found = contradictions(replay(entries), database(table(version(), looks=looks)))
    assert [each.code for each in found] == ([code] if code else [])


def test_a_second_look_nobody_has_taken_is_named() -> None:
    found = database(table(version(), looks={1: FoundLook(ULLA, "person")}))
    assert contradictions(told(DRAWN, PUBLISHED, ENTERED), found) == (
        at_table(CODE.LOOK_UNTOLD, None, (ULLA, "person", ""), 1),
    )


def test_what_was_decided_keeps_its_reason() -> None:
    decided = sheet("second_look_decided", 1, TOTALS, reason="Papier geprüft")
    story = told(DRAWN, PUBLISHED, ENTERED, decided)
    looks = {1: FoundLook(HELGA, "decided", "Papier geprüft")}
    assert contradictions(story, database(table(version(), looks=looks))) == ()
    other = {1: FoundLook(HELGA, "decided", "egal")}
    assert contradictions(story, database(table(version(), looks=other))) == (
        at_table(
            CODE.LOOK_CHANGED, (HELGA, "decided", "Papier geprüft"), (HELGA, "decided", "egal"), 1
        ),
    )


@pytest.mark.parametrize(
    ("entries", "listed", "code"),
    [
        ([AWARDED], 1, None),
        ([AWARDED], 0, CODE.PENALTY_MISSING),
        ([AWARDED], 2, CODE.PENALTY_UNTOLD),
        ([], 1, CODE.PENALTY_UNTOLD),
        ([AWARDED, ("penalty_revoked", AWARDED[1] | {"source": "referee"})], 0, None),
        ([AWARDED, ("penalty_revoked", AWARDED[1] | {"source": "referee"})], 1, "penalty_untold"),
        ([AWARDED, ("penalty_revoked", AWARDED[1] | {"source": "sheet"})], 1, None),
        ([AWARDED, ("penalty_revoked", AWARDED[1] | {"source": "sheet"})], 0, "penalty_missing"),
        # Earlier programs did not say whose penalty was revoked.
        ([AWARDED, ("penalty_revoked", AWARDED[1])], 0, None),
        ([AWARDED, ("penalty_revoked", AWARDED[1])], 1, None),
    ],
)
def test_penalties_of_the_referee_are_those_of_the_journal(
    entries: list, listed: int, code: object
) -> None:
    found = database(by_referee=Counter({PENALTY: listed}))
    findings = contradictions(told(DRAWN, PUBLISHED, *entries), found)
    assert [each.code for each in findings] == ([code] if code else [])


def test_the_list_of_penalties_is_that_of_the_sheet() -> None:
    on_sheet = table(version(), on_sheet=Counter([PENALTY]), listed=Counter([PENALTY]))
    assert contradictions(told(DRAWN, PUBLISHED, ENTERED), database(on_sheet)) == ()
    other = table(version(), on_sheet=Counter([PENALTY]))
    assert contradictions(told(DRAWN, PUBLISHED, ENTERED), database(other)) == (
        at_table(CODE.PENALTY_NOT_ON_SHEET, (1, "9.3.2"), (0, "9.3.2"), 3),
    )


DEDUCTED = {"deduction": 7, "entry": 4, "points": -6, "round": None, "reason": "Lärm"}
DEDUCTION = Deduction(4, -6, None, "Lärm", HELGA)


@pytest.mark.parametrize(
    ("entries", "found", "code"),
    [
        ([("points_deducted", DEDUCTED)], {7: DEDUCTION}, None),
        ([("points_deducted", DEDUCTED)], {}, "deduction_missing"),
        ([], {7: DEDUCTION}, "deduction_untold"),
        (
            [("points_deducted", DEDUCTED), ("deduction_revoked", {"deduction": 7})],
            {7: DEDUCTION},
            "deduction_untold",
        ),
        ([("points_deducted", DEDUCTED)], {7: replace(DEDUCTION, points=-1)}, "deduction_changed"),
        ([("points_deducted", DEDUCTED)], {7: replace(DEDUCTION, entry_id=5)}, "deduction_changed"),
        ([("points_deducted", DEDUCTED)], {7: replace(DEDUCTION, reason="")}, "deduction_changed"),
        ([("points_deducted", DEDUCTED)], {7: replace(DEDUCTION, account=2)}, "deduction_changed"),
    ],
)
def test_deductions_are_those_of_the_journal(entries: list, found: dict, code: object) -> None:
    findings = contradictions(told(DRAWN, PUBLISHED, *entries), database(deductions=found))
    assert [each.code for each in findings] == ([code] if code else [])


STARTED, ENDED = ("clock_started", {"round": 1}), ("clock_ended", {"round": 1})
END_UNDONE = ("clock_end_undone", {"round": 1})
CLOSED, REOPENED = ("round_closed", {"round": 1}), ("round_reopened", {"round": 1})


@pytest.mark.parametrize(
    ("entries", "rounds", "expected"),
    [
        ([DRAWN], {1: frozenset()}, []),
        ([DRAWN], {1: frozenset({"published"})}, [(CODE.ROUND_STATE, (), ("published",))]),
        ([DRAWN, CLOSED], {1: frozenset({"closed"})}, []),
        ([DRAWN, CLOSED], {1: frozenset()}, [(CODE.ROUND_STATE, ("closed",), ())]),
        ([DRAWN, CLOSED, REOPENED], {1: frozenset()}, []),
        (
            [DRAWN, CLOSED, REOPENED],
            {1: frozenset({"closed"})},
            [(CODE.ROUND_STATE, (), ("closed",))],
        ),
        ([DRAWN, PUBLISHED, STARTED, ENDED], {1: frozenset({"published", "started", "ended"})}, []),
        ([DRAWN, STARTED, ENDED, END_UNDONE], {1: frozenset({"started"})}, []),
        ([DRAWN, STARTED, ("clock_start_undone", {"round": 1})], {1: frozenset()}, []),
        ([DRAWN, STARTED], {1: frozenset()}, [(CODE.ROUND_STATE, ("started",), ())]),
        (
            [DRAWN, STARTED, ENDED, ("rounds_redrawn", {"first": 1, "last": 1})],
            {1: frozenset()},
            [],
        ),
        ([DRAWN], {}, [(CODE.ROUND_MISSING, None, None)]),
        ([("tournament_edited", {})], {1: frozenset()}, [(CODE.ROUND_UNTOLD, None, None)]),
        ([("seated_by_hand", {"round": 1})], {1: frozenset()}, []),
    ],
)
def test_rounds_are_as_far_as_the_journal_says(entries: list, rounds: dict, expected: list) -> None:
    wanted = tuple(Contradiction(*each, round=1) for each in expected)
    assert contradictions(told(*entries), database(rounds=rounds)) == wanted


def test_players_are_what_the_journal_says() -> None:
    story = told(
        DRAWN,
        PUBLISHED,
        ("player_status_set", {"number": 1, "new": "unranked"}),
        ("player_status_set", {"number": 2, "new": "disqualified"}),
        ("player_substituted", {"gone": 1, "number": 3, "status": "unranked"}),
        ("player_substituted", {"gone": 2, "number": 4, "status": "active"}),
        ("player_status_set", {"number": 5, "new": "withdrawn"}),
        ("player_edited", {"number": 50, "old_number": 5}),
    )
    statuses = {
        1: "withdrawn",
        2: "disqualified",
        3: "unranked",
        4: "active",
        5: "active",
        50: "withdrawn",
    }
    assert contradictions(story, database(statuses=statuses)) == ()
    assert contradictions(story, database(statuses=statuses | {2: "active", 6: "unranked"})) == (
        Contradiction(CODE.STATUS, "disqualified", "active", number=2),
        Contradiction(CODE.STATUS, "active", "unranked", number=6),
    )


def test_settings_are_what_the_journal_says() -> None:
    story = told(
        ("tournament_created", {"settings": {"tie_breaks": [], "place": "Köln", "gone": 1}}),
        (
            "tournament_edited",
            {"changes": {"objections_until": [None, "2026-09-12T18:00:00+02:00"], "rounds": [3]}},
        ),
        DRAWN,
        PUBLISHED,
    )
    settings = {"tie_breaks": [], "place": "Köln", "objections_until": "2026-09-12T16:00:00+00:00"}
    assert contradictions(story, database(settings=settings)) == ()
    other = settings | {"tie_breaks": ["best_round"]}
    assert contradictions(story, database(settings=other)) == (
        Contradiction(CODE.SETTING, ("tie_breaks", []), ("tie_breaks", ["best_round"])),
    )


FROZEN = ("standings_frozen", {"checksum": "ab", "frozen_at": NOON})
UNFROZEN = ("standings_unfrozen", {"checksum": "ab"})


@pytest.mark.parametrize(
    ("entries", "found", "expected"),
    [
        ([FROZEN], Frozen("ab", NOON), None),
        ([("standings_frozen", {"checksum": "ab"})], Frozen("ab", LATER), None),
        ([FROZEN], None, (CODE.FROZEN, True, False)),
        ([FROZEN, UNFROZEN], None, None),
        ([FROZEN, UNFROZEN], Frozen("ab", NOON), (CODE.FROZEN, False, True)),
        ([], Frozen("ab", NOON), (CODE.FROZEN, False, True)),
        ([FROZEN], Frozen("cd", NOON), (CODE.FROZEN_CHECKSUM, "ab", "cd")),
        ([FROZEN], Frozen("ab", LATER), (CODE.FROZEN_TIME, NOON, LATER)),
    ],
)
def test_standings_are_final_as_the_journal_says(
    entries: list, found: Frozen | None, expected: tuple | None
) -> None:
    wanted = (Contradiction(*expected),) if expected else ()
    assert contradictions(told(DRAWN, PUBLISHED, *entries), database(frozen=found)) == wanted


def test_a_tournament_is_finished_as_the_journal_says() -> None:
    finished, resumed = ("tournament_finished", {}), ("tournament_resumed", {})
    assert contradictions(told(DRAWN, PUBLISHED, finished), database(is_finished=True)) == ()
    assert contradictions(told(DRAWN, PUBLISHED, finished, resumed), database()) == ()
    assert contradictions(told(DRAWN, PUBLISHED), database(is_finished=True)) == (
        Contradiction(CODE.FINISHED, False, True),
    )


def test_an_empty_journal_is_one_finding_and_none_before_the_tournament_begins() -> None:
    assert contradictions(told(), database(table(version()))) == (
        Contradiction(CODE.JOURNAL_EMPTY, found=1),
    )
    assert contradictions(told(), database(rounds={})) == ()
