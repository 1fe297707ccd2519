"""Results for the wall: one round, and the standings with every round."""

from datetime import datetime

from django.http import Http404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refused
from tournament.exports.base import PDF, Document, Imprint, document, imprint
from tournament.exports.csv_files import ranking_file, standings_file
from tournament.exports.paper import Asked, Link, Paper, Reader
from tournament.exports.pdf.lists import print_list
from tournament.exports.pdf.podium import stage
from tournament.exports.pdf.wall_lists import UPRIGHT, width_of
from tournament.labels.rankings import ranking_title, tie_break_sentence
from tournament.labels.standings import control_sentence, standings_title
from tournament.lists.notes import (
    Listed,
    caution_of,
    final_notes,
    lot_note,
    ranking_footnotes,
    round_footnotes,
    round_title,
    standings_footnotes,
    status_of,
)
from tournament.lists.rankings import ranking_list
from tournament.lists.standings import first_drawing, result_list, standings_list
from tournament.models import Round, Tournament
from tournament.rounds.reads.rounds import current_round
from tournament.standings.reads.courses import courses
from tournament.standings.reads.podium import first_rows, podium
from tournament.standings.reads.rankings import GroupReport, group_ranking
from tournament.standings.reads.standings import round_result as result_of
from tournament.standings.reads.standings import shown_standings, standings_after


def round_result(round: Round, now: datetime | None = None) -> Document:
    """Return the result of one round, best first, with everybody's total after it."""
    result = result_of(round)
    title = round_title(result)
    footnotes = round_footnotes(result)
    content = print_list(
        list_head(round.tournament, title, result, now),
        result_list(result, footnotes.marks),
        [*footnotes.lines, control_sentence(result.control_sum, 0)],
    )
    return document(round.tournament, title, PDF, content)


def standings(
    tournament: Tournament,
    after: int | None = None,
    tag: str = "",
    now: datetime | None = None,
    *,
    more: bool = False,
) -> Document:
    """Return the standings after a round (default: the last one), of all or of one category.

    `more` adds averages. Refused: `unknown_round`, also while no round is drawn at all.
    """
    report = standings_after(tournament, after, tag)
    if not report.rounds:
        raise Refused("unknown_round", round=1)
    title = standings_title(rounds=report.rounds, final=report.final)
    title = " · ".join(filter(None, (title, tag)))
    footnotes = standings_footnotes(tournament, report)
    control = control_sentence(report.control_sum, report.deductions)
    notes = [
        *footnotes.lines,
        f"{tie_break_sentence(tournament.tie_breaks)} {control}",
        lot_note(tournament, report),
        *final_notes(tournament, report, now),
    ]
    listed = standings_list(report, footnotes.marks, more=more)
    opening = None
    if report.final and (steps := podium(report)):
        curves = first_drawing(first_rows(report), courses(report))
        opening = stage(steps, curves, width_of(UPRIGHT))
    content = print_list(
        list_head(tournament, title, report, now),
        listed,
        notes,
        opening=opening,
    )
    return document(tournament, title, PDF, content)


def ranking(tournament: Tournament, report: GroupReport, now: datetime | None = None) -> Document:
    """Return the ranking of clubs, federal states, teams or pairs."""
    people = report.standings
    title = ranking_title(report.kind, people.rounds, final=people.final)
    content = print_list(
        list_head(tournament, title, report, now),
        ranking_list(report),
        ranking_footnotes(tournament, report),
    )
    return document(tournament, title, PDF, content)


def list_head(tournament: Tournament, title: str, listed: Listed, now: datetime | None) -> Imprint:
    """Return the head of a paper with a list: its status, and the caution."""
    caution = caution_of(listed, now)
    return imprint(tournament, title, status_of(listed, now), now, caution=caution)


def _standings_asked_for(asked: Asked) -> Document:
    after, tag = asked.after(), asked.text("tag")
    if asked.text("as") == "csv":
        return standings_file(asked.tournament, standings_after(asked.tournament, after, tag))
    return standings(asked.tournament, after, tag, more=bool(asked.text("more")))


def _ranking_asked_for(asked: Asked) -> Document:
    report = standings_after(asked.tournament, asked.after())
    ranked = group_ranking(asked.tournament, report, asked.text("kind"))
    if ranked is None:
        raise Http404
    return (ranking_file if asked.text("as") == "csv" else ranking)(asked.tournament, ranked)


def _is_over(reader: Reader) -> bool:
    return reader.tournament.frozen_at is not None


def _title_after(asked: Asked) -> str:
    report = shown_standings(asked.tournament, asked.number("after"))
    return standings_title(rounds=report.rounds, final=report.final)


ROUND_RESULT = Paper(
    key="result",
    title=_("Result of the round"),
    order=50,
    of_round=True,
    make=lambda asked: round_result(asked.round),
    links=(
        Link("after"),
        Link("results"),
        Link("menu of a round"),
        Link("result of a round", _("Print")),
        Link(
            "result again",
            lambda asked: gettext("Result of round %(number)s") % {"number": asked.of},
        ),
    ),
)
STANDINGS = Paper(
    key="standings",
    title=_("Standings"),
    order=90,
    is_possible=lambda reader: current_round(reader.tournament) is not None,
    asks=("as", "after", "tag", "more"),
    make=_standings_asked_for,
    links=(
        Link("after", _title_after, is_main=_is_over),
        Link("results"),
        Link("website", "CSV", {"as": "csv"}),
        Link("standings", _("Print")),
        Link("menu of the standings", "CSV", {"as": "csv"}),
        Link("finish", _("Print")),
        Link("standings again", _title_after),
    ),
)
RANKING = Paper(
    key="ranking",
    title=_("Rankings"),
    order=100,
    is_possible=lambda reader: reader.tournament.group_rankings.exists(),
    asks=("as", "kind", "after"),
    make=_ranking_asked_for,
    links=(
        Link("ranking", _("Print")),
        Link("menu of a ranking", "CSV", {"as": "csv"}),
    ),
    earlier=("print/standings/<str:kind>/",),
)
