"""The line by which a second computer finds the first one, however it is typed."""

import re

import pytest

from tournament.shared.rules.codes import CODE_LETTERS, new_code
from tournament.standby.rules import CODE_LENGTH, Line, parse_line

CODE = "k7mxp2qd9hfct3wzb6ne"
LINE = Line("http://192.168.1.20:8000", CODE)


@pytest.mark.parametrize(
    "typed",
    [
        "192.168.1.20:8000/k7mx-p2qd-9hfc-t3wz-b6ne",
        "  http://192.168.1.20:8000 / K7MX P2QD 9HFC T3WZ B6NE ",
        "192.168.1.20:8000/k7mxp2qd9hfct3wzb6ne",
        str(LINE),
    ],
)
def test_line_is_read_however_it_is_typed(typed: str):
    assert parse_line(typed) == LINE


def test_line_of_a_computer_with_a_certificate():
    line = Line("https://192.168.1.20", CODE)
    assert parse_line(str(line)) == line


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "192.168.1.20:8000",
        CODE,
        f"/{CODE}",
        "192.168.1.20:8000/k7mx-p2qd-9hfc-t3wz-b6n",
        "192.168.1.20:8000/k7mx-p2qd-9hfc-t3wz-b6n1",
        f"192.168.1.20:8000/path/{CODE}",
        f"http://user@halle/{CODE}",
        f"file:///etc/passwd/{CODE}",
        f"192.168.1.20:8000?x/{CODE}",
    ],
)
def test_anything_else_is_no_line(typed: str):
    with pytest.raises(ValueError, match=f"^{re.escape(typed)}$"):
        parse_line(typed)


def test_code_has_99_bits():
    assert len(CODE_LETTERS) ** CODE_LENGTH > 2**98
    assert new_code(3, lambda _letters: 0) == "222"
