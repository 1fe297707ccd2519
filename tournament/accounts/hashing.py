"""Password hashing: slow on purpose, and so at most two at a time per process.

Otherwise many passwords sent at once would occupy all processors and delay the hall.
"""

from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher, PBKDF2PasswordHasher

AT_A_TIME = 2
_turns = BoundedSemaphore(AT_A_TIME)


class Argon2(Argon2PasswordHasher):
    """Argon2id as recommended by OWASP: 46 MiB, on one processor."""

    time_cost = 2
    memory_cost = 46 * 1024  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Hash within the limit."""
        with _turns:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Compare within the limit."""
        with _turns:
            return super().verify(password, encoded)


class PBKDF2(PBKDF2PasswordHasher):
    """For passwords hashed before Argon2; comparing encodes as well."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Hash within the limit."""
        with _turns:
            return super().encode(password, salt, iterations)
