"""QR codes as drawings, for pages and paper."""

from io import BytesIO

import segno

QUIET_ZONE = 2
"""Modules around the code; on white paper or a white card no more is needed."""


def qr_svg(text: str) -> str:
    """Return a QR code of this text, black on white, scaling to its place."""
    svg = BytesIO()
    segno.make(text, error="m", micro=False).save(
        svg, kind="svg", xmldecl=False, omitsize=True, border=QUIET_ZONE, light="white", nl=False
    )
    return svg.getvalue().decode()


def typed_address(url: str) -> str:
    """Return an address as typed on a phone."""
    return url.removeprefix("http://").removesuffix("/")
