"""Opening an archive: file, preview, decision."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext

from tournament.archives import reads as select
from tournament.archives.rules.archive import (
    MEGABYTE,
    MOST_MEGABYTES,
    Archive,
    CompetitionFile,
)
from tournament.archives.writes import keep_archive, open_archive, require_whole, throw_away_archive
from tournament.competitions.reads import file_people
from tournament.competitions.writes import open_competition, require_competition
from tournament.errors import Refused
from tournament.forms.tournaments import ArchiveFileForm, OpenArchiveForm
from tournament.imports.apart import read_apart
from tournament.imports.archives import read_any
from tournament.labels.backup import differing_words, finding_words
from tournament.labels.competitions import file_figures
from tournament.labels.people import list_words, names_of_fields
from tournament.lists.competitions import archived_tournaments_list
from tournament.models import OpenedArchive, WaitingArchive
from tournament.shared.rules.fields import Of
from tournament.shared.writes.signing import public_key
from tournament.standings.rules.checksum import short_checksum
from tournament.tables import ListTable
from tournament.views.access import Request, owner_page
from tournament.views.answers import form_page, list_page, refusals_in, show_refusals
from tournament.views.new_people import candidates, recognised_in

Contents = Archive | CompetitionFile


@owner_page
def archive_take(request: Request) -> HttpResponse:
    """Upload and read a file; nothing is created before the preview is confirmed."""
    form = ArchiveFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            upload = form.cleaned_data["file"]
            if (upload.size or 0) > MOST_MEGABYTES * MEGABYTE:
                raise Refused("archive_too_large", megabytes=MOST_MEGABYTES)
            content = upload.read()
            _read(content)
            keep_archive(request.actor, upload.name or "", content)
            return redirect("archive-open")
    waiting = WaitingArchive.objects.filter(user=request.user).only("file_name").first()
    context = {"form": form, "waiting": waiting}
    return form_page(request, "installation/archive_take.html", context)


@owner_page
def archive_open(request: Request) -> HttpResponse:
    """Preview: what it is, who signed it, what is known here already; a POST opens it."""
    kept = WaitingArchive.objects.filter(user=request.user).first()
    if kept is None or "discard" in request.POST:
        throw_away_archive(request.actor)
        return redirect("archive-take")
    with show_refusals(request):
        found = _read(bytes(kept.content))  # this version may be later than the one that took it
        if isinstance(found, Archive):
            return _open(request, kept, found)
        return _open_competition(request, kept, found)
    return redirect("archive-take")


def _read(content: bytes) -> Contents:
    found = read_apart(read_any, content)
    if isinstance(found, Archive):
        require_whole(found)
    else:
        require_competition(found)
    return found


def _open(request: Request, kept: WaitingArchive, archive: Archive) -> HttpResponse:
    about, answers = archive.about, recognised_in(request)
    initial = {"slug": select.slug_here(str(about["tournament"]["slug"]))}
    form = OpenArchiveForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, dict.fromkeys(("slug_invalid", "tournament_exists"), "slug")):
            opened = open_archive(request.actor, archive, form.cleaned_data["slug"], answers)
            throw_away_archive(request.actor)
            words = gettext("“%(name)s” is here now.")
            messages.success(request, words % {"name": opened.tournament.name})
            if not opened.same_standings:
                messages.warning(request, differing_words(opened.tournament.name))
            return redirect("overview", opened.tournament.slug)
    context = {
        "form": form,
        "about": about,
        "day": parse_date(about["tournament"]["date"] or ""),
        "here": select.tournament_by_origin(about["tournament"]["origin"]),
        "contradictions": select.archive_contradictions(archive),
        "clubs_in_another_state": select.clubs_in_another_state(archive.rows),
        "accounts": len(archive.rows["user"].rows),
        **_signed(kept, archive),
        **_people(select.archived_people(archive), answers),
    }
    return form_page(request, "installation/archive_open.html", context)


def _open_competition(
    request: Request, kept: WaitingArchive, file: CompetitionFile
) -> HttpResponse:
    answers = recognised_in(request)
    if request.method == "POST":
        opened = open_competition(request.actor, file, answers=answers)
        throw_away_archive(request.actor)
        messages.success(request, gettext("“%(name)s” is here now.") % {"name": opened.one})
        for tournament in opened.different:
            messages.warning(request, differing_words(tournament.name))
        return redirect(opened.kind, opened.one.slug)
    context = {
        "about": file.about,
        "figures": file_figures(file),
        "table": ListTable(archived_tournaments_list(file), gettext("Tournaments")),
        "contradictions": sum(map(select.archive_contradictions, file.tournaments.values())),
        "clubs_in_another_state": select.clubs_in_another_state(file.rows),
        "accounts": sum(len(each.rows["user"].rows) for each in file.tournaments.values()),
        **_signed(kept, file),
        **_people(file_people(file), answers),
    }
    return list_page(request, "installation/archive_open_competition.html", context)


def _signed(kept: WaitingArchive, found: Contents) -> dict[str, object]:
    """Return who has signed a file, and what of it is not as it was written."""
    opened = OpenedArchive.objects.filter(signer=found.signer).select_related("tournament")
    return {
        "kept": kept,
        "written_at": parse_datetime(found.about["written_at"]),
        "signer": short_checksum(found.signer),
        "is_own": found.signer == public_key(),
        "known_signer": opened.order_by("pk").last(),
        "findings": [finding_words(each) for each in found.findings],
    }


def _people(people: select.ArchivedPeople, answers: Mapping[int, int]) -> dict[str, object]:
    """Return how many people are known here, what of them comes along, and about whom is asked."""
    known = candidates(people.asked)
    return {
        "people": len(people.identified),
        "recognised": people.known,
        "contact": names_of_fields(Of.CONTACT),
        "remarks": names_of_fields(Of.NOTE),
        "asked": [
            {
                "line": each.row.line,
                "name": list_words(each.row.player),
                "known": known[each.row.line],
                "chosen": answers.get(each.row.line),
            }
            for each in people.asked
        ],
    }
