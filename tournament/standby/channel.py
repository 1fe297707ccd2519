"""Encrypted messages between two computers, with a shared secret.

Database pages are encrypted with the code of the standby; takeover notices with the key of the
epoch, known to every computer that ever held this database, since codes expire. Encryption also
authenticates, so neither the network nor certificates need to be trusted.
"""

import json
import secrets
import ssl
import zlib
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPSHandler, ProxyHandler, Request, build_opener

from cryptography.fernet import Fernet, InvalidToken
from django.urls import reverse

from tournament.errors import Refused

LONGEST_WAIT = 4  # seconds for each piece of an answer; a question waits for one at most
THIS_PROCESS = secrets.token_hex(16)
"""Lets a computer notice that it was given its own line, or has got the other one's address."""
REFUSALS = ("standby_code_wrong", "standby_damaged", "standby_taken")
"""The codes that a computer may send as a refusal."""


@dataclass(frozen=True, slots=True)
class Message:
    """A JSON object, followed by binary content."""

    words: dict[str, Any]
    content: bytes = b""


def sealed(secret: str, message: Message) -> bytes:
    """Return an encrypted message."""
    plain = json.dumps(message.words).encode() + b"\n" + message.content
    return _seal(secret).encrypt(zlib.compress(plain, 1))


def opened(secret: str, token: bytes) -> Message:
    """Decrypt a message. Refused: `standby_code_wrong`, and `standby_damaged` if invalid."""
    try:
        plain = zlib.decompress(_seal(secret).decrypt(token))
        head, _end, content = plain.partition(b"\n")
        words = json.loads(head)
    except InvalidToken as error:
        raise Refused("standby_code_wrong") from error
    except (zlib.error, ValueError, RecursionError) as error:
        raise Refused("standby_damaged") from error
    if not isinstance(words, dict):
        raise Refused("standby_damaged")
    return Message(words, content)


def ask(url: str, secret: str, /, **words: object) -> Message:
    """Send a question to the other computer and return its answer.

    Refused: `standby_unreachable`, `standby_code_wrong`, `standby_damaged`, `standby_itself`, and
    what it refuses.
    """
    question = secrets.token_hex(8)
    asked = {"question": question, "process": THIS_PROCESS, **words}
    answer = opened(secret, _answer(url, sealed(secret, Message(asked))))
    if answer.words.get("question") != question:  # a replayed answer
        raise Refused("standby_code_wrong")
    if answer.words.get("process") == THIS_PROCESS:
        raise Refused("standby_itself")
    if refused := answer.words.get("refused"):
        raise Refused(refused if refused in REFUSALS else "standby_damaged")
    return answer


def _answer(url: str, token: bytes) -> bytes:
    # No certificate check: the encryption authenticates the answer.
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    opener = build_opener(ProxyHandler({}), HTTPSHandler(context=context))
    headers = {"Content-Type": "application/octet-stream"}
    try:
        request = Request(url + reverse("standby-door"), token, headers)  # noqa: S310  # http(s)
        with opener.open(request, timeout=LONGEST_WAIT) as answer:
            return bytes(answer.read())
    except HTTPError as error:
        code = "code_wrong" if error.code == HTTPStatus.FORBIDDEN else "unreachable"
        raise Refused(f"standby_{code}", url=url) from error
    except (OSError, HTTPException, ValueError) as error:
        raise Refused("standby_unreachable", url=url) from error


def _seal(secret: str) -> Fernet:
    # The secret has 99 bits or more: it needs no stretching.
    return Fernet(urlsafe_b64encode(sha256(f"kreuzdame {secret}".encode()).digest()))
