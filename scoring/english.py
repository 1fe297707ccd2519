"""Plain English sentences for the command line; the program has its own, translated ones."""

from collections.abc import Mapping
from typing import Any

from scoring.findings import Code, Finding
from scoring.game import Code as GameCode
from scoring.game import Impossible, Line, LineKind, Party
from scoring.rulesets import WrongOption, WrongOptionCode
from scoring.rulesets.altgeld_value import AltgeldLine, AltgeldLineKind

# {row} and {seat} are those of the finding, the others its parameters.
SENTENCES: Mapping[Code, str] = {
    Code.MALFORMED: "{place} is no score sheet: {problem}.",
    Code.POINTS_MISSING: "The figure of position {seat} is missing.",
    Code.NOT_INTEGER: "{figure} at position {seat} ({field}) is no whole number.",
    Code.FIVE_TABLE_DEALER_SCORED: "Position {seat} deals and sits out, but has {figure}.",
    Code.NONZERO_SUM: "The figures add up to {sum}, not to 0.",
    Code.PARITY: "Positions {odd_seats} have odd figures, {even_seats} even ones.",
    Code.UNEQUAL_PARTNERS: "{points} is neither two against two nor one against three.",
    Code.SOLOIST_MISSING: "A {kind} needs its soloist.",
    Code.SOLOIST_MISMATCH: "Position {seat} as soloist of a {kind} does not fit the figures.",
    Code.SOLO_NOT_TRIPLED: "A {kind} counts threefold for its soloist, not {points}.",
    Code.TEAM_GAME_TRIPLED: "A {kind} is not played by position {seat} alone as in {points}.",
    Code.VALUE_OUT_OF_RANGE: "No game is worth {value}; the most is {limit}.",
    Code.VALUE_UNLIKELY: "A game worth {value} is rare.",
    Code.DETAIL_IMPOSSIBLE: "The game as described is impossible ({error}).",
    Code.VALUE_MISMATCH: "The game as described gives {right_points}, not {points}.",
    Code.WRONG_CUMULATIVE: "The running total {figure} of position {seat} does not follow from"
    " the row before.",
    Code.WRONG_TOTAL: "The total {figure} of position {seat} does not follow from the last row.",
    Code.WRONG_DEALER: "Position {dealer} is not the next to deal.",
    Code.DEALT_OUT_OF_TURN: "Position {dealer} dealt, though it was the turn of {right_dealer}.",
    Code.ROW_NUMBER: "The row has number {number}.",
    Code.SECOND_COMPULSORY_SOLO: "Position {seat} has played the compulsory solo before.",
    Code.MISSING_COMPULSORY_SOLO: "The compulsory solo of position {seat} is missing.",
    Code.VOLUNTARY_BEFORE_COMPULSORY: "Position {seat} played a voluntary solo before the"
    " compulsory one.",
    Code.FORCED_WRONG_PLAYER: "Position {seat} was not the one to be forced; {dealer} dealt.",
    Code.FORCED_FLAG: "The mark for a forced solo is wrong.",
    Code.FORCED_SOLO_OMITTED: "Position {seat} had to play the compulsory solo in this row.",
    Code.TOO_MANY_GAMES: "{rows} rows and {struck} struck games are more than {games}.",
    Code.TOO_FEW_GAMES: "{rows} rows and {struck} struck games do not make {games} ({reason}).",
    Code.GAME_AFTER_TIME_LIMIT: "After row {limit} time was up; only compulsory solos may follow.",
    Code.ROW_TWICE: "The row is the same as the one before, and one too many.",
    Code.SIDE_UNEQUAL: "{points} does not make two sides ({kind}).",
    Code.NEGATIVE_POINTS: "Position {seat} has {figure} ({field}), but nobody loses points.",
    Code.BOTH_SIDES_WON: "{points}: only one side wins, the other has {limit} at most.",
    Code.VALUE_UNREACHABLE: "No such game ({kind}) gives {points}.",
    Code.OWED_SOLO: "Position {seat} had to play a solo in this row.",
    Code.EXTRA_GAME: "This is one game more than the round has, and nobody owed it.",
    Code.PENALTY_AMOUNT: "This is no penalty under {rule} ({reason}).",
    Code.PENALTY_NONZERO_SUM: "The penalty under {rule} adds up to {sum}, not to 0.",
    Code.INITIALS_MISSING: "The penalty under {rule} bears no initials.",
}
LIMIT_BEHIND_LAST_ROW = "Time was not up before row {limit}, but the list ends with row {rows}."
LIMIT_BEHIND_FORCED = "Solos are forced from row {forced_row} on, but row {limit} was in time."

SUGGESTIONS: Mapping[Code, str] = {
    Code.NONZERO_SUM: "{right_figure} at position {right_seat}?",
    Code.SOLOIST_MISSING: "Position {right_soloist}?",
    Code.SOLOIST_MISMATCH: "Position {right_soloist}?",
    Code.WRONG_CUMULATIVE: "{right_figures} at {seats}?",
    Code.WRONG_TOTAL: "{right_figures} at {seats}?",
    Code.WRONG_DEALER: "Position {right_dealer}?",
    Code.ROW_NUMBER: "{right_number}?",
    Code.FORCED_WRONG_PLAYER: "Position {right_soloist}?",
}


ONE_ROW_OFF = (Code.WRONG_CUMULATIVE, Code.WRONG_TOTAL)
"""With rows: the figures agree among themselves, and one of these does not with them."""
ONE_OF_THE_ROWS = "One of the rows {rows}?"


def message(finding: Finding) -> str:
    """Return the sentence for a finding."""
    sentence = SENTENCES[finding.code]
    if finding.code is Code.GAME_AFTER_TIME_LIMIT and finding.row is None:
        forced = "forced_row" in finding.params
        sentence = LIMIT_BEHIND_FORCED if forced else LIMIT_BEHIND_LAST_ROW
    return sentence.format(**_values(finding))


def suggestion(finding: Finding) -> str | None:
    """Return what would probably be right, None when the finding does not tell."""
    sentence = SUGGESTIONS.get(finding.code)
    if "rows" in finding.params and finding.code in ONE_ROW_OFF:
        sentence = ONE_OF_THE_ROWS if finding.params["rows"] else None
    values = _values(finding)
    try:
        return None if sentence is None else sentence.format(**values)
    except KeyError:
        return None  # a parameter that stands only where it is known


def _values(finding: Finding) -> dict[str, Any]:
    params = finding.params
    values: dict[str, Any] = {name: _shown(name, value) for name, value in params.items()}
    values |= {"row": finding.row, "seat": finding.seat}
    if finding.code is Code.MALFORMED:
        values["place"] = params["path"] or "The whole"
        values["problem"] += f", expected {values['expected']}" if "expected" in values else ""
    return values


def _shown(name: str, value: object) -> str:
    if isinstance(value, tuple):
        return " ".join("-" if entry is None else str(entry) for entry in value)
    in_words = name in ("kind", "reason", "problem", "expected")
    return str(value).replace("_", " ") if in_words else str(value)


# One game. {key} is the place in the public form, where there is a single one.
IMPOSSIBLE_SENTENCES: Mapping[GameCode, str] = {
    GameCode.GAME_TYPE: "The kind of game is missing or unknown.",
    GameCode.SOLO_KIND: "An announced solo is compulsory or voluntary, any other game neither.",
    GameCode.MEMBERS: "Four players on different positions: two and two, or one alone and three.",
    GameCode.POINTS_RANGE: "The card points of Re are a whole number from 0 to 240.",
    GameCode.POINTS_UNREACHABLE: "No party can have 1 card point, nor 239.",
    GameCode.NO_TRICK_BOTH: "One of the parties has taken the tricks.",
    GameCode.NO_TRICK_WITH_POINTS: "A party without a trick has no card points.",
    GameCode.ABSAGE_LEVEL: "An Absage is 0 none, 1 no 90, 2 no 60, 3 no 30 or 4 no trick.",
    GameCode.SPECIAL: "Special points are counts of doppelkopf, fox and karlchen of re and kontra.",
    GameCode.SPECIAL_IN_SOLO: "There are no special points where one plays alone.",
    GameCode.SPECIAL_MAX: "There are four Doppelköpfe at most, two foxes and one Karlchen.",
    GameCode.SPECIAL_WITHOUT_TRICK: "A party without a trick has no special points.",
    GameCode.SPECIAL_POINTS: "A party has fewer card points than its special points need.",
    GameCode.FLAG: "Announcements and parties without a trick are true or false.",
    GameCode.UNKNOWN_KEY: "This key belongs to no game.",
    GameCode.FORCED: "Only an announced solo at a table of four is forced.",
    GameCode.TRICKS: "A Lumper has from 0 to 12 tricks, any other game none.",
    GameCode.ANNOUNCEMENT: "This game has no announcements, or Re only as a reply to Kontra.",
}

WITHOUT_NINES = (
    "No party can have 1 card point, nor 239; without the nines none from 1 to 7, nor 233 to 239."
)
# By rule set, where the sentence of the DDV would not be true.
IMPOSSIBLE_ELSEWHERE: Mapping[str, Mapping[GameCode, str]] = {
    "pagat": {
        GameCode.POINTS_UNREACHABLE: WITHOUT_NINES,
        GameCode.SPECIAL: "Special points are counts of what the options give re and kontra.",
        GameCode.SPECIAL_IN_SOLO: "Where one plays alone Doppelköpfe alone are counted.",
        GameCode.SPECIAL_MAX: "There are not so many of these in one game.",
    },
    "club": {
        GameCode.POINTS_UNREACHABLE: WITHOUT_NINES,
        GameCode.SPECIAL: "Special points are counts of what the options give re and kontra.",
        GameCode.SPECIAL_MAX: "There are not so many of these in one game.",
    },
    "altgeld": {
        GameCode.MEMBERS: "All who play sit on different positions, on sides of the right size.",
        GameCode.POINTS_RANGE: "The card points of Re are a whole number from 0 to 240, of six"
        " people to 360; a Lumper has none.",
        GameCode.POINTS_UNREACHABLE: "No side can have 1 card point, nor all but 1.",
        GameCode.SPECIAL: "Extra points are counts of fox, charlie and full_trick of re and"
        " kontra.",
        GameCode.SPECIAL_IN_SOLO: "These extra points do not count in this game.",
        GameCode.SPECIAL_MAX: "There are four full tricks at most, a fox in each pack and one"
        " Charlie.",
        GameCode.FLAG: "Announcements and forced are true or false.",
    },
}

# {party} is Re or Kontra, {count} how many.
BREAKDOWN_SENTENCES: Mapping[LineKind, str] = {
    LineKind.WON: "{party} won",
    LineKind.UNDER_90: "{party} stayed under 90",
    LineKind.UNDER_60: "{party} stayed under 60",
    LineKind.UNDER_30: "{party} stayed under 30",
    LineKind.NO_TRICK: "{party} took no trick",
    LineKind.ANNOUNCED: "{party} was announced",
    LineKind.ABSAGE_90: "{party} announced no 90",
    LineKind.ABSAGE_60: "{party} announced no 60",
    LineKind.ABSAGE_30: "{party} announced no 30",
    LineKind.ABSAGE_SCHWARZ: "{party} announced no trick",
    LineKind.REACHED_120: "{party} reached 120 against no 90",
    LineKind.REACHED_90: "{party} reached 90 against no 60",
    LineKind.REACHED_60: "{party} reached 60 against no 30",
    LineKind.REACHED_30: "{party} reached 30 against no trick",
    LineKind.AGAINST_THE_QUEENS: "{party} won against the queens of clubs",
    LineKind.DOPPELKOPF: "{party}: {count} x Doppelkopf",
    LineKind.FOX: "{party}: {count} x fox caught",
    LineKind.KARLCHEN: "{party}: Karlchen, the last trick taken with the jack of clubs",
    LineKind.KARLCHEN_LOST: "{party}: {count} x Karlchen lost in the last trick",
    LineKind.HEART_TEN: "{party}: {count} x ten of hearts caught",
    LineKind.HEART_TRICK: "{party}: {count} x trick of hearts alone",
    LineKind.FOX_LAST: "{party}: {count} points for foxes in the last trick",
    LineKind.FOX_FIRST: "{party}: {count} points for foxes in the first trick",
    LineKind.SOLO_AS_RE: "{party} counts as announced in every solo",
    LineKind.DOUBLED: "{party} doubles",
    LineKind.SOLO_DOUBLED: "{party} plays alone: doubled",
    LineKind.DOUBLING_ROUND: "doubling round",
}
ALTGELD_SENTENCES: Mapping[AltgeldLineKind, str] = {
    AltgeldLineKind.GAME: "{party} won",
    AltgeldLineKind.SOLO_LOST: "{party} lost a solo: doubled",
    AltgeldLineKind.ANNOUNCED: "{party} was announced: doubled",
    AltgeldLineKind.SOLO: "{party} played alone: three times",
    AltgeldLineKind.LUMPER_MADE: "{party} took no trick",
    AltgeldLineKind.LUMPER_TRICKS: "{party} took tricks: 6 points for each",
    AltgeldLineKind.AGAINST_THE_QUEENS: "{party} against the queens of clubs",
    AltgeldLineKind.FOX: "{party}: {count} x fox caught",
    AltgeldLineKind.CHARLIE: "{party}: the last trick won with Charlie",
    AltgeldLineKind.FULL_TRICK: "{party}: {count} x full trick",
}

# {name} is what was named wrongly, {allowed} what could stand there.
OPTION_SENTENCES: Mapping[WrongOptionCode, str] = {
    WrongOptionCode.UNKNOWN_RULES: "There are no rules {name}, only {allowed}.",
    WrongOptionCode.NOT_AN_OBJECT: "Options are a JSON object.",
    WrongOptionCode.UNKNOWN_OPTION: "There is no option {name}. Options: {allowed}.",
    WrongOptionCode.WRONG_VALUE: "The option {name} is one of {allowed}, or left out.",
}


def impossible_message(refused: Impossible, rules: str = "ddv") -> str:
    """Return the sentence for a game that a rule set refuses, with its place."""
    sentences = {**IMPOSSIBLE_SENTENCES, **IMPOSSIBLE_ELSEWHERE.get(rules, {})}
    sentence = sentences[refused.code]
    return f"{refused.key}: {sentence}" if refused.key else sentence


def breakdown_text(line: Line) -> str:
    """Return one line of a game's value in words."""
    return BREAKDOWN_SENTENCES[line.kind].format(party=line.party.title(), count=abs(line.re))


def altgeld_text(line: AltgeldLine) -> str:
    """Return one line of a game's value at Altgeld Hall in words."""
    return ALTGELD_SENTENCES[line.kind].format(party=line.about.title(), count=line.points)


def option_message(wrong: WrongOption) -> str:
    """Return the sentence for a rule set that does not exist, or has no such option."""
    allowed = ", ".join(wrong.allowed) or "none"
    return OPTION_SENTENCES[wrong.code].format(name=wrong.name, allowed=allowed)


def announcement_note(party: Party) -> str:
    """Return the note on an announcement that was left out beside its Absage."""
    return f"{party.title()} counts as announced: the Absage includes it."


def schwarz_note(party: Party) -> str:
    """Return the note that asks whether a party without card points has taken a trick."""
    return f"{party.title()} has no card points: if it took no trick either, {party}_no_trick."


# The table of what happens next; {soloist} and {dealer} are positions.
NEXT_COLUMNS = (
    "Table", "Games", "Dealer", "Next game", "Owe", "Normal left", "Solos left", "Forced from",
)  # fmt: skip
TIME_UP_COLUMNS = ("Table", "Games", "Struck", "Still to play")
COMPLETE = "complete"
NOTHING = "-"
FREE_GAME = "free"
FORCED_GAME = "forced: {soloist}"
FORCED_FROM = "{first}, at latest {latest}"
FORCED_SOLO = "{soloist} ({dealer} deals)"
FORCED_SOLO_PASSED_OVER = "{soloist} ({dealer} deals instead)"
IN_DOUBT = "? The list contradicts itself or the rules: check it first."
DEAL_BEGUN = "A game dealt before time was up is finished first: write it down, then look again."
