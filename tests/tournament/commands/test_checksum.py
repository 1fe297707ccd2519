"""The command `checksum`, and its figures recomputed from the output of other commands."""

import csv
import hashlib
import io
import json
import re
from datetime import datetime
from pathlib import Path

import pytest
from django.core.management import call_command
from openpyxl import load_workbook

from tests.factories.databases import copied
from tests.factories.journal import note_everything
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_user
from tests.factories.words import text
from tournament.exports.excel.workbook import workbook
from tournament.exports.pdf.results import standings
from tournament.journal.writes import record
from tournament.models import (
    Adjustment,
    Entry,
    GameTable,
    JournalEntry,
    Role,
    Tournament,
    Verification,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.rounds.writes import close_round
from tournament.standings.reads.standings import standings_after
from tournament.trust.reads.freezing import freeze_outlook
from tournament.trust.writes import freeze_standings

pytestmark = pytest.mark.django_db

NOW = datetime.fromisoformat("2026-09-12T18:30:00+02:00")


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Two rounds; a hostile name, one unranked, a deduction, a sheet missing in round 2."""
    tournament = make_drawn_tournament(8, rounds_planned=2, published=2)
    enter_round(round_number(tournament, 1))
    enter_totals(round_number(tournament, 2).tables.get(number=1), [9, -3, -1, -5])
    person = tournament.entries.get(number=1).person
    person.first_name, person.last_name = "=1+1", "Öz;demir \N{MINUS SIGN}ß"
    person.save()
    tournament.entries.filter(number=2).update(status=Entry.Status.UNRANKED, tags=["Damen"])
    Adjustment.objects.create(entry=tournament.entries.get(number=3), points=-12, reason="Lärm")
    return tournament


def output_of(directory: Path, command: str, *arguments: str) -> bytes:
    file = directory / "output"
    call_command(command, "herbst", *arguments, "-o", str(file))
    return file.read_bytes()


def checksum_of(directory: Path, *arguments: str) -> str:
    """Return what the command prints, without the end of the line."""
    answer = output_of(directory, "checksum", *arguments).decode()
    assert answer.endswith("\n")
    return answer[:-1]


def documented_checksum(rows: list[dict]) -> str:
    """Compute the checksum exactly as docs/checksum.md says."""
    rounds = [f"r{number}" for number in range(1, len(rows[0]["rounds"]) + 1)]
    lines = [["rank", "number", *rounds, "adjustment", "total", "name"]]
    for row in rows:
        lines.append(
            [
                row["rank"],
                row["number"],
                *row["rounds"],
                row["adjustment"],
                row["total"],
                row["name"],
            ]
        )
    text = "".join(
        ";".join("" if value is None else str(value) for value in line) + "\n" for line in lines
    )
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("after", ["1", "2"])
def test_checksum_follows_from_the_exported_json(
    after: str, tournament: Tournament, tmp_path: Path
) -> None:
    rows = json.loads(output_of(tmp_path, "standings", "--after-round", after, "--format", "json"))
    assert len(rows) == 8
    assert checksum_of(tmp_path, "--after-round", after) == documented_checksum(rows)


def test_program_of_the_documentation_prints_the_checksum(
    tournament: Tournament, tmp_path: Path, project: Path, monkeypatch, capsys
) -> None:
    document = (project / "docs" / "checksum.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", document, re.DOTALL)
    (tmp_path / "standings.json").write_bytes(output_of(tmp_path, "standings", "--format", "json"))
    monkeypatch.chdir(tmp_path)
    exec(compile(program, "checksum.md", "exec"), {})
    assert capsys.readouterr().out == f"{checksum_of(tmp_path)}\n"


def test_checksum_follows_from_the_exported_csv(tournament: Tournament, tmp_path: Path) -> None:
    table = output_of(tmp_path, "standings", "--format", "csv").decode("utf-8-sig")
    lines = ["rank;number;r1;r2;adjustment;total;name"]
    for row in csv.DictReader(io.StringIO(table), delimiter=";"):
        listed = row["name"].removeprefix("'") if row["name"][1:2] in "=+-@" else row["name"]
        name = " ".join(reversed(listed.split(", ")))
        figures = (row[key] for key in ("rank", "number", "r1", "r2", "adjustment", "total"))
        lines.append(";".join([*figures, name]))
    text = "".join(f"{line}\n" for line in lines)
    assert checksum_of(tmp_path) == hashlib.sha256(text.encode()).hexdigest()


def test_text_is_what_the_checksum_is_computed_over(tournament: Tournament, tmp_path: Path) -> None:
    for which in ((), ("--after-round", "1"), ("--round", "2"), ("--category", "Damen")):
        text = output_of(tmp_path, "checksum", "--text", *which)
        assert checksum_of(tmp_path, *which) == hashlib.sha256(text).hexdigest()
    damen = output_of(tmp_path, "checksum", "--text", "--category", "Damen").decode()
    assert damen.count("\n") == 2


def test_everything_that_counts_changes_the_checksum(
    tournament: Tournament, tmp_path: Path
) -> None:
    seen = [checksum_of(tmp_path)]
    enter_totals(round_number(tournament, 2).tables.get(number=2), [0, 0, 0, 0])
    seen.append(checksum_of(tmp_path))
    Adjustment.objects.all().delete()
    seen.append(checksum_of(tmp_path))
    person = tournament.entries.get(number=4).person
    person.last_name += "er"
    person.save()
    seen.append(checksum_of(tmp_path))
    Entry.objects.filter(number=2).update(status=Entry.Status.ACTIVE)
    seen.append(checksum_of(tmp_path))
    assert len(set(seen)) == 5


@pytest.mark.parametrize("option", [("--after-round", "9"), ("--round", "9"), ("--seal", "0")])
def test_missing_list_is_refused(option, tournament: Tournament, capsys) -> None:
    with pytest.raises(SystemExit) as end:
        call_command("checksum", "herbst", *option)
    answer = capsys.readouterr()
    assert (end.value.code, answer.out, answer.err.count("\n")) == (1, "", 1)


def test_seal_of_an_entry_is_found_by_its_place(tournament: Tournament, tmp_path: Path) -> None:
    seals = list(JournalEntry.objects.filter(tournament=tournament).values_list("seal", flat=True))
    assert [checksum_of(tmp_path, "--seal", str(place + 1)) for place in range(len(seals))] == seals


def short(digits: str) -> str:
    return " ".join(re.findall("....", digits[:16]))


def frozen(tournament: Tournament) -> Tournament:
    enter_totals(round_number(tournament, 2).tables.get(number=2), [0, 0, 0, 0])
    for number in (1, 2):
        close_round(COMMAND_LINE, round_number(tournament, number))
    tournament.objections_until = NOW
    tournament.save()
    note_everything(tournament)
    return freeze_standings(
        COMMAND_LINE, tournament, seen=freeze_outlook(tournament, NOW).checksum, now=NOW
    )


def test_final_list_carries_checksum_and_seal_on_paper_excel_and_screen(
    tournament: Tournament, tmp_path: Path
) -> None:
    tournament = frozen(tournament)
    entries = JournalEntry.objects.filter(tournament=tournament).order_by("pk")
    expected = (
        f"Prüfsumme dieser Liste: {short(checksum_of(tmp_path))}. "
        f"Journal: {entries.count()} Einträge, Siegel {short(entries.last().seal)}."
    )
    paper = " ".join(page_texts(read_pdf(standings(tournament))))
    assert expected in paper
    assert f"Endgültig · Prüfsumme {short(checksum_of(tmp_path))}" in paper
    assert expected in text_of(signed_in().get("/t/herbst/standings/"))
    assert expected in cells_of(workbook(tournament).content)


def cells_of(file: bytes) -> set[object]:
    sheet = load_workbook(io.BytesIO(file)).worksheets[-1]
    return {cell.value for row in sheet.iter_rows() for cell in row}


def test_recount_tells_whether_final_standings_are_as_they_were(
    tournament: Tournament, capsys
) -> None:
    tournament = frozen(tournament)
    call_command("recount", "herbst")
    checksum = short(tournament.frozen_checksum)
    kept = text("The standings are as they were declared final: checksum %(now)s.", now=checksum)
    assert kept in capsys.readouterr().out.splitlines()
    person = tournament.entries.get(number=4).person
    person.last_name += "er"
    person.save()
    with pytest.raises(SystemExit):
        call_command("recount", "herbst")
    changed = text(
        "The standings are not as they were declared final: checksum %(now)s instead of "
        "%(frozen)s.",
        now=short(standings_after(tournament).changed_to),
        frozen=checksum,
    )
    assert changed in capsys.readouterr().err


def test_later_entries_leave_the_printed_seal_where_it_was(
    tournament: Tournament, tmp_path: Path
) -> None:
    entries = JournalEntry.objects.filter(tournament=tournament)
    place, seal = entries.count(), entries.order_by("pk").last().seal
    record(COMMAND_LINE, tournament, "round_closed", round=1)
    assert checksum_of(tmp_path, "--seal", str(place)) == seal


def test_final_list_names_who_let_unconfirmed_results_count(tournament: Tournament) -> None:
    enter_totals(round_number(tournament, 2).tables.get(number=2), [0, 0, 0, 0])
    for number in (1, 2):
        close_round(COMMAND_LINE, round_number(tournament, number))
    Verification.objects.bulk_create(
        Verification(version=table.current_version, how="blind")
        for table in GameTable.objects.filter(round__tournament=tournament, number=1)
        if table.current_version
    )
    tournament.verification = "blind"
    tournament.save()
    note_everything(tournament)
    actor = Actor(make_user(Role.DIRECTION, tournament, "ulla"))
    seen = freeze_outlook(tournament, NOW).checksum
    tournament = freeze_standings(actor, tournament, seen=seen, reason="Schreiber krank", now=NOW)
    expected = text(
        "Declared final by “%(account)s” though this was open: %(matters)s. Reason: %(reason)s",
        account="ulla",
        matters=text("not verified: %(places)s", places="Runde 1, Tisch 2; Runde 2, Tisch 2"),
        reason="Schreiber krank",
    )
    assert expected in " ".join(page_texts(read_pdf(standings(tournament))))
    assert expected in text_of(signed_in().get("/t/herbst/standings/"))
    assert expected in cells_of(workbook(tournament).content)
