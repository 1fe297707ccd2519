"""Opening an archive: file, preview, decision."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext

from tournament.archives import reads as select
from tournament.archives.rules.archive import MEGABYTE, MOST_MEGABYTES, Archive
from tournament.archives.writes import keep_archive, open_archive, require_whole, throw_away_archive
from tournament.errors import Refused
from tournament.forms.tournaments import ArchiveFileForm, OpenArchiveForm
from tournament.imports.apart import read_apart
from tournament.imports.archives import read_archive
from tournament.labels.backup import finding_words
from tournament.labels.people import list_words
from tournament.models import Tournament, WaitingArchive
from tournament.shared.writes.signing import public_key
from tournament.standings.rules.checksum import short_checksum
from tournament.views.access import Request, owner_page
from tournament.views.answers import form_page, refusals_in, show_refusals
from tournament.views.new_people import recognised_in, to_choose


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
            require_whole(read_apart(read_archive, content))
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
        archive = read_apart(read_archive, bytes(kept.content))
        require_whole(archive)  # this version may be later than the one that took it
        return _open(request, kept, archive)
    return redirect("archive-take")


def _open(request: Request, kept: WaitingArchive, archive: Archive) -> HttpResponse:
    about, answers = archive.about, recognised_in(request)
    # Its old short name, with a number added if another tournament here has it.
    slug = str(about["tournament"]["slug"])
    taken = set(Tournament.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    names = [slug, *(f"{slug[:56]}-{number}" for number in range(2, len(taken) + 3))]
    initial = {"slug": next(name for name in names if name not in taken)}
    form = OpenArchiveForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, dict.fromkeys(("slug_invalid", "tournament_exists"), "slug")):
            opened = open_archive(request.actor, archive, form.cleaned_data["slug"], answers)
            throw_away_archive(request.actor)
            messages.success(request, gettext("The tournament is here now."))
            if not opened.same_standings:
                sentence = gettext("The standings here differ from those in the archive.")
                messages.warning(request, sentence)
            return redirect("overview", opened.tournament.slug)
    people = select.archived_people(archive)
    asked = people.asked
    words = dict(to_choose({one.pk: one for each in asked for one in each.asked}.values()))
    context = {
        "kept": kept,
        "form": form,
        "about": about,
        "day": parse_date(about["tournament"]["date"] or ""),
        "written_at": parse_datetime(about["written_at"]),
        "signer": short_checksum(archive.signer),
        "is_own": archive.signer == public_key(),
        "known_signer": select.known_signer(archive.signer),
        "here": select.tournament_by_origin(about["tournament"]["origin"]),
        "findings": [finding_words(each) for each in archive.findings],
        "contradictions": select.archive_contradictions(archive),
        "clubs_in_another_state": select.clubs_in_another_state(archive),
        "accounts": len(archive.rows["user"].rows),
        "people": len(people.identified),
        "recognised": people.known,
        "asked": [
            {
                "line": each.row.line,
                "name": list_words(each.row.player),
                "known": [(one.pk, words[one.pk]) for one in each.asked],
                "chosen": answers.get(each.row.line),
            }
            for each in asked
        ],
    }
    return form_page(request, "installation/archive_open.html", context)
