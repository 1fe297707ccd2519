"""Prizes: who gets which, shared to the last cent or drawn by lot.

A ladder are the prizes of one kind that one order of people climbs: the places, the places of a
category, the best round. Somebody can be given something in each of them.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

from tournament.prizes.rules.contenders import (
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
    """What becomes of the prizes of equal ones."""

    SPLIT = "split"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Ladder:
    """What prizes are for. pool: the side pool they are paid from, None: the entry fees.

    category: of a category; round: the number of the best round, None: any round.
    """

    kind: PrizeKind
    category: str = ""
    round: int | None = None
    pool: int | None = None

    @property
    def ranking(self) -> GroupKind | None:
        """The ranking of groups that it follows; None where people win it."""
        return ORDERS[self.kind].follows

    @property
    def given(self) -> tuple[bool, int, int, str, int]:
        """The order in which they are given: those from the fees before those of a pool."""
        is_last, kind = self.kind is PrizeKind.WITHOUT, ORDERS[self.kind].given
        return is_last, self.pool or 0, kind, self.category, self.round or 0

    @property
    def read_out(self) -> tuple[bool, int, int, str, int]:
        """The order in which they are read out: side pools before the entry fees."""
        kind = ORDERS[self.kind].read_out
        return self.pool is None, self.pool or 0, kind, self.category, self.round or 0


@dataclass(frozen=True, slots=True)
class PrizeOrder:
    """Which order of people the prizes of a kind follow, and what they are called.

    Words are English and unmarked: `choice` where one says what a prize is for, `name` of a ladder,
    "" where the category is its name. `given`, `read_out`: which kinds come first when prizes are
    given, and at the prize-giving, where the first place of all comes last. `follows`: the ranking
    of groups; without it nobody gets such a prize. `groups`: who stands for a ladder, best first,
    of those who compete for it; it follows no ranking of groups then.
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
    """The same for each of the places from `first` to `last`: an amount in cents, a thing, both."""

    ladder: Ladder
    first: int
    last: int
    amount: int = 0
    thing: str = ""

    @property
    def total(self) -> int:
        """What it costs."""
        return self.amount * (self.last - self.first + 1)


@dataclass(frozen=True, slots=True)
class Award:
    """What one winner gets in one ladder: a person, or a team or pair by its name.

    sharers: how many have this place, 1 where nobody else has. drawn: the lot has decided between
    them, about all of it or about the thing.
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
    """How prizes are given: what equal ones get, the seed of the lot, whether one each suffices.

    one_each: who has a prize by his place gets none of his category or round from the same money.
    rankings, chain: which groups are ranked and how, and the tie-breaks of the tournament.
    """

    sharing: Sharing = Sharing.SPLIT
    seed: str = ""
    one_each: bool = False
    rankings: Mapping[GroupKind, GroupRules] = field(default_factory=dict)
    chain: tuple[str, ...] = ()


def awards(
    prizes: Collection[Prize], people: Collection[Contender], giving: Giving
) -> tuple[Award, ...]:
    """Who gets what. What nobody can get, as of an empty category, stays (`not_given`).

    Whoever has paid for a side pool takes part in it with what he has played, ranked or not, and a
    round stands though its winner has withdrawn since. Nobody who is disqualified wins anything.
    """
    ladders = sorted({prize.ladder for prize in prizes}, key=lambda ladder: ladder.given)
    given: list[Award] = []
    for ladder in ladders:
        own = [prize for prize in prizes if prize.ladder == ladder]
        given += _climbed(own, _groups(ladder, people, given, giving), giving)
    return tuple(given)


def not_given(prizes: Iterable[Prize], given: Iterable[Award]) -> dict[Ladder, int]:
    """The cents of each ladder that nobody gets, where there are any."""
    left: dict[Ladder, int] = {}
    for prize in prizes:
        left[prize.ladder] = left.get(prize.ladder, 0) + prize.total
    for award in given:
        left[award.ladder] -= award.amount
    return {ladder: cents for ladder, cents in left.items() if cents}


def things_not_given(prizes: Iterable[Prize], given: Iterable[Award]) -> dict[Ladder, list[str]]:
    """The things of each ladder that nobody gets, from the first place on, where there are any."""
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
    """In the order of the prize-giving: ladder by ladder, each from its last place to its first."""
    return sorted(given, key=lambda each: (each.ladder.read_out, -each.place))


def passed_over(
    prizes: Iterable[Prize], people: Iterable[Contender], given: Iterable[Award]
) -> list[tuple[Ladder, Contender, int]]:
    """Who has the points for the prize of a round, and how many, and does not compete for it."""
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
    """Whether somebody can win there, alone or with his team or pair."""
    if person.part is Part.DISQUALIFIED:
        return False
    if ladder.pool is not None:
        return ladder.pool in person.pools and (
            person.part is not Part.WITHDRAWN or person.points(None) is not None
        )
    is_of_a_round = ladder.kind is PrizeKind.ROUND and person.part is Part.WITHDRAWN
    return person.part is Part.ACTIVE or is_of_a_round


def proposal(total: int, places: int) -> list[int]:
    """All the money for the first places, in cents: each gets less than the one before.

    Shares fall evenly (of four places 4, 3, 2 and 1 tenth), in whole euros where there is one for
    each; what is left over goes to the first. For fewer places where there is no cent for each.
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
    """Equal ones get their prizes in the order of these: sha256 of "SEED NUMBER" (or the team)."""
    return sha256(f"{seed} {winner.name}".encode()).hexdigest()


def _groups(
    ladder: Ladder, people: Collection[Contender], given: Iterable[Award], giving: Giving
) -> Groups:
    """Those who can win in a ladder, best first; nobody where its ranking is off."""
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
    """Whether a prize is his: a prize of a team or pair is a prize of its people."""
    if award.ladder.ranking is None:
        return award.entry == person.entry
    is_of_group = person.groups.get(award.ladder.ranking) == award.team
    return is_of_group and competes(person, award.ladder)


def _climbed(prizes: list[Prize], groups: Groups, giving: Giving) -> list[Award]:
    """The awards of one ladder."""
    given: list[Award] = []
    place = 1
    for group in groups:
        given += _shared(prizes, sorted(group, key=lambda each: each.order), place, giving)
        place += len(group)
    return [award for award in given if award.amount or award.thing]


def _shared(
    prizes: Sequence[Prize], group: list[Winner], place: int, giving: Giving
) -> list[Award]:
    """What a group of equal ones gets, whose first is at this place.

    Split, the money of their places is added and divided, and odd cents go to those named first.
    A thing cannot be divided: the lot decides. Drawn, each gets all of one place.
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
