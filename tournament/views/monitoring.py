"""Monitoring of a club's server: its health, and metrics."""

import os
import secrets
from collections.abc import Iterator
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
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client import REGISTRY as OWN_PROCESS
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from tournament.backup.copies import copy_status
from tournament.backup.files import known_migrations
from tournament.shared.rules.version import VERSION


class _Copies(Collector):
    """Metrics on the copies of the database, as in the bar of the pages."""

    def collect(self) -> Iterator[Metric]:
        """Computed when scraped: another process makes the copies."""
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


@login_not_required
@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Answer 200 while the database responds and has this version's schema, else 503 and why."""
    try:
        applied = MigrationRecorder(connection).applied_migrations().keys()
    except DatabaseError:
        state = "database does not answer"
    else:
        known, needed = _migrations()
        if {name for package, name in applied if package == "tournament"} - known:
            state = "database is newer"
        else:
            state = "ok" if needed <= applied else "database is not migrated"
    return JsonResponse({"state": state, "version": VERSION}, status=200 if state == "ok" else 503)


@cache
def _migrations() -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    """Return the migrations this program knows, and the last one of each package."""
    return known_migrations(), frozenset(MigrationLoader(None).graph.leaf_nodes())


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
    registry = OWN_PROCESS
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:  # those of all workers
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    figures = generate_latest(registry) + generate_latest(COPIES)
    return HttpResponse(figures, content_type=CONTENT_TYPE_LATEST)
