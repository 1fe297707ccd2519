"""Lists of results, read and sent to the page of a series."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tournament.errors import Refused
from tournament.imports.standings import Results, read_result_table, read_results
from tournament.models import Series


def results_of(data: str | bytes) -> Results:
    return read_results(read_result_table(data if isinstance(data, bytes) else data.encode()))


def problems_of(data: str | bytes) -> list[tuple[int, str]]:
    with pytest.raises(Refused) as refused:
        results_of(data)
    return [(each.line, each.code) for each in refused.value.params.get("problems", ())]


def send(owner: Client, series: Series, data: bytes) -> Any:
    sent = {"name": "Mai", "day": "2026-05-01", "file": SimpleUploadedFile("l", data)}
    return owner.post(f"/series/{series.slug}/import/", sent)


def again(owner: Client, series: Series, page: Any, **typed: str) -> Any:
    sent = {"read": page.context["read"], "name": "Mai", "day": "2026-05-01", **typed}
    return owner.post(f"/series/{series.slug}/import/", sent, follow=True)
