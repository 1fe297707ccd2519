"""Hashing passwords: slow on purpose, and so at most two at a time in one process.

Else whoever sends passwords keeps all processors busy, and the hall waits.
"""

from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher, PBKDF2PasswordHasher

AT_A_TIME = 2
_turns = BoundedSemaphore(AT_A_TIME)


class Argon2(Argon2PasswordHasher):
    """Argon2id with what OWASP recommends: 46 MiB, on one processor."""

    time_cost = 2
    memory_cost = 46 * 1024  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Hash in turn."""
        with _turns:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Compare in turn."""
        with _turns:
            return super().verify(password, encoded)


class PBKDF2(PBKDF2PasswordHasher):
    """What was hashed before argon2; comparing encodes as well."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Hash in turn."""
        with _turns:
            return super().encode(password, salt, iterations)
