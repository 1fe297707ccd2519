"""The row notation of the desk: one line of text per game, as short as on paper (TSR 7.3.3).

    13 4                    positions 1 and 3 win 4, two against two
    13 4 h                  the same in an announced wedding
    2 5 p   134 5 p         compulsory solo of position 2: won, lost
    2 5 pv                  the same, forced (Vorführung)
    2 3 l   2 3 s   2 3 u   voluntary solo, silent wedding, unclarified wedding
    0       2 0 p           nobody has points; a solo worth 0 still names its soloist
    13 4 g2                 dealt out of turn, by position 2 (Geber)

Winners are those who have plus points, so a value is never negative. The value is the one
before tripling. Penalties follow, each after an exclamation mark: the position of the offender,
the paragraph, the Absagen of the other party under 9.4, the initials of the referee:

    13 4 ! 3 9.3.2 KS       2 0 p ! 4 9.4.4 a2 KS       2 5 p ! 4 9.5.1b1 KS

Under 9.5.1, b1 and b2 choose between the patterns of 9.3.3 b1 (the soloist is credited) and
b2 (all others are), where an offence against a soloist allows both.

Other rules have other letters (`rules=...`). Where only winners score, a second figure behind a
slash is what the others have; who is on no side stands behind a minus. Where there is no
catalogue, a penalty has the offender, the points that he loses, and the reason:

    13 4/1      134 13/1 s      12 3 -56 a      13 4 ! 2 6 came late

These are the canonical spellings, which `write_line` prints. `parse_line` reads any order of
winners and letters, capitals, and blanks, commas, dots, slashes or plus signs between the
parts; before a letter or an exclamation mark nothing need stand. Paragraphs do without dots.

`parse_line(write_line(game))` is the game again. What is not right is a `LineProblem`: a code,
the place in the text, and whether more typing can still make it right.
"""

from scoring.notation.lines import letters_of, line_of, parse_line, write_line
from scoring.notation.list_lines import ReadLine, read_list
from scoring.notation.problems import Column, LineCode, LineProblem
from scoring.notation.values import DEALT_BY, FORCED, LETTERS, PENALTY_MARK, NotedGame

__all__ = [
    "DEALT_BY",
    "FORCED",
    "LETTERS",
    "PENALTY_MARK",
    "Column",
    "LineCode",
    "LineProblem",
    "NotedGame",
    "ReadLine",
    "letters_of",
    "line_of",
    "parse_line",
    "read_list",
    "write_line",
]
