"""Sentences about tables and seats: how many there are, and what a change of them costs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.draw.changes import AtFiveTables, Change, Move, Repeat
from tournament.draw.checking import PlanFinding
from tournament.draw.table_sizes import CannotSeat, TableSizes, table_sizes
from tournament.models import Entry
from tournament.seating.rules import SeatProblem


def table_sizes_sentence(sizes: TableSizes) -> str:
    """Return the tables: "16 tables of four and 2 tables of five"."""
    counts = Counter(sizes.sizes)
    texts = {
        4: ngettext("%(count)s table of four", "%(count)s tables of four", counts[4]),
        5: ngettext("%(count)s table of five", "%(count)s tables of five", counts[5]),
        6: ngettext("%(count)s table of six", "%(count)s tables of six", counts[6]),
        7: ngettext("%(count)s table of seven", "%(count)s tables of seven", counts[7]),
    }
    first, *others = [texts[people] % {"count": counts[people]} for people in sorted(counts)]
    if not others:
        return first
    return gettext("%(first)s and %(last)s") % {"first": first, "last": others[0]}


def tables_of(people: int) -> str:
    """Return the name of tables of this size: "Tables of five"."""
    texts = {
        4: gettext("Tables of four"),
        5: gettext("Tables of five"),
        6: gettext("Tables of six"),
        7: gettext("Tables of seven"),
    }
    return texts[people]


def cannot_seat_sentence(error: CannotSeat) -> str:
    """Say why this number of players makes no tables, and which nearby numbers do."""
    if error.nearest_lower is None:
        sentence = ngettext(
            "%(players)s player cannot be seated: a table needs at least four. "
            "It works from %(higher)s on.",
            "%(players)s players cannot be seated: a table needs at least four. "
            "It works from %(higher)s on.",
            error.players,
        )
    else:
        sentence = gettext(
            "%(players)s players cannot be seated at tables of four and five. "
            "It works with %(lower)s or %(higher)s."
        )
    return sentence % {
        "players": error.players,
        "lower": error.nearest_lower,
        "higher": error.nearest_higher,
    }


def tables_for(players: int, larger: bool) -> str:
    """Return the tables, of six and seven if `larger`; or why so many players have none."""
    try:
        return table_sizes_sentence(table_sizes(players, larger))
    except CannotSeat as error:
        return cannot_seat_sentence(error)


Entries = Mapping[str, Entry]

PLAN_FINDINGS: dict[str, str | Promise] = {
    "keeps_no_list": _("Table %(table)s: %(person)s sits last there and does not keep the list."),
    "table_size": _("Table %(table)s: %(people)s players. Possible here: %(usual)s."),
    "too_many_fives": _(
        "Tables of five here: %(fives)s. With so many players it takes %(enough)s."
    ),
    "twice": _("%(person)s sits twice: table %(tables)s."),
    "unknown": _("Table %(tables)s: there is no player with number %(person)s."),
    "wrong_table": _("Table %(table)s: %(person)s has the fixed table %(fixed)s."),
}

PLAN_PROBLEMS: dict[str, str | Promise] = {
    "nobody": _("nobody here has the name or number “%(who)s”."),
    "other_name": _("number %(number)s is %(people)s here, in the file “%(name)s”."),
    "other_table": _("this is table %(number)s here; the tables have no gaps."),
    "same_position": _("“%(who)s” and “%(other)s” both have position %(position)s."),
    "twice": _("%(people)s sits at table %(first)s already."),
    "unclear": _("“%(who)s” is not clear. Perhaps: %(people)s."),
}
"""What is wrong with a seat of an imported plan, after its place."""

MOST_NAMED = 6
"""More people than this are only counted: the page that fixes it names them all."""


@dataclass(frozen=True, slots=True)
class FigureLine:
    """One figure of a plan before and after a change."""

    label: str
    before: int
    after: int

    @property
    def is_worse(self) -> bool:
        """Whether the change makes it worse; for all of them less is better."""
        return self.after > self.before


def player_words(entry: Entry) -> str:
    """Return number and name: "17 Müller, Anna"."""
    return f"{entry.number} {entry.person.list_name}"


def move_sentence(move: Move, entries: Entries) -> str:
    """Say who moves from where to where; somebody who comes or goes has one place only."""
    places = [
        gettext("table %(table)s, position %(position)s")
        % {"table": place.table, "position": place.seat}
        for place in (move.before, move.after)
        if place
    ]
    if move.before and move.after and not move.is_walk:
        places[1] = gettext("position %(seat)s") % {"seat": move.after.seat}
    return f"{player_words(entries[move.person])}: {' → '.join(places)}"


def substitute_sentence(gone: Entry, come: Entry, status: str) -> str:
    """Say who leaves and who comes instead, and whether the substitute is ranked."""
    if gone.plays:
        sentence = gettext("%(gone)s withdraws. %(come)s comes instead and %(status)s.")
    else:
        sentence = gettext("%(come)s comes instead of %(gone)s and %(status)s.")
    return sentence % {"gone": player_words(gone), "come": player_words(come), "status": status}


def repeat_sentence(repeat: Repeat, entries: Entries) -> str:
    """Say who meets again, and in which rounds."""
    return gettext("%(one)s and %(other)s: rounds %(rounds)s") % {
        "one": player_words(entries[repeat.one]),
        "other": player_words(entries[repeat.other]),
        "rounds": listed(repeat.rounds),
    }


def mates_sentence(round: int, table: int, one: Entry, other: Entry) -> str:
    """Name two people of one club or team at one table."""
    return gettext("Round %(round)s, table %(table)s: %(one)s and %(other)s") % {
        "round": round,
        "table": table,
        "one": player_words(one),
        "other": player_words(other),
    }


def plan_finding_sentence(
    finding: PlanFinding, entries: Entries, tables: Sequence[Sequence[str]]
) -> str:
    """Say what is wrong in a round, by table and player. An unknown code is a bug."""
    params = dict(finding.params)
    person = str(params.get("person", ""))
    sitting = [number for number, table in enumerate(tables, start=1) if person in table]
    words = {
        **params,
        "person": player_words(entries[person]) if person in entries else person,
        "tables": listed(sitting),
    }
    return str(PLAN_FINDINGS[finding.code]) % words


def plan_problem_sentence(problem: SeatProblem, people: Sequence[Entry]) -> str:
    """Say what is wrong with a seat in a file; `people` are those the selector has found."""
    seat = problem.seat
    words = {
        "table": seat.table,
        "line": seat.line,
        "who": seat.who,
        "name": seat.name,
        "number": problem.number,
        "people": "; ".join(map(player_words, people)),
        "position": seat.position,
        "first": problem.first.table if problem.first else "",
        "other": problem.first.who if problem.first else "",
    }
    place = gettext("Table %(number)s") % {"number": seat.table}
    if seat.line:
        place = f"{gettext('Line')} {seat.line}, {place}"
    code = "unclear" if problem.code == "nobody" and people else problem.code
    return f"{place}: {PLAN_PROBLEMS[code] % words}"


def misfit_sentences(
    round: int, gone: Sequence[Entry], unseated: Sequence[Entry]
) -> tuple[str, ...]:
    """Say who is seated but not there, and who is there without a seat; by name if few."""
    place = gettext("Round %(number)s") % {"number": round}
    words = (
        (gone, gettext("Seated, but not there")),
        (unseated, gettext("There, but without a seat")),
    )
    return tuple(f"{place}: {what}: {_few(people)}." for people, what in words if people)


def _few(people: Sequence[Entry]) -> str:
    if len(people) > MOST_NAMED:
        words = ngettext("%(count)s player", "%(count)s players", len(people))
        return words % {"count": len(people)}
    return "; ".join(map(player_words, people))


def listed(numbers: Iterable[int]) -> str:
    """Join numbers for a sentence: "1", "1 and 3", "1, 2 and 3"."""
    words = [str(number) for number in numbers]
    if len(words) < 2:
        return "".join(words)
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(words[:-1]), "last": words[-1]}


def figure_lines(change: Change, fives: tuple[int, int]) -> tuple[FigureLine, ...]:
    """Return the cost of a change, figure by figure; `fives`: tables of five before and after."""
    before, after = change.before, change.after
    seats = gettext("Largest difference between positions 1 to 4 of one player")
    figures = (
        (gettext("Repeat meetings"), before.repeat_pairs, after.repeat_pairs),
        (gettext("Club mates"), before.same_club_pairs, after.same_club_pairs),
        (gettext("Tables of five"), *fives),
        (
            gettext("Too often at a table of five"),
            before.five_table_repeats,
            after.five_table_repeats,
        ),
        (seats, before.seat_imbalance, after.seat_imbalance),
        (gettext("Most often anybody sits at position 5"), *change.fifth),
    )
    return tuple(FigureLine(*figure) for figure in figures)


def at_fives_sentence(most: AtFiveTables, entries: Entries) -> str:
    """Say who sits at tables of five more often than is fair; "" if nobody does."""
    if most.is_fair:
        return ""
    sentence = gettext(
        "Most often at a table of five: %(people)s, %(times)s times (fair would be %(fair)s at "
        "most)."
    )
    people = _few([entries[person] for person in most.people])
    return sentence % {"people": people, "times": most.times, "fair": most.fair_share}


def way_out_sentence(error: CannotSeat) -> str:
    """Say how a number of players that fits no tables can play all the same."""
    come = ngettext(
        "One more player, and it works.", "With %(missing)s more players it works.", error.missing
    ) % {"missing": error.missing}
    if not error.sit_out:
        return come
    rest = ngettext(
        "Or one player sits out in each round, by lot: then draw again.",
        "Or %(sit_out)s players sit out in each round, by lot: then draw again.",
        error.sit_out,
    ) % {"sit_out": error.sit_out}
    return f"{come} {rest}"


def print_again_sentence(number: int, tables: Sequence[int]) -> str:
    """Say which papers of a round are void: its seat list, and these tables' score sheets."""
    sentence = gettext("Print again: seat list of round %(number)s.")
    if tables:
        sentence = gettext(
            "Print again: seat list of round %(number)s, score sheets: table %(tables)s."
        )
    return sentence % {"number": number, "tables": listed(tables)}
