"""The four suits and the watermark, as SVG for papers one keeps. No typeface of ours has them."""

CLUB = (
    "M12 2.2a4.6 4.6 0 0 0-3.7 7.3A4.7 4.7 0 1 0 10.7 17c-.2 1.9-1 3.4-2.6 4.6h7.8c-1.6-1.2-2.4-2.7"
    "-2.6-4.6a4.7 4.7 0 1 0 2.4-7.5A4.6 4.6 0 0 0 12 2.2z"
)
SPADE = (
    "M12 2C9.2 6.4 3.4 9 3.4 13.5a4.3 4.3 0 0 0 7.3 3.1c-.2 2-1.1 3.7-2.7 5h8c-1.6-1.3-2.5-3-2.7-5"
    "a4.3 4.3 0 0 0 7.3-3.1C20.6 9 14.8 6.4 12 2z"
)
HEART = (
    "M12 21.6C8.2 16.8 2.8 13.3 2.8 8.3a4.9 4.9 0 0 1 9.2-2.4 4.9 4.9 0 0 1 9.2 2.4c0 5-5.4 8.5"
    "-9.2 13.3z"
)
DIAMOND = (
    "M12 1.6c1.9 4.1 4.5 7.4 7.8 10.4-3.3 3-5.9 6.3-7.8 10.4C10.1 18.3 7.5 15 4.2 12 7.5 9 10.1 5.7"
    " 12 1.6z"
)
BLACK, RED = "#000", "#a8141f"
PALE = "#f2f0ea"  # of the watermark: even a printer in black and white leaves the words readable


def draw_sign(path: str, colour: str = BLACK) -> str:
    """Return a sign of a card as SVG."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
        f'<path fill="{colour}" d="{path}"/></svg>'
    )


SUITS = {
    "suit-club": draw_sign(CLUB),
    "suit-spade": draw_sign(SPADE),
    "suit-heart": draw_sign(HEART, RED),
    "suit-diamond": draw_sign(DIAMOND, RED),
}
"""In the order of the game, as `drawing:suit-club`."""
WATERMARK = draw_sign(CLUB, PALE)
