"""Who is signed in: the session and its account, read at every request with SQL written once."""

from functools import lru_cache

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from tournament.models import User
from tournament.shared.reads.prepared import Prepared

_SESSION = Prepared(lambda session: Session.objects.filter(session_key=session))
_ACCOUNT = Prepared(lambda user: User.objects.filter(pk=user))
_opened = lru_cache(maxsize=256)(db.SessionStore().decode)
"""Opens what a session holds, texts only, once: its seal took a tenth of a page unchanged."""


class Accounts(ModelBackend):
    """The accounts of the installation."""

    def get_user(self, user_id: int) -> User | None:
        """Return the account that is signed in, None if it is switched off."""
        found = _ACCOUNT.one(user_id)
        return found if found and self.user_can_authenticate(found) else None


class SessionStore(db.SessionStore):
    """Sessions in the database."""

    def _get_session_from_db(self) -> Session | None:
        found = _SESSION.one(str(self.session_key))
        if found and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None

    def decode(self, session_data: bytes | str) -> dict[str, object]:
        """Return what was kept; whoever signed in with an earlier version stays signed in."""
        kept = {**_opened(session_data)}
        if BACKEND_SESSION_KEY in kept:
            kept[BACKEND_SESSION_KEY] = f"{__name__}.{Accounts.__name__}"
        return kept
