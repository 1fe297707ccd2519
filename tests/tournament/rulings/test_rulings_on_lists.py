"""Lists of every kind show the mark and the reason; files bring rulings in."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests.factories.pages import signed_in, text_of
from tests.factories.papers import page_texts, read_pdf, read_workbook
from tests.factories.rounds import round_number
from tests.factories.rulings import REASON, make_lost_list, play_the_rest, rule, ruling, table_of
from tests.factories.sheets import totals_content
from tests.factories.words import text
from tournament.exports.excel.workbook import workbook
from tournament.exports.pdf.results import round_result as print_round_result
from tournament.exports.pdf.results import standings as print_standings
from tournament.labels.sheets import why_words
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.standings.reads.standings import round_result, standings_after, text_of_standings
from tournament.standings.rules.checksum import text_checksum
from tournament.tournaments.writes.tournaments import finish_tournament

pytestmark = pytest.mark.django_db

CONTROL = "Points that were set are not in the control sum."
LIVE = "An average of somebody’s other rounds changes until the standings are final."


def note_of_ruling(*, in_round: bool = False) -> str:
    """Return the note on the table that was set, as the list of its round or of all rounds."""
    at = text("Table %(number)s", number=1)
    if not in_round:
        at = text("Round %(round)s, table %(table)s", round=1, table=1)
    sentence = "%(place)s set by the direction (%(why)s): %(reason)s"
    return "§ " + text(sentence, place=at, why=why_words("list_lost"), reason=REASON)


@pytest.fixture
def tournament() -> Tournament:
    return make_lost_list()


def finished(tournament: Tournament) -> None:
    play_the_rest(tournament)
    tournament.refresh_from_db()
    finish_tournament(COMMAND_LINE, tournament)
    tournament.refresh_from_db()


def papers(tournament: Tournament) -> tuple[str, str]:
    """Return the standings and the result of round 1 on paper."""
    documents = (print_standings(tournament), print_round_result(round_number(tournament, 1)))
    standings, result = (" ".join(page_texts(read_pdf(each))) for each in documents)
    return standings, result


def test_paper_names_what_was_set_and_why(tournament: Tournament) -> None:
    standings, result = papers(tournament)
    assert f"{note_of_ruling()} {text(CONTROL)} {text(LIVE)}" in standings
    assert f"{note_of_ruling(in_round=True)} {text(CONTROL)} {text(LIVE)}" in result
    assert standings.count("§") == result.count("§") == 5
    finished(tournament)
    standings, result = papers(tournament)
    assert f"{note_of_ruling()} {text(CONTROL)}" in standings
    assert text(LIVE) not in standings + result
    assert "Endgültig" in standings
    assert "Endgültig" in result
    earlier = " ".join(page_texts(read_pdf(print_standings(tournament, 1))))
    assert text(CONTROL) in earlier
    assert text(LIVE) not in earlier


def test_screen_and_workbook_say_the_same(tournament: Tournament) -> None:
    direction = signed_in()
    slug = tournament.slug
    for address, note in (
        (reverse("standings", args=[slug]), note_of_ruling()),
        (reverse("round-result", args=[slug, 1]), note_of_ruling(in_round=True)),
    ):
        page = direction.get(address)
        assert f"{note} {text(CONTROL)} {text(LIVE)}" in text_of(page)
        assert page.content.decode().count('<span class="footmark">§</span>') == 4
    book = read_workbook(workbook(tournament))
    for name, note in (
        ("Runde 1", note_of_ruling(in_round=True)),
        (book.sheetnames[-1], note_of_ruling()),
    ):
        cells = [cell for row in book[name].iter_rows() for cell in row]
        assert [cell.value for cell in cells].count(note) == 1
        marked = [cell for cell in cells if cell.number_format == '+0"§";"−"0"§";0"§"']
        assert len(marked) == 4
        assert all(isinstance(cell.value, int) for cell in marked)


def test_a_corrected_ruling_carries_both_marks(tournament: Tournament) -> None:
    play_the_rest(tournament)
    rule(table_of(tournament, 1, 1), [1, 2, 3, 4])
    page = signed_in().get(reverse("standings", args=[tournament.slug]))
    assert page.content.decode().count('<span class="footmark">*§</span>') == 4


def test_text_json_and_checksum_have_the_final_figure(
    tournament: Tournament, tmp_path: Path
) -> None:
    finished(tournament)
    report = standings_after(tournament)

    def written(name: str) -> str:
        path = tmp_path / name
        call_command("standings", "herbst", "--format", name, "-o", str(path))
        return path.read_text(encoding="utf-8")

    words = written("text")
    assert note_of_ruling() in words
    assert words.count("§") == 5
    rows = json.loads(written("json"))
    assert [row["rounds"] for row in rows] == [list(row.rounds) for row in report.rows]
    ruled = {seat.entry.number for seat in table_of(tournament, 1, 1).seats.all()}
    with_mark = {row["number"]: row["ruled"] for row in rows if "ruled" in row}
    assert with_mark == {number: [1] for number in ruled}
    assert "§" not in written("csv")
    assert text_checksum(text_of_standings(report)) == tournament.frozen_checksum
    assert round_result(round_number(tournament, 1)).final


def test_a_file_brings_a_ruling_in(
    tournament: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    path = tmp_path / "sheets.json"

    def imported(*args: str, **entry: object) -> tuple[int, str]:
        path.write_text(json.dumps({"sheets": [{"round": 3, "table": 1, **entry}]}))
        code = 0
        try:
            call_command("import_sheets", "herbst", str(path), *args)
        except SystemExit as exit:
            code = int(str(exit.code))
        return code, "".join(capsys.readouterr())

    entry = {"kind": "ruling", **ruling()}
    code, said = imported(**entry)
    assert (code, said.splitlines()[0]) == (0, "Runde 3, Tisch 1: erfasst, – / – / 0 / −7")
    assert "unverändert" in imported(**entry)[1]
    assert "unverändert" in imported(ruling=ruling())[1]
    assert "unverändert" in imported(kind="ruling", ruling=ruling())[1]
    assert imported(kind="rows", ruling=ruling())[0] == 1
    other = {**entry, "figures": [0, 0, 0, 0]}
    assert imported(**other)[0] == 1
    assert imported("--replace", "--reason", "Irrtum", **other)[0] == 0
    code, said = imported(**{**entry, "figures": [0, "Schnitt", 0, 0]})
    assert code == 1
    assert "„figures[1]“" in said
    assert text("a whole number, or “average”") in said
    assert imported(**totals_content([6, 2, -2, -6]))[0] == 1
    replaced = imported("--replace", "--reason", "gefunden", **totals_content([6, 2, -2, -6]))
    assert replaced[0] == 0
    call_command("recount", "herbst")
    counted = capsys.readouterr().out.splitlines()
    told = "Tables set by the direction, not in the control sum: %(ruled)s."
    assert text(told, ruled=1) in counted
