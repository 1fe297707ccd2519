"""Results for the wall: one round, the standings with every round, rankings of groups."""

from collections.abc import Sequence
from functools import partial

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from tournament.cup.reads import first_places
from tournament.errors import Refused
from tournament.exports.base import Document, Imprint, imprint
from tournament.exports.list_files import LIST_FILES, list_file
from tournament.exports.paper import Asked, Link, Paper, is_published
from tournament.exports.pdf.drawing import (
    MIDDLE,
    THICK,
    Anchor,
    Block,
    Drawing,
    Item,
    Weight,
    first_that_fits,
    svg_ratio,
    uncut,
)
from tournament.exports.pdf.lists import PORTRAIT, print_list, width_of
from tournament.labels.cup import first_places_words
from tournament.labels.points import signed
from tournament.labels.standings import ranking_title, standings_title
from tournament.lists.notes import (
    Listed,
    caution_of,
    notes_below,
    ranking_footnotes,
    round_footnotes,
    round_title,
    standings_footnotes,
    status_of,
)
from tournament.lists.standings import first_drawing, ranking_list, result_list, standings_list
from tournament.models import Round, Tournament
from tournament.models.cup import ends_cup
from tournament.standings.reads.courses import Step, courses, first_rows
from tournament.standings.reads.rankings import GroupReport, group_ranking
from tournament.standings.reads.standings import round_result as result_of
from tournament.standings.reads.standings import shown_standings
from tournament.standings.rules.standings import LEFT_TO_RIGHT

STEP, STEP_GAP, STEP_HEIGHTS = 27.0, 1.4, {1: 33.0, 2: 25.0, 3: 18.0}
"""A step of the podium: its width and the gap to the next in mm, its height by rank."""
NAME_LETTERS, CLUB_LETTERS = (13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0), (9.0, 8.0, 7.0)
NAME_ROOM, CLUB_ROOM = 15.2, 10.5
"""Three lines of the largest letters; an endless name is higher."""
RANK_LETTERS, TOTAL_LETTERS = 26.0, 13.0
ABOVE, BELOW, CURVES_GAP = 1.5, 5.0, 6.0
TITLE_LETTERS, TITLE_ROOM, TITLE_GAP = (13.0, 11.0, 9.0), 12.0, 3.0
CURVES = 100.0  # width of the courses in millimetres, if there is room


def round_result(round: Round) -> Document:
    """Return the result of one round, best first, with everybody's total after it."""
    result = result_of(round, shown_standings(round.tournament, round.number))
    footnotes = round_footnotes(result)
    head = _head(round.tournament, round_title(result.round.number), result)
    return print_list(head, result_list(result, footnotes.marks), footnotes.lines)


def standings(
    tournament: Tournament, after: int | None = None, tag: str = "", *, more: bool = False
) -> Document:
    """Return the standings, `more` with averages. Refused: `unknown_round`, also without any."""
    report = shown_standings(tournament, after, tag)
    if not report.rounds:
        raise Refused("unknown_round", round=1)
    named = standings_title(rounds=report.rounds, final=report.final)
    title = " · ".join(filter(None, (named, tag)))
    footnotes = standings_footnotes(tournament, report)
    notes = notes_below(tournament, report, footnotes)
    listed = standings_list(report, footnotes.marks, more=more)
    opening = None
    if report.final and (steps := first_places(tournament, report)):
        of_cup = ends_cup(tournament) and not tag
        curves = "" if of_cup else first_drawing(first_rows(report), courses(report))
        title_of_podium = first_places_words(tournament) if of_cup else ""
        opening = _podium_and_courses(steps, curves, width_of(PORTRAIT), title_of_podium)
    head = _head(tournament, title, report)
    return print_list(head, listed, notes, opening=opening)


def _podium_and_courses(steps: Sequence[Step], curves: str, wide: float, title: str) -> Item:
    """Return the podium and beside it the courses of the first as an SVG; both may be empty.

    title: what it is of, above it, where the list below it is of something else.
    """
    names: list[list[Block]] = []
    titled = uncut(title, wide, TITLE_ROOM, TITLE_LETTERS, Weight.BOLD)
    above = titled.height + TITLE_GAP if title else 0.0
    for step in steps:
        names.append([])
        for row in step.rows:
            name = uncut(row.name, STEP, NAME_ROOM, NAME_LETTERS, Weight.BOLD)
            club = first_that_fits(row.affiliation, STEP, CLUB_ROOM, CLUB_LETTERS, Weight.REGULAR)
            names[-1] += [name, club]
    heights = [
        sum(each.height for each in shown) + ABOVE + STEP_HEIGHTS[step.rank]
        for step, shown in zip(steps, names, strict=True)
    ]
    left = 3 * (STEP + STEP_GAP) + CURVES_GAP
    room = min(CURVES, wide - left)
    curves_high = room * svg_ratio(curves) if curves else 0.0
    high = above + max([*heights, curves_high])

    def draw(drawing: Drawing, top: float) -> None:
        base = top
        for line in titled.lines:
            base += titled.leading
            drawing.write(0.0, base - 0.2 * titled.leading, line, titled.points, titled.weight)
        for place, step, shown in zip(LEFT_TO_RIGHT, steps, names, strict=False):
            left_of_step, step_top = place * (STEP + STEP_GAP), top + high - STEP_HEIGHTS[step.rank]
            thickness = THICK if step.rank == 1 else MIDDLE
            drawing.box(left_of_step, step_top, STEP, STEP_HEIGHTS[step.rank], thickness)
            write = partial(drawing.write, left_of_step + STEP / 2, anchor=Anchor.MIDDLE)
            write(step_top + 10, str(step.rank), RANK_LETTERS, Weight.BOLD)
            write(step_top + 16, signed(step.total), TOTAL_LETTERS, Weight.SEMIBOLD)
            base = step_top - ABOVE - sum(each.height for each in shown)
            for words in shown:
                for line in words.lines:
                    base += words.leading
                    write(base - 0.2 * words.leading, line, words.points, words.weight)
        if curves:
            drawing.place(left, top + high - curves_high, room, curves)

    return Item(high + BELOW, draw)


def ranking(tournament: Tournament, report: GroupReport) -> Document:
    """Return the ranking of clubs, federal states, teams or pairs."""
    people = report.standings
    title = ranking_title(report.kind, people.rounds, final=people.final)
    head, notes = _head(tournament, title, report), ranking_footnotes(tournament, report)
    return print_list(head, ranking_list(report), notes)


def _head(tournament: Tournament, title: str, listed: Listed) -> Imprint:
    """Return the head of a paper with a list: its status, and the caution."""
    return imprint(tournament, title, status_of(listed), caution=caution_of(listed))


def _make_standings(asked: Asked) -> Document:
    after, tag = asked.after(), asked.text("tag")
    if (kind := asked.text("as")) in LIST_FILES:
        report = shown_standings(asked.tournament, after, tag)
        title = standings_title(rounds=report.rounds, final=report.final)
        return list_file(
            asked.tournament, f"{title} {report.tag}", standings_list(report, {}), kind
        )
    return standings(asked.tournament, after, tag, more=bool(asked.text("more")))


def _make_ranking(asked: Asked) -> Document:
    report = shown_standings(asked.tournament, asked.after())
    ranked = group_ranking(asked.tournament, report, asked.text("kind"))
    if ranked is None:
        raise Http404
    if (kind := asked.text("as")) in LIST_FILES:
        title = ranking_title(ranked.kind, report.rounds, final=report.final)
        return list_file(asked.tournament, title, ranking_list(ranked), kind)
    return ranking(asked.tournament, ranked)


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
        Link("result again", lambda asked: round_title(asked.of or 0)),
    ),
)
STANDINGS = Paper(
    key="standings",
    title=_("Standings"),
    order=90,
    is_possible=is_published,
    asks=("as", "after", "tag", "more"),
    make=_make_standings,
    links=(
        Link("after", _title_after, is_main=lambda reader: reader.tournament.frozen_at is not None),
        Link("results"),
        Link("website", "CSV", {"as": "csv"}),
        Link("standings", _("Print")),
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
    make=_make_ranking,
    links=(Link("ranking", _("Print")),),
    earlier=("print/standings/<str:kind>/",),
)
