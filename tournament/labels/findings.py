"""Findings of a check on a score sheet, as sentences: the place, what is wrong, what is right.

"Spiel 12: Summe +2 statt 0. Position 3 müsste −4 haben." Those of the rules are written in
`scoring.english` and translated here, next to the program's own (`sheets.reads.sheets`).
Positions are named, not people: the sheet on the desk shows positions.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from scoring.english import SENTENCES, Said, Sentence, game_refusal, say
from tournament.labels.rule_sets import RULE_NAMES

ROW_KINDS: dict[str, str | Promise] = {
    "black_sow": pgettext_lazy("game", "black sow"),
    "compulsory_solo": pgettext_lazy("game", "compulsory solo"),
    "jack_solo": pgettext_lazy("game", "jack solo"),
    "lumper": pgettext_lazy("game", "Lumper"),
    "no_trump_solo": pgettext_lazy("game", "solo without trumps"),
    "normal": pgettext_lazy("game", "normal game"),
    "poverty": pgettext_lazy("game", "poverty"),
    "queen_solo": pgettext_lazy("game", "queen solo"),
    "silent_solo": pgettext_lazy("game", "silent solo"),
    "silent_wedding": pgettext_lazy("game", "silent wedding"),
    "solo_aces": pgettext_lazy("game", "ace solo"),
    "solo_clubs": pgettext_lazy("game", "clubs solo"),
    "solo_diamonds": pgettext_lazy("game", "diamonds solo"),
    "solo_hearts": pgettext_lazy("game", "hearts solo"),
    "solo_jacks": pgettext_lazy("game", "jack solo"),
    "solo_kings": pgettext_lazy("game", "king solo"),
    "solo_queens": pgettext_lazy("game", "queen solo"),
    "solo_spades": pgettext_lazy("game", "spades solo"),
    "suit_solo": pgettext_lazy("game", "suit solo"),
    "trump_solo": pgettext_lazy("game", "trump solo"),
    "voluntary_solo": pgettext_lazy("game", "voluntary solo"),
    "wedding": pgettext_lazy("game", "wedding"),
    "wedding_unclarified": pgettext_lazy("game", "unclarified wedding"),
}


def row_kind(kind: object) -> str:
    """Return the kind of a row in words; an unknown one as written."""
    return str(ROW_KINDS.get(str(kind), kind))


def dealt_by(seat: object) -> str:
    """Say who dealt a game out of turn."""
    return gettext("position %(seat)s dealt") % {"seat": seat}


ALL_SENTENCES = {
    **SENTENCES,
    "awarded_penalty_missing": Sentence(
        "The penalty under %(rule)s against position %(seat)s, imposed by the "
        "referee, is missing on the sheet."
    ),
    "ended_early": Sentence(
        "Games that were not played: %(games)s. The clock of this table has %(minutes)s "
        "minutes left, and only its end strikes games. Please compare with the list."
    ),
    "other_number_of_games": Sentence(
        "The sheet is for %(games)s games, but %(right_games)s are played at this table."
    ),
    "other_rules": Sentence("The sheet is by other rules or options: %(rules)s."),
    "other_table_size": Sentence(
        "The sheet is for %(size)s players, but %(right_size)s sit at this table."
    ),
    "total_out_of_range": Sentence(
        "Total %(figure)s of position %(seat)s: not more than %(limit)s is possible."
    ),
    "total_unlikely": Sentence(
        "Total %(figure)s of position %(seat)s is rare (more than %(limit)s). "
        "Please compare with the list."
    ),
}


def finding_sentence(finding: Said) -> str:
    """Return the finding with its place, in the current language. An unknown code is a bug."""
    return place_sentence(finding.row, finding_text(finding))


def place_sentence(row: int | None, text: str) -> str:
    """Return a sentence with its game; without one it is about the whole list."""
    if row is None:
        return text
    return _("Game %(number)s: %(text)s") % {"number": row, "text": text}


def finding_text(finding: Said) -> str:
    """Return the finding without the game, for a page that shows it beside its row."""
    terms = {}
    for name, value in finding.params.items():
        if name == "kind":
            terms[name] = row_kind(value)
        elif name == "error":
            terms[name] = game_refusal(value, translate=translate)
        elif name in ("rule", "rules") and value in RULE_NAMES:
            terms[name] = str(RULE_NAMES[value])
    return " ".join(filter(None, say(finding, ALL_SENTENCES, translate, terms)))


def translate(text: str, plural: str, number: int) -> str:
    """Return a sentence of `scoring.english` in the current language."""
    return ngettext(text, plural, number) if plural else _(text)
