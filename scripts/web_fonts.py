"""Makes the letters that browsers load: WOFF2 files of the typeface, in tournament/webfonts/.

    python scripts/web_fonts.py

`make` calls it when it installs, `scripts/release.py` before it packs the wheel. Without it pages
load the typeface's own files, which are ten times as large. Its licence (OFL) reserves the name
"Source" for unchanged files, so what is made is called otherwise; copyright and licence stay in it.
"""

import shutil
from importlib.util import find_spec
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

MADE = Path(__file__).resolve().parents[1] / "tournament" / "webfonts"
FAMILY, FILE_FAMILY = "Kreuzdame Sans", "KreuzdameSans"
FACES = {
    "Regular": "font-weight: 400",
    "It": "font-weight: 400; font-style: italic",
    "Semibold": "font-weight: 600",
    "Bold": "font-weight: 700",
}
# Latin with Extended-A and Romanian's Ș and Ț, marks, punctuation, currencies, letterlike signs,
# arrows, mathematics, shapes and suits: of these whatever the typeface has.
BLOCKS = (
    *((0x0020, 0x017F), (0x0218, 0x021B), (0x02C6, 0x02DD), (0x0300, 0x0338), (0x1E9E, 0x1E9E)),
    *((0x03A3, 0x03A3), (0x2000, 0x206F), (0x20A0, 0x20BF), (0x2100, 0x22FF), (0x25A0, 0x27BF)),
)
# Figures of one width in lists, marks above letters, kerning; no small capitals, no swashes.
FEATURES = ["ccmp", "kern", "liga", "locl", "mark", "mkmk", "tnum", "lnum", "pnum"]
NAMES = {
    1: FAMILY,
    3: "{file}",
    4: "{family} {style}",
    6: "{file}",
    16: FAMILY,
}
KEPT_NAMES = {0, 2, 5, 7, 8, 9, 11, 13, 14, *NAMES}
FACE = """@font-face {{
  font-family: "Kreuzdame Sans";
  src: url("../fonts/{file}.woff2") format("woff2");
  {look};
  font-display: swap;
}}
"""


def main() -> None:
    """Write the files anew, and the stylesheet that names them."""
    package = find_spec("font_source_sans_pro")
    if package is None or package.origin is None:
        raise SystemExit("Install requirements.lock first: font-source-sans-pro is missing.")
    of_typeface = Path(package.origin).parent / "files"
    shutil.rmtree(MADE, ignore_errors=True)
    (MADE / "fonts").mkdir(parents=True)
    shutil.copyfile(of_typeface / "LICENSE.txt", MADE / "fonts" / "OFL.txt")
    styles = []
    for style, look in FACES.items():
        file = f"{FILE_FAMILY}-{style}"
        small = smaller(TTFont(of_typeface / f"SourceSansPro-{style}.otf"), style, file)
        small.save(MADE / "fonts" / f"{file}.woff2")
        styles.append(FACE.format(file=file, look=look.replace("; ", ";\n  ")))
    (MADE / "tournament").mkdir()
    (MADE / "tournament" / "faces.css").write_text("".join(styles), "utf-8")


def smaller(font: TTFont, style: str, file: str) -> TTFont:
    """Return the font with the letters of BLOCKS alone, under a name of its own."""
    options = Options()
    options.layout_features = FEATURES
    options.name_IDs = sorted(KEPT_NAMES)
    options.hinting = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[sign for first, last in BLOCKS for sign in range(first, last + 1)])
    subsetter.subset(font)
    for name in font["name"].names:
        if name.nameID in NAMES:
            name.string = NAMES[name.nameID].format(family=FAMILY, style=style, file=file)
    if "CFF " in font:
        inside = font["CFF "].cff
        inside.fontNames = [file]
        inside.topDictIndex[0].FullName = f"{FAMILY} {style}"
        inside.topDictIndex[0].FamilyName = FAMILY
    font.flavor = "woff2"
    return font


if __name__ == "__main__":
    main()
