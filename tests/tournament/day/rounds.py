"""The three rounds of the day: events at the tables, and the points they give."""

from collections.abc import Sequence
from random import Random

from scoring.model import Row, RowKind, ScoreSheet
from tests.factories.score_sheets import played_sheet
from tests.factories.visitor import Visitor
from tests.tournament.day.acts import by_lane, by_lines, call, close
from tests.tournament.day.by_hand import Player, minor, serious
from tests.tournament.day.hall import Hall, T

ILL, SUBSTITUTE, LEAVES = 20, 48, 41
JURY = 11
"""The table of round 1 from which the jury comes."""
LOST = 4
"""The table of round 2 whose list is lost."""
WARNED, FINED, BOUND, OUT = 8, 9, 10, 2
"""The tables with misconduct: the last of them in round 3, the others in round 1."""
FINE, BOUND_FINE = 5, 3
CONTAINS = 5
"""The table of round 1 whose totals contain the penalty; those of the next one lack theirs."""


def start(referee: Visitor, number: int) -> None:
    """Release a round as the referee, for all tables at the same moment."""
    referee.open(f"{T}rounds/{number}/")
    referee.press("Runde starten")


def first_round(hall: Hall, direction: Visitor, desk: Visitor, referee: Visitor) -> None:
    """Play every paragraph of the catalogue once, a protest; a table of five."""
    start(referee, 1)
    five = next(table for table in hall.tables(1) if len(hall.seats[1, table]) == 5)
    lists = {table: _list(Random(table), hall, table) for table in (1, 2, 3, five)}
    of_lists = _penalties_on_lists(referee, lists, five)
    of_totals = _penalties_in_totals(referee)
    _conduct(hall, direction, referee)
    _protest(hall, referee)
    for table in hall.tables(1):
        if table in lists:
            by_lines(desk, 1, table, lists[table])
            before, moved = _points(lists[table]), of_lists.get(table, [])
        else:
            before, moved = _some_totals(Random(table), 4), of_totals.get(table, [])
            is_contained = table == CONTAINS
            typed = _sum(before, moved) if is_contained else before
            by_lane(desk, 1, table, typed, booked="in" if is_contained else "add")
        _keep(hall, 1, table, _sum(before, moved))
    referee.open(f"{T}rounds/1/")
    referee.press("Runde beenden")
    close(direction, 1)


def second_round(hall: Hall, direction: Visitor, desk: Visitor, referee: Visitor) -> None:
    """Play with an unranked substitute, a table over its time, a lost list."""
    direction.open(f"{T}draw/")
    direction.press("Runde 2 veröffentlichen")
    direction.open(f"{T}rounds/2/substitute/?leaving={ILL}")
    direction.press("Vorschau", {"coming": SUBSTITUTE})
    direction.press("Ersatzspieler einsetzen", {"reason": "Magen"})
    hall.players[ILL].out = "zurückgezogen"
    hall.players[SUBSTITUTE].out = "spielt außer Wertung"
    hall.read_seats(direction, 2)
    start(referee, 2)
    referee.open(f"{T}rounds/2/")
    referee.press("Runde beenden", {"early": True})
    lists = {table: _list(Random(20 + table), hall, table, 2) for table in (2, 3)}
    lists[1] = played_sheet(Random(8), 4, None, 15, worthless_solos=False)
    forced = [row.no for row in lists[1].rows if row.forced]
    assert (lists[1].struck_games, forced) == (7, [16, 17])
    for table in hall.tables(2):
        if table in lists:
            by_lines(desk, 2, table, lists[table])
            _keep(hall, 2, table, _points(lists[table]))
        elif table != LOST:
            totals = _some_totals(Random(20 + table), len(hall.seats[2, table]))
            by_lane(desk, 2, table, totals)
            _keep(hall, 2, table, totals)
    direction.open(f"{T}rounds/2/tables/{LOST}/ruling/")
    ruled = {"why": "list_lost", "reason": "Kaffee über der Liste", "how4": "0"}
    direction.press("Punkte festsetzen", ruled)
    *others, last = hall.played_by(2, LOST)
    last.points[2] = 0
    for player in others:
        player.averages.add(2)
    close(direction, 2)


def third_round(hall: Hall, direction: Visitor, desk: Visitor, referee: Visitor) -> None:
    """Play on: one leaves, one is disqualified; two share first place, three the best round."""
    direction.open(f"{T}draw/")
    direction.press("Runde 3 veröffentlichen")
    hall.withdraw(direction, LEAVES, "muss heim")
    direction.open(f"{T}rounds/3/repair/")
    direction.press("Plätze so setzen", {"reason": "41 ist gegangen"})
    hall.read_seats(direction, 3)
    assert [len(hall.seats[3, table]) for table in hall.tables(3)] == [4] * 15
    start(referee, 3)
    told = {"note": "hat dem Nachbarn in die Karten gesehen, zum dritten Mal"}
    call(direction, 3, OUT, "9.7.2c", 1, **told)
    hall.played_by(3, OUT)[0].out = "disqualifiziert"
    for table, totals in _last_totals(hall).items():
        by_lane(desk, 3, table, totals)
    referee.open(f"{T}rounds/3/")
    referee.press("Runde beenden")
    close(direction, 3)


def _penalties_on_lists(
    referee: Visitor, lists: dict[int, ScoreSheet], five: int
) -> dict[int, list[int]]:
    """Book those of 9.3 and 9.5, in games where they fit; at the table of five one sits out."""
    game = _row(lists[1], RowKind.NORMAL)
    call(referee, 1, 1, "9.3.2", 3, row=game.no, note="zu früh ausgespielt")
    moved = {1: minor(3, 4), 2: [0] * 4}
    solos = [row for row in lists[2].rows if row.kind is RowKind.COMPULSORY_SOLO]
    for paragraph, solo in zip(("9.3.3a", "9.3.3b1", "9.3.3b2"), solos, strict=False):
        own = paragraph == "9.3.3a"
        offender = solo.soloist if own else solo.soloist % 4 + 1
        call(referee, 1, 2, paragraph, offender, row=solo.no, soloist=solo.soloist)
        to_soloist = solo.soloist if paragraph == "9.3.3b1" else 0
        moved[2] = _sum(moved[2], minor(offender, 4, soloist=to_soloist))
    game = _row(lists[five], RowKind.NORMAL)
    offender = game.dealer % 5 + 1
    call(referee, 1, five, "9.5.1", offender, row=game.no, sitting=game.dealer)
    moved[five] = minor(offender, 5, sitting=game.dealer)
    return moved


def _penalties_in_totals(referee: Visitor) -> dict[int, list[int]]:
    """Book those of 9.4: a game that is not played, and a solo that counts as played."""
    call(referee, 1, CONTAINS, "9.4.3", 2, absagen=2, note="Karten gezeigt")
    call(referee, 1, CONTAINS + 1, "9.4.4", 1, soloist=4, absagen=1, note="nicht bedient")
    return {CONTAINS: serious(2, 4, 2), CONTAINS + 1: serious(1, 4, 1, soloist=4)}


def _conduct(hall: Hall, direction: Visitor, referee: Visitor) -> None:
    """Enter what moves no points on a list: nothing, immaterial, a warning, two deductions."""
    call(referee, 1, 7, "none", 1)
    call(referee, 1, 7, "9.2.3", 2)
    call(referee, 1, WARNED, "9.7.2a", 4, note="hat über das Spiel geredet")
    call(direction, 1, FINED, "9.7.2b", 2, points=FINE, note="hat weiter geredet")
    call(direction, 1, BOUND, "9.7.3", 1, points=BOUND_FINE, note="Telefon")
    hall.played_by(1, FINED)[1].deducted = FINE
    hall.played_by(1, BOUND)[0].deducted = BOUND_FINE


def _protest(hall: Hall, referee: Visitor) -> None:
    """Protest against the penalty at table 1: it stands; two tables play ten minutes longer."""
    referee.open(f"{T}calls/?table=1")
    referee.follow("Protest eintragen")
    referee.press("Eintragen", {"protester": 3, "note": "es war nicht zu früh"})
    jury = hall.seats[1, JURY][:3]
    told = {"jury": jury, "votes_for": 1, "votes_against": 2, "reason": "alle haben es gesehen"}
    referee.press("Entscheidung eintragen", {**told, "minutes": 10, "initials": "KS"})
    referee.open(f"{T}rounds/1/")
    assert referee.text.count("10 Minuten") >= len((1, JURY))


def _list(random: Random, hall: Hall, table: int, number: int = 1) -> ScoreSheet:
    return played_sheet(random, len(hall.seats[number, table]), worthless_solos=False)


def _row(sheet: ScoreSheet, kind: RowKind) -> Row:
    return next(row for row in sheet.rows if row.kind is kind)


def _points(sheet: ScoreSheet) -> list[int]:
    return [sum(row.points[seat] or 0 for row in sheet.rows) for seat in range(sheet.table_size)]


def _some_totals(random: Random, size: int) -> list[int]:
    """Return totals that add up to 0, all even."""
    figures = [2 * random.randint(-30, 30) for _ in range(size - 1)]
    return [*figures, -sum(figures)]


def _sum(before: Sequence[int], moved: Sequence[int]) -> list[int]:
    return [a + b for a, b in zip(before, moved or [0] * len(before), strict=True)]


def _keep(hall: Hall, round: int, table: int, totals: Sequence[int]) -> None:
    for player, points in zip(hall.played_by(round, table), totals, strict=True):
        player.points[round] = points


def _last_totals(hall: Hall) -> dict[int, list[int]]:
    """Return totals of the last round that tie two at the top, and three for the best round."""
    chosen = _for_the_ties(hall)
    found: dict[int, list[int]] = {}
    for table in hall.tables(3):
        if table not in chosen:
            found[table] = _some_totals(Random(30 + table), 4)
            _keep(hall, 3, table, found[table])
    top = 2 + max(
        abs(figure) // 2 * 2 for each in hall.players.values() for figure in each.points.values()
    )
    for table, player in [*chosen.items()][2:]:
        found[table] = _with(hall, table, player, top, (0, 0, -top))
    first = [*chosen.items()][:2]
    goal = max(
        each.total + (0 if any(each is player for _table, player in first) else 2)
        for each in hall.players.values()
    )
    for table, player in first:
        needs = goal - player.total
        others = (1, 1, -needs - 2) if needs % 2 else (0, 0, -needs)
        found[table] = _with(hall, table, player, needs, others)
    return found


def _with(hall: Hall, table: int, player: Player, points: int, others: Sequence[int]) -> list[int]:
    left = iter(others)
    totals = [points if each is player else next(left) for each in hall.played_by(3, table)]
    _keep(hall, 3, table, totals)
    return totals


def _for_the_ties(hall: Hall) -> dict[int, Player]:
    """Choose five tables, a player at each: two of the best, three in the best-round pool."""
    tables = {
        player.number: table
        for table in hall.tables(3)
        if table != OUT and not any(each.averages for each in hall.played_by(3, table))
        for player in hall.played_by(3, table)
        if player.is_ranked
    }
    people = [each for each in hall.players.values() if each.number in tables]
    best_first = sorted(people, key=lambda each: -each.total)
    chosen: dict[int, Player] = {}
    for count, wanted in (
        (2, [each for each in best_first if not each.pools]),
        (5, [each for each in reversed(best_first) if "Beste Runde" in each.pools]),
    ):
        for each in wanted:
            if len(chosen) < count and tables[each.number] not in chosen:
                chosen[tables[each.number]] = each
    assert len(chosen) == 5
    return chosen
