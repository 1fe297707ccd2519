"""Consequences of a violation: every cell of the table by its paragraph, what the rules leave open,
impossible cases. The whole space is in test_rulings_on_lists.py."""

import pytest

from scoring.model import RowKind
from scoring.penalties import RULES
from scoring.referee import (
    NOTE_PARAGRAPHS,
    SETTLED_BY,
    Booking,
    Case,
    ImpossibleCase,
    NextDealer,
    Note,
    Outcome,
    ProblemCode,
    Ruling,
    Settling,
    Violation,
    rule_on,
)

IMMATERIAL, MINOR, SERIOUS, DECIDED = Violation
NORMAL, WEDDING, UNCLARIFIED, SILENT, VOLUNTARY, COMPULSORY = RowKind
PLAYED_ALONE = (UNCLARIFIED, SILENT, VOLUNTARY, COMPULSORY)
STOPPED = (Note.REMAINING_TRICKS, Note.NO_EXTRA_POINTS)

# TSR 9.4: the loss with 0 to 4 Absagen of the other party, and what each of three others gets.
SERIOUS_LOSS = [(0, 12, 4), (1, 15, 5), (2, 18, 6), (3, 21, 7), (4, 24, 8)]


def short(ruling):
    """Return paragraph, code on the list, points, and what becomes of the game."""
    return ruling.paragraph, ruling.rule, ruling.points, ruling.outcome


# --- 9.2 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "soloist"), [(NORMAL, None), (COMPULSORY, 3), (COMPULSORY, 1)])
def test_immaterial_violation_9_2_3(kind, soloist):
    ruling = rule_on(Case(IMMATERIAL, 3, kind, soloist))

    assert short(ruling) == ("9.2.3", None, (0, 0, 0, 0), Outcome.CONTINUES)
    assert (ruling.booking, ruling.row(7), ruling.notes) == (Booking.NOWHERE, None, ())


# --- 9.3 -------------------------------------------------------------------------------------


def test_minor_violation_in_a_normal_game_9_3_2():
    ruling = rule_on(Case(MINOR, 3, dealer=4))

    assert ruling == Ruling(
        paragraph="9.3.2",
        rule="9.3.2",
        points=(1, 1, -3, 1),
        outcome=Outcome.CONTINUES,
        solo_fulfilled=None,
        deals_next=NextDealer.NEXT,
        next_dealer=1,
        booking=Booking.GAME,
        notes=(Note.INITIALS,),
    )
    assert ruling.row(7) == ruling.row(7, last=True) == 7


@pytest.mark.parametrize("kind", PLAYED_ALONE)
def test_minor_violation_in_a_solo_9_3_3(kind):
    own = rule_on(Case(MINOR, 2, kind, 2))
    harmful = rule_on(Case(MINOR, 3, kind, 2, harms_soloist=True))
    harmless = rule_on(Case(MINOR, 3, kind, 2, harms_soloist=False))

    assert short(own) == ("9.3.3a", "9.3.3a", (1, -3, 1, 1), Outcome.CONTINUES)
    assert short(harmful) == ("9.3.3b1", "9.3.3b1", (0, 3, -3, 0), Outcome.CONTINUES)
    assert short(harmless) == ("9.3.3b2", "9.3.3b2", (1, 1, -3, 1), Outcome.CONTINUES)


def test_minor_penalty_comes_on_top_of_the_game_7_3_3():
    game = (4, 4, -4, -4)
    points = rule_on(Case(MINOR, 3)).points

    assert tuple(map(sum, zip(game, points, strict=True))) == (5, 5, -7, -3)


# --- 9.4 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("absagen", "loss", "share"), SERIOUS_LOSS)
def test_serious_violation_in_a_normal_game_9_4_3(absagen, loss, share):
    ruling = rule_on(Case(SERIOUS, 3, dealer=2, absagen=absagen))

    assert ruling == Ruling(
        paragraph="9.4.3",
        rule="9.4.3",
        points=(share, share, -loss, share),
        outcome=Outcome.REPEATED,
        solo_fulfilled=None,
        deals_next=NextDealer.SAME,
        next_dealer=2,
        booking=Booking.REPETITION,
        notes=(Note.INITIALS,),
    )
    assert ruling.row(7) == 7


@pytest.mark.parametrize(("absagen", "loss", "share"), SERIOUS_LOSS)
@pytest.mark.parametrize("kind", PLAYED_ALONE)
def test_serious_violation_of_the_soloist_9_4_4(kind, absagen, loss, share):
    ruling = rule_on(Case(SERIOUS, 2, kind, 2, absagen=absagen))

    assert short(ruling) == ("9.4.4", "9.4.3", (share, -loss, share, share), Outcome.REPEATED)
    assert ruling.solo_fulfilled is (False if kind is COMPULSORY else None)  # section 10, 11
    assert (ruling.deals_next, ruling.booking) == (NextDealer.SAME, Booking.REPETITION)


@pytest.mark.parametrize(("absagen", "loss", "_share"), SERIOUS_LOSS)
@pytest.mark.parametrize("kind", PLAYED_ALONE)
def test_serious_violation_against_a_soloist_9_4_4(kind, absagen, loss, _share):
    ruling = rule_on(Case(SERIOUS, 3, kind, 2, absagen=absagen))
    parity = (Note.PARITY,) if loss in (15, 21) else ()

    assert short(ruling) == ("9.4.4", "9.4.4", (0, loss, -loss, 0), Outcome.COUNTS_AS_PLAYED)
    assert ruling.solo_fulfilled is (True if kind is COMPULSORY else None)
    assert (ruling.booking, ruling.row(7, last=True)) == (Booking.GAME, 7)
    assert ruling.notes == (Note.INITIALS, *parity, Note.WRITE_ZEROS)


# --- 9.5 -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [NORMAL, WEDDING])
def test_violation_in_a_normal_game_already_decided_9_5_1(kind):
    ruling = rule_on(Case(DECIDED, 3, kind, absagen=4, time_up=True))

    assert short(ruling) == ("9.5.1", "9.5.1", (1, 1, -3, 1), Outcome.SCORED)
    assert (ruling.booking, ruling.notes) == (Booking.GAME, (Note.INITIALS, *STOPPED))


@pytest.mark.parametrize("kind", PLAYED_ALONE)
def test_violation_in_a_solo_already_decided_9_5_1(kind):
    own = rule_on(Case(DECIDED, 2, kind, 2))
    harmful = rule_on(Case(DECIDED, 3, kind, 2, harms_soloist=True))
    harmless = rule_on(Case(DECIDED, 3, kind, 2, harms_soloist=False))

    assert short(own) == ("9.5.1", "9.5.1", (1, -3, 1, 1), Outcome.SCORED)
    assert short(harmful) == ("9.5.1", "9.5.1", (0, 3, -3, 0), Outcome.SCORED)
    assert short(harmless) == ("9.5.1", "9.5.1", (1, 1, -3, 1), Outcome.SCORED)
    assert harmful.notes == (Note.INITIALS, Note.PARITY, *STOPPED)
    assert {each.solo_fulfilled for each in (own, harmful, harmless)} == {
        True if kind is COMPULSORY else None
    }


# --- when the column of the solo applies -----------------------------------------------------


def test_evidence_that_a_game_is_played_alone_4_4_3_and_4_4_5():
    assert SETTLED_BY == {
        COMPULSORY: Settling.SOLO_NAMED,
        VOLUNTARY: Settling.SOLO_NAMED,
        UNCLARIFIED: Settling.THIRD_TRICK,
        SILENT: Settling.SECOND_QUEEN,
    }


@pytest.mark.parametrize("kind", PLAYED_ALONE)
@pytest.mark.parametrize("soloist", [None, 2, 3])
def test_normal_game_penalties_apply_until_a_solo_is_settled_9_3_3(kind, soloist):
    def unsettled(violation):
        return short(rule_on(Case(violation, 3, kind, soloist, solo_settled=False, absagen=1)))

    booked = "9.3.2"
    if kind in (COMPULSORY, VOLUNTARY) and soloist:  # what the list knows beside his solo
        booked = "9.3.3a" if soloist == 3 else "9.3.3b2"
    assert unsettled(MINOR) == ("9.3.2", booked, (1, 1, -3, 1), Outcome.CONTINUES)
    assert unsettled(SERIOUS) == ("9.4.3", "9.4.3", (5, 5, -15, 5), Outcome.REPEATED)
    assert unsettled(DECIDED) == ("9.5.1", "9.5.1", (1, 1, -3, 1), Outcome.SCORED)


def test_forced_solo_is_settled_before_it_is_named_4_1_9():
    case = Case(SERIOUS, 3, COMPULSORY, 2, solo_settled=False, forced=True)

    assert short(rule_on(case)) == ("9.4.4", "9.4.4", (0, 12, -12, 0), Outcome.COUNTS_AS_PLAYED)


# --- who deals next --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "forced", "offender", "violation", "dealer"),
    [
        (NORMAL, False, 3, MINOR, 1),
        (NORMAL, False, 3, SERIOUS, 4),
        (VOLUNTARY, False, 3, SERIOUS, 1),
        (VOLUNTARY, False, 2, SERIOUS, 4),
        (COMPULSORY, False, 3, MINOR, 4),  # stays after a solo bid freely (4.2.5)
        (COMPULSORY, False, 3, SERIOUS, 4),
        (COMPULSORY, True, 3, SERIOUS, 1),
        (COMPULSORY, True, 3, DECIDED, 1),
        (COMPULSORY, True, 2, SERIOUS, 4),
    ],
)
def test_who_deals_next_4_2_5(kind, forced, offender, violation, dealer):
    soloist = 2 if kind.is_alone else None
    case = Case(violation, offender, kind, soloist, forced=forced, dealer=4, harms_soloist=True)
    ruling = rule_on(case)

    assert ruling.next_dealer == dealer
    assert ruling.deals_next is (NextDealer.SAME if dealer == 4 else NextDealer.NEXT)


def test_dealer_may_be_unknown_at_a_four_table():
    ruling = rule_on(Case(MINOR, 3))

    assert (ruling.deals_next, ruling.next_dealer) == (NextDealer.NEXT, None)


# --- what the rules leave open (section 10 of the rules) --------------------------------------


def test_serious_violation_against_a_soloist_counts_after_time_and_when_forced():
    for forced, time_up in [(True, False), (True, True), (False, True)]:
        ruling = rule_on(Case(SERIOUS, 3, COMPULSORY, 2, forced=forced, time_up=time_up))
        assert (ruling.outcome, ruling.solo_fulfilled) == (Outcome.COUNTS_AS_PLAYED, True)


@pytest.mark.parametrize(("kind", "offender"), [(NORMAL, 3), (SILENT, 2), (VOLUNTARY, 2)])
def test_game_lapses_after_time_is_up_and_its_penalty_stays_8_5_3(kind, offender):
    soloist = 2 if kind.is_alone else None
    ruling = rule_on(Case(SERIOUS, offender, kind, soloist, dealer=4, time_up=True))

    assert ruling.outcome is Outcome.LAPSES
    assert (ruling.booking, ruling.row(7), ruling.row(7, last=True)) == (Booking.NEXT_GAME, 7, 6)
    assert min(ruling.points) == -12
    assert (ruling.next_dealer, ruling.notes) == (4, (Note.INITIALS,))


def test_only_a_forced_solo_is_repeated_after_time_is_up_8_5_3():
    forced = rule_on(Case(SERIOUS, 2, COMPULSORY, 2, forced=True, time_up=True))
    free = rule_on(Case(SERIOUS, 2, COMPULSORY, 2, time_up=True))

    assert (forced.outcome, forced.solo_fulfilled) == (Outcome.REPEATED, False)
    assert (free.outcome, free.solo_fulfilled) == (Outcome.LAPSES, False)
    assert free.notes == (Note.INITIALS, Note.FORCED_LATER)
    assert forced.notes == (Note.INITIALS,)


def test_credits_at_a_five_table_go_to_those_who_play_10_1_2():
    def points(*case, **more):
        return rule_on(Case(*case, table_size=5, dealer=2, **more)).points

    assert points(IMMATERIAL, 3) == (0, None, 0, 0, 0)
    assert points(MINOR, 3) == (1, None, -3, 1, 1)
    assert points(MINOR, 3, COMPULSORY, 5, harms_soloist=True) == (0, None, -3, 0, 3)
    assert points(SERIOUS, 3, absagen=2) == (6, None, -18, 6, 6)
    assert points(SERIOUS, 3, SILENT, 1, absagen=4) == (24, None, -24, 0, 0)


def test_next_dealer_at_a_five_table():
    assert rule_on(Case(MINOR, 3, table_size=5, dealer=5)).next_dealer == 1


# --- impossible cases ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "code", "params"),
    [
        ({"table_size": 6}, ProblemCode.TABLE_SIZE_UNKNOWN, {"size": 6}),
        ({"table_size": 5}, ProblemCode.DEALER_MISSING, {}),
        ({"offender": 5}, ProblemCode.SEAT_UNKNOWN, {"seat": 5, "table_size": 4}),
        ({"offender": 0}, ProblemCode.SEAT_UNKNOWN, {"seat": 0, "table_size": 4}),
        ({"dealer": 6}, ProblemCode.SEAT_UNKNOWN, {"seat": 6, "table_size": 4}),
        (
            {"kind": SILENT, "soloist": 5},
            ProblemCode.SEAT_UNKNOWN,
            {"seat": 5, "table_size": 4},
        ),
        ({"table_size": 5, "dealer": 3}, ProblemCode.SEAT_SITS_OUT, {"seat": 3}),
        (
            {"table_size": 5, "dealer": 1, "kind": COMPULSORY, "soloist": 1},
            ProblemCode.SEAT_SITS_OUT,
            {"seat": 1},
        ),
        ({"kind": VOLUNTARY}, ProblemCode.SOLOIST_MISSING, {}),
        (
            {"kind": COMPULSORY, "forced": True, "solo_settled": False},
            ProblemCode.SOLOIST_MISSING,
            {},
        ),
        ({"kind": WEDDING, "soloist": 1}, ProblemCode.SOLOIST_WITHOUT_SOLO, {"soloist": 1}),
        ({"forced": True}, ProblemCode.FORCED_WITHOUT_DUTY, {}),
        ({"absagen": 5}, ProblemCode.ABSAGEN_OUT_OF_RANGE, {"absagen": 5, "most": 4}),
        ({"absagen": -1}, ProblemCode.ABSAGEN_OUT_OF_RANGE, {"absagen": -1, "most": 4}),
        (
            {"kind": SILENT, "soloist": 1},
            ProblemCode.HARM_UNDECIDED,
            {"offender": 3, "soloist": 1},
        ),
        (
            {"violation": DECIDED, "kind": SILENT, "soloist": 1},
            ProblemCode.HARM_UNDECIDED,
            {"offender": 3, "soloist": 1},
        ),
    ],
)
def test_impossible_case_is_refused(case, code, params):
    with pytest.raises(ImpossibleCase) as refused:
        Case(**{"violation": MINOR, "offender": 3, **case})
    assert (refused.value.code, refused.value.params) == (code, params)


def test_harm_is_asked_only_of_an_offence_weighed_against_a_soloist():
    for case in [
        Case(IMMATERIAL, 3, SILENT, 1),
        Case(SERIOUS, 3, SILENT, 1),
        Case(MINOR, 1, SILENT, 1),
        Case(MINOR, 3, SILENT, 1, solo_settled=False),
    ]:
        assert rule_on(case).paragraph in {"9.2.3", "9.3.2", "9.3.3a", "9.4.4"}


def test_catalogue_rules_are_all_reached_and_notes_have_a_paragraph():
    cases = [
        Case(MINOR, 3),
        Case(MINOR, 3, SILENT, 3),
        Case(MINOR, 3, SILENT, 1, harms_soloist=True),
        Case(MINOR, 3, SILENT, 1, harms_soloist=False),
        Case(SERIOUS, 3),
        Case(SERIOUS, 3, SILENT, 1),
        Case(DECIDED, 3),
    ]
    assert [rule_on(case).rule for case in cases] == list(RULES)
    assert set(NOTE_PARAGRAPHS) == set(Note)
