"""Pictures uploaded for certificates."""

from io import BytesIO
from struct import pack
from zlib import compress, crc32

import pytest
from PIL import Image, ImageFile

from tournament.errors import Refused
from tournament.imports.pictures import PAPER, read_picture

COLOUR, BESIDE = (0xE0, 0xE8, 0xD0), (0x20, 0x10, 0x30)


def written(picture: Image.Image, kind: str, **more: object) -> bytes:
    file = BytesIO()
    picture.save(file, kind, **more)
    return file.getvalue()


def striped(size: tuple[int, int], *, below: bool = False) -> Image.Image:
    """Return a picture of one colour with another along its left or lower edge."""
    wide, high = size
    picture = Image.new("RGB", size, COLOUR)
    edge = (0, high - high // 8, wide, high) if below else (0, 0, wide // 8, high)
    picture.paste(BESIDE, edge)
    return picture


def colours(content: bytes) -> list[str]:
    """Return the nearest colours of left edge, middle and lower edge of the resulting paper."""
    made = Image.open(BytesIO(read_picture(content)))
    assert (made.size, made.format, made.mode, dict(made.getexif())) == (PAPER, "JPEG", "RGB", {})
    wide, high = PAPER
    points = ((9, high // 2), (wide // 2, high // 2), (wide // 2, high - 9))
    known = {"colour": COLOUR, "beside": BESIDE, "white": (255, 255, 255)}
    return [
        next(name for name, value in known.items() if near(made.getpixel(point), value))
        for point in points
    ]


def near(one: object, other: tuple[int, ...]) -> bool:
    assert isinstance(one, tuple)
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 6


def test_picture_covers_the_paper_and_its_excess_width_is_cut() -> None:
    assert colours(written(striped((210, 297)), "PNG")) == ["beside", "colour", "colour"]
    assert colours(written(striped((900, 300)), "JPEG")) == ["colour"] * 3
    assert colours(written(striped((4000, 5600)), "JPEG")) == ["beside", "colour", "colour"]
    assert colours(written(striped((297, 420)).quantize(4), "PNG")) == [
        "beside",
        "colour",
        "colour",
    ]


def test_camera_says_which_side_is_up() -> None:
    turned = Image.Exif()
    turned[0x0112] = 6  # by a quarter, clockwise
    lying = striped((420, 297), below=True)
    assert colours(written(lying, "JPEG", exif=turned)) == ["beside", "colour", "colour"]


def test_transparent_areas_are_white() -> None:
    assert colours(written(Image.new("RGBA", (30, 40), "#00000000"), "PNG")) == ["white"] * 3


def refusal(content: bytes) -> str:
    with pytest.raises(Refused) as refused:
        read_picture(content)
    return refused.value.code


def test_non_picture_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # WeasyPrint accepts half pictures; it is not loaded in the process that reads these.
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", False)
    whole = written(striped((300, 300)), "PNG")
    photo = written(striped((300, 300)), "JPEG")
    others = [
        b"",
        b"text",
        b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        b"%!PS-Adobe-3.0 EPSF-3.0",
        written(striped((9, 9)), "GIF"),
        whole[: len(whole) // 2],
        photo[: len(photo) // 2],
        whole[:40] + b"damaged" + whole[47:],
    ]
    assert [refusal(content) for content in others] == ["picture_unreadable"] * len(others)


@pytest.mark.parametrize("side", [5478, 11_000, 60_000])
def test_few_bytes_claiming_a_huge_picture_are_refused(side: int) -> None:
    def chunk(name: bytes, data: bytes) -> bytes:
        return pack(">I", len(data)) + name + data + pack(">I", crc32(name + data))

    head = pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", head), chunk(b"IDAT", compress(b"0" * 1000)), chunk(b"IEND", b"")
    assert refusal(b"\x89PNG\r\n\x1a\n" + b"".join(parts)) == "picture_too_large"
