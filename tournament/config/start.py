"""Start of the command line: errors of the environment end with a sentence."""

import gettext
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.core.management import execute_from_command_line

from tournament.config.environment import PROJECT, WrongEnvironment
from tournament.management.garbage import look_seldom

WRONG_ENVIRONMENT = 1


def main() -> None:
    """Run the command `kreuzdame` of an installed program; alone it serves and opens a browser."""
    run(["kreuzdame", *(sys.argv[1:] or ["serve", "--browser"])])


def run(arguments: Sequence[str]) -> None:
    """Run a command of `manage.py` or `kreuzdame`, which is the first argument."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings")
    look_seldom()
    with explain_environment(arguments):
        execute_from_command_line(list(arguments))


@contextmanager
def explain_environment(arguments: Sequence[str] = ()) -> Iterator[None]:
    """Context manager: on an error of the environment, exit with a sentence and code 1."""
    try:
        yield
    except WrongEnvironment as wrong:
        # In the language of `--lang`. Without settings Django's own translation is unavailable.
        words = " ".join(arguments).replace("=", " ")
        language = "en" if "--lang en" in words else "de"
        catalogue = gettext.translation(
            "django", PROJECT / "tournament" / "locale", [language], fallback=True
        )
        sys.stderr.write(f"{catalogue.gettext(wrong.text) % wrong.params}\n")
        raise SystemExit(WRONG_ENVIRONMENT) from wrong


if __name__ == "__main__":  # in an archive, where `kreuzdame` would name the Python it was built by
    main()
