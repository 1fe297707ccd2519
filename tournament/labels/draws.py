"""Words about draws and seats: methods, tables, refusals, quality, cost of a change, the proof."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.terms import SIX_TABLE
from tournament.draw.certificate import Certificate, DrawnByStandings, Figure, PlanQuality, Wish
from tournament.draw.changes import AtFiveTables, Change, Repeat
from tournament.draw.proof import TO_NOTE, ListChanges
from tournament.draw.quality import PlanFinding
from tournament.draw.table_sizes import CannotSeat, TableSizes, table_sizes
from tournament.labels.points import rounded_number
from tournament.models import Entry


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

MOST_NAMED = 6  # more people than this are only counted: the page that fixes it names them all


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


def name_or_count(people: Sequence[Entry]) -> str:
    """Return the names of a few players, the number of more."""
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


def better_redrawn_sentence(repair: Change, redrawn: Certificate | None) -> str:
    """Say how many pairs fewer meet again by a new draw; "" where it is no better (None)."""
    if redrawn is None:
        return ""
    sentence = gettext(
        "Drawing again is better here: %(redrawn)s repeat meetings in a sample, %(repaired)s by "
        "the change below."
    )
    repeats, mates = redrawn.repeated_pairs.value, redrawn.same_club_pairs.value
    said = sentence % {"redrawn": repeats, "repaired": repair.after.repeat_pairs}
    if mates < repair.after.same_club_pairs:
        sentence = gettext("Pairs of club mates: %(redrawn)s instead of %(repaired)s.")
        said += " " + sentence % {"redrawn": mates, "repaired": repair.after.same_club_pairs}
    return said


def at_fives_sentence(most: AtFiveTables, entries: Entries) -> str:
    """Say who sits at tables of five more often than is fair; "" if nobody does."""
    if most.is_fair:
        return ""
    sentence = gettext(
        "Most often at a table of five: %(people)s, %(times)s times (fair would be %(fair)s at "
        "most)."
    )
    people = name_or_count([entries[person] for person in most.people])
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


DRAW_METHODS: dict[str, str | Promise] = {
    "plan": _("Tournament plan: all rounds at once"),
    "redraw": _("Every round drawn anew"),
    "groups": _("Teams in groups: all rounds at once"),
    "ranked": _("By the standings: neighbours together"),
    "snake": _("By the standings: snake"),
    "manual": _("By hand"),
}
"""By the codes of tournament.draw.METHODS, plus setting by hand."""

METHOD_HINTS: dict[str, str | Promise] = {
    "plan": _("Everybody can know all their tables in the morning. Best against repeats."),
    "redraw": _("Round after round by lot; those who come or go in between do no harm."),
    "groups": _("Groups sit apart, at each table one of each team; of three, one in turn has two."),
    "ranked": _("From round 2 on first to fourth sit together, fifth to eighth, and so on."),
    "snake": _("From round 2 on the strong are spread over the tables."),
}


def method_name(method: str) -> str:
    """Return the method's name in the current language."""
    return str(DRAW_METHODS[method])


DRAW_REFUSALS: dict[str, str | Promise] = {
    "commitment_published": _("The commitment of this draw is published already."),
    "too_many_tables": _(
        "A round has %(most)s tables at most, so that every sheet has a code of its own: here "
        "there are %(tables)s."
    ),
    "draw_is_by_hand": _(
        "The seats of this tournament are set by hand. The settings say how they are drawn."
    ),
    "list_changed": _(
        "The list of players has changed since it was closed. Close it again, post it, and let "
        "somebody give a new number."
    ),
    "list_closed": _("The list is closed already, and nothing has changed since."),
    "list_not_closed": _(
        "The commitment is published, but the list of players is not closed. Close it first, then "
        "let somebody give a number."
    ),
    "no_commitment": _("No commitment of a draw is published."),
    "nothing_to_publish": _("No round waits to be published."),
    "number_invalid": _("The number is a whole number from 0 to %(largest)s."),
    "redraw_changed_meanwhile": _(
        "Score sheets, penalties or players have changed in the meantime. Nothing is discarded. "
        "Here is what would be lost now."
    ),
    "redraw_number_wrong": _("To draw again, type the number of the round: %(round)s."),
    "redrawn_meanwhile": _(
        "Round %(round)s has been drawn again in the meantime. That draw is not discarded unless "
        "you confirm it anew."
    ),
    "round_already_drawn": _("Round %(round)s has been drawn in the meantime."),
    "standings_incomplete": _(
        "Round %(round)s is drawn by the standings, and score sheets are missing: %(places)s."
    ),
    # Files of players to be seated.
    **dict.fromkeys(
        ("seating_not_json", "sheets_file_not_json"), _("The file is not valid JSON in UTF-8.")
    ),
    "seating_no_object": _(
        'The file is a list. Expected is an object: {"players": [{"id": "1"}, …]}.'
    ),
    "seating_without_players": _("The file names no players (“players”)."),
    "seating_unknown_key": _(
        "Player no. %(number)s of the file has something that is unknown here: %(keys)s. Known are "
        "%(known)s."
    ),
    "seating_bad_player": _(
        "Player no. %(number)s of the file cannot be read: “id” is needed; “club” and “team” are "
        "texts, “table” and “queue” numbers, “no_list” is true or false."
    ),
    "seating_id_twice": _("The file names “%(key)s” twice."),
    "seating_bad_standings": _("The file of the standings needs “rounds” and “ranking”."),
    # Changes of seats.
    "nothing_to_repair": _("Everybody who is there has a seat, and nobody else: nothing to do."),
    "not_seated": _("Number %(number)s has no seat in round %(round)s."),
    "repair_with_byes": _(
        "From round %(round)s on somebody sits out by lot, so the seats are not repaired: draw "
        "again from round %(round)s on."
    ),
    "round_not_next": _("Round %(round)s is not the next to be seated."),
    "seat_change_has_results": _(
        "There is a result or a penalty: %(places)s. Take it back first: else its points would "
        "change hands."
    ),
    "seated_already": _("Number %(number)s has a seat in round %(round)s or later already."),
    "seat_plan_unreadable": _(
        "This is no seating plan: a JSON file of plan_seating, or a table (.xlsx, .ods, CSV)."
    ),
    "seat_plan_without_round": _("The plan in the file has no round %(round)s."),
    "seat_plan_other_rounds": _(
        "The plan in the file has no round %(round)s. It has round %(rounds)s."
    ),
    "seat_plan_without_columns": _(
        "No seats found. A table needs a heading: “Tisch” and “Nr.” or “Name”, perhaps “Platz”; or "
        "“Tisch” and a column for each position; or “Name” and a column for each round with “7-3”, "
        "table and position. Without a heading: a line of start numbers for each table, 7-2-1-8."
    ),
    "seat_plan_row": _(
        "Line %(line)s, column “%(column)s”: “%(text)s” is no number. Right would be “3”, for "
        "example."
    ),
    "seat_plan_pair": _(
        "Line %(line)s, column “%(column)s”: “%(text)s” is no table with its position. Right would "
        "be “7-3”, for example."
    ),
    "seat_plan_dates": _(
        "Line %(line)s, column “%(column)s”: Excel has made the date %(text)s of table and "
        "position, and which of the two is which cannot be told. Please give the cells the format "
        "“Text” in Excel and type them anew, or write table and position into two columns."
    ),
    "seat_plan_formula": _(
        "Line %(line)s, column “%(column)s”: a formula without a result. Please open and save the "
        "file once in Excel or LibreOffice, or type the value."
    ),
    "seats_changed_meanwhile": _(
        "Players or seats have changed in the meantime. Here is what would happen now."
    ),
    "swap_with_oneself": _("Two different players are needed to exchange seats."),
    "unknown_number": _("There is no player with number %(number)s."),
}

IMPOSSIBLE_WISHES: dict[str, str | Promise] = {
    "no_such_table": ngettext_lazy(
        "%(person)s has the fixed table %(table)s, but there is only %(tables)s table.",
        "%(person)s has the fixed table %(table)s, but there are only %(tables)s tables.",
        "tables",
    ),
    "table_overfull": _(
        "%(people)s people have the fixed table %(table)s, but it has only %(seats)s seats."
    ),
    "ranking_incomplete": _("Not in the standings: %(people)s."),
    "no_team_groups": _("The teams are in no groups yet."),
    "team_group_size": ngettext_lazy(
        "Group %(group)s has %(teams)s team. Groups have three, four or five.",
        "Group %(group)s has %(teams)s teams. Groups have three, four or five.",
        "teams",
    ),
    "not_in_team_groups": _("%(person)s is in none of the teams that are in groups."),
    "team_not_of_four": ngettext_lazy(
        "The team “%(team)s” has %(people)s player here. Four of each team play.",
        "The team “%(team)s” has %(people)s players here. Four of each team play.",
        "people",
    ),
    "table_taken": _(
        "%(person)s cannot have table %(table)s in every round: the groups of teams do not leave "
        "it free."
    ),
}
"""By the codes of CannotDraw."""


GROUP = 8  # as many digits as the eye takes in at once, also on the wall


def in_groups(figures: str) -> Sequence[str]:
    """Split a fingerprint into groups that can be compared aloud."""
    return [figures[start : start + GROUP] for start in range(0, len(figures), GROUP)]


def to_note(figures: str) -> str:
    """Return the part of a commitment or seal to be noted, in groups: "3f0c51ab 9d77e210"."""
    return " ".join(in_groups(figures[:TO_NOTE]))


def changes_in_words(changes: ListChanges) -> list[tuple[str, str]]:
    """Return the changes on a list of players: titles, each with who or what."""
    otherwise = gettext("standings, first round, or how many sit out")
    titles = (
        (capfirst(gettext("new")), _people(changes.come)),
        (gettext("No longer on it"), _people(changes.gone)),
        (gettext("Changed"), _people(changes.changed)),
        (gettext("Besides"), otherwise if changes.is_otherwise else ""),
    )
    return [(title, words) for title, words in titles if words]


def _people(players: Iterable[Mapping[str, Any]]) -> str:
    return "; ".join(f"{player['id']} {player['name']}" for player in players)


@dataclass(frozen=True, slots=True)
class CertificateLine:
    """A figure in words; `figure` is None if it is no use in comparing ways of drawing."""

    title: str
    figure: Figure | None
    sentence: str


def certificate_lines(plan: PlanQuality) -> tuple[CertificateLine, ...]:
    """Return the lines about a plan; what cannot occur in it (no clubs, no byes) is left out."""
    certificate, byes = plan.certificate, plan.byes
    repeats, spread = certificate.repeated_pairs, certificate.seat_spread
    meetings = ngettext(
        "%(count)s time two people meet who have met before.",
        "%(count)s times two people meet who have met before.",
        repeats.value,
    )
    positions = ngettext(
        "Nobody sits in one position more than once more often than in another.",
        "Somebody sits in one position %(count)s times more often than in another.",
        spread.value,
    )
    if not repeats.value:
        meetings = gettext("No two players meet twice.")
    if not spread.value:
        positions = gettext("Everybody has every position equally often.")
    judged = _judge(meetings, repeats)
    if certificate.twice_at_most:
        judged = f"{judged} {gettext('Fewer only where some meet three times.')}"
    lines = [
        CertificateLine(gettext("Repeat meetings"), repeats, judged),
        CertificateLine(gettext("Positions"), spread, _judge(positions, spread)),
    ]
    if plan.has_clubs:
        clubs = certificate.same_club_pairs
        sentence = _mates(clubs, gettext("Some clubs have more players than there are tables."))
        lines.append(CertificateLine(gettext("Club mates"), clubs, sentence))
    lines += wish_lines(certificate, has_teams=plan.has_teams)
    if plan.has_fives:
        fives = certificate.most_five_tables
        unfair = ngettext(
            "Somebody sits at a table of five %(count)s times; fair would be once at most.",
            "Somebody sits at a table of five %(count)s times; fair would be %(best)s times at "
            "most.",
            fives.best,
        ) % {"count": fives.value, "best": fives.best}
        words = _most(fives) if fives.is_best else unfair
        lines.append(CertificateLine(gettext("Tables of five"), fives, words))
    if plan.at_sixes is not None:
        lines.append(CertificateLine(tables_of(SIX_TABLE), plan.at_sixes, _most(plan.at_sixes)))
    if byes.value:
        lines.append(CertificateLine(gettext("Sitting out"), byes, _most(byes)))
    lines += [
        CertificateLine(gettext("Places off the standings"), None, _displacement_sentence(drawn))
        for drawn in plan.by_standings
    ]
    return tuple(lines)


def wish_lines(certificate: Certificate, *, has_teams: bool) -> list[CertificateLine]:
    """Return the lines about teams, and about tables where nobody keeps the list."""
    lines = []
    if has_teams:
        teams = certificate.same_team_pairs
        why = gettext("Some teams have more players than there are tables.")
        lines.append(CertificateLine(gettext("Teams"), teams, _mates(teams, why)))
    if (lists := certificate.lists) is not None:
        words = ngettext(
            "%(count)s time nobody at a table keeps the list; who sits last has to all the same.",
            "%(count)s times nobody at a table keeps the list; who sits last has to all the same.",
            lists.value,
        )
        if not lists.value:
            words = gettext("Every table has somebody who keeps the list.")
        too_few = gettext("There are fewer players who keep a list than tables.")
        meet = gettext("As nobody meets twice, some who keep a list have to sit together.")
        sentence = _because(words, lists, too_few, meet)
        lines.append(CertificateLine(gettext("Keeping the list"), lists, sentence))
    return lines


def _displacement_sentence(drawn: DrawnByStandings) -> str:
    """Say how far people sit from where the standings put them, and what the top tables are."""
    found, pairs = drawn.displacement, drawn.displacement.repeats_avoided
    title = ngettext("Round %(list)s:", "Rounds %(list)s:", len(drawn.rounds))
    sentences = [title % {"list": listed(drawn.rounds)}]
    if not found.ranks:
        sentences.append(gettext("Everybody sits exactly where the standings put them."))
    else:
        words = gettext(
            "On average somebody sits %(mean)s places off the table that is due to them, nobody "
            "more than %(furthest)s."
        )
        mean = rounded_number(Fraction(found.ranks, found.seats), 1)
        sentences.append(words % {"mean": mean, "furthest": found.furthest})
        worth = ngettext(
            "Exactly by the standings would be 0, but then %(count)s pair more would meet again.",
            "Exactly by the standings would be 0, but then %(count)s pairs more would meet again.",
            pairs,
        )
        sentences.append(worth % {"count": pairs} if pairs else gettext("0 would be the best."))
    if drawn.is_snake:
        top = gettext(
            "There is no top table: each has one from every part of the standings, so all are "
            "equally strong."
        )
    else:
        top = gettext("Table 1 is the top table with the best four, table 2 has the next four.")
    return " ".join([*sentences, top])


def _mates(mates: Wish, too_many: str) -> str:
    words = ngettext(
        "%(count)s time two of them sit at one table.",
        "%(count)s times two of them sit at one table.",
        mates.value,
    )
    words = words if mates.value else gettext("No two of them sit at one table.")
    few_again = gettext("As so few pairs meet again, some of them have to sit together.")
    return _because(words, mates, too_many, few_again)


def _because(words: str, wish: Wish, by_tables: str, by_repeats: str) -> str:
    """Return the sentence with its figure, and what its bound follows from."""
    reasons = (by_tables, wish.by_tables > 0), (by_repeats, wish.best > wish.by_tables)
    return " ".join([_judge(words, wish), *(reason for reason, holds in reasons if holds)])


def _most(figure: Figure) -> str:
    """Say how often it happens to the person it happens to most."""
    words = ngettext("Nobody more than once.", "Nobody more than %(count)s times.", figure.value)
    return _judge(words, figure)


def _judge(words: str, figure: Figure) -> str:
    """Return the sentence with its figure, and how far that is from the best possible."""
    judgement = gettext("%(best)s is the lowest possible with these players.")
    if figure.is_best:
        judgement = gettext("That is the best possible.")
    elif not figure.best:
        judgement = gettext("0 would be the best.")
    return f"{words} {judgement}" % {"count": figure.value, "best": figure.best}
