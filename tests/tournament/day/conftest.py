"""The helpers of the day tell as much of what differs as a test does."""

import pytest

pytest.register_assert_rewrite(
    *(f"tests.tournament.day.{name}" for name in ("acts", "lists", "money", "rounds", "told"))
)
