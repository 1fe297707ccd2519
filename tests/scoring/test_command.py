"""The command line as another program uses it: a process, bytes in, bytes out, words and all."""

import io
import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.commands import check_sheets
from scoring.json_format import sheet_to_json
from tests.factories.score_sheets import plain_sheet, replace_row

ROOT = Path(__file__).parents[2]
VALID = sheet_to_json(plain_sheet())
WRONG = sheet_to_json(replace_row(plain_sheet(), 2, points=(2, 2, -2, -3)))
NO_JSON = {
    "code": "malformed",
    "severity": "error",
    "row": None,
    "seat": None,
    "message": "“sheet” cannot be read.",
    "suggestion": None,
}


def run(command, data):
    return subprocess.run(
        [sys.executable, "-m", "scoring", *command],
        cwd=ROOT,
        input=data,
        capture_output=True,
        check=False,
    )


def answers(data):
    """Return exit code and answers, without the cost of a process."""
    output = io.StringIO()
    code = check_sheets(data if isinstance(data, bytes) else data.encode(), output)
    return code, [json.loads(line) for line in output.getvalue().splitlines()]


def test_check_answers_every_line_of_standard_input():
    lines = [json.dumps(VALID), json.dumps({"id": "7-Ä", "sheet": WRONG})]

    done = run(["check"], "\n".join(lines).encode())

    assert done.returncode == 0
    assert done.stderr == b""
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"id": 1, "ok": True, "findings": [], "proposals": [], "totals": [8, 8, -8, -8]},
        {
            "id": "7-Ä",
            "ok": False,
            "findings": [
                {
                    "code": "nonzero_sum",
                    "severity": "error",
                    "row": 2,
                    "seat": None,
                    "message": "Sum −1 instead of 0.",
                    "suggestion": "Position 4 should have −2.",
                }
            ],
            "proposals": [
                {
                    "row": 2,
                    "changes": [{"row": 2, "field": "points", "seat": 4, "from": -3, "to": -2}],
                    "reason": "figure_misread",
                }
            ],
            "totals": [8, 8, -8, -9],
        },
    ]


def test_check_names_the_non_json_line_and_continues():
    done = run(["check"], b"{\n" + json.dumps(VALID).encode() + b"\n\xff\n")

    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == ["line 1 is no JSON", "line 3 is no JSON"]
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(answer["id"], answer["ok"]) for answer in found] == [(1, False), (2, True), (3, False)]
    assert found[0]["findings"] == found[2]["findings"] == [NO_JSON]


def shell(command):
    """Run a line of shell with the interpreter as $PYTHON and a wrong list, 99 times, as input."""
    lines = (json.dumps(WRONG) + "\n") * 99
    return subprocess.run(
        ["/bin/sh", "-c", command],
        input=lines.encode(),
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"PYTHON": sys.executable},
        check=False,
    )


@pytest.mark.parametrize("command", ["check", "next", "value"])
def test_a_reader_that_has_seen_enough_is_no_accident(command):
    done = shell(f"$PYTHON -m scoring {command} | head -c 1")

    assert (len(done.stdout), done.stderr) == (1, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_device_is_named():
    done = shell("$PYTHON -m scoring check > /dev/full")

    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        "python -m scoring: the answers cannot be written: No space left on device"
    ]


class Full(io.StringIO):
    """An output that accepts nothing."""

    def __init__(self, error, descriptor):
        super().__init__()
        self.error, self.descriptor = error, descriptor

    def flush(self):
        raise self.error

    def fileno(self):
        return self.descriptor


@pytest.mark.parametrize(
    ("error", "complaint"),
    [
        (BrokenPipeError(), ""),
        (
            OSError(28, "No space left on device"),
            "python -m scoring: the answers cannot be written: No space left on device\n",
        ),
    ],
)
def test_output_that_cannot_be_written_is_no_traceback(
    error, complaint, tmp_path, monkeypatch, capsys
):
    with (tmp_path / "output").open("w") as file:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{}")))
        monkeypatch.setattr(sys, "stdout", Full(error, file.fileno()))

        assert main(["check"]) == 1
        file.write("what still waits goes nowhere")

    assert (tmp_path / "output").read_text() == ""
    assert capsys.readouterr().err == complaint


@pytest.mark.parametrize("closed", ["stdin", "stdout"])
def test_a_closed_stream_is_named(closed, monkeypatch, capsys):
    monkeypatch.setattr(sys, closed, None)

    assert main(["check"]) == 1
    assert capsys.readouterr().err == (
        "python -m scoring: standard input and output must be open\n"
    )


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_streams_are_named(closed):
    done = shell(f"$PYTHON -m scoring check {closed}")

    assert done.returncode == 1
    assert done.stderr.decode() == ("python -m scoring: standard input and output must be open\n")


def test_check_ends_with_the_code_of_its_answers(monkeypatch, capsys):
    for data, code in ((b"{}\n", 0), (b"{\n", 2)):
        monkeypatch.setattr(sys, "argv", ["scoring", "check"])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(ROOT / "scoring" / "__main__.py"), run_name="__main__")

        assert ended.value.code == code
        assert json.loads(capsys.readouterr().out)["ok"] is False


@pytest.mark.parametrize("arguments", [[], ["chekc"], ["check", "file"]])
def test_a_wrong_call_explains_the_right_one(arguments, capsys):
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("usage: python -m scoring check")


def test_check_runs_without_anything_but_the_standard_library():
    program = (
        "import sys; sys.argv = ['scoring', 'check']; import runpy\n"
        "try: runpy.run_module('scoring', run_name='__main__')\n"
        "except SystemExit as end: assert not end.code\n"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in ('django', 'hypothesis')))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{program}"],
        input=json.dumps(VALID).encode(),
        capture_output=True,
        check=True,
    )

    assert done.stdout.splitlines()[1:] == [b"[]"]


@pytest.mark.parametrize("indent", [None, 2])
def test_cases_may_be_pretty_printed(indent):
    cases = {"cases": [{"id": "a", "sheet": VALID}, {"sheet": WRONG}, {"id": 9, "sheet": VALID}]}

    code, found = answers(json.dumps(cases, indent=indent))

    assert code == 0
    assert [(answer["id"], answer["ok"]) for answer in found] == [
        ("a", True),
        (2, False),
        (9, True),
    ]


def test_lines_keep_their_number_when_some_are_empty():
    code, found = answers(f"\n{json.dumps(VALID)}\r\n  \n{json.dumps({'sheet': VALID})}\n")

    assert code == 0
    assert [(answer["id"], answer["ok"]) for answer in found] == [(2, True), (4, True)]


def test_unicode_line_separator_in_a_text_is_no_line_end():
    penalty = {"rule": "\u2028", "offender": 1, "points": [0, 0, 0, 0], "initials": "KS"}
    sheet = VALID | {"penalties": [penalty]}

    code, found = answers(json.dumps(sheet, ensure_ascii=False))

    assert code == 0
    assert [one["code"] for one in found[0]["findings"]] == ["penalty_amount"]


def test_a_byte_order_mark_is_passed_over():
    code, found = answers(b"\xef\xbb\xbf" + json.dumps(VALID).encode())

    assert (code, found[0]["ok"]) == (0, True)


def test_no_input_is_no_answer():
    assert answers("") == (0, [])


@pytest.mark.parametrize(
    ("value", "name", "message"),
    [
        (5, 1, "“sheet” should be: an object."),
        ({"cases": 5}, 1, "“sheet” should be: an object."),
        ({"id": "a"}, "a", "“sheet” is missing."),
        (
            {"id": "a", "sheet": []},
            "a",
            "“sheet” should be: an object.",
        ),
        ({"id": [1], "sheet": VALID}, 1, "“id” should be: a text."),
        ({"id": True, "sheet": VALID}, 1, "“id” should be: a text."),
        ({"sheet": VALID | {"row_s": 1}}, 1, "“row_s” does not belong on a score sheet."),
    ],
)
def test_non_sheet_is_answered_as_malformed(value, name, message):
    code, found = answers(json.dumps(value))

    assert code == 0
    assert found == [
        {
            "id": name,
            "ok": False,
            "findings": [NO_JSON | {"message": message}],
            "proposals": [],
            "totals": [],
        }
    ]


def test_extreme_input_is_answered():
    lines = [
        "[" * 100_000 + "]" * 100_000,
        json.dumps(VALID).replace("24", "1" * 5000, 1),
        json.dumps(VALID).replace('"no": 1', f'"no": {"1" * 5000}', 1),
        json.dumps(VALID).replace('"no": 1', f'"no": {"1" * 900}', 1),
        json.dumps(VALID).replace("[2, 2", f"[{'1' * 900}, 1e999", 1),
    ]

    code, found = answers("\n".join(lines))

    assert code == 0
    assert [[one["code"] for one in answer["findings"]] for answer in found] == [
        ["malformed"], [], ["malformed"], ["row_number"], ["not_integer"],
    ]  # fmt: skip


def test_a_lone_surrogate_in_a_name_comes_back():
    code, found = answers('{"id": "\\ud800", "sheet": 1}')

    assert (code, found[0]["id"]) == (0, "\ud800")
