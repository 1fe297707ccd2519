"""Uploaded pictures, read defensively: rotated upright, cut to size, re-encoded."""

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image, ImageOps, UnidentifiedImageError

from tournament.errors import Refused

MOST_POINTS = 30_000_000  # a phone's photograph has 12 to 25 million
KINDS = ("PNG", "JPEG")
PAPER = (1754, 2480)
"""A4 portrait at 212 dots per inch: sharp for a background, and 12 MB while being made."""
QUALITY = 88
MIXING = ("L", "RGB", "RGBA")
"""Modes whose neighbouring pixels can be blended when a picture is scaled down."""


LOGO = (480, 480)
"""Longest sides of the club's own mark: sharp at 40 mm on paper, and light on a phone."""
MOST_BYTES, COLOURS = 60_000, 255
"""A photograph as a mark is reduced to so many colours."""


def read_picture(data: bytes) -> bytes:
    """Return a PNG or JPEG file as a JPEG that covers A4 portrait, without camera metadata.

    Excess width or height is cropped evenly; transparency becomes white. Refused:
    `picture_unreadable`, `picture_too_large`.
    """
    with _opened(data, PAPER) as upright:
        cut = ImageOps.fit(upright, PAPER).convert("RGBA")
        paper = Image.new("RGB", PAPER, "white")
        paper.paste(cut, mask=cut)
        written = io.BytesIO()
        paper.save(written, "JPEG", quality=QUALITY)
        return written.getvalue()


def read_logo(data: bytes) -> bytes:
    """Return a PNG or JPEG file as a small PNG, without its clear edges and without metadata.

    Refused: `picture_unreadable`, `picture_too_large`.
    """
    with _opened(data, LOGO) as upright:
        logo = upright.convert("RGBA")
        logo = logo.crop(logo.getchannel("A").getbbox())
        logo.thumbnail(LOGO)
        written = io.BytesIO()
        logo.save(written, "PNG", optimize=True)
        if len(written.getvalue()) > MOST_BYTES:
            written = io.BytesIO()
            few = logo.quantize(COLOURS, Image.Quantize.FASTOCTREE)
            few.save(written, "PNG", optimize=True)
        return written.getvalue()


@contextmanager
def _opened(data: bytes, size: tuple[int, int]) -> Iterator[Image.Image]:
    """Yield the picture upright; refused if it is none, or too large, then and in what follows."""
    try:
        with (
            # What Pillow only warns about is refused here.
            warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning),
            Image.open(io.BytesIO(data), formats=KINDS) as picture,
        ):
            if picture.width * picture.height > MOST_POINTS:
                raise Image.DecompressionBombError
            picture.draft("RGB", size)
            upright = picture if picture.mode in MIXING else picture.convert("RGBA")
            yield ImageOps.exif_transpose(upright)
    except Image.DecompressionBombError as error:
        raise Refused("picture_too_large", millions=MOST_POINTS // 1_000_000) from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        # Pillow reports broken PNG files as SyntaxError.
        raise Refused("picture_unreadable") from error
