"""The club's own mark and stylesheet: chosen by the owner, shown to everybody."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournament.accounts.writes import choose_logo, choose_stylesheet
from tournament.exports.pdf.trial import trial_paper
from tournament.forms.house_style import HouseStyleForm
from tournament.imports.apart import read_apart
from tournament.shared.reads.house_style import house_style
from tournament.views.access import Request, owner_page
from tournament.views.answers import as_response, done, form_page, refusals_in

LOGO_CODES = ("picture_unreadable", "picture_too_large")
FIELDS = {
    **dict.fromkeys(LOGO_CODES, "logo"),
    **dict.fromkeys(("file_takes_too_much", "reading_another_file"), "logo"),
}
"""The field at which a refusal is shown; any other concerns the stylesheet."""
YEAR = 365 * 24 * 60 * 60


@owner_page
def house_style_page(request: Request) -> HttpResponse:
    """Choose the mark and the stylesheet; what is chosen is tried on a paper before it counts."""
    from tournament.imports.pictures import read_logo

    style = house_style()
    form = HouseStyleForm(
        request.POST or None,
        request.FILES or None,
        initial={"stylesheet": style.stylesheet},
        has_logo=bool(style.digest),
    )
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, FIELDS, "stylesheet"):
            wanted = form.cleaned_data
            upload = wanted["logo"]  # no larger than the server accepts at all
            logo = read_apart(read_logo, upload.read()) if upload else bytes(style.logo)
            if wanted["stylesheet"]:
                trial_paper(logo, wanted["stylesheet"])
            if upload or wanted.get("no_logo"):
                choose_logo(request.actor, logo if upload else b"")
            if wanted["stylesheet"] != style.stylesheet:
                choose_stylesheet(request.actor, wanted["stylesheet"])
            return done(request, gettext("Saved."), "house-style")
    context = {"form": form, "style": style}
    return form_page(request, "installation/house_style.html", context)


@owner_page
@require_safe
def house_style_trial(_request: Request) -> HttpResponse:
    """Show a paper of nobody as the papers one keeps look now."""
    style = house_style()
    return as_response(trial_paper(bytes(style.logo), style.stylesheet))


@login_not_required
@require_safe
def club_mark(_request: HttpRequest, digest: str) -> HttpResponse:
    """Return the club's own mark under the address that only this one has."""
    style = house_style()
    if not style.digest or style.digest != digest:
        raise Http404
    answer = HttpResponse(bytes(style.logo), content_type="image/png")
    patch_cache_control(answer, public=True, max_age=YEAR, immutable=True)
    return answer
