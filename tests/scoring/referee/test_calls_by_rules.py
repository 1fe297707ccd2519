"""Calls in time by other rules than the DDV's, as their sources have them (rule-sets.md)."""

from itertools import product

import pytest

from scoring.game import Party
from scoring.referee import Call, ImpossibleCase, Reason, Situation, Wedding, judge_call
from scoring.rulesets import DDV, rule_set
from scoring.rulesets.altgeld_game import AltgeldKind

ANSAGE, NO_90, NO_60, NO_30, SCHWARZ = Call
PAGAT, CLUB = rule_set("pagat"), rule_set("club")
TRICK = {Wedding.FIRST_TRICK: 1, Wedding.SECOND_TRICK: 2, Wedding.THIRD_TRICK: 3, Wedding.NEVER: 3}


def verdict(rules, call, cards, kind="normal", forced=False, **more):
    return judge_call(call, Situation(cards, calling=rules.calling(kind, forced), **more))


def reason(*question, **more):
    return verdict(*question, **more).reason


def latest(rules, **more):
    """Return the fewest cards for each call, all lower ones being made."""
    return [
        min(
            cards
            for cards in range(rules.calling("normal").hand + 1)
            if verdict(rules, call, cards, called=frozenset(range(1, call)), **more).in_time
        )
        for call in Call
    ]


def test_pagat_calls_as_the_ddv():
    assert latest(PAGAT) == latest(DDV) == [11, 10, 9, 8, 7]
    assert verdict(PAGAT, ANSAGE, 11).paragraph == "P"


@pytest.mark.parametrize("wedding", TRICK)
def test_pagat_wedding_lowers_limits_by_the_number_of_tricks(wedding):
    trick = TRICK[wedding]
    lowered = [cards - trick for cards in (11, 10, 9, 8, 7)]

    assert latest(PAGAT, wedding=wedding) == lowered
    assert latest(DDV, wedding=wedding) == [cards + 1 for cards in lowered]
    assert reason(PAGAT, ANSAGE, 12 - trick, wedding=wedding) is Reason.IN_TIME
    early = reason(PAGAT, ANSAGE, 13 - trick, wedding=wedding)
    assert early is Reason.WEDDING_NOT_CLARIFIED


def test_pagat_example_of_a_wedding_clarified_in_the_second_trick():
    """ "Re or Kontra needs 9 = 11 - 2 cards, and may be said from then on"."""
    second = {"wedding": Wedding.SECOND_TRICK}

    verdicts = {cards: verdict(PAGAT, ANSAGE, cards, **second).in_time for cards in (11, 10, 9, 8)}
    assert verdicts == {11: False, 10: True, 9: True, 8: False}


def test_pagat_reply_with_one_card_fewer():
    replied = verdict(PAGAT, ANSAGE, 9, opponents=NO_90)

    assert (replied.reason, replied.paragraph) == (Reason.REPLY, "P")
    assert reason(PAGAT, ANSAGE, 8, opponents=NO_90) is Reason.TOO_LATE_TO_REPLY


def test_pagat_no_level_may_be_skipped():
    early = verdict(PAGAT, NO_60, 12, called=frozenset((ANSAGE,)))

    assert (early.reason, early.missing, early.counts) == (Reason.LEFT_OUT, NO_90, ())
    assert early.possible == (NO_90,)
    assert reason(PAGAT, NO_90, 12) is Reason.LEFT_OUT
    assert reason(PAGAT, NO_60, 9, called=frozenset((ANSAGE,))) is Reason.SKIPPED_TOO_LATE
    assert reason(CLUB, NO_60, 11, called=frozenset((ANSAGE,))) is Reason.SKIPPING


@pytest.mark.parametrize("name", ["pagat", "club"])
def test_pagat_8_calls_with_12_10_8_6_and_4_cards_whatever_a_wedding_does(name):
    rules = rule_set(name, {"8": True})

    for wedding in Wedding:
        situation = {"wedding": wedding} if wedding is not Wedding.NOT_YET else {}
        assert latest(rules, **situation) == [12, 10, 8, 6, 4]
    assert verdict(rules, ANSAGE, 11).paragraph == "P 8"
    assert verdict(rules, ANSAGE, 11).reason is Reason.TOO_LATE
    assert reason(rules, ANSAGE, 11, opponents=ANSAGE) is Reason.REPLY


def test_pagat_3_forty_cards_lower_hand_and_limits_by_two():
    assert latest(rule_set("pagat", {"3": True})) == [9, 8, 7, 6, 5]
    assert latest(rule_set("club", {"3": True, "8": True})) == [10, 8, 6, 4, 2]
    with pytest.raises(ImpossibleCase):
        verdict(rule_set("club", {"3": True}), ANSAGE, 11)


def test_a_club_calls_as_the_ddv():
    calling = CLUB.calling("normal")

    assert calling == DDV.calling("normal")
    assert verdict(CLUB, ANSAGE, 11).paragraph == "6.2.2"


def test_a_club_with_levels_of_60_calls_no_others():
    rules = rule_set("club", {"levels": 60})

    assert verdict(rules, NO_90, 10, called=frozenset((ANSAGE,))).reason is Reason.NOT_IN_THIS_GAME
    assert verdict(rules, ANSAGE, 11).possible == (ANSAGE, NO_60, SCHWARZ)
    said = verdict(rules, NO_60, 9, called=frozenset((ANSAGE,)))
    assert (said.reason, said.counts) == (Reason.IN_TIME, (NO_60,))


# --- Altgeld Hall, 3.3

ALTGELD = rule_set("altgeld")
KINDS = [(kind, forced) for kind in AltgeldKind for forced in (False, True)]


@pytest.mark.parametrize("party", list(Party))
def test_altgeld_3_3_until_ones_own_first_card(party):
    situation = {"party": party}

    in_time = verdict(ALTGELD, ANSAGE, 12, **situation)
    assert (in_time.reason, in_time.paragraph) == (Reason.IN_TIME, "A 3.3")
    assert in_time.possible == (ANSAGE,)
    assert reason(ALTGELD, ANSAGE, 11, **situation) is Reason.TOO_LATE
    assert reason(ALTGELD, ANSAGE, 11, opponents=ANSAGE, **situation) is Reason.TOO_LATE_TO_REPLY
    assert reason(ALTGELD, ANSAGE, 12, called=frozenset((ANSAGE,)), **situation) is Reason.REPEATED


@pytest.mark.parametrize("level", list(Call)[1:])
def test_altgeld_3_3_has_no_levels(level):
    said = verdict(ALTGELD, level, 12, called=frozenset((ANSAGE,)))

    assert (said.reason, said.latest_cards) == (Reason.NOT_IN_THIS_GAME, None)
    assert said.possible == ()


@pytest.mark.parametrize(("kind", "forced"), KINDS)
def test_altgeld_3_3_calls_are_those_that_its_games_allow(kind, forced):
    """The value of a game refuses the same announcements as the calculator."""
    if forced and not kind.is_announced_solo:
        return
    alone = kind.is_alone
    described = {"kind": kind, "re": [1] if alone else [1, 3], "forced": forced}
    described["kontra"] = [2, 3, 4] if alone else [2, 4]
    described |= {"tricks": 0} if kind is AltgeldKind.LUMPER else {"re_points": 130}

    def is_valued(re, kontra):
        try:
            ALTGELD.value_of(described | {"re_announced": re, "kontra_announced": kontra})
        except ValueError:
            return False
        return True

    for party, answered in product(Party, (False, True)):
        re = party is Party.RE or answered
        kontra = party is Party.KONTRA or answered
        opponents = ANSAGE if answered else None
        said = reason(ALTGELD, ANSAGE, 12, kind, forced, party=party, opponents=opponents)
        # Kontra after Re: there Re itself was wrong, if nobody had said Kontra before.
        if not (party is Party.KONTRA and answered):
            assert said.is_right is is_valued(re, kontra)


def test_altgeld_3_3_re_only_as_a_reply_in_voluntary_solos():
    alone = {"kind": AltgeldKind.SILENT_SOLO, "party": Party.RE}

    assert reason(ALTGELD, ANSAGE, 12, **alone) is Reason.ONLY_A_REPLY
    assert reason(ALTGELD, ANSAGE, 12, opponents=ANSAGE, **alone) is Reason.IN_TIME
    assert reason(ALTGELD, ANSAGE, 12, AltgeldKind.LUMPER, party=Party.KONTRA) is Reason.IN_TIME
    forced = reason(ALTGELD, ANSAGE, 12, AltgeldKind.LUMPER, forced=True, party=Party.KONTRA)
    assert forced is Reason.NOT_IN_THIS_GAME
