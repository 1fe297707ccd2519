"""The start of the command line: where the machine is not as it should be, a sentence says so."""

import gettext
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.core.management import execute_from_command_line

from tournament.config.environment import PROJECT, WrongEnvironment

WRONG_ENVIRONMENT = 1


def main() -> None:
    """The command `kreuzdame` of an installed program: alone it serves and opens the browser."""
    run(["kreuzdame", *(sys.argv[1:] or ["serve", "--browser"])])


def run(arguments: Sequence[str]) -> None:
    """Run a command of `manage.py` or `kreuzdame`, named first."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.config.settings")
    with explain_environment(arguments):
        execute_from_command_line(list(arguments))


@contextmanager
def explain_environment(arguments: Sequence[str] = ()) -> Iterator[None]:
    """Where the machine is not as it should be, end with a sentence and exit code 1."""
    try:
        yield
    except WrongEnvironment as wrong:
        # In the language of `--lang`. Without settings Django's own translation is not there.
        words = " ".join(arguments).replace("=", " ")
        language = "en" if "--lang en" in words else "de"
        catalogue = gettext.translation(
            "django", PROJECT / "tournament" / "locale", [language], fallback=True
        )
        sys.stderr.write(f"{catalogue.gettext(wrong.text) % wrong.params}\n")
        raise SystemExit(WRONG_ENVIRONMENT) from wrong


if __name__ == "__main__":  # in an archive, where `kreuzdame` would name the Python it was built by
    main()
