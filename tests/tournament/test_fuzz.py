"""Random hostile input against the program in its own process; for long by `make fuzz`."""

from pathlib import Path

from tests.processes.fuzz import attacked
from tests.processes.hall import drawn_hall

FILE = Path(__file__).parents[2] / "fixtures" / "players" / "preregistration-messy.xlsx"


def test_no_hostile_input_is_an_error_of_the_program(var: Path) -> None:
    report = attacked(drawn_hall(var, 1), 120, "small", [FILE.read_bytes()], most_pages=25)
    assert report.failed == []
    assert sum(report.answers.values()) == 120
    assert report.answers[200] > 20  # it got through to the pages
    assert report.memory < 600
