"""Pictures that people bring along, read with care: turned upright, cut to A4, written anew."""

import io
import warnings

from PIL import Image, ImageOps, UnidentifiedImageError

from tournament.errors import Refused

MOST_POINTS = 30_000_000
"""A photograph of a phone has 12 to 25 million."""
KINDS = ("PNG", "JPEG")
PAPER = (1754, 2480)
"""A4, upright, at 212 dots an inch: sharp for a background, and 12 MB while it is made."""
QUALITY = 88
MIXING = ("L", "RGB", "RGBA")
"""Modes whose neighbouring points can be mixed when a picture is made smaller."""


def read_picture(data: bytes) -> bytes:
    """A PNG or JPEG file as a JPEG that covers A4 upright, without what cameras write beside it.

    What is too wide or too high is cut off evenly; what is see-through becomes white.
    Refused: `picture_unreadable`, `picture_too_large`.
    """
    try:
        with (
            # What Pillow only warns of is refused here.
            warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning),
            Image.open(io.BytesIO(data), formats=KINDS) as picture,
        ):
            if picture.width * picture.height > MOST_POINTS:
                raise Image.DecompressionBombError
            picture.draft("RGB", PAPER)
            return _place_on_paper(picture)
    except Image.DecompressionBombError as error:
        raise Refused("picture_too_large", millions=MOST_POINTS // 1_000_000) from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        # Pillow reports broken PNG files as errors of syntax.
        raise Refused("picture_unreadable") from error


def _place_on_paper(picture: Image.Image) -> bytes:
    if picture.mode not in MIXING:
        picture = picture.convert("RGBA")
    cut = ImageOps.fit(ImageOps.exif_transpose(picture), PAPER).convert("RGBA")
    paper = Image.new("RGB", PAPER, "white")
    paper.paste(cut, mask=cut)
    written = io.BytesIO()
    paper.save(written, "JPEG", quality=QUALITY)
    return written.getvalue()
