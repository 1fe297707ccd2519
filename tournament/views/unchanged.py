"""A page that is asked for again and has not changed is not made again: 304, without a body.

Its mark (ETag) holds whatever the page shows, read with three queries. Only what stands in the
journal, drafts and the bar may be on such a page, and nothing made up for it alone: a form that
carries a number of its own is none of these.
"""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.messages import get_messages
from django.db.models import Count, Max
from django.http import HttpResponse, HttpResponseNotModified
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_vary_headers

from tournament.backup.status import status
from tournament.core.version import VERSION
from tournament.models import Round, SheetDraft, Tournament
from tournament.selectors.kept import heads
from tournament.standby import shown as second_computer
from tournament.views.access import Request

P = ParamSpec("P")
Page = Callable[Concatenate[Request, Tournament, P], HttpResponse]
OK = 200


def until_changed(page: Page[P]) -> Page[P]:
    """Behind `@tournament_page`, so only whoever may see the page learns that it is the same."""

    @wraps(page)
    def answer(
        request: Request, tournament: Tournament, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        if get_messages(request):  # told once, and gone
            return page(request, tournament, *args, **kwargs)
        mark = _mark(request, tournament)  # before the page: what changes meanwhile is seen next
        response = get_conditional_response(request, mark)
        if not isinstance(response, HttpResponseNotModified):
            response = page(request, tournament, *args, **kwargs)
        if response.status_code in (OK, HttpResponseNotModified.status_code):
            response.headers.setdefault("Cache-Control", "private, no-cache")
            response["ETag"] = mark
            patch_vary_headers(response, ["Cookie", "Accept-Language"])
        return response

    return answer


def mark_of(*parts: object) -> str:
    """What a page is known by, in this version of the program; the same parts, the same mark."""
    return f'"{sha256(repr((VERSION, settings.STATIC_URL, *parts)).encode()).hexdigest()[:32]}"'


def _mark(request: Request, tournament: Tournament) -> str:
    # Names, accounts, roles and the network stand in the journal of the installation.
    drafts = SheetDraft.objects.filter(table__round__tournament=tournament)
    return mark_of(
        request.get_full_path(),
        translation.get_language(),
        request.user.pk,
        request.META.get("CSRF_COOKIE"),
        heads(tournament),
        drafts.aggregate(Count("pk"), Max("updated_at")),
        status,
        second_computer.ribbon(),
        second_computer.state(),
        _time(tournament),
    )


def _time(tournament: Tournament) -> str:
    """The time of day as the page shows it: a running clock has seconds, sentences have none."""
    is_running = Round.objects.filter(
        tournament=tournament, started_at__isnull=False, ended_at=None
    ).exists()
    now = timezone.now()
    return now.isoformat(timespec="seconds" if is_running else "minutes")
