"""Choosing the columns of a list by hand."""

from collections.abc import Iterable, Sequence

from django.utils.functional import Promise

from tournament.imports.base import TextRow
from tournament.imports.headings import heading_at
from tournament.views.access import Request

SAMPLES = 3


def column_choice(
    request: Request,
    heading: TextRow,
    rows: Sequence[TextRow],
    holds: Iterable[str],
    choices: dict[str, str | Promise],
    *,
    has_heading: bool,
) -> dict[str, object]:
    """Return the context of `components/columns.html`.

    `holds`: what each column is known to contain; a choice that was posted is kept. Empty columns
    are left out.
    """
    is_sent = "columns" in request.POST
    titles = dict(enumerate(heading.cells))
    below = heading_at(rows)
    first = heading if heading.cells or not rows else rows[below]
    return {
        "columns": [
            (at, titles.get(at, ""), samples, request.POST.get(f"column-{at}", known))
            for at, known in enumerate(holds)
            if (samples := _samples(rows, at)) or titles.get(at)
        ],
        "choices": choices.items(),
        "heading": heading.text,
        "heading_row": first.text,
        "has_heading": "heading" in request.POST if is_sent else has_heading,
    }


def _samples(rows: Iterable[TextRow], at: int) -> list[str]:
    """Return the first texts of a column."""
    texts = (row.cells[at] for row in rows if at < len(row.cells))
    return [text for text in texts if text][:SAMPLES]
