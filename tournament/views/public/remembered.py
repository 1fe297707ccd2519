"""The one cookie of a player's phone: who its owner is in this tournament.

It holds the entry's id, signed with the tournament's code, and goes to addresses under this code
alone. So a new code voids it, nobody can make one up, and it shows nothing that the code does not.
"""

from datetime import timedelta

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.models import Tournament

COOKIE = "kreuzdame_seat"
LASTS = timedelta(days=30)


def remembered(request: HttpRequest, tournament: Tournament) -> int | None:
    """Return the id of the entry this phone belongs to, None if it is unknown; no query."""
    signed = request.COOKIES.get(COOKIE, "")
    try:
        return int(_signer(tournament).unsign(signed, max_age=LASTS))
    except (BadSignature, ValueError):
        return None


def remember(response: HttpResponse, tournament: Tournament, entry_id: int) -> None:
    """Let the phone belong to this entry from now on."""
    response.set_cookie(
        COOKIE,
        _signer(tournament).sign(str(entry_id)),
        max_age=LASTS,
        path=_path(tournament),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def forget(response: HttpResponse, tournament: Tournament) -> None:
    """Let the phone belong to nobody."""
    response.delete_cookie(COOKIE, path=_path(tournament), samesite="Lax")


def _signer(tournament: Tournament) -> TimestampSigner:
    return TimestampSigner(salt=f"{COOKIE} {tournament.phone_code}")


def _path(tournament: Tournament) -> str:
    return reverse("phone", args=[tournament.phone_code])
