"""What is measured by pytest stands on what the tests stand on."""

pytest_plugins = ["tests.conftest"]
