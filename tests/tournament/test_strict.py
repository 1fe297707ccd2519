"""Both databases refuse the same: what tests ask of SQLite alone holds for PostgreSQL."""

from collections.abc import Callable, Iterator

import pytest
from django.db import DataError, transaction

from tests.factories.strict import as_strict_as_postgresql
from tests.factories.tournaments import make_tournament
from tournament.models import Club, KnownHeading, Person, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture(autouse=True)
def _strict(db: None) -> Iterator[None]:
    with as_strict_as_postgresql():
        yield


REFUSED: dict[str, Callable[[], object]] = {
    "a zero byte that is looked for": lambda: Person.objects.filter(last_name="a\0").exists(),
    "one that is stored": lambda: Club.objects.create(name="a\0b"),
    "one that changes a row": lambda: Tournament.objects.update(name="a\0b"),
    "one within JSON": lambda: Tournament.objects.update(age_categories=[["a\0b", None, 1966]]),
    "half of a surrogate pair within JSON": lambda: Tournament.objects.update(
        age_categories=[["a\ud800b", None, 1966]]
    ),
    "its other half": lambda: Tournament.objects.update(age_categories=[["\udc00", None, 1966]]),
    "a text longer than its column": lambda: KnownHeading.objects.create(title="x" * 301),
    "a row that becomes too long": lambda: Tournament.objects.update(verification="x" * 300),
    "one of several rows": lambda: KnownHeading.objects.bulk_create(
        [KnownHeading(title=title, column="name") for title in ("wer", "x" * 301)]
    ),
}


@pytest.mark.parametrize("act", REFUSED)
def test_both_databases_refuse_it(act: str) -> None:
    make_tournament()
    with pytest.raises(DataError), transaction.atomic():
        REFUSED[act]()


def test_a_text_as_long_as_its_column_is_stored() -> None:
    """Counted in letters, not in bytes."""
    KnownHeading.objects.create(title="ü" * 300, column="name")
    assert KnownHeading.objects.get(column="name").title == "ü" * 300


def test_a_whole_surrogate_pair_is_stored_in_json() -> None:
    make_tournament()
    Tournament.objects.update(age_categories=[["\U0001f0a1", None, 1966]])
    assert Tournament.objects.get(slug="herbst").age_categories == [["\U0001f0a1", None, 1966]]
