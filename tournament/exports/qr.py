"""QR codes as drawings, for pages and paper."""

from io import BytesIO

import segno

QUIET_ZONE = 2
"""Modules around the code; on the white of a card or of paper it needs no more."""


def qr_svg(text: str) -> str:
    """A QR code that says this, black on white, as large as the place it gets."""
    svg = BytesIO()
    segno.make(text, error="m", micro=False).save(
        svg, kind="svg", xmldecl=False, omitsize=True, border=QUIET_ZONE, light="white", nl=False
    )
    return svg.getvalue().decode()


def typed_address(url: str) -> str:
    """An address as one types it on a phone."""
    return url.removeprefix("http://").removesuffix("/")
