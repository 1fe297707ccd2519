"""The comparison of two commits: what belongs to one installation alone is no difference."""

import io
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine
from django.utils import translation
from openpyxl import Workbook
from reportlab.pdfgen.canvas import Canvas

from tools.comparison.__main__ import KEYS, give_keys
from tools.comparison.normal import WORKBOOK, as_text
from tournament.config import environment
from tournament.exports.base import printing_time


def page(words: str) -> bytes:
    return f"<p>{words}</p>".encode()


def paper(words: str) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file)
    canvas.drawString(20, 20, words)
    canvas.save()
    return file.getvalue()


def workbook(words: str) -> bytes:
    file, book = io.BytesIO(), Workbook()
    book.active.append([words])
    book.save(file)
    return file.getvalue()


MAKES = {"text/html": page, "application/pdf": paper, WORKBOOK: workbook}


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("kind", "make"), MAKES.items())
def test_folder_and_time_of_printing_are_no_difference(
    kind: str, make: Callable[[str], bytes], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(folder: str, hour: int) -> str:
        monkeypatch.setenv("KREUZDAME_VAR", folder)
        at = datetime(2026, 5, 23, hour, tzinfo=UTC)
        with time_machine.travel(at, tick=False), translation.override(language):
            words = f"{folder}/backups {Path.cwd()}/fixtures {printing_time()} 12:34"
            return as_text(kind, make(words))

    one, other = answer("/srv/one", 8), answer("/srv/another", 19)
    assert one == other
    assert "FOLDER/backups PROGRAM/fixtures NOW 12:34" in one


def test_both_installations_have_one_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "make_var_directory", lambda: tmp_path)
    monkeypatch.delenv("KREUZDAME_SECRET_KEY", raising=False)
    give_keys(tmp_path)
    kept = [(tmp_path / name).read_text() for name in KEYS]
    assert [environment.secret_key(), environment.signing_secret()] == kept
