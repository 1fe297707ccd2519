"""The log on paper: complaints, penalties, deductions, protests and extra time of a day."""

import re
from datetime import UTC, datetime
from io import BytesIO

import pytest
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from tests.factories.calls import complain
from tests.factories.papers import made, page_texts
from tests.factories.sheets import totals_content
from tests.factories.submissions import submit
from tournament.models import Call
from tournament.permissions import COMMAND_LINE
from tournament.referee.reads import log_of
from tournament.referee.writes.penalties import deduct_points
from tournament.referee.writes.protests import lodge_protest
from tournament.rounds.writes import extend_time

pytestmark = pytest.mark.alone


def pdf_text(content: bytes) -> str:
    return " ".join(page_texts(PdfReader(BytesIO(content))))


def test_log_lists_everything_by_round_and_table(direction, tournament, round):
    one, two = round.tables.order_by("number")
    address = reverse("print", args=[tournament.slug])
    link = reverse("paper", args=[tournament.slug, "calls"])
    assert link not in direction.get(address).content.decode()
    complain(direction, two, paragraph="9.7.2b", offender=1, points=4, note="Mobiltelefon")
    complain(direction, one, paragraph="9.3.2", offender=3, initials="KS", row=7, note="Gezeigt")
    listed = {"row": 3, "rule": "9.3.2", "offender": 2, "points": [1, -3, 1, 1], "initials": "AB"}
    submit(COMMAND_LINE, two, totals_content([6, -2, 2, -6], penalties=[listed]))
    deduct_points(COMMAND_LINE, two.seats.get(position=4).entry, 2, "Türen geknallt")
    lodge_protest(COMMAND_LINE, one, 3, "War gespielt", Call.objects.get(penalty__isnull=False))
    extend_time(COMMAND_LINE, one, 5, "Licht aus", "KS")
    assert link in direction.get(address).content.decode()
    text = pdf_text(direction.get(link).content)
    places = [text.index(word) for word in ("Gezeigt", "War gespielt", "Licht aus", "Mobiltelefon")]
    assert places == sorted(places)
    for words in ("9.3.2", "+1 / +1 / −3 / +1", "5 Minuten", "Abzug −2", "Türen", "−4", "AB"):
        assert words in text


def test_one_day_alone(direction, tournament, round):
    complain(direction, round.tables.get(number=1), paragraph="9.2.3", offender=1, note="Heute")
    today = timezone.localdate(Call.objects.get().created_at)
    link = reverse("paper", args=[tournament.slug, "calls"])
    assert "Heute" in pdf_text(direction.get(f"{link}?day={today}").content)
    assert "Heute" in pdf_text(direction.get(f"{link}?day=2026-13-40").content)
    other = made("calls", tournament, day="2020-01-01").content
    assert "Heute" not in pdf_text(other)


def test_days_are_offered_where_there_are_several(direction, tournament, round):
    link = reverse("paper", args=[tournament.slug, "calls"])
    for note in ("Erster Tag", "Zweiter Tag"):
        complain(direction, round.tables.get(number=1), paragraph="9.2.3", offender=1, note=note)
    pages = [reverse(name, args=[tournament.slug]) for name in ("calls", "print")]
    for page in pages:
        assert f"{link}?day=" not in direction.get(page).content.decode()
    first = Call.objects.order_by("pk").first()
    evening = datetime(2026, 3, 13, 23, 30, tzinfo=UTC)  # the 14th in the hall
    Call.objects.filter(pk=first.pk).update(created_at=evening)
    today = timezone.localdate(Call.objects.order_by("pk").last().created_at)
    for page in pages:
        words = direction.get(page).content.decode()
        assert re.findall(r"\?day=([\d-]+)", words) == ["2026-03-14", str(today)]
    text = pdf_text(direction.get(f"{link}?day=2026-03-14").content)
    assert ("Erster Tag" in text, "Zweiter Tag" in text) == (True, False)


def test_extra_time_shows_its_time_and_both_referees_initials(tournament, round):
    one, two = round.tables.order_by("number")
    extend_time(COMMAND_LINE, one, 2, "Licht aus", "XX")
    extend_time(COMMAND_LINE, two, 4, "Arzt", "KS")
    extend_time(COMMAND_LINE, one, 5, "Licht aus", "JJ")
    _first, of_two, of_one = tournament.journal.filter(action="time_extended").order_by("pk")
    log = [(each.table, each.minutes, each.initials, each.at) for each in log_of(tournament)]
    assert log == [(1, 5, "XX, JJ", of_one.at), (2, 4, "KS", of_two.at)]
    today = timezone.localdate(of_one.at)
    text = pdf_text(made("calls", tournament, day=today).content)
    assert ("XX, JJ" in text, f"{timezone.localtime(of_one.at):%d.%m.%Y %H:%M}" in text) == (
        True,
        True,
    )
    assert "XX" not in pdf_text(made("calls", tournament, day="2020-01-01").content)
