"""What tells tournaments apart, where one is chosen or several are listed."""

from collections import Counter
from collections.abc import Iterable

from tournament.labels.filling import short_day
from tournament.models import SeriesEvening, Tournament

Held = Tournament | SeriesEvening


def tournament_labels(every: Iterable[Held], *, with_day: bool = True) -> dict[Held, str]:
    """Return name and day of each: "Spieltag 1, 03.10.2026".

    Those that are equal so far have the place as well, or the series of a list brought in, and if
    even that is equal the short name. with_day: else the day is told beside it.
    """
    told: dict[Held, tuple[str, ...]] = {
        each: (str(each), short_day(each.date if isinstance(each, Tournament) else each.day) or "")
        for each in every
    }
    for further in (_place_of, lambda each: each.slug if isinstance(each, Tournament) else ""):
        times = Counter(told.values())
        told = {
            each: (*parts, further(each)) if times[parts] > 1 else parts
            for each, parts in told.items()
        }
    return {
        each: ", ".join(filter(None, parts if with_day else (parts[0], *parts[2:])))
        for each, parts in told.items()
    }


def _place_of(held: Held) -> str:
    return held.place if isinstance(held, Tournament) else str(held.series)
