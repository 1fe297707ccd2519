"""Assignment of prizes, shared to the last cent or drawn by lot.

A ladder is the prizes of one kind along one order of people: the places, the places of a category,
the best round. A person can win in each of them.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

from tournament.prizes.rules import (
    Contender,
    Groups,
    Part,
    Winner,
    by_group,
    by_rank,
    by_round,
)
from tournament.standings.rules.rankings import GroupKind, GroupRules

PERCENT = 100


class PrizeKind(StrEnum):
    """What a prize is for."""

    PLACE = "place"
    CATEGORY = "category"
    TEAM = "team"
    PAIR = "pair"
    ROUND = "round"
    WITHOUT = "without"


class Sharing(StrEnum):
    """How tied winners share their prizes."""

    SPLIT = "split"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Ladder:
    """The purpose of prizes. pool: the side pool that pays them, None: the entry fees.

    category: of a category; round: the number of the best round, None: any round.
    """

    kind: PrizeKind
    category: str = ""
    round: int | None = None
    pool: int | None = None

    @property
    def ranking(self) -> GroupKind | None:
        """The group ranking it follows; None where people win it."""
        return ORDERS[self.kind].follows

    @property
    def given(self) -> tuple[bool, int, int, str, int]:
        """The order of assignment: those from the fees before those of a pool."""
        is_last, kind = self.kind is PrizeKind.WITHOUT, ORDERS[self.kind].given
        return is_last, self.pool or 0, kind, self.category, self.round or 0

    @property
    def read_out(self) -> tuple[bool, int, int, str, int]:
        """The order of the prize-giving: side pools before the entry fees."""
        kind = ORDERS[self.kind].read_out
        return self.pool is None, self.pool or 0, kind, self.category, self.round or 0


@dataclass(frozen=True, slots=True)
class PrizeOrder:
    """The order of people that the prizes of a kind follow, and its names.

    Words are English and untranslated: `choice` for selecting a purpose, `name` of a ladder, ""
    where the category is its name. `given`, `read_out`: position in the assignment, and in the
    prize-giving, where the overall winner comes last. `follows`: the group ranking, without which
    nobody gets such a prize. `groups`: the contenders of a ladder, best first; unused if it follows
    a group ranking.
    """

    choice: str
    given: int
    read_out: int
    name: str = ""
    follows: GroupKind | None = None
    groups: Callable[[Ladder, Iterable[Contender]], Groups] = lambda _ladder, people: by_rank(
        people
    )


def _by_category(ladder: Ladder, people: Iterable[Contender]) -> Groups:
    return by_rank(each for each in people if ladder.category in each.tags)


ORDERS: Mapping[PrizeKind, PrizeOrder] = {
    PrizeKind.PLACE: PrizeOrder(choice="Rank", name="Ranks", given=1, read_out=6),
    PrizeKind.CATEGORY: PrizeOrder(
        choice="Place in a category", given=2, read_out=3, groups=_by_category
    ),
    PrizeKind.TEAM: PrizeOrder(
        choice="Place of a team", name="Teams", given=4, read_out=5, follows=GroupKind.TEAM
    ),
    PrizeKind.PAIR: PrizeOrder(
        choice="Place of a pair", name="Pairs", given=5, read_out=4, follows=GroupKind.PAIR
    ),
    PrizeKind.ROUND: PrizeOrder(
        choice="Best round",
        name="Best round",
        given=3,
        read_out=2,
        groups=lambda ladder, people: by_round(people, ladder.round),
    ),
    PrizeKind.WITHOUT: PrizeOrder(
        choice="Best of those without a prize",
        name="Best of those without a prize",
        given=6,
        read_out=1,
    ),
}


@dataclass(frozen=True, slots=True)
class Prize:
    """The same for each place from `first` to `last`: an amount in cents, a thing, or both."""

    ladder: Ladder
    first: int
    last: int
    amount: int = 0
    thing: str = ""

    @property
    def total(self) -> int:
        """The total cost."""
        return self.amount * (self.last - self.first + 1)


@dataclass(frozen=True, slots=True)
class Award:
    """The prize of one winner in one ladder: a person, or a team or pair by name.

    sharers: how many share the place, at least 1. drawn: the lot has decided between them, about
    all of it or about the thing.
    """

    ladder: Ladder
    place: int
    entry: int | None
    team: str
    amount: int
    thing: str
    sharers: int = 1
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Giving:
    """How prizes are given: sharing of ties, the seed of the lot, one prize each.

    one_each: a winner by place gets none for category or round from the same money. rankings,
    chain: ranked kinds of groups with their rules, and the tie-breaks of the tournament.
    """

    sharing: Sharing = Sharing.SPLIT
    seed: str = ""
    one_each: bool = False
    rankings: Mapping[GroupKind, GroupRules] = field(default_factory=dict)
    chain: tuple[str, ...] = ()


def awards(
    prizes: Collection[Prize], people: Collection[Contender], giving: Giving
) -> tuple[Award, ...]:
    """Assign the prizes. Prizes without a contender are left over (`not_given`).

    Entries that have paid for a side pool compete in it with what they have played, ranked or not.
    A round's prize stands even if its winner has withdrawn since. Disqualified ones win nothing.
    """
    ladders = sorted({prize.ladder for prize in prizes}, key=lambda ladder: ladder.given)
    given: list[Award] = []
    for ladder in ladders:
        own = [prize for prize in prizes if prize.ladder == ladder]
        given += _climbed(own, _groups(ladder, people, given, giving), giving)
    return tuple(given)


def not_given(prizes: Iterable[Prize], given: Iterable[Award]) -> dict[Ladder, int]:
    """Return the cents of each ladder that nobody gets, if any."""
    left: dict[Ladder, int] = {}
    for prize in prizes:
        left[prize.ladder] = left.get(prize.ladder, 0) + prize.total
    for award in given:
        left[award.ladder] -= award.amount
    return {ladder: cents for ladder, cents in left.items() if cents}


def things_not_given(prizes: Iterable[Prize], given: Iterable[Award]) -> dict[Ladder, list[str]]:
    """Return the things of each ladder that nobody gets, first place first, if any."""
    by_ladder: dict[Ladder, list[Prize]] = {}
    for prize in prizes:
        by_ladder.setdefault(prize.ladder, []).append(prize)
    left = {
        ladder: Counter(
            _thing_at(own, place) for place in range(1, max(each.last for each in own) + 1)
        )
        for ladder, own in by_ladder.items()
    }
    for award in given:
        left[award.ladder][award.thing] -= 1
    stays = {ladder: [*filter(None, things.elements())] for ladder, things in left.items()}
    return {ladder: things for ladder, things in stays.items() if things}


def read_out(given: Iterable[Award]) -> list[Award]:
    """Sort for the prize-giving: ladder by ladder, each from its last place to its first."""
    return sorted(given, key=lambda each: (each.ladder.read_out, -each.place))


def passed_over(
    prizes: Iterable[Prize], people: Iterable[Contender], given: Iterable[Award]
) -> list[tuple[Ladder, Contender, int]]:
    """Return who has the points for the prize of a round, with points, but does not compete."""
    people, given = [*people], [*given]
    found = []
    for ladder in {prize.ladder: None for prize in prizes if prize.ladder.kind is PrizeKind.ROUND}:
        points = {each.entry: each.points(ladder.round) for each in people}
        won = [points[each.entry] for each in given if each.ladder == ladder and each.entry]
        least = min((each for each in won if each is not None), default=None)
        found += [
            (ladder, each, own)
            for each in people
            if ladder.pool is None and not competes(each, ladder)
            for own in [points[each.entry]]
            if own is not None and (least is None or own >= least)
        ]
    return found


def competes(person: Contender, ladder: Ladder) -> bool:
    """Whether a person can win in a ladder, alone or with a team or pair."""
    if person.part is Part.DISQUALIFIED:
        return False
    if ladder.pool is not None:
        return ladder.pool in person.pools and (
            person.part is not Part.WITHDRAWN or person.points(None) is not None
        )
    is_of_a_round = ladder.kind is PrizeKind.ROUND and person.part is Part.WITHDRAWN
    return person.part is Part.ACTIVE or is_of_a_round


def proposal(total: int, places: int) -> list[int]:
    """Divide the money among the first places, in cents: each gets less than the one before.

    Shares decrease evenly (for four places 4, 3, 2 and 1 tenths), in whole euros if there is one
    for each share; the remainder goes to the first. Fewer places if there is no cent for each
    share.
    """
    while places * (places + 1) // 2 > total:
        places -= 1
    if not places:
        return []
    shares = places * (places + 1) // 2
    step = PERCENT if total >= shares * PERCENT else 1
    amounts = [total * share // shares // step * step for share in range(places, 0, -1)]
    return [amounts[0] + total - sum(amounts), *amounts[1:]]


def lot(seed: str, winner: Winner) -> str:
    """Return the sort key of tied winners: sha256 of "SEED NUMBER" (or the team)."""
    return sha256(f"{seed} {winner.name}".encode()).hexdigest()


def _groups(
    ladder: Ladder, people: Collection[Contender], given: Iterable[Award], giving: Giving
) -> Groups:
    """Return the contenders of a ladder, best first; empty if its ranking is switched off."""
    here = [each for each in people if competes(each, ladder)]
    if ladder.ranking:
        rules = giving.rankings.get(ladder.ranking)
        return by_group(here, ladder.ranking, rules, giving.chain) if rules else []
    out: set[int | None] = set()
    if ladder.kind is PrizeKind.WITHOUT:
        out = {each.entry for each in people for award in given if _has_part(each, award)}
    elif giving.one_each:
        out = {award.entry for award in given if award.ladder.pool == ladder.pool}
    return ORDERS[ladder.kind].groups(ladder, [each for each in here if each.entry not in out])


def _has_part(person: Contender, award: Award) -> bool:
    """Whether a person has a part in a prize: prizes of a team or pair belong to its members."""
    if award.ladder.ranking is None:
        return award.entry == person.entry
    is_of_group = person.groups.get(award.ladder.ranking) == award.team
    return is_of_group and competes(person, award.ladder)


def _climbed(prizes: list[Prize], groups: Groups, giving: Giving) -> list[Award]:
    """Return the awards of one ladder."""
    given: list[Award] = []
    place = 1
    for group in groups:
        given += _shared(prizes, sorted(group, key=lambda each: each.order), place, giving)
        place += len(group)
    return [award for award in given if award.amount or award.thing]


def _shared(
    prizes: Sequence[Prize], group: list[Winner], place: int, giving: Giving
) -> list[Award]:
    """Return the awards of tied winners, the first of whom is at this place.

    If split, the money of their places is divided, and odd cents go to the first ones. A thing
    cannot be divided: the lot decides. If drawn, each gets all of one place.
    """
    places = range(place, place + len(group))
    amounts = [_amount_at(prizes, each) for each in places]
    things = [_thing_at(prizes, each) for each in places]
    is_drawn = len(group) > 1 and giving.sharing is Sharing.LOT
    by_lot = sorted(group, key=lambda each: lot(giving.seed, each))
    winners = by_lot if is_drawn else group
    thing_of = dict(zip(by_lot, things, strict=True))
    if not is_drawn:
        each_gets, odd = divmod(sum(amounts), len(group))
        amounts = [each_gets + (index < odd) for index in range(len(group))]
    return [
        Award(
            ladder=prizes[0].ladder,
            place=place + index if is_drawn else place,
            entry=winner.entry,
            team="" if winner.entry is not None else winner.name,
            amount=amounts[index],
            thing=thing_of[winner],
            sharers=1 if is_drawn else len(group),
            drawn=is_drawn or (len(group) > 1 and any(things)),
        )
        for index, winner in enumerate(winners)
    ]


def _amount_at(prizes: Iterable[Prize], place: int) -> int:
    return sum(prize.amount for prize in prizes if prize.first <= place <= prize.last)


def _thing_at(prizes: Iterable[Prize], place: int) -> str:
    at_place = (prize for prize in prizes if prize.first <= place <= prize.last)
    return ", ".join(prize.thing for prize in at_place if prize.thing)
