"""Every list in every state of a tournament, compared with plain sums of what was entered.

The same figures go through selectors, pages, papers and files in many ways; each is checked while
somebody sits out by lot, while sheets are missing, where a table was ruled, and at an early end.
"""

import csv
import json
import re
from collections.abc import Callable
from io import BytesIO, StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from openpyxl import load_workbook

from tests.factories.formulas import Recalculated
from tests.factories.pages import signed_in, without_tags
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import enter_totals, round_number
from tests.factories.rulings import rule
from tests.factories.tournaments import make_entries, make_tournament
from tournament.competitions.writes import create_competition
from tournament.exports.excel import workbook as excel
from tournament.exports.pdf.results import standings
from tournament.models import Bye, Entry, Seat, Series, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings
from tournament.prizes.reads import prize_list
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.prizes.writes import set_prizes
from tournament.referee.writes.penalties import deduct_points
from tournament.rounds.writes import close_round, start_clock
from tournament.seating.writes.draws import draw_rounds, publish_next_round
from tournament.seating.writes.lots import Lots
from tournament.series.reads import series_report
from tournament.series.writes import add_evening
from tournament.standings.reads.rankings import group_ranking
from tournament.standings.reads.standings import standings_after
from tournament.standings.rules.rankings import GroupKind, GroupRules
from tournament.standings.writes import set_group_rankings
from tournament.trust.reads.audit import audit
from tournament.trust.writes import freeze_standings

pytestmark = pytest.mark.django_db

TOTALS = [7, 3, -4, -6, 0]
AVERAGE = "average"
Line = tuple[int | None, int]
"""Rank and total."""


class Day:
    """A tournament of eleven in three rounds, with the entered figures kept separately."""

    def __init__(self) -> None:
        self.tournament = make_tournament(rounds_planned=3, tie_breaks=["best_round"])
        make_entries(self.tournament, 11, clubs=3)
        self.points: dict[tuple[int, int], int | str] = {}
        self.off: dict[int, int] = {}
        self.unranked: set[int] = set()
        draw_rounds(COMMAND_LINE, self.tournament, Lots(sit_out=1))
        self.tournament.refresh_from_db()

    def entry(self, number: int) -> Entry:
        return self.tournament.entries.get(number=number)

    def play(self, number: int, *, but: int | None = None, ruled: int | None = None) -> None:
        """Publish a round and enter it: all tables `but` one, one of them ruled."""
        publish_next_round(COMMAND_LINE, self.tournament)
        for table in round_number(self.tournament, number).tables.order_by("number"):
            if table.number == but:
                continue
            totals = [each * number for each in TOTALS[: table.size]]
            figures: list[int | str] = [*totals]
            if table.number == ruled:
                figures[:2] = [AVERAGE, AVERAGE]
                rule(table, figures)
            else:
                enter_totals(table, totals)
            seats = Seat.objects.filter(table=table).order_by("position")
            for seat, figure in zip(seats.select_related("entry"), figures, strict=True):
                self.points[seat.entry.number, number] = figure

    def close(self, number: int) -> None:
        close_round(COMMAND_LINE, round_number(self.tournament, number))

    def of_round(self, number: int, round: int) -> int | None:
        """Return a player's points of a round; an average is that of the others, halves upwards."""
        figure = self.points.get((number, round))
        if figure != AVERAGE:
            return figure  # type: ignore[return-value]
        others = [each for (who, _), each in self.points.items() if who == number]
        known = [each for each in others if isinstance(each, int)]
        return int((2 * sum(known) / len(known) + 1) // 2) if known else 0

    def totals(self) -> dict[int, int]:
        numbers = range(1, 12)
        sums = {who: sum(self.of_round(who, r) or 0 for r in (1, 2, 3)) for who in numbers}
        return {who: sums[who] + self.off.get(who, 0) for who in numbers}

    def merits(self) -> dict[int, tuple[int, int]]:
        """Return the total, then the best round played."""
        found = {}
        for who, total in self.totals().items():
            rounds = [self.of_round(who, r) for r in (1, 2, 3)]
            played = [each for each in rounds if each is not None]
            found[who] = (total, max(played, default=-999))
        return found

    def lines(self) -> dict[int, Line]:
        """Return rank and total of everybody by start number."""
        merits = self.merits()
        ranked = {who: merit for who, merit in merits.items() if who not in self.unranked}
        ranks = {
            who: 1 + sum(other > merit for other in ranked.values())
            for who, merit in ranked.items()
        }
        return {who: (ranks.get(who), total) for who, total in self.totals().items()}

    def to_come(self) -> dict[int, int]:
        """Return in how many planned rounds of ranked players a result is still awaited."""
        if self.tournament.frozen_at:
            return {}
        byes = set(Bye.objects.values_list("entry__number", "round__number"))
        return {
            who: sum((who, r) not in self.points and (who, r) not in byes for r in (1, 2, 3))
            for who in range(1, 12)
            if who not in self.unranked
        }


def byes() -> Day:
    """After round 1, all sheets in: one has sat out, and everything else is drawn ahead."""
    day = Day()
    day.play(1)
    day.close(1)
    return day


def missing() -> Day:
    """In round 2 a sheet is missing, one has been withdrawn, one has a deduction."""
    day = Day()
    day.play(1)
    day.close(1)
    day.play(2, but=1)
    deduct_points(COMMAND_LINE, day.entry(5), 4, "Lärm")
    day.off[5] = -4
    day.entry(6)
    Entry.objects.filter(pk=day.entry(6).pk).update(status=Entry.Status.WITHDRAWN)
    day.unranked.add(6)
    return day


def ruled() -> Day:
    """A table of round 1 is ruled with averages; all rounds are played and closed."""
    day = Day()
    day.play(1, ruled=1)
    for number in (2, 3):
        day.play(number)
    deduct_points(COMMAND_LINE, day.entry(4), 2, "Lärm", round_number(day.tournament, 3))
    day.off[4] = -2
    for number in (1, 2, 3):
        day.close(number)
    return day


def ended_early() -> Day:
    """Round 3 is published and called off; a deduction noted in it still counts."""
    day = Day()
    for number in (1, 2):
        day.play(number)
        day.close(number)
    publish_next_round(COMMAND_LINE, day.tournament)
    deduct_points(COMMAND_LINE, day.entry(3), 5, "Lärm")
    day.off[3] = -5
    freeze_standings(COMMAND_LINE, day.tournament, seen=None, reason="Feueralarm")
    day.tournament.refresh_from_db()
    return day


def figure(text: str) -> int:
    return int(text.replace("−", "-").replace("+", ""))


def placed(rank: object) -> int | None:
    return int(str(rank)) if str(rank).isdigit() else None


def on_page(day: Day, client: Client, _path) -> dict[int, Line]:
    html = client.get("/t/herbst/standings/").content.decode()
    head = [without_tags(each) for each in re.findall(r"<th[^>]*>(.*?)</th>", html, re.S)]
    at = {name: place for place, name in enumerate(head)}
    body = html.split("<tbody>")[1].split("</tbody>")[0]
    found = {}
    for row in body.split("<tr")[1:]:
        cells = [without_tags(each) for each in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.S)]
        number = int(cells[at["Nr."]])
        found[number] = (placed(cells[at["Platz"]]), figure(cells[at["Gesamt"]].split()[0]))
    return found


def on_phone(day: Day, client: Client, _path) -> dict[int, Line]:
    html = client.get(f"/h/{day.tournament.phone_code}/standings/").content.decode()
    found = {}
    for line in html.split('<details class="phone-line" id="n')[1:]:
        (rank,) = re.findall(r'<span class="rank">(.*?)</span>', line)
        total = re.findall(r'<strong class="figure"><span[^>]*>.*?</span>(.*?)</strong>', line)[0]
        found[int(line.split('"')[0])] = (placed(rank), figure(total))
    return found


def on_screen(day: Day, client: Client, _path) -> dict[int, Line]:
    html = client.get("/t/herbst/beamer/pictures/standings/").content.decode()
    numbers = {each.person.name: each.number for each in day.tournament.entries.all()}
    found = {}
    for line in html.split('<ol class="paged ranks')[1].split("<li")[1:]:
        (rank,) = re.findall(r'<span class="rank">(.*?)</span>', line)
        ((first, last),) = re.findall(r"<small>(.*?)</small> <b>(.*?)</b>", line)
        name = f"{first} {last}"
        (total,) = re.findall(r'<strong class="total">(.*?)</strong>', line)
        found[numbers[name]] = (placed(rank), figure(total))
    return found


def on_paper(day: Day, _client: Client, _path) -> dict[int, Line]:
    """Return rank, number, name, club, the rounds, a deduction where there is one, the total."""
    text = " ".join(page_texts(read_pdf(standings(day.tournament))))
    rounds = max(round for _who, round in day.points)
    found = {}
    for number in range(1, 12):
        name = re.escape(day.entry(number).person.public_list_name)
        row = rf"(\d+|–) {number} {name}(?: \([^)]*\))? CLUB \d(.*?)(?:CLUB|$)"
        ((rank, rest),) = re.findall(row, text)
        total = re.findall(r"[+−]\d+|\b0\b|–", rest)[rounds + (number in day.off)]
        found[number] = (placed(rank), figure(total))
    return found


def in_workbook(day: Day, _client: Client, _path) -> dict[int, Line]:
    book = load_workbook(BytesIO(excel.workbook(day.tournament).content))
    sheet = book.worksheets[-1]
    letters = {cell.value: cell.column_letter for cell in sheet[4]}
    counted = Recalculated(book)
    assert counted.cell("Nachrechnen", "D5") == "stimmt"

    def cell(key: str, row: int) -> object:
        return counted.cell(sheet.title, f"{letters[key]}{row}")

    rows = [row for row in range(5, 5 + 11) if cell("Nr.", row)]
    return {cell("Nr.", row): (cell("Platz", row), cell("Gesamt", row)) for row in rows}


def in_csv(day: Day, client: Client, _path) -> dict[int, Line]:
    text = client.get("/t/herbst/print/standings/?as=csv").content.decode("utf-8-sig")
    rows = csv.DictReader(StringIO(text), delimiter=";")
    return {int(row["Nr."]): (placed(row["Platz"]), int(row["Gesamt"])) for row in rows}


def in_json(day: Day, _client: Client, path) -> dict[int, Line]:
    call_command("standings", "herbst", "--format", "json", "-o", str(path / "out.json"))
    rows = json.loads((path / "out.json").read_text(encoding="utf-8"))
    return {row["number"]: (row["rank"], row["total"]) for row in rows}


LISTS: tuple[Callable[..., dict[int, Line]], ...] = (
    on_page, on_phone, on_screen, on_paper, in_workbook, in_csv, in_json
)  # fmt: skip
STATES = (byes, missing, ruled, ended_early)


@pytest.mark.parametrize("state", STATES)
def test_every_list_has_the_plain_sums(state: Callable[[], Day], tmp_path, settings) -> None:
    day = state()
    rounds = max(round for _who, round in day.points)
    let_phones_in(COMMAND_LINE, day.tournament)
    if not day.tournament.frozen_at:
        release_standings(COMMAND_LINE, day.tournament, rounds)
    else:
        Tournament.objects.update(standings_released=rounds)
    day.tournament.refresh_from_db()
    client = signed_in()
    found = {each.__name__: each(day, client, tmp_path) for each in LISTS}
    assert found == {each.__name__: day.lines() for each in LISTS}
    assert audit(day.tournament).figures == ()


@pytest.mark.parametrize("state", STATES)
def test_derived_figures_follow_the_plain_sums(state: Callable[[], Day]) -> None:
    """Rounds to come, clubs, prizes and the evening of a series."""
    day = state()
    client, lines = signed_in(), day.lines()
    page = client.get("/t/herbst/standings/outlook/?places=99")
    numbers = dict(day.tournament.entries.values_list("pk", "number"))
    table = (page.context or {}).get("table")
    told = [row.record for row in table.rows] if table else []
    to_come = {numbers[who.entry_id]: who.remaining for _row, who, _chance in told}
    assert to_come == (day.to_come() if any(day.to_come().values()) else {})

    if not day.tournament.frozen_at:
        set_group_rankings(COMMAND_LINE, day.tournament, {GroupKind.CLUB: GroupRules()})
    clubs: dict[str, int] = {}
    for entry in day.tournament.entries.select_related("club"):
        if entry.number not in day.unranked:
            name = entry.club.name.casefold()  # in two spellings
            clubs[name] = clubs.get(name, 0) + lines[entry.number][1]
    ranking = group_ranking(day.tournament, standings_after(day.tournament), "club")
    if ranking is not None:
        totals = {group.name.split(" · ")[-1]: group.total for group in ranking.groups}
        assert {name.casefold(): total for name, total in totals.items()} == clubs

    prizes = [Prize(Ladder(PrizeKind.PLACE), 1, 1, 3000)]
    set_prizes(COMMAND_LINE, day.tournament, prizes)
    winners = {line.number for line in prize_list(day.tournament).lines}
    first = {who for who, (rank, _total) in lines.items() if rank == 1}
    assert winners == first


@pytest.mark.parametrize("state", STATES)
def test_evening_of_a_series_has_the_plain_sums_once_over(
    state: Callable[[], Day],
) -> None:
    day = state()
    series = create_competition(COMMAND_LINE, Series, {"name": "Serie"})
    add_evening(COMMAND_LINE, series, day.tournament)
    rows = series_report(series).rows
    is_over = state in (ruled, ended_early)
    people = dict(day.tournament.entries.values_list("person", "number"))
    played = {who for who, _round in day.points}
    assert {people[row.person.pk]: row.standing.total for row in rows} == {
        who: total for who, (_rank, total) in day.lines().items() if is_over and who in played
    }


def test_the_forecast_waits_for_the_missing_table_alone() -> None:
    day = missing()
    start_clock(COMMAND_LINE, round_number(day.tournament, 2))
    context = signed_in().get("/t/herbst/rounds/2/forecast/").context
    assert [row.number for row, _end in context["rows"]] == [1]
    assert context["done"] == [2]
