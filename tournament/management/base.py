"""Common base of all commands: output, language, arguments, lists as text or JSON, exit codes.

0: done; 1: the input was refused; 2: a wrong call, or a tournament or file that does not exist.
"""

import contextlib
import errno
import json
import os
import re
import sys
import unicodedata
from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple
from datetime import date
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn, cast

from django.core.management.base import BaseCommand, CommandParser, OutputWrapper
from django.db import Error as DatabaseError
from django.utils import translation
from django.utils.translation import gettext

from scoring.json_format import NotJson, Unreadable, parse
from scoring.rulesets import DDV, RULE_SETS
from tournament.competitions.mapping import KINDS
from tournament.errors import Refused
from tournament.imports.player_tables import PlayerTable
from tournament.labels.faults import database_sentence, system_reason
from tournament.labels.people import LETTERS, unused_column, unused_names
from tournament.labels.refusals import NOT_POSSIBLE, refusal_sentence
from tournament.lists.columns import List, text_of
from tournament.models import Round, Tournament
from tournament.sheets.reads.table_totals import DamagedResult

# Control characters a terminal obeys, and characters that make one line look like two.
_OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Joiners that some scripts need inside a name.
_JOINERS = "\u200c\u200d"


class Console(OutputWrapper):
    """One of the two streams, silent from its first failure on; a text becomes a harmless line.

    The reader may close the pipe (`| head -1`), and the target may be full or closed. The sheets
    of a round are entered all the same; lost output is reported at the end.
    """

    def __init__(self, wrapped: OutputWrapper) -> None:
        # Typed as Any: tests pass other streams, a closed one is None.
        self._stream = cast(Any, wrapped._out)
        super().__init__(self._stream)
        self.style_func = wrapped.style_func
        self.failure: OSError | None = None
        if self._stream is None:  # closed before the program began
            self.failure = OSError(errno.EBADF, os.strerror(errno.EBADF))

    def write(  # type: ignore[override]  # as Django's, which is not that of a plain stream
        self,
        msg: str = "",
        style_func: Callable[[str], str] | None = None,
        ending: str | None = None,
    ) -> None:
        """Write a line."""
        line = visible(msg.removesuffix("\n"))
        self._attempt(partial(super().write, line, style_func, ending))

    def write_document(self, data: bytes) -> None:
        """Write a whole file unchanged, as bytes: a Windows console would reject the minus sign."""
        binary = getattr(self._stream, "buffer", None)
        if binary is None:
            self._attempt(partial(super().write, data.decode(errors="replace"), None, ""))
        else:
            self.flush()
            self._attempt(partial(binary.write, data))

    def flush(self) -> None:
        """Write what is still buffered."""
        self._attempt(super().flush)

    def finish(self) -> None:
        """Write what is still buffered, or discard it: the interpreter would try again."""
        self.flush()
        if self.failure is not None:
            with contextlib.suppress(OSError, AttributeError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, self._stream.fileno())
                os.close(nowhere)

    def _attempt(self, write: Callable[[], object]) -> None:
        if self.failure is None:
            try:
                write()
            except OSError as failure:
                self.failure = failure


def visible(text: str) -> str:
    """Return the text with terminal control characters, such as escape, spelled out."""
    return "".join(
        each
        if each in _JOINERS or unicodedata.category(each) not in _OBEYED
        else each.encode("unicode_escape").decode()
        for each in text
    )


REFUSED = 1
WRONG_CALL = 2
STANDARD_OUTPUT = "-"
Options = dict[str, Any]  # what a command is called with, by the names of its arguments
# Arguments that name files; their names may contain any bytes.
PATHS = frozenset({"file", "output"})
SURROGATES = re.compile("[\ud800-\udfff]")
LONGEST_SHOWN = 200


class TournamentCommand(BaseCommand):
    """A command in the language of `--lang` that ends in a sentence, never in a traceback.

    A command overrides `add_arguments` and `run`; refusals are printed as sentences. Django's
    system checks are for developers (`manage.py check`): they took longer than most commands.
    """

    requires_system_checks = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Add `--lang` to the parser of every command."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.add_argument(
            "--lang", choices=["de", "en"], default="de", help="language of the messages"
        )
        return parser

    def add_output_argument(self, parser: CommandParser) -> None:
        """Add `-o FILE`, to be written with `write_output`."""
        parser.add_argument(
            "-o", "--output", default=STANDARD_OUTPUT, metavar="FILE", help="- is standard output"
        )

    def tell_of_list(self, table: PlayerTable) -> None:
        """Say how the letters of a list of players were read, and what of it was not."""
        if table.letters:
            self.stderr.write(str(LETTERS[table.letters]))
        # Unused rows; a single cell above the heading is the title of the list.
        if rows := "; ".join(row for row in table.ignored_rows if " · " in row):
            self.stderr.write(f"{gettext('Above the heading, not used:')} {rows}")
        if table.unused:
            columns = [unused_column(*astuple(each)) for each in table.unused]
            self.stderr.write(f"{gettext('Columns not used:')} {', '.join(columns)}")
        for names in table.unused_names:
            self.stderr.write(unused_names(*astuple(names)))
        if table.ignored_sheets:
            self.stderr.write(f"{gettext('Sheets not used:')} {', '.join(table.ignored_sheets)}")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run in the language asked for; refusals become exit code 1."""
        # Windows redirects to a file in an encoding without the true minus sign: that must not end
        # an import half-way, so what standard output cannot encode is escaped, as standard error
        # does anyway.
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")
        self.stdout = self._output = Console(self.stdout)
        self.stderr = self._errors = Console(self.stderr)
        with translation.override(options["lang"]):
            exit_code = self._exit_code(options)
            self._output.finish()
            failure = self._output.failure
            if failure is not None:
                exit_code = exit_code or REFUSED
            if failure is not None and not isinstance(failure, BrokenPipeError):
                self._errors.write(
                    gettext("Standard output cannot be written: %(reason)s.")
                    % {"reason": system_reason(failure)}
                )
            self._errors.finish()
        if exit_code:
            raise SystemExit(exit_code)

    def run(self, options: Options) -> None:
        """Do the command's work."""
        raise NotImplementedError

    def tournament(self, slug: str) -> Tournament:
        """Return the tournament with this short name; a wrong call if there is none."""
        found = Tournament.objects.filter(slug=slug).first()
        if found is None:
            self.wrong_call(refusal_sentence(Refused("unknown_tournament", slug=slug)))
        return found

    def competition(self, kind: str, slug: str) -> Any:
        """Return the series, league or cup with this short name; a wrong call if there is none."""
        found = KINDS[kind]._default_manager.filter(slug=slug).first()
        if found is None:
            self.wrong_call(refusal_sentence(Refused(f"unknown_{kind}", slug=slug)))
        return found

    def round(self, tournament: Tournament, number: int) -> Round:
        """Return a round that is drawn. Refused: `unknown_round`."""
        found = Round.objects.filter(tournament=tournament, number=number).first()
        if found is None:
            raise Refused("unknown_round", round=number)
        return found

    def read_input(self, path: str) -> bytes:
        """Return the bytes of a file; a wrong call if it cannot be read."""
        try:
            return Path(path).read_bytes()
        except OSError as error:
            self.wrong_call(
                gettext("The file “%(path)s” cannot be read: %(reason)s.")
                % {"path": path, "reason": system_reason(error)}
            )

    def write_output(self, path: str, content: str | bytes) -> None:
        """Write to the file named by `-o`, text as UTF-8; `-` is standard output."""
        data = content.encode() if isinstance(content, str) else content
        if path == STANDARD_OUTPUT:
            self._output.write_document(data)
            return
        try:
            Path(path).write_bytes(data)
        except OSError as error:
            say = self.refuse if error.errno == errno.ENOSPC else self.wrong_call
            say(
                gettext("The file “%(path)s” cannot be written: %(reason)s.")
                % {"path": path, "reason": system_reason(error)}
            )

    def refuse(self, sentence: str) -> NoReturn:
        """Print why the input is refused on standard error, and exit with code 1."""
        self.stderr.write(sentence)
        raise SystemExit(REFUSED)

    def wrong_call(self, sentence: str) -> NoReturn:
        """Print what is wrong with the call on standard error, and exit with code 2."""
        self.stderr.write(sentence)
        raise SystemExit(WRONG_CALL)

    def _exit_code(self, options: Options) -> int:
        """Run and return 0 if all is done; otherwise print the reason and return its code."""
        try:
            for name, text in options.items():
                # Invalid bytes arrive as surrogates: no database could store them.
                if isinstance(text, str) and name not in PATHS and SURROGATES.search(text):
                    self.refuse(gettext("“%(text)s” is not valid UTF-8.") % {"text": text})
            self.run(options)
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else REFUSED
        except NOT_POSSIBLE as refusal:
            sentence = refusal_sentence(refusal)
        except DamagedResult as damaged:
            sentence = gettext(
                "Round %(round)s, table %(table)s: what is stored are no totals. The command "
                "“recount” names everything that does not agree."
            ) % {"round": damaged.round, "table": damaged.table}
        except DatabaseError as error:
            found = database_sentence(error)
            if found is None:
                raise
            sentence = found
        else:
            return 0
        self.stderr.write(sentence)
        return REFUSED


def iso_date(text: str) -> date:
    """Parse a calendar day; the other ISO forms (weeks, no hyphens) are surely typing errors."""
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError(text)
        return date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"not a date like 2026-09-12: {text}") from error


def add_rules(parser: CommandParser) -> None:
    """Add `--rules` and `--options` to a command; default are the DDV's."""
    parser.add_argument("--rules", choices=sorted(RULE_SETS), default=DDV.name)
    parser.add_argument(
        "--options", type=_json, default={}, help="options of the rules, a JSON object"
    )


def _json(text: str) -> Any:
    try:
        options = parse(text)
        if not isinstance(options, Unreadable):
            return options
    except NotJson:
        pass
    raise ArgumentTypeError(f"no JSON: {text[:LONGEST_SHOWN]}")


def as_json(rows: Sequence[Mapping[str, object]]) -> str:
    """Return one object per row, readable."""
    lines = ",\n ".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f"[{lines}]\n"


def as_text(listed: List) -> str:
    """Return columns as wide as their longest cell, figures right-aligned."""
    rows = [[column.heading for column in listed.columns]]
    for each in listed.by_key():
        cells = zip(listed.columns, each.values(), strict=True)
        rows.append([text_of(column, value) for column, value in cells])
    widths = [max(map(len, texts)) for texts in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        placed = zip(listed.columns, row, widths, strict=True)
        padded = (text.ljust(n) if each.is_text else text.rjust(n) for each, text, n in placed)
        lines.append("  ".join(padded).rstrip() + "\n")
    return "".join(lines)
