"""Let the day's helpers show differences in detail, as a test does."""

import pytest

pytest.register_assert_rewrite(
    *(f"tests.tournament.day.{name}" for name in ("acts", "lists", "money", "rounds", "told"))
)
