"""The signs on paper, as SVG."""

from tournament.exports.base import REHEARSAL

# The sign of templates/components/club.html, black.
CLUB_SIGN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="'
    "M12 2.2a4.6 4.6 0 0 0-3.7 7.3A4.7 4.7 0 1 0 10.7 17c-.2 1.9-1 3.4-2.6 4.6h7.8c-1.6-1.2-2.4-2.7"
    '-2.6-4.6a4.7 4.7 0 1 0 2.4-7.5A4.6 4.6 0 0 0 12 2.2z"/></svg>'
)
# The word of a rehearsal across the page, its letters as outlines: what is printed stays readable.
REHEARSAL_SIGN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><text x="100" y="116" '
    'font-family="Source Sans Pro" font-weight="700" font-size="58" letter-spacing="3" '
    'text-anchor="middle" transform="rotate(-45 100 100)" fill="none" stroke="#8c8c8c" '
    f'stroke-width="0.5">{REHEARSAL}</text></svg>'
)
