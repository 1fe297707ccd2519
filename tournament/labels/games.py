"""The value of a game in words: each line of its breakdown, and why a game is refused."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from scoring.game import Code, LineKind, Party
from scoring.game.model import CARD_POINTS
from scoring.rulesets import DDV, RuleSet
from scoring.rulesets.altgeld_value import AltgeldLineKind
from scoring.rulesets.ddv import Ddv

PARTIES: Mapping[Party, str] = {Party.RE: "Re", Party.KONTRA: "Kontra"}

FOXES_LAST, FOXES_FIRST = _("foxes in the last trick"), _("foxes in the first trick")

LINES: Mapping[LineKind, str | Promise] = {
    LineKind.WON: _("%(party)s won"),
    **dict.fromkeys(
        (LineKind.UNDER_90, LineKind.UNDER_60, LineKind.UNDER_30),
        _("%(party)s under %(points)s"),
    ),
    LineKind.NO_TRICK: _("%(party)s without a trick"),
    LineKind.ANNOUNCED: _("%(party)s announced"),
    **dict.fromkeys(
        (LineKind.ABSAGE_90, LineKind.ABSAGE_60, LineKind.ABSAGE_30),
        _("%(party)s announced no %(points)s"),
    ),
    LineKind.ABSAGE_SCHWARZ: _("%(party)s announced no trick for the others"),
    **dict.fromkeys(
        (LineKind.REACHED_120, LineKind.REACHED_90, LineKind.REACHED_60),
        _("%(party)s reached %(points)s against no %(fewer)s"),
    ),
    LineKind.REACHED_30: _("%(party)s reached 30 against no trick"),
    LineKind.AGAINST_THE_QUEENS: _("%(party)s against the queens of clubs"),
    LineKind.DOPPELKOPF: _("%(party)s: %(count)s × Doppelkopf"),
    LineKind.FOX: _("%(party)s: %(count)s × fox caught"),
    LineKind.KARLCHEN: _("%(party)s: Karlchen"),
    LineKind.KARLCHEN_LOST: _("%(party)s: %(count)s × Karlchen lost"),
    LineKind.HEART_TEN: _("%(party)s: %(count)s × ten of hearts caught"),
    LineKind.HEART_TRICK: _("%(party)s: trick of hearts"),
    LineKind.FOX_LAST: format_lazy("%(party)s: {}", FOXES_LAST),
    LineKind.FOX_FIRST: format_lazy("%(party)s: {}", FOXES_FIRST),
    LineKind.SOLO_AS_RE: _("a solo counts as if %(party)s was announced"),
    LineKind.DOUBLED: _("%(party)s doubles"),
    LineKind.SOLO_DOUBLED: _("a solo counts double"),
    LineKind.DOUBLING_ROUND: _("a doubling round counts double"),
}
ALTGELD_LINES: Mapping[AltgeldLineKind, str | Promise] = {
    AltgeldLineKind.GAME: _("%(party)s won"),
    AltgeldLineKind.SOLO_LOST: _("%(party)s lost a solo: doubled"),
    AltgeldLineKind.ANNOUNCED: _("%(party)s was announced: doubled"),
    AltgeldLineKind.SOLO: _("%(party)s played alone: three times"),
    AltgeldLineKind.LUMPER_MADE: _("%(party)s took no trick"),
    AltgeldLineKind.LUMPER_TRICKS: _("%(party)s took tricks: 6 points for each"),
    AltgeldLineKind.AGAINST_THE_QUEENS: _("%(party)s against the queens of clubs"),
    AltgeldLineKind.FOX: _("%(party)s: %(count)s × fox caught"),
    AltgeldLineKind.CHARLIE: _("%(party)s: last trick won with Charlie"),
    AltgeldLineKind.FULL_TRICK: _("%(party)s: %(count)s × full trick"),
}

REFUSALS: Mapping[Code, str | Promise] = {
    Code.GAME_TYPE: _("the kind of game is missing"),
    Code.SOLO_KIND: _("only an announced solo is compulsory or voluntary, and it must be one"),
    Code.MEMBERS: _("two play against two, or one against three, each on one position"),
    Code.POINTS_RANGE: _("the card points of Re are a whole number from 0 to 240"),
    Code.POINTS_UNREACHABLE: _("no party can have 1 card point, nor 239"),
    Code.NO_TRICK_BOTH: _("one of the parties has taken the tricks"),
    Code.NO_TRICK_WITH_POINTS: _("a party without a trick has no card points"),
    Code.ABSAGE_LEVEL: _("there is no such announcement"),
    Code.SPECIAL: _("extra points are counted in whole numbers from 0"),
    Code.SPECIAL_IN_SOLO: _("there are no extra points where one plays alone"),
    Code.SPECIAL_MAX: _("there are four Doppelköpfe at most, two foxes and one Karlchen"),
    Code.SPECIAL_WITHOUT_TRICK: _("a party without a trick has no extra points"),
    Code.SPECIAL_POINTS: _("a party has fewer card points than its extra points need"),
    Code.FLAG: _("announced or not, with a trick or without: yes or no"),
    Code.UNKNOWN_KEY: _("there is an entry that belongs to no game"),
    Code.FORCED: _("only an announced solo at a table of four can be forced"),
    Code.TRICKS: _("a Lumper has 0 to 12 tricks, and no other game says how many"),
    Code.ANNOUNCEMENT: _("in this game nothing is announced, or Re only as a reply to Kontra"),
}
OTHER_REFUSALS: Mapping[Code, str | Promise] = {
    Code.MEMBERS: _("no such sides play against each other, or somebody is on two of them"),
    Code.POINTS_RANGE: _("the card points of Re are a whole number, and no more than there are"),
    Code.POINTS_UNREACHABLE: _("no side can have 1 card point, nor all but one"),
    Code.SPECIAL_IN_SOLO: _("extra points of this kind do not count in such a game"),
    Code.SPECIAL_MAX: _("so many extra points of one kind there cannot be in a game"),
}
"""By rules with more people, cards and extra points than the DDV's."""
WITHOUT_NINES = _(
    "without nines the smallest trick has %(fewest)s card points: no party can have 1 to %(most)s, "
    "nor %(least)s to %(all_but_one)s"
)
OTHER_KIND = _("they describe another kind of game than this row")


def line_words(kind: LineKind | AltgeldLineKind) -> str:
    """Return for what the points of a line of a breakdown are given.

    The same word means something else by other rules: there an announcement doubles.
    """
    return str(ALTGELD_LINES[kind] if isinstance(kind, AltgeldLineKind) else LINES[kind])


def game_refusal(code: str, rules: RuleSet = DDV) -> str:
    """Return why a game as described is refused, as the end of a sentence."""
    smallest = rules.playable.smallest_trick if isinstance(rules, Ddv) else 0
    if smallest and code == Code.POINTS_UNREACHABLE:
        return WITHOUT_NINES % {
            "fewest": smallest,
            "most": smallest - 1,
            "least": CARD_POINTS - smallest + 1,
            "all_but_one": CARD_POINTS - 1,
        }
    if rules != DDV and code in OTHER_REFUSALS:
        return str(OTHER_REFUSALS[Code(code)])
    return str(REFUSALS[Code(code)] if code in REFUSALS else OTHER_KIND)
