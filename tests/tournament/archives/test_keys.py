"""A public key that fits any signature is accepted as nobody's."""

import pytest

from tournament.shared.writes.signing import is_signed, public_key, signature_of

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
SIGN = 1 << 255
Point = tuple[int, int]
ZERO: Point = (0, 1)


def sum_of(one: Point, other: Point) -> Point:
    """Add points on the twisted Edwards curve of RFC 8032, 5.1.4, in plain coordinates."""
    (x, y), (u, v) = one, other
    product = D * x * u * y * v
    return (
        (x * v + u * y) * pow(1 + product, -1, P) % P,
        (y * v + x * u) * pow(1 - product, -1, P) % P,
    )


def times_eight(point: Point) -> Point:
    for _ in range(3):
        point = sum_of(point, point)
    return point


def root(square: int) -> int | None:
    """Return a square root, P being 5 modulo 8."""
    found = pow(square, (P + 3) // 8, P)
    for each in (found, found * pow(2, (P - 1) // 4, P) % P):
        if each * each % P == square % P:
            return each
    return None


def small_points() -> set[Point]:
    """Return all eight: what is left of any point once the large prime order is taken out of it."""
    order, found, y = 2**252 + 27742317777372353535851937790883648493, set[Point](), 2
    while len(found) < 8:
        y += 1
        x = root((y * y - 1) * pow(D * y * y + 1, -1, P) % P)
        if x is None:
            continue
        left, double = ZERO, (x, y)
        for bit in bin(order)[:1:-1]:
            if bit == "1":
                left = sum_of(left, double)
            double = sum_of(double, double)
        found.add(left)
    return found


def spellings(points: set[Point]) -> set[str]:
    """Return every encoding: either sign, and plus the prime where that has room."""
    numbers = {y + more for _x, y in points for more in (0, P) if y + more < SIGN}
    signed = {number + sign for number in numbers for sign in (0, SIGN)}
    return {number.to_bytes(32, "little").hex() for number in signed}


def test_there_are_eight_points_of_small_order():
    points = small_points()
    assert len(points) == 8
    assert {times_eight(point) for point in points} == {ZERO}


def test_key_of_small_order_has_signed_nothing():
    """R is such a point, S is zero: the equation does not depend on the signed text."""
    keys = spellings(small_points())
    assert len(keys) == 14
    fits = {
        (key, number)
        for key in keys
        for other in keys
        for number in range(8)
        if is_signed(b"content %d" % number, other + "00" * 32, key)
    }
    assert fits == set()


def test_key_has_one_spelling():
    content, signature, key = b"content", signature_of(b"content"), public_key()
    assert is_signed(content, signature, key)
    for other in (key.upper(), f" {key}", f"{key[:2]} {key[2:]}", "", "g" * 64, key[2:]):
        if other != key:
            assert not is_signed(content, signature, other)


@pytest.mark.parametrize("number", [*range(P, SIGN), SIGN - 1])
def test_unreduced_key_is_nobodys(number: int):
    for sign in (0, SIGN):
        key = (number + sign).to_bytes(32, "little").hex()
        assert not is_signed(b"content", "00" * 64, key)
