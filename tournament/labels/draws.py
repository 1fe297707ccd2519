"""Words about draws: methods, refusals, the quality of a plan, the proof."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.terms import SIX_TABLE
from tournament.draw.certificate import DrawnByStandings, Figure, PlanQuality
from tournament.draw.proof import TO_NOTE, ListChanges
from tournament.labels.seat_changes import listed, tables_of

DRAW_METHODS: dict[str, str | Promise] = {
    "plan": _("Tournament plan: all rounds at once"),
    "redraw": _("Every round drawn anew"),
    "ranked": _("By the standings: neighbours together"),
    "snake": _("By the standings: snake"),
    "manual": _("By hand"),
}
"""By the codes of tournament.draw.METHODS, plus setting by hand."""

METHOD_HINTS: dict[str, str | Promise] = {
    "plan": _("Everybody can know all their tables in the morning. Best against repeats."),
    "redraw": _("Round after round by lot; those who come or go in between do no harm."),
    "ranked": _("From round 2 on first to fourth sit together, fifth to eighth, and so on."),
    "snake": _("From round 2 on the strong are spread over the tables."),
}


def method_name(method: str) -> str:
    """Return the method's name in the current language."""
    return str(DRAW_METHODS[method])


SEATING_FILE_REFUSALS: dict[str, str | Promise] = {
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
}

SEAT_CHANGE_REFUSALS: dict[str, str | Promise] = {
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
    "seat_plan_without_columns": _(
        "The table needs a heading with “Tisch” and “Nr.” or “Name”, perhaps “Platz”."
    ),
    "seat_plan_row": _("Line %(line)s: table and position have to be numbers."),
    "seats_changed_meanwhile": _(
        "Players or seats have changed in the meantime. Here is what would happen now."
    ),
    "swap_with_oneself": _("Two different players are needed to exchange seats."),
    "unknown_number": _("There is no player with number %(number)s."),
}

DRAW_REFUSALS: dict[str, str | Promise] = {
    **SEATING_FILE_REFUSALS,
    **SEAT_CHANGE_REFUSALS,
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
}
"""By the codes of CannotDraw."""


GROUP = 8
"""As many digits as the eye takes in at once, also on the wall."""


def in_groups(figures: str) -> Sequence[str]:
    """Split a fingerprint into groups that can be compared aloud."""
    return [figures[start : start + GROUP] for start in range(0, len(figures), GROUP)]


def to_note(figures: str) -> str:
    """Return the part of a commitment or seal to be noted, in groups: "3f0c51ab 9d77e210"."""
    return " ".join(in_groups(figures[:TO_NOTE]))


def wishes_in_words(player: Mapping[str, Any]) -> str:
    """Return what the draw has to respect for a player, as recorded in a step of the proof."""
    wishes = [player["team"] or ""]
    if player["table"] is not None:
        wishes.append(gettext("table %(number)s") % {"number": player["table"]})
    if player["no_list"]:
        wishes.append(gettext("does not keep the list"))
    return ", ".join(filter(None, wishes))


def changes_in_words(changes: ListChanges) -> list[tuple[str, str]]:
    """Return the changes on a list of players: titles, each with who or what."""
    titles = (
        (gettext("New"), _people(changes.come)),
        (gettext("No longer on it"), _people(changes.gone)),
        (gettext("Changed"), _people(changes.changed)),
        (
            gettext("Besides"),
            gettext("standings, first round, or how many sit out") if changes.is_otherwise else "",
        ),
    )
    return [(title, words) for title, words in titles if words]


def _people(players: Iterable[Mapping[str, Any]]) -> str:
    return "; ".join(f"{player['id']} {player['name']}" for player in players)


@dataclass(frozen=True, slots=True)
class CertificateLine:
    """One figure: its subject, the figure, the best possible, and a sentence with all of it.

    `figure` is None if it is no use in comparing ways of drawing.
    """

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
    lines = [
        CertificateLine(gettext("Repeat meetings"), repeats, _judge(meetings, repeats)),
        CertificateLine(gettext("Positions"), spread, _judge(positions, spread)),
    ]
    if plan.has_clubs:
        clubs = certificate.same_club_pairs
        lines.append(CertificateLine(gettext("Club mates"), clubs, _mates(clubs)))
    if plan.has_teams:
        teams = certificate.same_team_pairs
        lines.append(CertificateLine(gettext("Teams"), teams, _mates(teams)))
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


def _displacement_sentence(drawn: DrawnByStandings) -> str:
    """Say how far people sit from where the standings put them, and what the top tables are."""
    found, pairs = drawn.displacement, drawn.displacement.repeats_avoided
    sentences = [
        ngettext("Round %(list)s:", "Rounds %(list)s:", len(drawn.rounds))
        % {"list": listed(drawn.rounds)}
    ]
    if not found.ranks:
        sentences.append(gettext("Everybody sits exactly where the standings put them."))
    else:
        words = gettext(
            "On average somebody sits %(mean)s places off the table that is due to them, nobody "
            "more than %(furthest)s."
        )
        mean = number_format(found.ranks / found.seats, decimal_pos=1)
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


def _mates(figure: Figure) -> str:
    words = ngettext(
        "%(count)s time two of them sit at one table.",
        "%(count)s times two of them sit at one table.",
        figure.value,
    )
    return _judge(words if figure.value else gettext("No two of them sit at one table."), figure)


def _most(figure: Figure) -> str:
    """Say how often it happens to the person it happens to most."""
    words = ngettext("Nobody more than once.", "Nobody more than %(count)s times.", figure.value)
    return _judge(words, figure)


def _judge(words: str, figure: Figure) -> str:
    """Return the sentence with its figure, and how far that is from the best possible."""
    sentence = words % {"count": figure.value}
    if figure.is_best:
        return f"{sentence} {gettext('That is the best possible.')}"
    if not figure.best:
        return f"{sentence} {gettext('0 would be the best.')}"
    words = gettext("%(best)s is the lowest possible with these players.")
    return f"{sentence} {words % {'best': figure.best}}"
