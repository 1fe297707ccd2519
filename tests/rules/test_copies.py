"""Which copies of the database are kept."""

from datetime import UTC, datetime, timedelta

from tournament.backup.rules import CopyName, copy_name, file_name, kept

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def every_ten_minutes(count: int) -> list[CopyName]:
    return [CopyName(NOON - timedelta(minutes=10 * number)) for number in range(count)]


def test_copy_name_gives_time_and_reason_and_nothing_else_is_a_copy():
    names = [CopyName(NOON), CopyName(NOON, "round")]
    texts = ["kreuzdame-20261121T120000Z.sqlite3", "kreuzdame-20261121T120000Z-round.sqlite3"]
    assert [file_name(name) for name in names] == texts
    assert [copy_name(text) for text in texts] == names
    others = ["kreuzdame.sqlite3", f"{texts[0]}.12.part", "kreuzdame-20261321T120000Z.sqlite3"]
    assert [copy_name(text) for text in others] == [None, None, None]


def test_latest_stay_and_then_one_an_hour():
    copies = every_ten_minutes(31)  # five hours
    ages = sorted((NOON - copy.made_at) // timedelta(minutes=10) for copy in kept(copies))
    assert ages == [*range(12), 13, 19, 25]


def test_monthly_club_keeps_copies_for_a_year():
    evenings = [CopyName(NOON - timedelta(days=30 * month)) for month in range(30)]
    assert kept(evenings) == {*evenings[:24]}


def test_ever_so_many_copies_are_bounded():
    assert len(kept(every_ten_minutes(10_000))) == 12 + 22 + 11


def test_copies_set_aside_and_the_last_before_updates_stay():
    old = NOON - timedelta(days=900)
    aside = [CopyName(old - timedelta(hours=hour), "aside") for hour in range(40)]
    updates = [CopyName(old - timedelta(hours=hour), "update") for hour in range(5)]
    stay = kept([*every_ten_minutes(5000), *aside, *updates])
    assert {name for name in stay if name.occasion} == {*aside, *updates[:3]}
