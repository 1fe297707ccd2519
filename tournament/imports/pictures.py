"""Uploaded pictures, read defensively: rotated upright, cropped to A4, re-encoded."""

import io
import warnings

from PIL import Image, ImageOps, UnidentifiedImageError

from tournament.errors import Refused

MOST_POINTS = 30_000_000  # a phone's photograph has 12 to 25 million
KINDS = ("PNG", "JPEG")
PAPER = (1754, 2480)
"""A4 portrait at 212 dots per inch: sharp for a background, and 12 MB while being made."""
QUALITY = 88
MIXING = ("L", "RGB", "RGBA")
"""Modes whose neighbouring pixels can be blended when a picture is scaled down."""


def read_picture(data: bytes) -> bytes:
    """Return a PNG or JPEG file as a JPEG that covers A4 portrait, without camera metadata.

    Excess width or height is cropped evenly; transparency becomes white. Refused:
    `picture_unreadable`, `picture_too_large`.
    """
    try:
        with (
            # What Pillow only warns about is refused here.
            warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning),
            Image.open(io.BytesIO(data), formats=KINDS) as picture,
        ):
            if picture.width * picture.height > MOST_POINTS:
                raise Image.DecompressionBombError
            picture.draft("RGB", PAPER)
            upright = picture if picture.mode in MIXING else picture.convert("RGBA")
            cut = ImageOps.fit(ImageOps.exif_transpose(upright), PAPER).convert("RGBA")
            paper = Image.new("RGB", PAPER, "white")
            paper.paste(cut, mask=cut)
            written = io.BytesIO()
            paper.save(written, "JPEG", quality=QUALITY)
            return written.getvalue()
    except Image.DecompressionBombError as error:
        raise Refused("picture_too_large", millions=MOST_POINTS // 1_000_000) from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as error:
        # Pillow reports broken PNG files as SyntaxError.
        raise Refused("picture_unreadable") from error
