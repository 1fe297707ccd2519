"""The answers of the referee's calculators, in words and in both languages."""

import pytest
from django.utils import translation

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
from tournament.labels import referee
from tournament.labels.referee import call_lines

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
    ("reason", "sentence", "possible"),
    [
        (
            Reason.IN_TIME,
            "Rechtzeitig: keine 90 ist mit mindestens 10 Karten in der Hand erlaubt.",
            "Noch möglich: keine 90, keine 60, keine 30, schwarz.",
        ),
        (
            Reason.SKIPPING,
            "Rechtzeitig: mit mindestens 11 Karten in der Hand erlaubt. Es zählt alles: "
            "Re oder Kontra, keine 90, keine 60.",
            "Noch möglich: Re oder Kontra, keine 90, keine 60, keine 30, schwarz.",
        ),
        (
            Reason.SKIPPED_TOO_LATE,
            "Zu spät: keine 90 wurde ausgelassen und erfordert mindestens 10 Karten in der Hand.",
            "Mit diesen Karten ist keine An- oder Absage mehr möglich.",
        ),
        (
            Reason.REPLY_ONLY,
            "Nicht erlaubt: Die Partei darf jetzt nur noch mit Re oder Kontra erwidern, "
            "nicht absagen.",
            "Noch möglich: Re oder Kontra.",
        ),
    ],
)
def test_answer_as_a_judge_reads_it_out(reason, sentence, possible):
    verdict = judge_call(*ONE_OF_EACH_REASON[reason])

    assert [words for words, _paragraph in call_lines(verdict)] == [sentence, possible]
