"""What the value calculator answers, in words: who wins what, and line by line for what."""

from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.english import figures, line_text
from scoring.game import Line, Party, Value
from scoring.rulesets import GameValue
from scoring.rulesets.altgeld_value import AltgeldLine, AltgeldValue
from tournament.labels.findings import translate
from tournament.labels.list_lane import ABSAGE_WORDS
from tournament.labels.points import signed

PARTIES: dict[Party, str] = {Party.RE: "Re", Party.KONTRA: "Kontra"}

SPECIAL_WORDS: dict[str, str | Promise] = {
    "doppelkopf": _("Doppelköpfe"),
    "fox": _("foxes caught"),
    "karlchen": _("Karlchen in the last trick"),
    "karlchen_lost": _("Karlchen lost"),
    "heart_ten": _("tens of hearts caught"),
    "heart_trick": _("trick of hearts alone"),
    "fox_last": _("foxes in the last trick"),
    "fox_first": _("foxes in the first trick"),
    "charlie": _("Charlie in the last trick"),
    "full_trick": _("full tricks"),
}
"""Special points by their names in the public format."""

LEVEL_WORDS: tuple[str | Promise, ...] = (_("nothing"), "", *ABSAGE_WORDS)
"""What a party can have announced; its announcement itself is called by the name of the party."""


def value_words(value: GameValue) -> tuple[str, str]:
    """Return who wins what, and the value in one sentence."""
    points = figures(value.points)
    if isinstance(value, AltgeldValue):
        head = gettext("Points of the positions: %(points)s") % {"points": points}
        return head, f"Re {value.re}, Kontra {value.kontra}"
    assert isinstance(value, Value)
    head = gettext("Nobody wins: %(points)s")
    if value.winner is not None:
        head = gettext("%(party)s wins: %(points)s")
    party = PARTIES[value.winner] if value.winner else ""
    total = gettext("Value from the view of Re: %(value)s") % {"value": signed(value.value_re)}
    return head % {"party": party, "points": points}, total


def breakdown(value: GameValue) -> Iterator[tuple[Line | AltgeldLine, str, str]]:
    """Yield each line with its sentence and its points, where each side has its own with whose."""
    if isinstance(value, AltgeldValue):
        for line in value.breakdown:
            yield line, line_text(line, translate), f"{PARTIES[line.party]} {signed(line.points)}"
    else:
        assert isinstance(value, Value)
        for told in value.breakdown:
            yield told, line_text(told, translate), signed(told.re)


def value_note(value: GameValue) -> str:
    """Return the question whether a party without card points has taken a trick, or nothing."""
    if not isinstance(value, Value) or value.schwarz_untold is None:
        return ""
    note = gettext("%(party)s has no card points: if it took no trick either, please tick that.")
    return note % {"party": PARTIES[value.schwarz_untold]}
