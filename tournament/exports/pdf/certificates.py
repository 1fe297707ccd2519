"""Certificates to frame: for places, for the first of a category, for clubs, teams and pairs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.http import Http404
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.cup.reads import end_of_cup
from tournament.errors import Refused
from tournament.exports.base import Document, imprint
from tournament.exports.paper import Asked, Link, Paper
from tournament.exports.pdf.final import is_over
from tournament.exports.pdf.paper import print_template
from tournament.labels.counting import carried_words
from tournament.labels.cup import cut_words
from tournament.labels.standings import GROUP_RANKINGS
from tournament.models import Tournament
from tournament.models.cup import counting_of_cup, ends_cup
from tournament.standings.reads.rankings import group_ranking, group_rules
from tournament.standings.reads.standings import (
    StandingRow,
    StandingsReport,
    category_of,
    shown_standings,
)

PLACES_WITH_CERTIFICATE = 3
CATEGORY, GROUP = "category-", "group-"
"""What `of` begins with in an address, before the name of a category or the key of a ranking."""
ALONE = "alone"
"""What `of` is for the standings of a tournament that decides a cup, instead of the cup's end."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is said of one winner; `of`: the category or ranking, empty for the standings."""

    rank: int
    name: str
    below: str
    total: int
    of: str


def certificates(
    tournament: Tournament,
    places: int,
    *,
    number: int | None = None,
    of: str = "",
    picture: bytes = b"",
) -> Document:
    """Return certificates for everybody down to this place, or for one start number.

    of: a category or a ranking (`choices_of_certificates`), 404 for others; by default the
    standings, and of the tournament that decides a cup the end of the cup. picture: a JPEG that
    covers the sheet, instead of frame, watermark and sign. Refused: `certificates_too_early`
    before the standings are final, `certificates_nobody`.
    """
    report = shown_standings(tournament)
    if not report.final:
        raise Refused("certificates_too_early")
    ended = None if of else end_of_cup(tournament, report)
    if of.startswith(GROUP) and number is None:
        won = _of_groups(tournament, report, of.removeprefix(GROUP))
    elif ended is not None:
        won = _of_cup(report, ended, number)
    else:
        won = _of_people(report, of, number)
    found = [each for each in won if number is not None or each.rank <= places]
    if not found:
        raise Refused("certificates_nobody")
    counting = tournament.counting if ended is None else counting_of_cup(tournament)
    context = {
        "certificates": found,
        "event": tournament.name if ended is None else tournament.cup_stage.cup.name,
        "has_picture": bool(picture),
        "has_table_points": counting.table_points,
        "without": carried_words(tournament) if ended is None else "",
    }
    pictures = {"picture": picture} if picture else {}
    head = imprint(tournament, str(CERTIFICATES.title))
    return print_template("pdf/kept/certificates.html", head, context, pictures)


def choices_of_certificates(tournament: Tournament) -> list[tuple[str, str]]:
    """Return what certificates may be for: the standings, each category, each ranking."""
    tags = {tag for tags in tournament.entries.values_list("tags", flat=True) for tag in tags}
    standings = [("", gettext("Final standings"))]
    if ends_cup(tournament):
        standings = [("", cut_words(tournament)), (ALONE, gettext("Standings of this tournament"))]
    return [
        *standings,
        *((f"{CATEGORY}{tag}", capfirst(tag)) for tag in sorted(tags)),
        *((f"{GROUP}{kind}", str(GROUP_RANKINGS[kind])) for kind in group_rules(tournament)),
    ]


def _of_people(report: StandingsReport, of: str, number: int | None) -> Iterator[Certificate]:
    tag = of.removeprefix(CATEGORY) if of.startswith(CATEGORY) else ""
    if tag and tag not in report.tags:
        raise Http404
    for row in category_of(report, tag).rows if tag else report.rows:
        if row.rank is not None and number in (None, row.number):
            yield Certificate(row.rank, row.name, row.club_name, row.total, capfirst(tag))


def _of_cup(
    report: StandingsReport, ended: Iterable[StandingRow], number: int | None
) -> Iterator[Certificate]:
    """Return those of a cup; who has this start number has that of the team, if teams play."""
    team = next((row.team for row in report.rows if row.number == number), "")
    for row in ended:
        members = [each.name for each in report.rows if not row.number and each.team == row.team]
        is_meant = number in (None, row.number) or (not row.number and row.team == team)
        if row.rank is not None and is_meant:
            below = ", ".join(members) or row.club_name
            yield Certificate(row.rank, row.name, below, row.total, "")


def _of_groups(tournament: Tournament, report: StandingsReport, kind: str) -> Iterator[Certificate]:
    ranked = group_ranking(tournament, report, kind)
    if ranked is None:
        raise Http404
    for group in ranked.groups:
        if group.rank is not None:
            members = (each for each in group.members if any(each.counted))
            names = ", ".join(ranked.rows[each.result.entry_id].name for each in members)
            of = str(GROUP_RANKINGS[ranked.kind])
            yield Certificate(group.rank, group.name, names, group.total, of)


def _make(asked: Asked) -> Document:
    number, of = asked.number("number"), asked.text("of")
    return certificates(asked.tournament, PLACES_WITH_CERTIFICATE, number=number, of=of)


CERTIFICATES = Paper(
    key="certificates",
    title=_("Certificates"),
    order=170,
    is_possible=is_over,
    asks=("number", "of"),
    make=_make,
    links=(Link("certificates"), Link("player at the end", _("Certificate"))),
)
