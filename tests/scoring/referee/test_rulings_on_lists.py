"""Every possible ruling, booked on a list: the check of the list has no objection."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from scoring.model import Penalty, RowKind, ScoreSheet
from scoring.penalties import breaks_parity
from scoring.referee import Booking, Case, Note, Outcome, Violation, rule_on
from scoring.sheet import check
from tests.factories.effort import tries
from tests.factories.score_sheets import Play, with_columns

PLAYED = (Outcome.CONTINUES, Outcome.SCORED, Outcome.COUNTS_AS_PLAYED)
EACH = tries(7, 1)
"""Of how many rulings one is booked on a list; no divisor of the cases of a game, so all occur."""
BREAKING = {(0, 3, -3, 0), (0, 15, -15, 0), (0, 21, -21, 0)}  # TSR 7.3.3 no. 2


class PlainPlay(Play):
    """A round in which nobody bids a solo freely."""

    def play_free(self):
        self.write_team()
        self.pass_the_deal()


def soloists(kind, forced, size, dealer):
    """Return possible soloists; who is forced follows from the dealer in a round played out."""
    if not kind.is_alone:
        return [None]
    if forced:
        return [dealer % size + 1]
    return [seat for seat in range(1, size + 1) if size == 4 or seat != dealer]


def games(size):
    """Return every possible game. Dealers between the first and the last only rotate the table."""
    for kind, dealer in product(RowKind, (1, size)):
        for forced in (False, True) if kind is RowKind.COMPULSORY_SOLO else (False,):
            for settled in (True, False) if kind.is_alone and not forced else (True,):
                for soloist in soloists(kind, forced, size, dealer):
                    yield kind, soloist, settled, forced, size, dealer


def all_cases(size):
    """Return every case in every game; inputs a violation does not need keep their default."""
    for game in games(size):
        dealer = game[-1]
        offenders = [seat for seat in range(1, size + 1) if size == 4 or seat != dealer]
        for offender in offenders:
            yield Case(Violation.IMMATERIAL, offender, *game)
            for violation, harms in product((Violation.MINOR, Violation.DECIDED), (True, False)):
                yield Case(violation, offender, *game, harms_soloist=harms)
            for absagen, time_up in product(range(5), (False, True)):
                yield Case(Violation.SERIOUS, offender, *game, absagen, time_up=time_up)


def play_up_to(case):
    """Play a short round up to the game, one turn of normal games before forced solos."""
    play = PlainPlay(case.table_size, 2 * case.table_size, None, Random(1), worthless_solos=False)
    if case.forced:
        while len(play.rows) < case.table_size:
            play.play_free()
        play.time_limit = len(play.rows) if case.time_up else None
    while play.dealer != case.dealer:
        play.play_forced() if case.forced else play.play_free()
    if case.kind is RowKind.VOLUNTARY_SOLO:  # after his own compulsory one
        play.write_alone(RowKind.COMPULSORY_SOLO, case.soloist)
        play.owing.remove(case.soloist)
    return play


def write_game(play, case, outcome):
    """Write the game itself, if it counts for the list, and who deals after it."""
    if outcome is Outcome.COUNTS_AS_PLAYED:
        figures = dict.fromkeys(play.active(), 0)
        play.write(case.kind, figures, case.soloist, case.forced)
    elif case.kind.is_alone:
        play.write_alone(case.kind, case.soloist, case.forced)
    else:
        play.write_team()
        play.rows[-1] = replace(play.rows[-1], kind=case.kind)
    if case.kind is RowKind.COMPULSORY_SOLO:
        play.owing.remove(case.soloist)
    if case.kind is not RowKind.COMPULSORY_SOLO or case.forced:
        play.pass_the_deal()


def list_with(case, ruling):
    """Return the whole list, and the number of the row the game has or would have had."""
    play = play_up_to(case)
    number = len(play.rows) + 1
    if ruling.outcome in PLAYED:
        write_game(play, case, ruling.outcome)
    if case.time_up and not case.forced:
        play.time_limit = len(play.rows)
    play.finish()
    row = ruling.row(number, last=len(play.rows) < number)
    penalties = ()
    if ruling.booking is not Booking.NOWHERE:
        penalties = (Penalty(row, ruling.rule, case.offender, ruling.points, "KS"),)
    sheet = ScoreSheet(
        case.table_size,
        tuple(play.rows),
        2 * case.table_size,
        play.time_limit,
        play.struck,
        penalties,
    )
    return with_columns(sheet), number


def in_first_places(case, ruling):
    """Return the points as (a bystander, highest credit, offender, other bystander)."""
    others = sorted(
        figure
        for seat, figure in enumerate(ruling.points, 1)
        if seat not in (case.offender, case.sitting_dealer)
    )
    return (others[0], others[2], ruling.points[case.offender - 1], others[1])


@pytest.mark.parametrize("size", [4, 5])
def test_rulings_on_a_list_check_without_a_finding(size):
    count = 0
    for count, case in enumerate(all_cases(size), start=1):
        ruling = rule_on(case)
        points = [figure for figure in ruling.points if figure is not None]
        assert len(ruling.points) == size
        assert len(points) == 4
        assert sum(points) == 0
        parity = Note.PARITY in ruling.notes
        assert parity == (in_first_places(case, ruling) in BREAKING) == breaks_parity(points)

        if count % EACH:
            continue
        sheet, number = list_with(case, ruling)
        assert check(sheet).findings == (), (case, ruling)

        following = number + (ruling.outcome in PLAYED)
        if following <= len(sheet.rows):
            assert sheet.rows[following - 1].dealer == ruling.next_dealer, (case, ruling)
    assert count > 3000


def test_solo_counted_as_played_fulfils_the_duty_of_its_row():
    case = Case(Violation.SERIOUS, 3, RowKind.COMPULSORY_SOLO, 2, dealer=1)
    sheet, number = list_with(case, rule_on(case))
    row = sheet.rows[number - 1]

    assert (row.kind, row.soloist, row.points) == (RowKind.COMPULSORY_SOLO, 2, (0, 0, 0, 0))
    assert row.cumulative == (0, 12, -12, 0)
    assert [each.soloist for each in sheet.rows[number:] if each.kind is row.kind] == [3, 4, 1]
