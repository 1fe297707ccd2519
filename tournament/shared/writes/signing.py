"""Signatures of this installation, verifiable with its public key.

A keyed hash would not do: a verifier could also forge it. Ed25519 is RFC 8032.
"""

import re
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings

_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P) % _P
_SIGN = 1 << 255
_FIGURES = re.compile(r"[0-9a-f]{64}")


def public_key() -> str:
    """Return the public key of this installation: 64 hexadecimal digits."""
    return _key().public_key().public_bytes_raw().hex()


def signature_of(content: bytes) -> str:
    """Return the signature over these bytes: 128 hexadecimal digits."""
    return _key().sign(content).hex()


def is_signed(content: bytes, signature: str, signer: str) -> bool:
    """Whether the owner of this public key has signed these bytes.

    False for a key that is not a canonically encoded point of the curve, or is of small order and
    so would verify arbitrary content.
    """
    if not _FIGURES.fullmatch(signer) or not _is_somebodys(bytes.fromhex(signer)):
        return False
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signer))
        key.verify(bytes.fromhex(signature), content)
    except (InvalidSignature, ValueError):
        return False
    return True


def _is_somebodys(key: bytes) -> bool:
    """Whether a key is encoded as in RFC 8032 (5.1.3), and is no point of small order.

    Eight times such a point is zero, so a signature under it verifies at least one content in
    eight, whoever made it. These are the points with y = 0, y = ±1 and those whose double has y =
    0; 0, 1 and -1 can be encoded with either sign.
    """
    y = int.from_bytes(key, "little") % _SIGN
    is_small = y * (y * y - 1) * (_D * y**4 + 2 * y * y - 1) % _P == 0
    return y < _P and not is_small


def _key() -> Ed25519PrivateKey:
    secret = sha256(settings.SIGNING_SECRET.encode()).digest()
    return Ed25519PrivateKey.from_private_bytes(secret)
