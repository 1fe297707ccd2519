"""The answers of the referee's calculators, in words and in both languages."""

import pytest
from django.utils import translation

from scoring.game import Party
from scoring.referee import (
    Booking,
    Call,
    NextDealer,
    Note,
    Outcome,
    Reason,
    Settling,
    Situation,
    Violation,
    Wedding,
    judge_call,
)
from scoring.rulesets import rule_set
from tests.factories.pages import figures_in
from tournament.labels import referee
from tournament.labels.referee import (
    NOTHING_POSSIBLE,
    STILL_POSSIBLE,
    call_lines,
    call_names,
)

TABLES = [
    (Call, referee.CALLS),
    (Wedding, referee.WEDDINGS),
    (Reason, referee.REASONS),
    (Violation, referee.VIOLATIONS),
    (Settling, referee.SETTLING_QUESTIONS),
    (Outcome, referee.OUTCOMES),
    (NextDealer, referee.NEXT_DEALERS),
    (Booking, referee.BOOKINGS),
    (Note, referee.NOTES),
]
_ALTGELD = rule_set("altgeld")
ONE_OF_EACH_REASON = {
    Reason.IN_TIME: (Call.NO_90, Situation(10, called=frozenset({Call.ANNOUNCEMENT}))),
    Reason.REPLY: (Call.ANNOUNCEMENT, Situation(9, opponents=Call.NO_90)),
    Reason.SKIPPING: (Call.NO_60, Situation(11)),
    Reason.COUNTS_ALREADY: (Call.NO_90, Situation(10, called=frozenset({Call.NO_60}))),
    Reason.TOO_LATE: (Call.ANNOUNCEMENT, Situation(10)),
    Reason.TOO_LATE_TO_REPLY: (Call.ANNOUNCEMENT, Situation(8, opponents=Call.NO_90)),
    Reason.SKIPPED_TOO_LATE: (Call.NO_60, Situation(9, called=frozenset({Call.ANNOUNCEMENT}))),
    Reason.ANNOUNCEMENT_MISSING: (Call.NO_90, Situation(10)),
    Reason.REPLY_ONLY: (Call.NO_90, Situation(10, opponents=Call.ANNOUNCEMENT)),
    Reason.AFTER_LATE_REPLY: (
        Call.NO_90,
        Situation(10, Wedding.NONE, frozenset({Call.ANNOUNCEMENT}), Call.ANNOUNCEMENT, 10),
    ),
    Reason.REPEATED: (Call.NO_90, Situation(10, called=frozenset({Call.NO_90}))),
    Reason.NOT_IN_THIS_GAME: (Call.NO_90, Situation(12, calling=_ALTGELD.calling("normal"))),
    Reason.ONLY_A_REPLY: (
        Call.ANNOUNCEMENT,
        Situation(12, party=Party.RE, calling=_ALTGELD.calling("lumper")),
    ),
    Reason.LEFT_OUT: (Call.NO_60, Situation(12, calling=rule_set("pagat").calling("normal"))),
    Reason.WEDDING_NOT_CLARIFIED: (Call.ANNOUNCEMENT, Situation(11, Wedding.NOT_YET)),
}


@pytest.mark.parametrize(
    ("codes", "labels"), TABLES, ids=lambda each: getattr(each, "__name__", "")
)
def test_every_code_has_its_words_in_both_languages(codes, labels):
    assert set(labels) == set(codes)
    for code in codes:
        with translation.override("en"):
            english = str(labels[code])
        with translation.override("de"):
            german = str(labels[code])
        assert english
        assert german not in ("", english)


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_reason_is_given_with_its_figures(language):
    assert list(ONE_OF_EACH_REASON) == list(Reason)
    for reason, question in ONE_OF_EACH_REASON.items():
        verdict = judge_call(*question)
        assert verdict.reason is reason
        with translation.override(language):
            sentence = call_lines(verdict)[0][0]
        assert "None" not in sentence
        assert "%" not in sentence


@pytest.mark.parametrize(
    ("reason", "named", "cards", "possible"),
    [
        (Reason.IN_TIME, [Call.NO_90], 10, list(Call)[1:]),
        (Reason.SKIPPING, [Call.ANNOUNCEMENT, Call.NO_90, Call.NO_60], 11, list(Call)),
        (Reason.SKIPPED_TOO_LATE, [Call.NO_90], 10, []),
        (Reason.REPLY_ONLY, [Call.ANNOUNCEMENT], None, [Call.ANNOUNCEMENT]),
    ],
)
def test_answer_names_calls_and_cards_and_what_is_still_possible(reason, named, cards, possible):
    (answer, _paragraph), (then, _none) = call_lines(judge_call(*ONE_OF_EACH_REASON[reason]))

    assert call_names(named) in answer
    assert cards is None or str(cards) in figures_in(answer)
    assert then == str(STILL_POSSIBLE if possible else NOTHING_POSSIBLE) % {
        "calls": call_names(possible)
    }
