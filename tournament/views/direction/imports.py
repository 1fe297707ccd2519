"""Importing a list of players: the file, the preview, the decision."""

from collections import Counter
from collections.abc import Iterable

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext

from tournament.core.people import Identified, identified
from tournament.core.registration import PlayerRow, Verdict, compare_with_entered
from tournament.errors import Refused
from tournament.exports.excel.template import template_of_players
from tournament.forms.players import PlayerFileForm
from tournament.forms.typed import whole_number
from tournament.imports.apart import read_players_apart
from tournament.imports.base import MAX_MEGABYTES, MEGABYTE
from tournament.imports.players import PlayerList
from tournament.labels.player_findings import finding_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.models import PlayerImport, Tournament
from tournament.permissions import may_import_players
from tournament.selectors.people import known_people
from tournament.selectors.players import entered_players
from tournament.services.player_lists import enter_player_list, keep_player_list
from tournament.views.access import Request, tournament_page
from tournament.views.direction.acts import attempt
from tournament.views.direction.known import to_choose
from tournament.views.downloads import as_response


@tournament_page(may_import_players)
def players_import(request: Request, tournament: Tournament) -> HttpResponse:
    """Take a file and read it; nothing is entered before the preview is confirmed."""
    form = PlayerFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data["file"]
        try:
            players = _read(upload)
        except Refused as refusal:
            form.add_error("file", refusal_sentence(refusal))
        else:
            kept = keep_player_list(
                request.actor,
                tournament,
                upload.name,
                players.rows,
                ignored_columns=players.ignored_columns,
                ignored_sheets=players.ignored_sheets,
                ignored_rows=players.ignored_rows,
            )
            return redirect("players-import-preview", tournament.slug, kept.pk)
    context = {"tournament": tournament, "form": form}
    return render(request, "direction/players_import.html", context)


@tournament_page(may_import_players)
def players_template(request: Request, tournament: Tournament) -> HttpResponse:
    """An empty list of players with all headings that are understood."""
    return as_response(template_of_players(tournament))


@tournament_page(may_import_players)
def players_import_preview(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """What was understood, row by row; sending it enters the players."""
    kept = get_object_or_404(PlayerImport, pk=pk, tournament=tournament)
    if request.method == "POST":
        lines = map(whole_number, request.POST.getlist("accept"))
        accepted = {line for line in lines if line is not None}
        people = _recognised(request)
        report = attempt(request, lambda: enter_player_list(request.actor, kept, accepted, people))
        if report is None:
            return redirect("players-import-preview", tournament.slug, kept.pk)
        _say_done(request, report.added, len(report.left_out))
        return redirect("players", tournament.slug)
    compared = compare_with_entered(
        map(PlayerRow.from_json, kept.rows), entered_players(tournament)
    )
    known = identified(compared, known_people(tournament).match)
    rows = tuple(each.row for each in known)
    asked = _asked(known)
    counts = Counter(row.verdict for row in rows)
    context = {
        "tournament": tournament,
        "kept": kept,
        "groups": [(verdict, _lines(rows, verdict)) for verdict in _ORDER if counts[verdict]],
        "counts": {verdict.value: counts[verdict] for verdict in Verdict},
        "rows": len(rows),
        "asked": asked,
        "recognised": sum(each.person is not None for each in known),
    }
    return render(request, "direction/players_import_preview.html", context)


ANSWER = "person-"
# What needs a decision comes first.
_ORDER = (Verdict.DOUBTFUL, Verdict.REFUSED, Verdict.OK, Verdict.KNOWN)


def _read(upload: UploadedFile) -> PlayerList:
    """Read the file, unless it is too large to be held in memory."""
    if (upload.size or 0) > MAX_MEGABYTES * MEGABYTE:
        raise Refused("file_too_large", megabytes=MAX_MEGABYTES)
    return read_players_apart(upload.read())


def _asked(known: Iterable[Identified]) -> dict[int, list[tuple[int, str]]]:
    """By line whom to ask about: id and words; one query."""
    every = [each for each in known if each.asked]
    words = dict(to_choose({one.pk: one for each in every for one in each.asked}.values()))
    return {each.row.line: [(one.pk, words[one.pk]) for one in each.asked] for each in every}


def _recognised(request: Request) -> dict[int, int]:
    """Who was recognised in which line."""
    answers = {
        whole_number(name.removeprefix(ANSWER)): whole_number(str(value))
        for name, value in request.POST.items()
        if name.startswith(ANSWER)
    }
    return {line: pk for line, pk in answers.items() if line is not None and pk is not None}


def _lines(rows: tuple[PlayerRow, ...], verdict: Verdict) -> list[tuple[PlayerRow, list[str]]]:
    """The rows of one verdict with the sentences about them."""
    return [
        (row, [finding_sentence(finding) for finding in row.findings])
        for row in rows
        if row.verdict is verdict
    ]


def _say_done(request: Request, added: int, left_out: int) -> None:
    sentence = ngettext("%(count)s player entered.", "%(count)s players entered.", added) % {
        "count": added
    }
    if left_out:
        sentence += " " + ngettext(
            "%(count)s row was left out.", "%(count)s rows were left out.", left_out
        ) % {"count": left_out}
    messages.success(request, sentence)
