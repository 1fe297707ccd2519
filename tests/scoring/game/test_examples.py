"""The worked examples of the rules, each named by its paragraph.

A line: number and paragraph; N or S (alone) with the card points of Re, `Re0` or `Ko0` for a party
without a trick; announcements of Re / Kontra (the levels below included); special points of Re :
Kontra; the winner; the composition of the value, letter of 7.2.2 or `s` for 7.2.3 and points from
Re's view; the points of positions 1 to 4. Positions 1 and 2 are Re, alone it is position 1.
"""

from collections import Counter

import pytest

from scoring.game import Impossible, evaluate, game_from_json
from tests.factories.games import game_of, json_of
from tests.factories.paragraphs import Played

EXAMPLES = """\
1 7.1.1: Re with 121               | N 121     | -/-             | 0:0 | re     | a+1                     | +1 +1 -1 -1
2 7.1.2: Kontra with 120           | N 120     | -/-             | 0:0 | kontra | a-1 s-1                 | -2 -2 +2 +2
3 7.2.2(a): under 90, 60, 30       | N 216     | Re/-            | 0:0 | re     | a+4 b+2                 | +6 +6 -6 -6
4 7.2.2(a): under 90               | N 172     | Re/-            | 0:0 | re     | a+2 b+2                 | +4 +4 -4 -4
5 7.1.1: Absage of Re kept         | N 172     | k90/-           | 0:0 | re     | a+2 b+2 c+1             | +5 +5 -5 -5
6 7.1.2: Absage of Re failed       | N 172     | k60/-           | 0:0 | kontra | a-1 b-2 c-2 s-1         | -6 -6 +6 +6
7 7.2.2(f): 120 against no 90      | N 88      | k90/Ko          | 0:0 | kontra | a-2 b-4 c-1 f-1 s-1     | -9 -9 +9 +9
8 7.1.2: both announced, 120       | N 120     | Re/Ko           | 0:0 | kontra | a-1 b-4 s-1             | -6 -6 +6 +6
9 7.2.2(b): Kontra announced       | N 80      | -/Ko            | 0:0 | kontra | a-2 b-2 s-1             | -5 -5 +5 +5
10 7.2.2(f): 90 against no 60      | N 130     | k60/-           | 0:0 | kontra | a-1 b-2 c-2 f-1 s-1     | -7 -7 +7 +7
11 7.1.2: Re fails no 90           | N 130     | k90/-           | 0:0 | kontra | a-1 b-2 c-1 s-1         | -5 -5 +5 +5
12 7.1.3: nobody wins              | N 57      | schwarz/schwarz | 0:0 | none   | a-2 e+1 f-4             | -5 -5 +5 +5
13 7.1.3: nobody wins, set off     | N 75      | k90/schwarz     | 0:0 | none   | a-1 e+2 f-1             | 0 0 0 0
14 7.2.2(a): winner under 90       | N 170     | k60/Ko          | 0:0 | kontra | a-1 b-4 c-2 s-1         | -8 -8 +8 +8
15 7.1.3: points of Re alone       | N 170     | k60/k60         | 0:0 | none   | a+1 e+2                 | +3 +3 -3 -3
16 7.1.1 no. 4: 120, only Kontra   | N 120     | -/Ko            | 0:0 | re     | a+1 b+2                 | +3 +3 -3 -3
17 7.2.2(c): schwarz kept          | N 240 Ko0 | schwarz/-       | 0:0 | re     | a+5 b+2 c+4             | +11 +11 -11 -11
18 7.2.2(d): Absage of Kontra kept | N 28      | -/k60           | 0:0 | kontra | a-4 b-2 d-2 s-1         | -9 -9 +9 +9
19 7.2.2(e): 90 and 60 reached     | N 111     | -/k30           | 0:0 | re     | a+1 b+2 d+3 e+2         | +8 +8 -8 -8
20 7.2.2(c,d): Absagen of both     | N 39      | k60/k60         | 0:0 | kontra | a-3 b-4 c-2 d-2 f-2 s-1 | -14 -14 +14 +14
21 7.1.3: no queens without winner | N 100     | k60/k60         | 0:0 | none   | e+1 f-2                 | -1 -1 +1 +1
22 7.1.3: three each               | N 123     | schwarz/k30     | 0:0 | none   | e+3 f-3                 | 0 0 0 0
23 7.1.3: one to five              | N 80      | schwarz/k30     | 0:0 | none   | a-1 e+1 f-4             | -4 -4 +4 +4
24 7.2.3: set off to 0             | N 121     | -/-             | 0:1 | re     | a+1 s-1                 | 0 0 0 0
25 7.2.3: winners get minus        | N 121     | -/-             | 0:3 | re     | a+1 s-3                 | -2 -2 +2 +2
26 7.2.3: Kontra wins and pays     | N 120     | -/-             | 3:0 | kontra | a-1 s-1 s+3             | +1 +1 -1 -1
27 7.2.2(a): exactly 90            | N 150     | -/-             | 0:0 | re     | a+1                     | +1 +1 -1 -1
28 7.2.2(a): 89                    | N 151     | -/-             | 0:0 | re     | a+2                     | +2 +2 -2 -2
29 7.1.2: Re fails no 90 by one    | N 150     | k90/-           | 0:0 | kontra | a-1 b-2 c-1 s-1         | -5 -5 +5 +5
30 7.1.1: Re just keeps no 90      | N 151     | k90/-           | 0:0 | re     | a+2 b+2 c+1             | +5 +5 -5 -5
31 7.2.2(f): exactly 120           | N 120     | k90/-           | 0:0 | kontra | a-1 b-2 c-1 f-1 s-1     | -6 -6 +6 +6
32 7.1.1: 90 against no 90         | N 90      | -/k90           | 0:0 | re     | a+1 b+2 d+1             | +4 +4 -4 -4
33 7.2.2(e): 120 against no 90     | N 120     | -/k90           | 0:0 | re     | a+1 b+2 d+1 e+1         | +5 +5 -5 -5
34 7.1.3: special points remain    | N 120     | k90/k90         | 1:0 | none   | e+1 f-1 s+1             | +1 +1 -1 -1
35 7.1.3: 120 against no 90        | N 149     | k90/k90         | 0:0 | none   | e+1                     | +1 +1 -1 -1
36 7.2.2(a): one trick worth 0     | N 240     | -/-             | 0:0 | re     | a+4                     | +4 +4 -4 -4
37 7.1.2: one trick against schwarz| N 240     | schwarz/-       | 0:0 | kontra | a-1 b-2 c-4 s-1         | -8 -8 +8 +8
38 7.2.2(a): Re without a trick    | N 0 Re0   | -/-             | 0:0 | kontra | a-5 s-1                 | -6 -6 +6 +6
39 7.2.4: soloist with 121         | S 121     | -/-             | 0:0 | re     | a+1                     | +3 -1 -1 -1
40 7.2.4: no queens in a solo      | S 120     | -/-             | 0:0 | kontra | a-1                     | -3 +1 +1 +1
41 7.1.1 no. 4: soloist with 120   | S 120     | -/Ko            | 0:0 | re     | a+1 b+2                 | +9 -3 -3 -3
42 7.2.4: under 90, Re             | S 160     | Re/-            | 0:0 | re     | a+2 b+2                 | +12 -4 -4 -4
43 7.2.4: Re lost                  | S 119     | Re/-            | 0:0 | kontra | a-1 b-2                 | -9 +3 +3 +3
44 7.2.4: no 90 kept               | S 165     | k90/-           | 0:0 | re     | a+2 b+2 c+1             | +15 -5 -5 -5
45 7.2.4: no 90 failed             | S 140     | k90/-           | 0:0 | kontra | a-1 b-2 c-1             | -12 +4 +4 +4
46 7.2.4: Kontra, under 90         | S 85      | -/Ko            | 0:0 | kontra | a-2 b-2                 | -12 +4 +4 +4
47 7.2.4: Absage of Kontra kept    | S 80      | -/k90           | 0:0 | kontra | a-2 b-2 d-1             | -15 +5 +5 +5
48 7.2.4: no 60 kept against Kontra| S 185     | k60/Ko          | 0:0 | re     | a+3 b+4 c+2             | +27 -9 -9 -9
49 7.1.3: nobody wins a solo       | S 130     | k90/k90         | 0:0 | none   | e+1                     | +3 -1 -1 -1
50 7.2.4: solo schwarz             | S 240 Ko0 | schwarz/-       | 0:0 | re     | a+5 b+2 c+4             | +33 -11 -11 -11
"""  # noqa: E501

# Announced, and the highest Absage.
SAID = {
    "-": (False, 0), "Re": (True, 0), "Ko": (True, 0),
    "k90": (True, 1), "k60": (True, 2), "k30": (True, 3), "schwarz": (True, 4),
}  # fmt: skip
SEATINGS = {
    "N": {"kind": "normal", "re": (1, 2), "kontra": (3, 4)},
    "S": {
        "kind": "solo_spades", "solo_kind": "compulsory", "re": (1,), "kontra": (2, 3, 4)
    },
}  # fmt: skip
# Number of special points of a party: Doppelkopf, fox, Karlchen.
SPECIALS = {"0": (0, 0, 0), "1": (0, 1, 0), "3": (1, 1, 1)}
WINNERS = {"re": "re", "kontra": "kontra", "none": None}
SILENT_WEDDING = Played("silent_wedding", re=(1,), kontra=(2, 3, 4), re_points=121)


def cells(line):
    return [cell.strip() for cell in line.split("|")]


def played(outcome, said, special):
    seating, points, *tricks = outcome.split()
    re_said, kontra_said = (SAID[words] for words in said.split("/"))
    re_special, kontra_special = (SPECIALS[count] for count in special.split(":"))
    return Played(
        **SEATINGS[seating],
        re_points=int(points),
        re_no_trick="Re0" in tricks,
        kontra_no_trick="Ko0" in tricks,
        re_announced=re_said[0],
        kontra_announced=kontra_said[0],
        re_absage=re_said[1],
        kontra_absage=kontra_said[1],
        re_special=re_special,
        kontra_special=kontra_special,
    )


def composition(breakdown):
    """Return the points by paragraph, those for Re and for Kontra apart."""
    points = Counter()
    for line in breakdown:
        points["s" if line.rule == "7.2.3" else line.rule[-2], line.re > 0] += line.re
    return {f"{letter}{total:+}" for (letter, _), total in points.items()}


@pytest.mark.parametrize(
    "example", [pytest.param(cells(line), id=cells(line)[0]) for line in EXAMPLES.splitlines()]
)
def test_worked_example(example):
    _, outcome, said, special, winner, expected, points = example

    value = evaluate(game_of(played(outcome, said, special)))

    assert value.winner == WINNERS[winner]
    assert value.points == tuple(int(figure) for figure in points.split())
    assert composition(value.breakdown) == set(expected.split())
    assert sum(line.re for line in value.breakdown) == value.value_re


def test_example_51_silent_wedding_with_special_points_is_refused():
    with_foxes = SILENT_WEDDING._replace(re_special=(0, 2, 0))

    with pytest.raises(Impossible) as evaluated:
        evaluate(game_of(with_foxes))
    with pytest.raises(Impossible) as read:
        game_from_json(json_of(with_foxes))

    assert (evaluated.value.code, read.value.code) == ("special_in_solo", "special_in_solo")


def test_example_51_silent_wedding_without_special_points_counts_threefold():
    value = evaluate(game_of(SILENT_WEDDING))

    assert (value.winner, value.value_re, value.points) == ("re", 1, (3, -1, -1, -1))
    assert [(line.rule, line.re) for line in value.breakdown] == [("7.2.2(a)", 1)]


def test_example_52_dealer_at_a_table_of_five_has_no_figure():
    value = evaluate(game_of(Played(re_points=121, table_size=5)))

    assert (value.winner, value.value_re, value.points) == ("re", 1, (1, 1, -1, -1, None))
