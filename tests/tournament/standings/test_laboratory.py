"""The rules laboratory: an event counted again by other rules, nothing stored."""

from fractions import Fraction
from functools import partial
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from scoring.rulesets import rule_set
from tests.factories.journal import acts
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import without_layout
from tests.factories.rounds import enter_totals, make_drawn_tournament, make_played_tournament
from tests.factories.tournaments import make_owner
from tournament.archives.rules.archive import Archive
from tournament.archives.writes import open_archive
from tournament.exports.archive import archive_file
from tournament.imports.archives import read_archive
from tournament.journal.reads import stored_facts
from tournament.models import GameTable, Role, Round, SheetKind, SheetVersion, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rehearsal.writes import generate_tournament
from tournament.standings.reads.laboratory import Trial, try_rules
from tournament.standings.reads.standings import standings_after, text_of_standings
from tournament.standings.rules.checksum import text_checksum
from tournament.standings.rules.laboratory import Solos, other_solos, totals_by
from tournament.tournaments.writes.tournaments import delete_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

PAGE = "/t/herbst/standings/laboratory/"
EVENTS: dict[str, dict[str, Any]] = {
    "ddv, one table": {"players": 4, "rounds": 3},
    "ddv, fours and a five": {"players": 13, "rounds": 2},
    "pagat": {"players": 8, "rounds": 2, "rules": "pagat"},
    "club, solos double": {
        "players": 9, "rounds": 2, "rules": "club",
        "rule_options": {"16": "double", "solos": 1, "games": 8},
    },
    "altgeld": {"players": 8, "rounds": 2, "rules": "altgeld"},
    "altgeld, six and five": {"players": 11, "rounds": 2, "rules": "altgeld"},
}  # fmt: skip
BY_BEST, BY_LAST = ["best_round", "last_round"], ["last_rounds"]
CHANGES: dict[str, tuple[bool, list[str]]] = {
    "solos": (True, []),
    "best round": (False, BY_BEST),
    "last rounds": (False, BY_LAST),
    "solos, then last rounds": (True, BY_LAST),
}
"""Whether solos count otherwise, and the chain."""
ALONE = {
    *("voluntary_solo", "compulsory_solo", "silent_wedding", "wedding_unclarified", "black_sow"),
    *("trump_solo", "silent_solo", "queen_solo", "jack_solo", "suit_solo", "no_trump_solo"),
    "lumper",
}
"""The kinds of rows in which one plays alone, by the public format."""


def archived(**event: Any) -> tuple[Tournament, Archive]:
    """Return a tournament opened from its archive, and the archive."""
    made = generate_tournament(COMMAND_LINE, slug="herbst", seed="laboratory", **event)
    with pytest.MonkeyPatch.context() as here:
        without_layout(here)
        content = archive_file(made).content
    delete_tournament(COMMAND_LINE, made)
    archive = read_archive(content)
    return open_archive(COMMAND_LINE, archive).tournament, archive


_archives: dict[str, Archive] = {}


def _make(event: str) -> None:
    _tournament, _archives[event] = archived(**EVENTS[event])


STANDS_ON = {each: pytest.mark.stands_on(make=partial(_make, each)) for each in EVENTS}
ARCHIVED = pytest.mark.parametrize(
    "event",
    [pytest.param(each, marks=mark) for each, mark in STANDS_ON.items()],
)
"""Each event as opened from its archive, which is in `_archives`."""


def independent_count(
    archive: Archive, factor: Fraction, chain: list[str]
) -> list[tuple[int, int, int]]:
    """Return number, rank and total of everybody, from the rows of an archive alone."""
    rows = {model: found.by_id() for model, found in archive.rows.items()}
    rounds = {pk: row["number"] for pk, row in rows["round"].items()}
    points: dict[int, dict[int, int]] = {pk: {} for pk in rows["entry"]}
    for seat in rows["seat"].values():
        table = rows["gametable"][seat["table"]]
        version = rows["sheetversion"].get(table["current_version"])
        if version is None:
            continue
        at, content = seat["position"] - 1, version["content"]
        if "rows" in content:
            total = sum(
                (row["points"][at] or 0) * (factor if row["kind"] in ALONE else 1)
                for row in content["rows"]
            ) + sum(penalty["points"][at] or 0 for penalty in content["penalties"])
        else:
            total = version["totals"][at]
        assert total == int(total)
        points[seat["entry"]][rounds[table["round"]]] = int(total)
    last = max(rounds.values())

    def merit(entry: int) -> tuple[Any, ...]:
        mine = points[entry]
        backwards = tuple(mine.get(number, 0) for number in range(last, 0, -1))
        keys = {
            "best_round": max(mine.values(), default=-(10**9)),
            "last_round": backwards[0],
            "last_rounds": backwards,
        }
        return (sum(mine.values()), *(keys[code] for code in chain))

    merits = {pk: merit(pk) for pk in points}
    return sorted(
        (rows["entry"][pk]["number"], 1 + sum(other > own for other in merits.values()), own[0])
        for pk, own in merits.items()
    )


def counted(trial: Trial) -> list[tuple[int, int | None, int]]:
    return sorted((row.number, row.rank, row.total) for row in trial.tried.rows)


@ARCHIVED
def test_four_changes_over_six_archives_agree_with_an_independent_count(event: str) -> None:
    tournament, archive = Tournament.objects.get(), _archives[event]
    other = other_solos(tournament.rule_set)
    factor = {Solos.DOUBLE: Fraction(2), Solos.ONCE: Fraction(1, 2)}[other]
    real = standings_after(tournament)
    for counts_otherwise, chain in CHANGES.values():
        solos, times = (other, factor) if counts_otherwise else (Solos.AS_PLAYED, Fraction(1))
        trial = try_rules(tournament, solos, chain)
        assert counted(trial) == independent_count(archive, times, chain)
        assert trial.real.rows == real.rows
        moved = {each.row.number for each in trial.rows if each.row.rank != each.real.rank}
        assert {each.row.number for each in trial.moved} == moved


@ARCHIVED
def test_unchanged_rule_gives_the_identical_checksum(event: str) -> None:
    tournament = Tournament.objects.get()
    checksum = text_checksum(text_of_standings(standings_after(tournament)))

    trial = try_rules(tournament)

    assert trial.checksums == (checksum, checksum)
    assert trial.moved == ()
    assert try_rules(tournament, chain=tournament.tie_breaks).checksums == (checksum, checksum)


@ARCHIVED
def test_lists_counted_again_as_played_have_the_totals_that_stand_on_them(event: str) -> None:
    tournament = Tournament.objects.get()
    versions = SheetVersion.objects.filter(current_of__isnull=False, kind=SheetKind.ROWS)

    assert versions
    for each in versions:
        again = totals_by(each.content, tournament.rule_set, Solos.AS_PLAYED)
        assert again == tuple(each.totals)


@STANDS_ON["ddv, fours and a five"]
def test_nothing_is_stored(client: Client) -> None:
    tournament = Tournament.objects.get()
    client.force_login(make_owner())
    before, journal = stored_facts(tournament.pk), len(acts())

    client.get(PAGE, {"solos": "double", "tie_breaks_0": "best_round"})
    call_command("laboratory", "herbst", "--solos", "double", stdout=StringIO())

    assert stored_facts(tournament.pk) == before
    assert len(acts()) == journal


LIST = {
    "table_size": 4,
    "rows": [
        {"kind": "normal", "points": [2, 2, -2, -2]},
        {"kind": "compulsory_solo", "points": [-9, 3, 3, 3]},
        {"kind": "silent_wedding", "points": [3, -1, -1, -1]},
    ],
    "penalties": [{"points": [1, 1, 1, -3]}],
}


def test_only_games_played_alone_are_doubled_and_no_penalty() -> None:
    ddv = rule_set("ddv")

    assert totals_by(LIST, ddv, Solos.AS_PLAYED) == (-3, 5, 1, -3)
    assert totals_by(LIST, ddv, Solos.DOUBLE) == (-9, 7, 3, -1)
    assert other_solos(ddv) is Solos.DOUBLE


def test_doubled_solos_count_once_and_half_a_point_is_not_counted() -> None:
    double = rule_set("club", {"16": "double"})
    even = [{"kind": "voluntary_solo", "points": [-12, 4, 4, 4]}]

    assert other_solos(double) is Solos.ONCE
    assert totals_by({**LIST, "rows": even}, double, Solos.ONCE) == (-5, 3, 3, -1)
    assert totals_by(LIST, double, Solos.ONCE) is None


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"totals": [1, 2, 3, -6]},
        {**LIST, "rows": [{"kind": "skat", "points": [1, 1, 1, 1]}]},
        {**LIST, "rows": [{"kind": "normal", "points": [1] * 9}]},
        {**LIST, "rows": [{"kind": "normal", "points": ["1", 1, 1, 1]}]},
    ],
)
def test_list_without_games_that_can_be_counted(content: dict[str, Any]) -> None:
    assert totals_by(content, rule_set("ddv"), Solos.DOUBLE) is None


def test_bare_totals_count_as_entered_and_are_named() -> None:
    tournament = make_played_tournament()
    trial = try_rules(tournament, Solos.DOUBLE)

    assert [place.table for place in trial.as_entered] == [1, 2]
    assert trial.checksums[0] == trial.checksums[1]
    assert try_rules(tournament, Solos.AS_PLAYED, BY_BEST).as_entered == ()


def test_average_follows_the_figures_counted_again() -> None:
    """Round 1: 10 with 6 in a solo; round 2: lost, the average of the other one, so 16."""
    tournament = make_drawn_tournament(4, rounds_planned=2)
    first, second = GameTable.objects.order_by("round__number")
    version = enter_totals(first, [10, -2, -2, -6])
    solo = {"kind": "voluntary_solo", "points": [6, -2, -2, -2]}
    normal = {"kind": "normal", "points": [4, 0, 0, -4]}
    SheetVersion.objects.create(
        table=first, number=2, kind=SheetKind.ROWS, totals=version.totals, based_on=1,
        content={"table_size": 4, "rows": [solo, normal], "penalties": []},
    )  # fmt: skip
    lost = SheetVersion.objects.create(
        table=second, number=1, kind=SheetKind.RULING, totals=[None, 0, 0, 0], content={}
    )
    GameTable.objects.filter(pk=first.pk).update(current_version=first.versions.get(number=2))
    GameTable.objects.filter(pk=second.pk).update(current_version=lost)
    who = {
        seat.round.number: seat.entry_id
        for seat in [*first.seats.all(), *second.seats.all()]
        if seat.position == 1
    }

    trial = try_rules(tournament, Solos.DOUBLE)

    real = {row.entry_id: row.rounds for row in trial.real.rows}[who[2]]
    tried = {row.entry_id: row.rounds for row in trial.tried.rows}[who[2]]
    doubled = {10: 16, -2: -4, -6: -8}
    assert real == (real[0], real[0])
    assert tried == (doubled[real[0]], doubled[real[0]])


@STANDS_ON["ddv, fours and a five"]
def test_page_answers_beside_the_real_list_and_keeps_what_was_chosen(client: Client) -> None:
    tournament = Tournament.objects.get()
    client.force_login(make_owner())
    asked = {"solos": "double", "tie_breaks_0": "best_round"}
    trial = try_rules(tournament, Solos.DOUBLE, ["best_round"])

    page = client.get(PAGE, asked)

    assert page.context["form"]["solos"].value() == "double"
    assert [row.record for row in page.context["table"].rows] == list(trial.rows)
    said = text_of(page)
    assert all(sentence in said for sentence in page.context["says"])
    wrong = client.get(PAGE, {"solos": "triple", "tie_breaks_0": "best_round"})
    assert wrong.context["form"].errors
    assert [each.places for each in (row.record for row in wrong.context["table"].rows)] == [
        0
    ] * len(trial.rows)


def test_page_before_the_first_result_leads_back(client: Client) -> None:
    make_drawn_tournament(8)
    client.force_login(make_owner())

    assert "table" not in client.get(PAGE).context


def test_standings_lead_to_the_laboratory_for_the_direction_alone() -> None:
    tournament = make_played_tournament()
    for role, leads in ((Role.DIRECTION, True), (Role.REFEREE, False), (Role.TYPIST, False)):
        page = signed_in(tournament, role).get("/t/herbst/standings/").content.decode()
        assert (PAGE in page) == leads
        assert signed_in(tournament, role).get(PAGE).status_code == (200 if leads else 403)


@STANDS_ON["pagat"]
def test_command_prints_the_list_and_who_would_have_won() -> None:
    tournament = Tournament.objects.get()
    trial, out = try_rules(tournament, Solos.DOUBLE, BY_LAST), StringIO()

    call_command("laboratory", "herbst", "--solos", "double", "--tie-breaks", *BY_LAST, stdout=out)

    sentences, table = out.getvalue().split("\n\n")
    assert len(sentences.splitlines()) >= 2
    assert len(table.splitlines()) == 1 + len(trial.rows)
    assert Round.objects.count() == 2
