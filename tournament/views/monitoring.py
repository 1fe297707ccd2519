"""What a club's server is watched by: its health, its figures, and a line of log for each request.

Requests are named by their route, never by their address, in which codes and links may stand.
"""

import logging
import os
import secrets
import time
from collections.abc import Callable, Iterator, Set
from functools import cache

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Histogram, generate_latest
from prometheus_client import REGISTRY as OWN_PROCESS
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from tournament.backup.versions import known_migrations
from tournament.shared.rules.version import VERSION
from tournament.views.routes import route_of

logger = logging.getLogger("kreuzdame.requests")

SECONDS = Histogram(
    "kreuzdame_request_seconds",
    "How long requests took, in seconds, by page, method and status.",
    ["route", "method", "status"],
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0),
)
METHODS = frozenset({"GET", "HEAD", "POST"})
"""What anybody may send as a method is no name for a figure."""


class _Copies(Collector):
    """How the copies of the database stand, as the bar of the pages says it."""

    def collect(self) -> Iterator[Metric]:
        """Read when it is asked for: another process makes the copies."""
        # The log needs this file before there are models.
        from tournament.backup.status import copy_status

        status = copy_status()
        if status.copied_at:
            yield GaugeMetricFamily(
                "kreuzdame_copy_age_seconds",
                "How long ago everything was last found in a good copy.",
                value=(timezone.now() - status.copied_at).total_seconds(),
            )
        yield GaugeMetricFamily(
            "kreuzdame_copy_alarm",
            "1 where a copy has failed, is too old, or the second place is missing.",
            value=status.is_alarm,
        )


COPIES = CollectorRegistry()
COPIES.register(_Copies())


def watched(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware: count the request and say in the log what came of it."""

    def answer(request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        response = get_response(request)
        seconds = time.perf_counter() - begun
        route = route_of(request)
        method = str(request.method) if request.method in METHODS else "other"
        SECONDS.labels(route, method, response.status_code).observe(seconds)
        fields = {
            "route": route,
            "method": method,
            "status": response.status_code,
            "milliseconds": round(seconds * 1000, 1),
        }
        logger.info("request", extra={"fields": fields})
        return response

    return answer


@login_not_required
@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """200 while the database answers and is of this version, else 503 and what is wrong."""
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except DatabaseError:
        state = "database does not answer"
    else:
        state = _state_of(applied.keys())
    return JsonResponse({"state": state, "version": VERSION}, status=200 if state == "ok" else 503)


def _state_of(applied: Set[tuple[str, str]]) -> str:
    if {name for package, name in applied if package == "tournament"} - _known_migrations():
        return "database is newer"
    return "ok" if _needed_migrations() <= applied else "database is not migrated"


_known_migrations = cache(known_migrations)


@cache
def _needed_migrations() -> frozenset[tuple[str, str]]:
    """The last migration of each package."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


@login_not_required
@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures as text for Prometheus, for whoever shows the token (KREUZDAME_METRICS_TOKEN).

    No page without a token that was set, or with another one: 404.
    """
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if not (settings.METRICS_TOKEN and secrets.compare_digest(given.encode(), wanted.encode())):
        raise Http404
    figures = generate_latest(_registry()) + generate_latest(COPIES)
    return HttpResponse(figures, content_type=CONTENT_TYPE_LATEST)


def _registry() -> CollectorRegistry:
    """The figures of this process, or of all workers where they keep them together."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return OWN_PROCESS
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together
