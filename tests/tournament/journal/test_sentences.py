"""Sentences of the journal whose data are stored in more than one form."""

from tests.factories.words import text
from tournament.labels.journal import journal_sentence


def test_a_round_made_of_numbers_says_how_many_were_drawn() -> None:
    told = {"draw": 1, "numbers": 11, "players": 12}
    said = journal_sentence("rounds_made_of_numbers", told, {}, {})

    assert said == text(
        "Draw %(draw)s: round 1 made of %(numbers)s numbers drawn at the registration desk, for "
        "%(players)s players.",
        **told,
    )
