"""The signature of this installation: what it has written, anybody can verify with its public key.

A hash with a key would not do: whoever can verify one can also forge it. Ed25519 is RFC 8032.
"""

from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings


def public_key() -> str:
    """The public key of this installation: 64 hexadecimal digits."""
    return _key().public_key().public_bytes_raw().hex()


def signature_of(content: bytes) -> str:
    """The signature over these bytes: 128 hexadecimal digits."""
    return _key().sign(content).hex()


def is_signed(content: bytes, signature: str, signer: str) -> bool:
    """Whether the owner of this public key has signed these bytes."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signer))
        key.verify(bytes.fromhex(signature), content)
    except (InvalidSignature, ValueError):
        return False
    return True


def _key() -> Ed25519PrivateKey:
    secret = sha256(settings.SIGNING_SECRET.encode()).digest()
    return Ed25519PrivateKey.from_private_bytes(secret)
