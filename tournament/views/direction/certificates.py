"""Certificates for the first places, over an uploaded picture if there is one."""

from django.http import HttpResponse

from tournament.exports.pdf import certificates as on_paper
from tournament.forms.certificates import CertificatesForm
from tournament.imports.apart import read_apart
from tournament.imports.pictures import read_picture
from tournament.models import Tournament
from tournament.permissions import may_print
from tournament.views.access import Request, tournament_page
from tournament.views.acts import form_page, refusals_in
from tournament.views.downloads import as_response

FIELDS = {"certificates_nobody": "number", "certificates_too_early": "places"}
"""The field at which a refusal is shown; any other concerns the picture."""


@tournament_page(may_print)
def certificates(request: Request, tournament: Tournament) -> HttpResponse:
    """Print for the chosen places or one player, over a picture, which is not stored."""
    usual = {"places": on_paper.PLACES_WITH_CERTIFICATE}
    form = CertificatesForm(request.POST or None, request.FILES or None, initial=usual)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, FIELDS, "picture"):
            return _printed(tournament, form)
    return form_page(request, "direction/certificates.html", {"form": form})


def _printed(tournament: Tournament, form: CertificatesForm) -> HttpResponse:
    wanted = form.cleaned_data
    upload = wanted["picture"]
    # No larger than the server accepts at all.
    picture = read_apart(read_picture, upload.read()) if upload else b""
    places, number = wanted["places"], wanted["number"]
    return as_response(on_paper.certificates(tournament, places, number=number, picture=picture))
