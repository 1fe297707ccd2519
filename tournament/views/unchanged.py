"""A page that is asked for again and has not changed is not made again: 304, without a body.

Its mark (ETag) holds whatever the page shows, read with three queries. Only what stands in the
journal, drafts and the bar may be on such a page, and nothing made up for it alone: a form that
carries a number of its own is none of these. What does not differ between two readers with the
same rights is made once for both (`kept_pages`).
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

from tournament.backup.status import copy_status
from tournament.core.version import VERSION
from tournament.models import SheetDraft, Tournament
from tournament.selectors.kept import heads
from tournament.selectors.rounds import rounds_of
from tournament.standby.standing import follower_state, ribbon
from tournament.views.access import Request
from tournament.views.kept_pages import kept_page

P = ParamSpec("P")
Page = Callable[Concatenate[Request, Tournament, P], HttpResponse]
OK = 200


def until_changed(*, has_clock: bool = False) -> Callable[[Page[P]], Page[P]]:
    """Behind `@tournament_page`, so only whoever may see the page learns that it is the same.

    has_clock: the page tells the time by the second beside the bar, too.
    """

    def decorate(page: Page[P]) -> Page[P]:
        @wraps(page)
        def answer(
            request: Request, tournament: Tournament, /, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            if get_messages(request):  # told once, and gone
                return page(request, tournament, *args, **kwargs)
            shown = _shown(request, tournament)  # before the page: changes meanwhile are seen next
            minute, moment = _time(tournament)
            reader = (request.user.pk, request.META.get("CSRF_COOKIE"))
            mark = mark_of(shown, reader, moment)
            response = get_conditional_response(request, mark)
            if not isinstance(response, HttpResponseNotModified):
                kept = mark_of(shown, _rights(request, tournament), moment if has_clock else minute)
                response = kept_page(
                    request, tournament, kept, lambda: page(request, tournament, *args, **kwargs)
                )
            if response.status_code in (OK, HttpResponseNotModified.status_code):
                response.headers.setdefault("Cache-Control", "private, no-cache")
                response["ETag"] = mark
                patch_vary_headers(response, ["Cookie", "Accept-Language"])
            return response

        return answer

    return decorate


def mark_of(*parts: object) -> str:
    """What a page is known by, in this version of the program; the same parts, the same mark."""
    return f'"{sha256(repr((VERSION, settings.STATIC_URL, *parts)).encode()).hexdigest()[:32]}"'


def _shown(request: Request, tournament: Tournament) -> tuple[object, ...]:
    # Names, accounts, roles and the network stand in the journal of the installation.
    drafts = SheetDraft.objects.filter(table__round__tournament=tournament)
    return (
        tournament.pk,
        request.build_absolute_uri(),
        translation.get_language(),
        heads(tournament),
        drafts.aggregate(Count("pk"), Max("updated_at")),
        copy_status(),
        ribbon(),
        follower_state(),
    )


def _rights(request: Request, tournament: Tournament) -> object:
    """Whatever decides what a reader may do here (`permissions`)."""
    return request.actor.is_owner or sorted(request.actor.roles_in(tournament))


def _time(tournament: Tournament) -> tuple[str, str]:
    """The time of day by the minute, and as a running clock shows it, by the second."""
    is_running = any(each.started_at and not each.ended_at for each in rounds_of(tournament))
    now = timezone.now()
    minute = now.isoformat(timespec="minutes")
    return minute, now.isoformat(timespec="seconds") if is_running else minute
