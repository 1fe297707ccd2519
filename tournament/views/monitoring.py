"""Monitoring of a club's server: health, metrics, and a log line for each request.

Requests are named by their route, never by their address, which may contain codes and links.
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

from tournament.backup.files import known_migrations
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
"""Other methods, which anybody may send, are counted under one label."""


class _Copies(Collector):
    """Metrics on the copies of the database, as in the bar of the pages."""

    def collect(self) -> Iterator[Metric]:
        """Computed when scraped: another process makes the copies."""
        # The log needs this file before there are models.
        from tournament.backup.copies import copy_status

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
    """Middleware: count the request and log its outcome."""

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
    """Answer 200 while the database responds and has this version's schema, else 503 and why."""
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
    """Return the last migration of each package."""
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


@login_not_required
@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics as text for Prometheus to holders of the token (KREUZDAME_METRICS_TOKEN).

    404 if no token is set or another one is given.
    """
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if not (settings.METRICS_TOKEN and secrets.compare_digest(given.encode(), wanted.encode())):
        raise Http404
    figures = generate_latest(_registry()) + generate_latest(COPIES)
    return HttpResponse(figures, content_type=CONTENT_TYPE_LATEST)


def _registry() -> CollectorRegistry:
    """Return this process's metrics, or those of all workers if they are shared."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return OWN_PROCESS
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together
