"""The scripts of a page in one file run as alone: each in its own space, each for itself."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Page

from tournament.shared.reads import static_files

SCRIPTS = {
    "first": """let count = 1;
export const counted = () => count;
export function add() {
  count += 1;
}
export const { one, other } = { one: 1, other: 2 };
export class Wrong extends Error {}
""",
    "broken": """export const never = nothing.there;
""",
    "second": """import { add, counted, one, other, Wrong } from "./first.js";
const count = "its own";
add();
window.second = [counted(), count, one + other, new Wrong("so").message];
""",
    "third": """import { never } from "./broken.js";
window.third = never;
""",
    "last": """import { counted } from "./first.js";
window.last = counted();
""",
}


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return these scripts as the file of a page."""
    for name, text in SCRIPTS.items():
        (tmp_path / f"{name}.js").write_text(text, encoding="utf-8")
    monkeypatch.setattr(finders, "find", lambda path: str(tmp_path / Path(path).name))
    names = static_files.with_imports("second", "third", "last")
    assert names == ["first", "second", "broken", "third", "last"]
    content = static_files.together.__wrapped__(f"tournament/{'.'.join(names)}.js")
    assert content is not None
    return content.decode()


def test_scripts_in_one_file_share_what_they_export_and_fail_alone(
    page: Page, scripts: str, problems: list[str]
) -> None:
    page.set_content(f'<script type="module">{scripts}</script>')
    page.wait_for_function("window.last")
    assert page.evaluate("[window.second, window.third, window.last]") == [
        [2, "its own", 3, "so"],
        None,
        2,
    ]
    assert len(problems) == 2
    assert "nothing is not defined" in problems[0]
    problems.clear()
