"""How lists are sorted and cut into pages."""

from typing import TypeVar

import django_tables2 as tables
from django.http import HttpRequest
from django_tables2 import RequestConfig

ROWS_PER_PAGE = 200
"""More rows are more than anybody reads, and cost a second of a phone's time."""

T = TypeVar("T", bound=tables.Table)


def configured(request: HttpRequest, table: T) -> T:
    """The table sorted as the address says, and the page it asks for (`?sort=`, `?page=`)."""
    RequestConfig(request, paginate={"per_page": ROWS_PER_PAGE}).configure(table)
    return table
