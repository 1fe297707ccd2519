"""The money of the day: fees, side pools, prizes, the till; in cents, added up by hand."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from hashlib import sha256

from tests.factories.visitor import Visitor
from tests.tournament.day.acts import at_desk, cells_of, plain
from tests.tournament.day.by_hand import Player, best_rounds, divided
from tests.tournament.day.hall import JUNIORS_TAG, NOT_THERE, WOMEN_TAG, Hall, T

FEE, JUNIORS_FEE = 1500, 800
BEST_ROUND, BEST_ROUND_FEE = "Beste Runde", 500
TEAMS, TEAMS_FEE = "Mannschaftstopf", 250
IN_BEST_ROUND = (*range(2, 62, 4), 63)
IN_TEAMS = (1, 11, 21, 31, 2, 12, 22, 32)
WRONG_BUTTON = 9
"""The player who paid for the side pool by mistake, and got it back."""
OPENING = 10000
SEED = "4711"
SPARE = 4
"""Empty lines the form of the prizes offers each time."""

Winner = tuple[str, str, int, str]
"""Purpose, winner (by start number, or the team), cents, and thing."""


@dataclass
class Till:
    """Income by purpose, and how much of it is cash."""

    taken: dict[str, int] = field(default_factory=lambda: {"": 0, BEST_ROUND: 0, TEAMS: 0})
    cash: int = OPENING

    def take(self, amount: int, pool: str = "", *, is_cash: bool = True) -> None:
        self.taken[pool] += amount
        self.cash += amount if is_cash else 0


def set_fees(direction: Visitor) -> None:
    """Set the fees; each save of the form adds room for one side pool."""
    direction.open(f"{T}money/")
    fees = {"fees-0-amount": "15", "fees-1-amount": "8", "fees-1-category": JUNIORS_TAG}
    pool = {"pools-0-name": BEST_ROUND, "pools-0-fee": "5"}
    direction.press("Speichern", {**fees, **pool})
    direction.press("Speichern", {"pools-1-name": TEAMS, "pools-1-fee": "2,50"})


def pay_fee(hall: Hall, till: Till, desk: Visitor, number: int) -> None:
    """Pay by one press at the desk, cash."""
    at_desk(desk, what="fee", entry=hall.entries[number], on="1")
    till.take(JUNIORS_FEE if JUNIORS_TAG in hall.players[number].tags else FEE)


def pay_by_card(hall: Hall, till: Till, desk: Visitor, number: int) -> None:
    """Pay the fee, not in cash."""
    desk.open(f"{T}money/{hall.entries[number]}/")
    desk.press("Zahlung eintragen", {"purpose": "fee", "how": "card"})
    till.take(FEE, is_cash=False)


def take_fees(hall: Hall, till: Till, desk: Visitor, not_paying: int) -> None:
    """Let everybody present pay, except one."""
    for number in hall.players:
        if number not in (*NOT_THERE, not_paying):
            pay_fee(hall, till, desk, number)


def fill_pools(hall: Hall, till: Till, desk: Visitor) -> None:
    """Fill two side pools, and make one mistaken payment."""
    desk.open(f"{T}money/{hall.entries[1]}/")
    _fee, best, teams = desk.choices("Zahlung eintragen", "purpose")
    for pool, name, fee, numbers in (
        (best, BEST_ROUND, BEST_ROUND_FEE, IN_BEST_ROUND),
        (teams, TEAMS, TEAMS_FEE, IN_TEAMS),
    ):
        for number in numbers:
            desk.open(f"{T}money/{hall.entries[number]}/")
            desk.press("Zahlung eintragen", {"purpose": pool})
            hall.players[number].pools.add(name)
            till.take(fee, name)
    desk.open(f"{T}money/{hall.entries[WRONG_BUTTON]}/")
    desk.press("Zahlung eintragen", {"purpose": best})
    rows = desk.page.content.decode().split("<tr>")
    (pk,) = [
        re.findall(r"payments/(\d+)/", row)[0]
        for row in rows
        if f">{BEST_ROUND}<" in row and "payments/" in row
    ]
    desk.press("Zurücknehmen", {"reason": "verklickt"}, at=f"/payments/{pk}/")


def set_prizes(till: Till, direction: Visitor) -> list[int]:
    """Pay out all income. Return what the places get, the first one first."""
    direction.open(f"{T}prizes/edit/")
    _fees, best, teams = direction.choices("Speichern", "lines-0-pool")
    rest = till.taken[""] - 3000
    second, third, others = rest * 3 // 10, rest // 5, rest // 50
    first = rest - second - third - 5 * others
    if (first + second) % 2 == 0:  # two share them: so that they have an odd cent between them
        first, third = first - 1, third + 1
    best_two = till.taken[BEST_ROUND] * 2 // 3
    lines: list[dict[str, object]] = [
        {"kind": "place", "first": 1, "amount": _typed(first), "thing": "Pokal"},
        {"kind": "place", "first": 2, "amount": _typed(second)},
        {"kind": "place", "first": 3, "amount": _typed(third)},
        {"kind": "place", "first": 4, "last": 8, "amount": _typed(others)},
        {"kind": "category", "category": WOMEN_TAG, "first": 1, "amount": "20"},
        {"kind": "category", "category": JUNIORS_TAG, "first": 1, "amount": "10"},
        {"kind": "round", "first": 1, "amount": _typed(best_two), "pool": best},
        {
            "kind": "round",
            "first": 2,
            "amount": _typed(till.taken[BEST_ROUND] - best_two),
            "pool": best,
        },
        {"kind": "team", "first": 1, "amount": _typed(till.taken[TEAMS]), "pool": teams},
    ]
    for begin in range(0, len(lines), SPARE):
        direction.open(f"{T}prizes/edit/")
        typed = {
            f"lines-{at}-{name}": value
            for at, line in enumerate(lines[begin : begin + SPARE], begin)
            for name, value in line.items()
        }
        direction.press("Speichern", typed)
    return [first, second, third, *[others] * 5]


def prizes_by_hand(players: Collection[Player], till: Till, places: list[int]) -> set[Winner]:
    """Return who gets what; the lot decides about the cup, as the page says."""
    ranked = [player for player in players if player.is_ranked and player.points]
    merits = {str(player.number): player.total for player in ranked}
    best = max(merits.values())
    equal = [number for number in merits if merits[number] == best]
    cup = min(equal, key=lambda number: sha256(f"{SEED} {number}".encode()).hexdigest())
    found = {
        ("Plätze", number, cents, "Pokal" if number == cup else "")
        for number, cents in divided(places, merits).items()
    }
    for tag, cents in ((WOMEN_TAG, 2000), (JUNIORS_TAG, 1000)):
        own = {str(each.number): each.total for each in ranked if tag in each.tags}
        found |= {(tag, number, amount, "") for number, amount in divided([cents], own).items()}
    pool = till.taken[BEST_ROUND]
    rounds = best_rounds(player for player in ranked if BEST_ROUND in player.pools)
    two = [pool * 2 // 3, pool - pool * 2 // 3]
    found |= {(BEST_ROUND, number, cents, "") for number, cents in divided(two, rounds).items()}
    teams: dict[str, int] = {}
    for player in ranked:
        if TEAMS in player.pools:
            teams[player.team] = teams.get(player.team, 0) + player.total
    pot = [till.taken[TEAMS]]
    return found | {(TEAMS, team, cents, "") for team, cents in divided(pot, teams).items()}


def prizes_on(page: str) -> set[Winner]:
    """Return the same from the page of the prizes."""
    found = set()
    for section in re.findall(r'<section aria-labelledby="ladder-.*?</section>', page, re.DOTALL):
        (title,) = re.findall(r"<h2[^>]*>([^<]*)</h2>", section)
        for place, name, prize, *_more in cells_of(section):
            assert place
            who = name.partition(" · ")[0]
            amount, _, thing = prize.partition(" €")
            cents = int(amount.replace(".", "").replace(",", ""))
            found.add((title.partition(":")[0], who, cents, thing.removeprefix(", ")))
    return found


def hand_out(direction: Visitor) -> int:
    """Hand out every prize; return how many."""
    count = 0
    page = direction.open(f"{T}prizes/").content.decode()
    for pk in re.findall(rf'action="{T}prizes/(\d+)/"', page):
        direction.press("ausgeben", at=f"{T}prizes/{pk}/")
        count += 1
    return count


def count_till(direction: Visitor, till: Till) -> None:
    """Count by notes and coins; assert that the till has what it must."""
    direction.open(f"{T}money/")
    assert "noch offen (0)" in direction.text
    pieces, left = {}, till.cash
    for worth in (5000, 1000, 500, 100, 50, 10, 5, 1):
        pieces[f"piece_{worth}"], left = divmod(left, worth)
    direction.press("Eintragen", {"opening": _typed(OPENING), **pieces})
    assert "Differenz 0,00 €." in plain(direction.text)


def _typed(cents: int) -> str:
    """Return the amount as typed: 12,50."""
    return f"{cents // 100},{cents % 100:02}"
