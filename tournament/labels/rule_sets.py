"""Names of rule sets and their options (docs/rule-sets.md)."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.model import FREE
from scoring.rulesets import DDV, RuleSet

RULE_SETS: dict[str, str | Promise] = {
    "ddv": _("DDV tournament"),
    "pagat": _("Tournament play after pagat.com"),
    "altgeld": _("Altgeld Hall: only winners score"),
    "club": _("Club evening with its own options"),
}
"""By the names of scoring.rulesets, in the order of the select."""

RULE_NAMES: dict[str, str | Promise] = {**RULE_SETS, FREE: _("agreement")}
"""Rules as findings name them; a penalty without a paragraph is one by agreement."""

RULE_SET_HINTS: dict[str, str | Promise] = {
    "ddv": _("24 games in 100 minutes, one compulsory solo each, penalties of the rules."),
    "pagat": _(
        "As the DDV, with poverty and an additional game for whoever still owes a solo. "
        "A side that fails its own announcement loses the whole game."
    ),
    "altgeld": _(
        "Only winners and extra points are written down, nobody loses any. "
        "Four to seven at a table, no time limit."
    ),
    "club": _("Values of the DDV; games, minutes, solos and variants as the club plays."),
}

OPTIONS: dict[str, str | Promise] = {
    "games": _("Games at a table of four"),
    "minutes": _("Minutes at a table of four"),
    "solos": _("Compulsory solos for each player in a round"),
    "owed": _("A compulsory solo that nobody announced"),
    "solo_extra_game": _("A compulsory solo makes the round one game longer"),
    "forced_at_five": _("Solos are forced at tables of five as well"),
    "until": _("The round ends with the game that reaches this score"),
    "equal_deals": _("Everybody deals equally often"),
    "re_121": _("Re needs 121 after Kontra alone as well"),
    "karlchen_caught": _("A captured Karlchen counts 1"),
    "heart_ten": _("A captured ten of hearts counts"),
    "fox_end": _("The last trick won with a fox counts 1"),
    "doppelkopf_solo": _("A Doppelkopf counts in solos as well"),
    "levels": _("Levels counted and said"),
    "replay": _("Played again and not written down"),
    "poverty": _("Poverty is a kind of game"),
    "4": _("Re and Kontra double"),
    "6": _("Poverty is no game of its own"),
    "8": _("Calls with 12, 10, 8, 6 and 4 cards"),
    "10": _("A captured ten of hearts counts 1"),
    "11": _("A trick of hearts alone counts 1"),
    "12": _("King solo: only the kings are trumps"),
    "15": _("A Doppelkopf is two pairs of identical cards"),
    "16": _("Solos count more"),
    "18": _("Fox in the last trick counts 2"),
    "19": _("Nothing for a lost Karlchen"),
    "20": _("Doubling rounds: after some games the next four (five at five people) count double"),
    "23": _("Same dealer after any announced solo"),
    "24": _("No trump and ace solos"),
    "27": _("Schwarze Sau: after a doubling round the second queen of spades plays alone"),
}
"""Options that affect a list or a calculator; numbered ones by what they change."""

_BY_NUMBER_ALONE = _("as numbered at pagat.com: nothing is counted differently")
AT_THE_TABLE: dict[str, str | Promise] = {
    **dict.fromkeys(("1", "2", "5", "7", "9", "13", "17", "25", "26", "28"), _BY_NUMBER_ALONE),
    "3": _("Forty cards: without the nines, ten cards each"),
    "14": _("Genscher: whoever has both kings of diamonds chooses a new partner"),
    "21": _("as numbered at pagat.com, not together with 22: nothing is counted differently"),
    "22": _("as numbered at pagat.com, not together with 14 or 21: nothing is counted differently"),
}
"""Numbered options that only concern the players. What the source says of those with a number alone
is not known here, so nothing is said of it."""

OPTION_HINTS: dict[str, str | Promise] = {
    "games": _("Left empty: as usual."),
    "minutes": _("Left empty: as usual. 0: no time limit."),
    "until": _("Left empty: no score."),
    "solo_extra_game": _("Where nobody owes one: the first announced solo of each player."),
}

VALUES: dict[str, dict[object, str | Promise]] = {
    "4": {"game": _("the game"), "all": _("the game and extra points")},
    "16": {"double": _("twice the value"), "re": _("as if Re was said")},
    "18": {"last": _("in the last trick"), "last_first": _("in the last and in the first trick")},
    "owed": {
        "forced": _("is forced at the end"),
        "additional": _("is an additional game"),
        "none": _("is left out"),
    },
    "heart_ten": {1: "1", 2: "2"},
    "levels": {60: _("under 60 and schwarz alone")},
    "replay": {0: _("games worth 0"), 1: _("games worth at most 1")},
}
"""Names of an option's values, by option."""


def option_name(name: str) -> str:
    """Return an option's name in the current language; a numbered one with its number."""
    if name in OPTIONS and not name.isdecimal():
        return str(OPTIONS[name])
    return f"{name} {OPTIONS[name] if name in OPTIONS else AT_THE_TABLE[name]}"


def chosen_options(rules: RuleSet) -> list[str]:
    """Return the chosen options in words: games, minutes and solos first, then by number."""
    chosen = []
    for name in sorted(rules.options, key=str.isdecimal):
        value = rules.options[name]
        if value is True:
            chosen.append(option_name(name))
        elif value is None:
            chosen.append(gettext("No time limit"))
        else:
            words = VALUES[name][value] if name in VALUES else value
            chosen.append(f"{option_name(name)}: {words}")
    return chosen


def rules_of_evening(rules: RuleSet) -> str:
    """Return the rules for the wall: which, and the chosen options; empty for the DDV's."""
    if rules.name == DDV.name:
        return ""
    return "; ".join([str(RULE_SETS[rules.name]), *chosen_options(rules)])
