"""What somebody has said about booked penalties: do the totals typed contain them or not."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext

from tournament.forms.penalty_lines import ADDED, CONTAINED
from tournament.mappers import penalty_content
from tournament.models import Penalty

Answers = Mapping[str, object]


def answer_name(penalty: Penalty) -> str:
    """The name under which the answer about a penalty is sent."""
    return f"booked-{penalty.pk}"


def booked_choices() -> list[tuple[str, str]]:
    """The answers; their first letters are enough to choose by keys."""
    contained, added = gettext("contained already"), gettext("still to be added")
    return [("", ""), (CONTAINED, contained), (ADDED, added)]


def undecided(booked: Iterable[Penalty], answers: Answers) -> list[Penalty]:
    """The penalties nobody has answered for; one booked a moment ago is among them."""
    return [each for each in booked if answers.get(answer_name(each)) not in (CONTAINED, ADDED)]


def to_be_added(booked: Iterable[Penalty], answers: Answers) -> list[dict[str, Any]]:
    """The penalties that the totals lack, as they stand on a sheet."""
    lacking = (each for each in booked if answers.get(answer_name(each)) == ADDED)
    return [*map(penalty_content, lacking)]
