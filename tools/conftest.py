"""Measurements by pytest use the fixtures of the tests."""

pytest_plugins = ["tests.conftest"]
