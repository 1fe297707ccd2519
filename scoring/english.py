"""English sentences: printed by the command line, translated by the program."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from scoring.findings import Code
from scoring.game import Code as GameCode
from scoring.game import Impossible, Line, LineKind, Party
from scoring.game.model import CARD_POINTS
from scoring.rows import OTHER_KIND
from scoring.rulesets import DDV, RuleSet, WrongOption, WrongOptionCode
from scoring.rulesets.altgeld_value import AltgeldLine, AltgeldLineKind
from scoring.terms import figures, signed


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and its condition: all parameters it names must be known.

    `plural` is for any `count` except 1; every parameter in `given` must have that value, None must
    be unknown. `hint`: it only says what would be right, after the one that says what is wrong.
    """

    text: str
    plural: str = ""
    count: str = ""
    given: Mapping[str, object] = field(default_factory=dict)
    hint: bool = False

    def holds(self, params: Mapping[str, object], words: Mapping[str, object]) -> bool:
        """Whether it applies to these parameters, `words` being their texts."""
        fits = all(params.get(name) == value for name, value in self.given.items())
        return fits and words.keys() >= set(re.findall(r"%\((\w+)\)s", self.text))


class Said(Protocol):
    """A finding of the rules or of the program."""

    @property
    def code(self) -> str:
        """What is wrong."""

    @property
    def row(self) -> int | None:
        """The game, None for the whole list."""

    @property
    def seat(self) -> int | None:
        """The position, None where no single one is meant."""

    @property
    def params(self) -> Mapping[str, Any]:
        """The figures that belong into the sentence."""


Translate = Callable[[str, str, int], str]
"""Text, its plural or "", and the number that decides between them."""


def leave_english(text: str, plural: str, number: int) -> str:
    """Return the untranslated text."""
    return plural if plural and number != 1 else text


GAMES_PLAYED = (
    Sentence("Games played: %(rows)s; the round has %(games)s.", given={"struck": 0}),
    Sentence("Games played: %(rows)s, struck: %(struck)s; the round has %(games)s."),
)
# %(seat)s is the position of the finding, %(place)s which of its figures is meant, %(column)s what
# all positions should have; the others are parameters. The first sentence that holds is said, and
# every hint that holds behind it.
SENTENCES: Mapping[str, Sentence | tuple[Sentence, ...]] = {
    Code.MALFORMED: (
        Sentence("“%(path)s” is missing.", given={"problem": "missing_key"}),
        Sentence("“%(path)s” cannot be read.", given={"problem": "not_json"}),
        Sentence(
            "“%(path)s” is out of range. Expected: %(expected)s.", given={"problem": "out_of_range"}
        ),
        Sentence("“%(path)s” stands there twice.", given={"problem": "repeated_key"}),
        Sentence("“%(path)s” is nested too deeply.", given={"problem": "too_deep"}),
        Sentence("“%(path)s” does not belong on a score sheet.", given={"problem": "unknown_key"}),
        Sentence(
            "“%(path)s” does not have %(expected)s entries.", given={"problem": "wrong_length"}
        ),
        Sentence("“%(path)s” should be: %(expected)s.", given={"problem": "wrong_type"}),
    ),
    Code.POINTS_MISSING: (
        Sentence("The points of position %(seat)s are missing."),
        Sentence("Points are missing."),
    ),
    Code.NOT_INTEGER: Sentence("%(place)s: “%(figure)s” is no whole number."),
    Code.FIVE_TABLE_DEALER_SCORED: Sentence(
        "Position %(seat)s deals and sits out: instead of %(figure)s nothing belongs there."
    ),
    Code.ONLY_WINNERS_WRITTEN: Sentence(
        "Only the winners' points are written. Each row needs those of the losers as well."
    ),
    Code.ONLY_LOSERS_WRITTEN: Sentence(
        "Only the losers' points are written. Each row needs those of the winners as well."
    ),
    Code.ONLY_CUMULATIVE: Sentence(
        "Only running totals are written. Each row needs the points of its game as well."
    ),
    Code.NONZERO_SUM: (
        Sentence("Sum %(sum)s instead of 0."),
        Sentence("Position %(right_seat)s should have %(right_figure)s.", hint=True),
    ),
    Code.PARITY: Sentence(
        "The points of %(odd_seats)s are odd, those of %(even_seats)s even. "
        "All must be odd or all even."
    ),
    Code.UNEQUAL_PARTNERS: Sentence(
        "%(points)s does not fit: two positions win and two lose the same number of points."
    ),
    Code.SOLOIST_MISSING: (
        Sentence("%(kind)s without a soloist."),
        Sentence("By the points it is position %(right_soloist)s.", hint=True),
    ),
    Code.SOLOIST_MISMATCH: (
        Sentence("Position %(seat)s as the soloist does not fit the points of this %(kind)s."),
        Sentence("By the points it is position %(right_soloist)s.", hint=True),
    ),
    Code.SOLO_NOT_TRIPLED: Sentence(
        "%(points)s does not fit a %(kind)s: the soloist has three times the points of the others."
    ),
    Code.TEAM_GAME_TRIPLED: Sentence(
        "%(points)s does not fit a %(kind)s: position %(seat)s has three times the points of "
        "the others, as in a solo."
    ),
    Code.VALUE_OUT_OF_RANGE: Sentence("Game value %(value)s: the highest possible is %(limit)s."),
    Code.VALUE_UNLIKELY: (
        Sentence(
            "Game value %(value)s is rare (more than %(limit)s). Please compare with the list."
        ),
        Sentence("A solo worth 0 is rare: nobody has won it. Please compare with the list."),
    ),
    Code.DETAIL_IMPOSSIBLE: Sentence("The details of the game are impossible: %(error)s."),
    Code.VALUE_MISMATCH: Sentence(
        "The details of the game give %(right_points)s instead of %(points)s."
    ),
    **dict.fromkeys(
        (Code.WRONG_CUMULATIVE, Code.WRONG_TOTAL),
        (
            Sentence(
                "By the games it would be %(column)s. The figures agree among themselves, so one "
                "game may be wrong, of these: %(rows)s."
            ),
            Sentence(
                "The figures agree among themselves, so one game may be wrong, of these: %(rows)s."
            ),
            Sentence("%(place)s: %(figure)s instead of %(right_figure)s."),
            Sentence("By the games it would be %(column)s.", given={"rows": None}, hint=True),
            Sentence("By the games it would be %(column)s.", given={"rows": ()}, hint=True),
        ),
    ),
    Code.WRONG_DEALER: Sentence(
        "Position %(dealer)s is written as dealer, it should be position %(right_dealer)s."
    ),
    Code.DEALT_OUT_OF_TURN: Sentence(
        "Position %(dealer)s dealt, though it was the turn of position %(right_dealer)s. "
        "The game stands (TSR 9.6.3)."
    ),
    Code.ROW_NUMBER: Sentence("The game bears number %(number)s instead of %(right_number)s."),
    Code.SECOND_COMPULSORY_SOLO: (
        Sentence(
            "Second compulsory solo of position %(seat)s. The first stands in game %(first_row)s."
        ),
        Sentence("Position %(seat)s has more than one compulsory solo."),
    ),
    Code.MISSING_COMPULSORY_SOLO: (
        Sentence(
            "This must be the compulsory solo of position %(seat)s, not a normal game.",
            given={"reason": "unmarked"},
        ),
        Sentence("Position %(seat)s has not played the compulsory solo."),
    ),
    Code.VOLUNTARY_BEFORE_COMPULSORY: (
        Sentence(
            "Voluntary solo of position %(seat)s before the compulsory solo in game "
            "%(compulsory_row)s. A player’s first solo is the compulsory one."
        ),
        Sentence(
            "Voluntary solo of position %(seat)s without a compulsory solo. "
            "A player’s first solo is the compulsory one."
        ),
    ),
    Code.FORCED_WRONG_PLAYER: Sentence(
        "The forced solo belongs to position %(right_soloist)s, not to position %(seat)s "
        "(dealer: position %(dealer)s)."
    ),
    Code.FORCED_FLAG: (
        Sentence(
            "Marked as forced, but this %(kind)s is not a forced solo.", given={"right_forced": 0}
        ),
        Sentence("This solo is a forced one and should be marked so."),
    ),
    Code.FORCED_SOLO_OMITTED: Sentence(
        "Instead of a %(kind)s, position %(seat)s had to play the compulsory solo here "
        "(dealer: position %(dealer)s)."
    ),
    Code.TOO_MANY_GAMES: GAMES_PLAYED,
    Code.TOO_FEW_GAMES: (
        Sentence(
            "%(struck)s game is struck, but the sheet does not say after which game the time "
            "was up.",
            "%(struck)s games are struck, but the sheet does not say after which game the time "
            "was up.",
            "struck",
            given={"reason": "struck_without_time_limit"},
        ),
        Sentence(
            "Before this game one was left out: dealers or figures jump here.",
            given={"reason": "row_left_out"},
        ),
        Sentence(
            "%(rows)s game is fewer than the %(solos)s compulsory solos.",
            "%(rows)s games are fewer than the %(solos)s compulsory solos.",
            "rows",
            given={"reason": "fewer_than_solos"},
        ),
        *GAMES_PLAYED,
    ),
    Code.GAME_AFTER_TIME_LIMIT: (
        Sentence(
            "Games were struck and solos forced from game %(forced_row)s on, but game %(limit)s is "
            "said to be the last one begun in time."
        ),
        Sentence(
            "A %(kind)s after the time was up: after game %(limit)s there are forced solos only."
        ),
        Sentence(
            "Games were struck, but time was not up before game %(limit)s, and the list ends with "
            "game %(rows)s."
        ),
    ),
    Code.ROW_TWICE: Sentence(
        "The same as the game before, and one game too many: it was written twice."
    ),
    Code.SIDE_UNEQUAL: Sentence(
        "%(points)s does not fit a %(kind)s: it is %(sides)s, all of a side with the same points."
    ),
    Code.NEGATIVE_POINTS: Sentence("%(place)s: %(figure)s, but nobody loses points."),
    Code.BOTH_SIDES_WON: Sentence(
        "%(points)s does not fit: only one side wins, the other has at most %(limit)s points."
    ),
    Code.VALUE_UNREACHABLE: (
        Sentence("No %(kind)s gives %(points)s.", given={"least": None}),
        Sentence("A game worth %(value)s is played again and not written down."),
    ),
    Code.OWED_SOLO: Sentence(
        "Instead of a %(kind)s, position %(seat)s had to play a solo here "
        "(dealer: position %(dealer)s)."
    ),
    Code.EXTRA_GAME: (
        Sentence("One game more than the round has: position %(seat)s owed no solo."),
        Sentence("One game more than the round has, and nobody owed it."),
    ),
    Code.SOLO_KIND: Sentence("No %(kind)s is played here."),
    Code.NOT_DOUBLED: Sentence(
        "After game %(event)s this one counts double: %(right_points)s instead of %(points)s."
    ),
    Code.WRONGLY_DOUBLED: Sentence(
        "This game is in no doubling round: %(right_points)s instead of %(points)s."
    ),
    Code.NO_ROUND_FOR_IT: Sentence(
        "A %(kind)s is played only in the round after a doubling round, and there was none."
    ),
    Code.PENALTY_AMOUNT: (
        Sentence(
            "Penalty under %(rule)s against position %(seat)s: in a compulsory or voluntary solo "
            "9.3.3 a or b applies.",
            given={"reason": "announced_solo"},
        ),
        Sentence(
            "Penalty against position %(seat)s: it is a deduction from this position alone.",
            given={"reason": "deduction"},
        ),
        Sentence(
            "Penalty under %(rule)s against position %(seat)s: the solo counts as played, nobody "
            "has points besides.",
            given={"reason": "game_points"},
        ),
        Sentence(
            "Penalty against position %(seat)s: the reason is missing.",
            given={"reason": "no_reason"},
        ),
        Sentence(
            "Penalty against position %(seat)s: there is no paragraph “%(rule)s” in these rules. "
            "Points and a reason belong here.",
            given={"reason": "not_free"},
        ),
        Sentence(
            "Penalty under %(rule)s: position %(seat)s cannot have committed it in this game.",
            given={"reason": "offender"},
        ),
        Sentence(
            "Penalty under %(rule)s against position %(seat)s: the points do not fit the "
            "paragraph.",
            given={"reason": "pattern"},
        ),
        Sentence(
            "Penalty under %(rule)s against position %(seat)s: its game does not stand on the "
            "list.",
            given={"reason": "unknown_row"},
        ),
        Sentence(
            "Penalty against position %(seat)s: there is no paragraph “%(rule)s” for penalties.",
            given={"reason": "unknown_rule"},
        ),
    ),
    Code.PENALTY_NONZERO_SUM: Sentence(
        "Penalty under %(rule)s against position %(seat)s: sum %(sum)s instead of 0."
    ),
    Code.INITIALS_MISSING: Sentence(
        "Penalty under %(rule)s against position %(seat)s: the initials of the referee are missing."
    ),
}

# Proposals of a command beside a sentence that includes them already.
PROPOSED: Mapping[str, str] = {
    Code.WRONG_CUMULATIVE: "%(right_figures)s at %(seats)s?",
    Code.WRONG_TOTAL: "%(right_figures)s at %(seats)s?",
    Code.WRONG_DEALER: "Position %(right_dealer)s?",
    Code.ROW_NUMBER: "%(right_number)s?",
    Code.FORCED_WRONG_PLAYER: "Position %(right_soloist)s?",
}
ONE_OF_THE_ROWS = "One of the rows %(rows)s?"

EXPECTED: Mapping[str, Sentence] = {
    "figure": Sentence("a figure"),
    "figure_or_average": Sentence("a whole number, or “average”"),
    "list": Sentence("a list"),
    "object": Sentence("an object"),
    "row_kind": Sentence("the kind of a game"),
    "text": Sentence("a text"),
    "truth_value": Sentence("yes or no"),
    "whole_number": Sentence("a whole number"),
}
SHEET = Sentence("sheet")
ONE_POSITION, POSITIONS = Sentence("position %(seat)s"), Sentence("positions %(seats)s")
POSITION_HAS = Sentence("position %(seat)s: %(figure)s")
PLACES: Mapping[str, Sentence] = {
    "cumulative": Sentence("Running total of position %(seat)s"),
    "totals": Sentence("Total of position %(seat)s"),
    "points": ONE_POSITION,
}
FIELDS: Mapping[str, str] = {Code.WRONG_CUMULATIVE: "cumulative", Code.WRONG_TOTAL: "totals"}
SIGNED = {"figure", "points", "right_figure", "right_figures", "right_points", "sum"}
SEATS = {"odd_seats", "even_seats", "seats"}


def say(
    finding: Said,
    sentences: Mapping[str, Sentence | tuple[Sentence, ...]] = SENTENCES,
    translate: Translate = leave_english,
    terms: Mapping[str, str] | None = None,
) -> tuple[str, str]:
    """Return what is wrong, and what would be right if the finding has it.

    `terms` are texts of parameters, provided by the translator.
    """
    params = finding.params
    words = {**_words(finding, translate), **(terms or {})}
    wrong, right = "", []
    told = sentences[finding.code]
    for sentence in (told,) if isinstance(told, Sentence) else told:
        if sentence.holds(params, words) and (sentence.hint or not wrong):
            text = translate(sentence.text, sentence.plural, params.get(sentence.count, 0)) % words
            if sentence.hint:
                right.append(text)
            else:
                wrong = text[:1].upper() + text[1:]
    return wrong, " ".join(right)


def message(finding: Said) -> str:
    """Return the sentence for a finding, in English."""
    return say(finding)[0]


def suggestion(finding: Said) -> str | None:
    """Return what would probably be right, in English; None when the finding does not tell."""
    words = _words(finding, leave_english)
    if "rows" in finding.params and finding.code in FIELDS:
        return ONE_OF_THE_ROWS % words if "rows" in words else None
    proposed = PROPOSED.get(finding.code, "") % words
    return say(finding)[1] or proposed or None


def _words(finding: Said, translate: Translate) -> dict[str, Any]:
    """Return the parameters as texts for a sentence."""

    def in_words(sentence: Sentence, **params: object) -> str:
        return translate(sentence.text, "", 0) % params

    params = finding.params
    words: dict[str, Any] = dict(params)
    for name, value in params.items():
        if name in SEATS:
            listed = ", ".join(map(str, value))
            words[name] = (
                in_words(ONE_POSITION, seat=listed)
                if len(value) == 1
                else in_words(POSITIONS, seats=listed)
            )
        elif name in SIGNED:
            words[name] = figures(value) if isinstance(value, tuple) else signed(value)
        elif name == "sides":
            words[name] = " / ".join(f"{re} : {kontra}" for re, kontra in value)
        elif name == "rows" and isinstance(value, tuple):
            words[name] = ", ".join(map(str, value))
        elif name == "kind":
            words[name] = "normal game" if value == "normal" else str(value).replace("_", " ")
        elif name == "path":
            words[name] = value or in_words(SHEET)
        elif name == "expected" and value in EXPECTED:
            words[name] = in_words(EXPECTED[value])
    if params.get("rows") == ():
        del words["rows"]
    if finding.seat is not None:
        words["seat"] = finding.seat
        place = params.get("field") or FIELDS.get(finding.code)
        words["place"] = in_words(PLACES.get(str(place), ONE_POSITION), seat=finding.seat)
    if len(params.get("seats", ())) > 1:
        words["column"] = ", ".join(
            in_words(POSITION_HAS, seat=seat, figure=signed(figure))
            for seat, figure in zip(params["seats"], params["right_figures"], strict=True)
        )
    return words


# One game. %(party)s is Re or Kontra, %(count)s how many.
LINES: Mapping[LineKind, Sentence] = {
    LineKind.WON: Sentence("%(party)s won"),
    **dict.fromkeys(
        (LineKind.UNDER_90, LineKind.UNDER_60, LineKind.UNDER_30),
        Sentence("%(party)s under %(points)s"),
    ),
    LineKind.NO_TRICK: Sentence("%(party)s without a trick"),
    LineKind.ANNOUNCED: Sentence("%(party)s announced"),
    **dict.fromkeys(
        (LineKind.ABSAGE_90, LineKind.ABSAGE_60, LineKind.ABSAGE_30),
        Sentence("%(party)s announced no %(points)s"),
    ),
    LineKind.ABSAGE_SCHWARZ: Sentence("%(party)s announced no trick for the others"),
    **dict.fromkeys(
        (LineKind.REACHED_120, LineKind.REACHED_90, LineKind.REACHED_60),
        Sentence("%(party)s reached %(points)s against no %(fewer)s"),
    ),
    LineKind.REACHED_30: Sentence("%(party)s reached 30 against no trick"),
    LineKind.AGAINST_THE_QUEENS: Sentence("%(party)s against the queens of clubs"),
    LineKind.DOPPELKOPF: Sentence("%(party)s: %(count)s × Doppelkopf"),
    LineKind.FOX: Sentence("%(party)s: %(count)s × fox caught"),
    LineKind.KARLCHEN: Sentence("%(party)s: Karlchen"),
    LineKind.KARLCHEN_LOST: Sentence("%(party)s: %(count)s × Karlchen lost"),
    LineKind.HEART_TEN: Sentence("%(party)s: %(count)s × ten of hearts caught"),
    LineKind.HEART_TRICK: Sentence("%(party)s: trick of hearts"),
    LineKind.FOX_LAST: Sentence("%(party)s: foxes in the last trick"),
    LineKind.FOX_FIRST: Sentence("%(party)s: foxes in the first trick"),
    LineKind.KARLCHEN_CAUGHT: Sentence("%(party)s: %(count)s × Karlchen caught"),
    LineKind.FOX_END: Sentence("%(party)s: last trick won with a fox"),
    LineKind.REACHED_120_BY_60: Sentence("%(party)s reached 120 against no 60"),
    LineKind.REACHED_60_BY_60: Sentence("%(party)s reached 60 against no trick"),
    LineKind.SOLO_AS_RE: Sentence("a solo counts as if %(party)s was announced"),
    LineKind.DOUBLED: Sentence("%(party)s doubles"),
    LineKind.SOLO_DOUBLED: Sentence("a solo counts double"),
    LineKind.DOUBLING_ROUND: Sentence("a doubling round counts double"),
}
ALTGELD_LINES: Mapping[AltgeldLineKind, Sentence] = {
    AltgeldLineKind.GAME: Sentence("%(party)s won"),
    AltgeldLineKind.SOLO_LOST: Sentence("%(party)s lost a solo: doubled"),
    AltgeldLineKind.ANNOUNCED: Sentence("%(party)s was announced: doubled"),
    AltgeldLineKind.SOLO: Sentence("%(party)s played alone: three times"),
    AltgeldLineKind.LUMPER_MADE: Sentence("%(party)s took no trick"),
    AltgeldLineKind.LUMPER_TRICKS: Sentence("%(party)s took tricks: 6 points for each"),
    AltgeldLineKind.AGAINST_THE_QUEENS: Sentence("%(party)s against the queens of clubs"),
    AltgeldLineKind.FOX: Sentence("%(party)s: %(count)s × fox caught"),
    AltgeldLineKind.CHARLIE: Sentence("%(party)s: last trick won with Charlie"),
    AltgeldLineKind.FULL_TRICK: Sentence("%(party)s: %(count)s × full trick"),
}

# Each is the end of a sentence.
REFUSALS: Mapping[str, Sentence] = {
    GameCode.GAME_TYPE: Sentence("the kind of game is missing"),
    GameCode.SOLO_KIND: Sentence(
        "only an announced solo is compulsory or voluntary, and it must be one"
    ),
    GameCode.MEMBERS: Sentence("two play against two, or one against three, each on one position"),
    GameCode.POINTS_RANGE: Sentence("the card points of Re are a whole number from 0 to 240"),
    GameCode.POINTS_UNREACHABLE: Sentence("no party can have 1 card point, nor 239"),
    GameCode.NO_TRICK_BOTH: Sentence("one of the parties has taken the tricks"),
    GameCode.NO_TRICK_WITH_POINTS: Sentence("a party without a trick has no card points"),
    GameCode.ABSAGE_LEVEL: Sentence("there is no such announcement"),
    GameCode.SPECIAL: Sentence("extra points are counted in whole numbers from 0"),
    GameCode.SPECIAL_IN_SOLO: Sentence("there are no extra points where one plays alone"),
    GameCode.SPECIAL_MAX: Sentence(
        "there are four Doppelköpfe at most, two foxes and one Karlchen"
    ),
    GameCode.SPECIAL_WITHOUT_TRICK: Sentence("a party without a trick has no extra points"),
    GameCode.SPECIAL_POINTS: Sentence("a party has fewer card points than its extra points need"),
    GameCode.FLAG: Sentence("announced or not, with a trick or without: yes or no"),
    GameCode.UNKNOWN_KEY: Sentence("there is an entry that belongs to no game"),
    GameCode.FORCED: Sentence("only an announced solo can be forced, where everybody owes one"),
    GameCode.TRICKS: Sentence("a Lumper has 0 to 12 tricks, and no other game says how many"),
    GameCode.ANNOUNCEMENT: Sentence(
        "nothing is announced in this game, Re only as a reply, or each once by one who plays, "
        'as {"1": "re"} by seat'
    ),
    OTHER_KIND: Sentence("they describe another kind of game than this row"),
}
OTHER_REFUSALS: Mapping[str, Sentence] = {
    GameCode.MEMBERS: Sentence(
        "no such sides play against each other, or somebody is on two of them"
    ),
    GameCode.POINTS_RANGE: Sentence(
        "the card points of Re are a whole number, and no more than there are"
    ),
    GameCode.POINTS_UNREACHABLE: Sentence("no side can have 1 card point, nor all but one"),
    GameCode.SPECIAL_IN_SOLO: Sentence("extra points of this kind do not count in such a game"),
    GameCode.SPECIAL_MAX: Sentence("so many extra points of one kind there cannot be in a game"),
}
"""By rules with more people, cards and extra points than the DDV's."""
WITHOUT_NINES = Sentence(
    "without nines the smallest trick has %(fewest)s card points: no party can have 1 to %(most)s, "
    "nor %(least)s to %(all_but_one)s"
)

# {name} is what was named wrongly, {allowed} what could stand there.
OPTION_SENTENCES: Mapping[WrongOptionCode, str] = {
    WrongOptionCode.UNKNOWN_RULES: "There are no rules {name}, only {allowed}.",
    WrongOptionCode.NOT_AN_OBJECT: "Options are a JSON object.",
    WrongOptionCode.UNKNOWN_OPTION: "There is no option {name}. Options: {allowed}.",
    WrongOptionCode.WRONG_VALUE: "The option {name} is one of {allowed}, or left out.",
    WrongOptionCode.EXCLUDED: "The option {name} excludes {allowed}.",
    WrongOptionCode.NEEDED: "The option {name} needs {allowed}.",
}


def game_refusal(code: str, rules: RuleSet = DDV, translate: Translate = leave_english) -> str:
    """Return why a game as described is refused, as the end of a sentence."""
    smallest = rules.smallest_trick
    if smallest and code == GameCode.POINTS_UNREACHABLE:
        return translate(WITHOUT_NINES.text, "", 0) % {
            "fewest": smallest,
            "most": smallest - 1,
            "least": CARD_POINTS - smallest + 1,
            "all_but_one": CARD_POINTS - 1,
        }
    refusals = REFUSALS if rules == DDV else {**REFUSALS, **OTHER_REFUSALS}
    return translate(refusals[code].text, "", 0)


def impossible_message(refused: Impossible, rules: RuleSet = DDV) -> str:
    """Return the sentence for a game that a rule set refuses, with its place."""
    reason = game_refusal(refused.code, rules)
    sentence = f"{reason[:1].upper()}{reason[1:]}."
    return f"{refused.key}: {sentence}" if refused.key else sentence


def line_text(line: Line | AltgeldLine, translate: Translate = leave_english) -> str:
    """Return one line of a game's value in words.

    The same word has another meaning in other rules: at Altgeld Hall an announcement doubles.
    """
    if isinstance(line, AltgeldLine):
        sentence, party, count = ALTGELD_LINES[line.kind], line.about, line.points
    else:
        sentence, party, count = LINES[line.kind], line.party, abs(line.re)
    # Kinds that go by card points are named by them; no 90 is to have 30 fewer than 120.
    points = line.kind.rpartition("_")[2]
    fewer = int(points) - 30 if points.isdecimal() else 0
    words = {"party": party.title(), "count": count, "points": points, "fewer": fewer}
    return translate(sentence.text, "", 0) % words


def option_message(wrong: WrongOption) -> str:
    """Return the sentence for a rule set that does not exist, or has no such option."""
    allowed = ", ".join(wrong.allowed) or "none"
    return OPTION_SENTENCES[wrong.code].format(name=wrong.name, allowed=allowed)


def announcement_note(party: Party) -> str:
    """The "no 90" kinds are named by card points; no 90 is 30 fewer than 120."""
    return f"{party.title()} counts as announced: the Absage includes it."


def schwarz_note(party: Party) -> str:
    """Return the note that asks whether a party without card points has taken a trick."""
    return f"{party.title()} has no card points: if it took no trick either, {party}_no_trick."
