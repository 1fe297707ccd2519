"""Calls in time: every sentence of the rules by its paragraph, then the whole space."""

from itertools import combinations

import pytest

from scoring.referee import (
    Call,
    CallVerdict,
    ImpossibleCase,
    ProblemCode,
    Reason,
    Situation,
    Wedding,
    judge_call,
    latest_cards,
    latest_table,
)
from tests.factories.effort import tries

ANSAGE, NO_90, NO_60, NO_30, SCHWARZ = Call
HANDS = range(13)
SOME = tries(7, 1)
"""The step through the positions of parties that made two calls or more; of others each counts.

It is coprime to what there is with each set of calls: 6 or 16, and to the five weddings."""


def called(*calls):
    return frozenset(calls)


def verdict(call, cards, **situation):
    return judge_call(call, Situation(cards, **situation))


def reason(call, cards, **situation):
    return verdict(call, cards, **situation).reason


# --- the rules, sentence by sentence ---------------------------------------------------------


def test_latest_cards_6_2_2_and_6_3_4():
    assert latest_table()[1] == {ANSAGE: 11, NO_90: 10, NO_60: 9, NO_30: 8, SCHWARZ: 7}


def test_latest_cards_of_a_wedding_clarified_in_trick_two_or_three_6_4_2():
    assert latest_table()[2] == {ANSAGE: 10, NO_90: 9, NO_60: 8, NO_30: 7, SCHWARZ: 6}
    assert latest_table()[3] == {ANSAGE: 9, NO_90: 8, NO_60: 7, NO_30: 6, SCHWARZ: 5}
    assert list(latest_table()) == [1, 2, 3]


@pytest.mark.parametrize("cards", HANDS)
def test_first_announcement_needs_eleven_cards_6_2_2(cards):
    right = cards >= 11

    assert verdict(ANSAGE, cards) == CallVerdict(
        call=ANSAGE,
        reason=Reason.IN_TIME if right else Reason.TOO_LATE,
        paragraph="6.2.2",
        earliest_cards=12,
        latest_cards=11,
        missing=None,
        counts=(ANSAGE,) if right else (),
        possible=tuple(Call) if right else (),
    )


@pytest.mark.parametrize(
    ("call", "before", "latest"),
    [
        (NO_90, {ANSAGE}, 10),
        (NO_60, {ANSAGE, NO_90}, 9),
        (NO_30, {ANSAGE, NO_90, NO_60}, 8),
        (SCHWARZ, {ANSAGE, NO_90, NO_60, NO_30}, 7),
    ],
)
def test_absage_needs_its_cards_6_3_4(call, before, latest):
    in_time = verdict(call, latest, called=frozenset(before))
    late = verdict(call, latest - 1, called=frozenset(before))

    assert (in_time.reason, in_time.paragraph) == (Reason.IN_TIME, "6.3.4")
    assert (late.reason, late.paragraph) == (Reason.TOO_LATE, "6.3.4")
    assert in_time.latest_cards == late.latest_cards == latest
    assert (in_time.counts, late.counts) == ((call,), ())
    assert in_time.in_time
    assert not late.in_time


def test_absage_without_an_announcement_of_the_own_party_6_3_2():
    late = verdict(NO_90, 10)

    assert (late.reason, late.paragraph) == (Reason.ANNOUNCEMENT_MISSING, "6.3.2")
    assert (late.missing, late.latest_cards, late.possible) == (ANSAGE, 11, ())


def test_skipping_levels_is_allowed_in_time_and_all_count_6_4_3():
    skipping = verdict(NO_60, 11)

    assert (skipping.reason, skipping.paragraph) == (Reason.SKIPPING, "6.4.3")
    assert skipping.counts == (ANSAGE, NO_90, NO_60)
    assert verdict(SCHWARZ, 9, called=called(ANSAGE, NO_90)).counts == (NO_60, NO_30, SCHWARZ)


def test_omitted_call_cannot_be_made_up_for_by_the_next_absage_6_4_3():
    late = verdict(NO_60, 9, called=called(ANSAGE))

    assert (late.reason, late.paragraph) == (Reason.SKIPPED_TOO_LATE, "6.4.3")
    assert (late.missing, late.latest_cards, late.counts) == (NO_90, 10, ())


def test_calling_early_moves_nothing_that_follows_6_1_2():
    early = {"called": called(ANSAGE, NO_90)}  # with 12 cards

    assert reason(NO_60, 9, **early) is Reason.IN_TIME


@pytest.mark.parametrize(
    ("theirs", "latest"), [(ANSAGE, 10), (NO_90, 9), (NO_60, 8), (NO_30, 7), (SCHWARZ, 6)]
)
def test_reply_with_one_card_less_than_their_call_needed_6_4_4(theirs, latest):
    in_time = verdict(ANSAGE, latest, opponents=theirs)
    late = verdict(ANSAGE, latest - 1, opponents=theirs)

    assert (in_time.reason, in_time.paragraph) == (Reason.REPLY, "6.4.4")
    assert in_time.counts == in_time.possible == (ANSAGE,)
    assert (late.reason, late.paragraph) == (Reason.TOO_LATE_TO_REPLY, "6.4.4")
    assert in_time.latest_cards == late.latest_cards == latest


def test_reply_that_is_in_time_anyway_is_a_first_announcement_6_4_4():
    early = verdict(ANSAGE, 11, opponents=NO_60)

    assert (early.reason, early.paragraph, early.latest_cards) == (Reason.IN_TIME, "6.2.2", 8)


def test_reply_is_re_or_kontra_only_6_4_4():
    absage = verdict(NO_90, 10, opponents=ANSAGE)

    assert (absage.reason, absage.paragraph) == (Reason.REPLY_ONLY, "6.4.4")
    assert (absage.missing, absage.latest_cards, absage.possible) == (ANSAGE, 11, (ANSAGE,))
    assert reason(NO_90, 9, opponents=ANSAGE) is Reason.ANNOUNCEMENT_MISSING


def test_absage_after_a_reply_needs_a_timely_first_announcement_6_4_4():
    replied = {"called": called(ANSAGE), "opponents": NO_90}
    late = verdict(NO_90, 10, replied_with=10, **replied)

    assert (late.reason, late.paragraph) == (Reason.AFTER_LATE_REPLY, "6.4.4")
    assert (late.latest_cards, late.possible) == (None, ())
    assert reason(NO_90, 10, replied_with=11, **replied) is Reason.IN_TIME


def test_wedding_moves_the_limit_of_a_late_reply_too_6_4_2_and_6_4_4():
    replied = {"called": called(ANSAGE), "opponents": ANSAGE, "wedding": Wedding.THIRD_TRICK}

    assert reason(NO_90, 8, replied_with=9, **replied) is Reason.IN_TIME
    assert reason(NO_90, 8, replied_with=8, **replied) is Reason.AFTER_LATE_REPLY


@pytest.mark.parametrize(
    ("wedding", "earliest", "latest"),
    [
        (Wedding.FIRST_TRICK, 11, 11),
        (Wedding.SECOND_TRICK, 10, 10),
        (Wedding.THIRD_TRICK, 9, 9),
        (Wedding.NEVER, 9, 9),
    ],
)
def test_first_announcement_only_after_the_clarifying_trick_4_4_4(wedding, earliest, latest):
    right = verdict(ANSAGE, latest, wedding=wedding)
    early = verdict(ANSAGE, earliest + 1, wedding=wedding)

    assert (right.reason, right.paragraph) == (Reason.IN_TIME, "6.4.2")
    assert (early.reason, early.paragraph) == (Reason.WEDDING_NOT_CLARIFIED, "4.4.4")
    assert (right.earliest_cards, right.latest_cards) == (earliest, latest)
    assert early.possible == ()
    assert reason(ANSAGE, latest - 1, wedding=wedding) is Reason.TOO_LATE


@pytest.mark.parametrize("cards", [9, 10, 11, 12])
def test_nothing_may_be_called_before_a_wedding_is_clarified_6_2_1(cards):
    for call in Call:
        early = verdict(call, cards, wedding=Wedding.NOT_YET)
        assert (early.reason, early.paragraph) == (Reason.WEDDING_NOT_CLARIFIED, "4.4.4")
        assert (early.earliest_cards, early.latest_cards, early.possible) == (None, None, ())


def test_silent_wedding_is_as_a_normal_game_4_4_5():
    assert Situation(11).wedding is Wedding.NONE
    assert reason(ANSAGE, 10) is Reason.TOO_LATE


def test_both_parties_may_make_the_same_absage_6_4_5():
    assert reason(NO_90, 10, called=called(ANSAGE), opponents=NO_90) is Reason.IN_TIME


def test_identical_repetition_is_not_allowed_6_4_7():
    again = verdict(NO_90, 11, called=called(ANSAGE, NO_90))

    assert (again.reason, again.paragraph) == (Reason.REPEATED, "6.4.7")
    assert (again.latest_cards, again.counts) == (None, ())
    assert again.possible == (NO_60, NO_30, SCHWARZ)
    assert reason(ANSAGE, 10, called=called(ANSAGE), opponents=ANSAGE) is Reason.REPEATED


def test_skipped_lower_call_is_valid_and_adds_nothing_6_4_6():
    lower = verdict(NO_90, 10, called=called(NO_60))
    late = verdict(NO_90, 9, called=called(NO_60))

    assert (lower.reason, lower.paragraph, lower.counts) == (Reason.COUNTS_ALREADY, "6.4.6", ())
    assert (late.reason, late.paragraph) == (Reason.TOO_LATE, "6.3.4")
    assert lower.latest_cards == late.latest_cards == 10
    assert lower.possible == (NO_30, SCHWARZ)


def possible_calls(situation):
    """Return what is possible now, whatever was called."""
    (possible,) = {judge_call(call, situation).possible for call in Call}
    return possible


def test_possible_calls_depend_on_the_position_not_the_call():
    assert possible_calls(Situation(10)) == ()
    assert possible_calls(Situation(10, opponents=ANSAGE)) == (ANSAGE,)
    assert possible_calls(Situation(10, called=called(ANSAGE))) == (NO_90, NO_60, NO_30, SCHWARZ)
    assert possible_calls(Situation(9, called=called(ANSAGE))) == ()
    assert possible_calls(Situation(7, called=called(NO_30))) == (SCHWARZ,)
    assert possible_calls(Situation(12, called=called(*Call))) == ()


# --- the whole space against a table written by hand ------------------------------------

LATEST = {  # by the trick that clarified the wedding; every other game is like the first
    1: {"ansage": 11, "90": 10, "60": 9, "30": 8, "schwarz": 7},
    2: {"ansage": 10, "90": 9, "60": 8, "30": 7, "schwarz": 6},
    3: {"ansage": 9, "90": 8, "60": 7, "30": 6, "schwarz": 5},
}
LATEST_REPLY = {
    1: {"ansage": 10, "90": 9, "60": 8, "30": 7, "schwarz": 6},
    2: {"ansage": 9, "90": 8, "60": 7, "30": 6, "schwarz": 5},
    3: {"ansage": 8, "90": 7, "60": 6, "30": 5, "schwarz": 4},
}
NAMES = dict(zip(Call, LATEST[1], strict=True))
ORDER = list(LATEST[1])
HAND_AFTER = {"none": 12, "first_trick": 11, "second_trick": 10, "third_trick": 9, "never": 9}
TRICK = {"none": 1, "first_trick": 1, "second_trick": 2, "third_trick": 3, "never": 3}


def is_right_by_the_table(call, cards, wedding, spoken, theirs, replied_with):
    """Return the rules again, as a judge goes through them: a list of objections."""
    if wedding == "not_yet" or cards > HAND_AFTER[wedding]:
        return False  # 4.4.4
    if call in spoken:
        return False  # 6.4.7
    latest, reply = LATEST[TRICK[wedding]], LATEST_REPLY[TRICK[wedding]]
    reached = [name for name in ORDER if any(name in ORDER[: ORDER.index(s) + 1] for s in spoken)]
    if call in reached:
        return cards >= latest[call]  # 6.4.6
    if call == "ansage" and theirs is not None and cards >= reply[theirs]:
        return True  # 6.4.4
    if call != "ansage" and replied_with is not None and replied_with < latest["ansage"]:
        return False  # 6.4.4
    needed = [name for name in ORDER[: ORDER.index(call) + 1] if name not in reached]
    return all(cards >= latest[name] for name in needed)  # 6.2.2, 6.3.2, 6.3.4, 6.4.3


def positions():
    """Return every possible situation; of replies, those at the limit of a first announcement."""
    spoken = [frozenset(some) for size in range(6) for some in combinations(Call, size)]
    for cards in HANDS:
        for wedding in Wedding:
            if wedding is Wedding.NOT_YET and cards < 9:
                continue
            for calls in spoken:
                for theirs in (None, *Call):
                    yield Situation(cards, wedding, calls, theirs)
                    if theirs is not None and ANSAGE in calls:
                        in_time = LATEST[TRICK.get(wedding.value, 1)]["ansage"]
                        for replied_with in (in_time, in_time - 1):
                            yield Situation(cards, wedding, calls, theirs, replied_with)


def test_calls_in_every_position_are_judged_as_by_the_table():
    every = [*positions()]
    assert len(every) == (13 * 5 + 4) * (32 * 6 + 16 * 5 * 2)
    for at, situation in enumerate(every):
        if at % SOME and len(situation.called) > 1:
            continue
        spoken = {NAMES[call] for call in situation.called}
        theirs = situation.opponents and NAMES[situation.opponents]
        right = {
            call
            for call in Call
            if is_right_by_the_table(
                NAMES[call],
                situation.cards,
                situation.wedding.value,
                spoken,
                theirs,
                situation.replied_with,
            )
        }
        verdicts = [judge_call(call, situation) for call in Call]
        assert {each.call for each in verdicts if each.in_time} == right
        highest = max(situation.called, default=0)
        possible = tuple(call for call in Call if call in right and call > highest)
        for each in verdicts:
            assert each.possible == possible
            within = (
                each.earliest_cards is not None
                and each.latest_cards is not None
                and each.latest_cards <= situation.cards <= each.earliest_cards
            )
            assert each.in_time == within
            new = [call for call in Call if highest < call <= each.call]
            assert each.counts == (tuple(new) if each.in_time else ())


@pytest.mark.parametrize("trick", [1, 2, 3])
def test_latest_cards_are_those_of_the_table(trick):
    assert [latest_cards(call, trick) for call in Call] == list(LATEST[trick].values())


def test_latest_cards_without_a_trick_are_those_of_the_normal_case():
    assert [latest_cards(call) for call in Call] == list(LATEST[1].values())


# --- impossible questions --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "code", "params"),
    [
        ({"cards": 13}, ProblemCode.CARDS_OUT_OF_RANGE, {"cards": 13, "most": 12}),
        ({"cards": -1}, ProblemCode.CARDS_OUT_OF_RANGE, {"cards": -1, "most": 12}),
        (
            {"cards": 8, "called": called(ANSAGE), "opponents": ANSAGE, "replied_with": 13},
            ProblemCode.CARDS_OUT_OF_RANGE,
            {"cards": 13, "most": 12},
        ),
        (
            {"cards": 8, "wedding": Wedding.NOT_YET},
            ProblemCode.WEDDING_CLARIFIED_BY_NOW,
            {"cards": 8, "fewest": 9},
        ),
        (
            {"cards": 8, "opponents": ANSAGE, "replied_with": 10},
            ProblemCode.REPLY_WITHOUT_ANNOUNCEMENT,
            {},
        ),
        (
            {"cards": 8, "called": called(ANSAGE), "replied_with": 10},
            ProblemCode.REPLY_TO_NOTHING,
            {},
        ),
    ],
)
def test_impossible_standing_is_refused(question, code, params):
    with pytest.raises(ImpossibleCase) as refused:
        Situation(**question)
    assert (refused.value.code, refused.value.params) == (code, params)


def test_reply_with_the_last_card_is_late():
    replied = {"called": called(ANSAGE), "opponents": SCHWARZ, "replied_with": 0}

    assert reason(NO_90, 10, **replied) is Reason.AFTER_LATE_REPLY
