"""Writing a tournament to one archive file."""

from django.http import HttpResponse
from django.shortcuts import render

from tournament.archives.reads import out_of_reach
from tournament.exports.archive import archive_file
from tournament.models import Tournament
from tournament.permissions import may_archive_tournament
from tournament.shared.writes.signing import public_key
from tournament.standings.rules.checksum import short_checksum
from tournament.views.access import Request, tournament_page
from tournament.views.downloads import download


@tournament_page(may_archive_tournament)
def tournament_archive(request: Request, tournament: Tournament) -> HttpResponse:
    """Show what the archive contains and what it leaves out; a POST writes the file."""
    if request.method == "POST":
        contacts = "contacts" in request.POST
        hidden = out_of_reach(request.actor, tournament)
        return download(
            request,
            tournament,
            lambda: archive_file(tournament, contacts=contacts, hidden=hidden),
        )
    return render(request, "direction/archive.html", {"signer": short_checksum(public_key())})
