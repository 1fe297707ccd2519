"""The letters that browsers load: small, with every sign that is written, renamed."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import find
from fontTools.ttLib import TTFont

PROJECT = Path(__file__).resolve().parents[2]
SCRIPT = PROJECT / "scripts" / "web_fonts.py"
KILOBYTE = 1024
WRITTEN_IN = {
    "templates": ("html",),
    "tournament/static": ("css", "js"),
    "tournament": ("po", "py"),
    "scoring": ("py",),
}


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The script, having run for a directory of this test."""
    spec = spec_from_file_location("web_fonts", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    module.MADE = tmp_path_factory.mktemp("made") / "webfonts"
    module.main()
    return module


@pytest.fixture(scope="module")
def fonts(script: ModuleType) -> dict[str, TTFont]:
    return {path.stem: TTFont(path) for path in (script.MADE / "fonts").glob("*.woff2")}


def test_four_styles_are_small_together(script: ModuleType, fonts: dict[str, TTFont]) -> None:
    assert {*fonts} == {f"KreuzdameSans-{style}" for style in ("Regular", "It", "Semibold", "Bold")}
    sizes = [path.stat().st_size for path in (script.MADE / "fonts").glob("*.woff2")]
    assert sum(sizes) < 120 * KILOBYTE


def test_name_that_is_reserved_is_not_taken_and_the_licence_stays(
    script: ModuleType, fonts: dict[str, TTFont]
) -> None:
    for name, font in fonts.items():
        called = {number: font["name"].getDebugName(number) for number in (1, 4, 6, 16)}
        assert [each for each in called.values() if each and "Source" in each] == []
        assert called[1] == "Kreuzdame Sans"
        assert font["CFF "].cff.fontNames == [name]
        assert "Reserved Font Name" in font["name"].getDebugName(0)
        assert "SIL Open Font License" in font["name"].getDebugName(13)
    licence = (script.MADE / "fonts" / "OFL.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE" in licence


def test_every_sign_the_program_writes_is_in_them(fonts: dict[str, TTFont]) -> None:
    """And Latin with Extended-A, in which people's names are written."""
    signs = {chr(number) for number in range(0x20, 0x180)}
    for folder, ends in WRITTEN_IN.items():
        for path in (PROJECT / folder).rglob("*"):
            if path.suffix[1:] in ends:
                signs |= {*path.read_text("utf-8")}
    for style in ("Regular", "Semibold", "Bold"):
        whole = TTFont(settings.FONT_DIRECTORY / f"SourceSansPro-{style}.otf").getBestCmap()
        small = fonts[f"KreuzdameSans-{style}"].getBestCmap()
        assert {sign for sign in signs if ord(sign) in whole and ord(sign) not in small} == set()


def test_every_style_asks_for_them_by_their_name() -> None:
    static = PROJECT / "tournament" / "static" / "tournament"
    asked = {path.name for path in static.glob("*.css") if '"Source' in path.read_text("utf-8")}
    assert asked == set()


def test_figures_of_one_width_are_kept(fonts: dict[str, TTFont]) -> None:
    font = fonts["KreuzdameSans-Bold"]
    widths = {font["hmtx"][font.getBestCmap()[ord(figure)]][0] for figure in "0123456789"}
    assert len(widths) == 1


def test_styles_name_files_that_are_there(script: ModuleType, fonts: dict[str, TTFont]) -> None:
    styles = (script.MADE / "tournament" / "faces.css").read_text("utf-8")
    plain = (PROJECT / "tournament" / "static" / "tournament" / "faces.css").read_text("utf-8")
    assert sorted(styles.split("fonts/")[1:]) == sorted(
        each for each in styles.split("fonts/")[1:] if each.split(".woff2")[0] in fonts
    )
    for count in ("@font-face", '"Kreuzdame Sans"', "font-display: swap", "font-style: italic"):
        assert styles.count(count) == plain.count(count)


def test_pages_load_them_where_they_were_made_and_else_the_whole_typeface() -> None:
    made = PROJECT / "tournament" / "webfonts"
    wanted = made if made.is_dir() else PROJECT / "tournament" / "static"
    assert find("tournament/faces.css") == str(wanted / "tournament" / "faces.css")
