"""Assignment of prizes, shared to the last cent or drawn by lot.

A ladder is the prizes of one kind along one order of people: the places, the places of a category,
the best round. A person can win in each of them.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from itertools import groupby
from math import inf

from tournament.sheets.rules.results import Result, RoundPoints
from tournament.standings.rules.rankings import GROUPS, GroupKind, GroupRules, ranking

PERCENT = 100
MOST_PLACES = 500
"""The last place there can be a prize for."""


class Part(StrEnum):
    """The participation of a player: the values of the entry's status."""

    ACTIVE = "active"
    UNRANKED = "unranked"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True)
class Contender:
    """An entry of the standings.

    rank: its place if everybody there were ranked. groups: the names of its groups, of ranked
    kinds. pools: the side pools paid for. played: the points, where the rounds hold other figures.
    """

    entry: int
    number: int
    rank: int
    total: int
    rounds: RoundPoints = ()
    tags: tuple[str, ...] = ()
    groups: Mapping[GroupKind, str] = field(default_factory=dict)
    pools: frozenset[int] = frozenset()
    part: Part = Part.ACTIVE
    played: RoundPoints = ()

    def points(self, round: int | None) -> int | None:
        """Return the points played in a round, or in the best one (None); None if not played."""
        played = self.played or self.rounds
        played = played if round is None else played[round - 1 : round]
        return max((points for points in played if points is not None), default=None)

    @property
    def result(self) -> Result:
        """The result that counts for a team or pair."""
        points = sum(each or 0 for each in self.rounds)
        is_ranked = self.part is Part.ACTIVE
        return Result(self.entry, self.number, self.rounds, self.total - points, is_ranked)


@dataclass(frozen=True, slots=True)
class Winner:
    """The winner of a prize: a person by start number, or a group (entry None) by name."""

    entry: int | None
    name: str


Groups = list[list[Winner]]
"""Best first; each inner list is a tie."""


class PrizeKind(StrEnum):
    """What a prize is for."""

    PLACE = "place"
    CATEGORY = "category"
    TEAM = "team"
    PAIR = "pair"
    CLUB = "club"
    STATE = "state"
    ROUND = "round"
    WITHOUT = "without"


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

    def can_be_won(self, ranked: Collection[GroupKind]) -> bool:
        """Whether a prize along it can be made: the ranking it follows is on."""
        return self.ranking is None or self.ranking in ranked

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
    nobody gets such a prize, `of_members`: it belongs to all members of the group, who then are not
    without a prize. `merit`: what else it goes by, the more the better; None wins nothing.
    """

    choice: str
    given: int
    read_out: int
    name: str = ""
    follows: GroupKind | None = None
    of_members: bool = False
    merit: Callable[[Ladder, Contender], int | None] = lambda _ladder, person: -person.rank


def _of_groups(
    kind: GroupKind, *, choice: str, given: int, read_out: int, of_members: bool = False
) -> PrizeOrder:
    """Return the order of a prize for groups of a kind, as their ranking has them."""
    name = GROUPS[kind].several
    return PrizeOrder(choice, given, read_out, name, follows=kind, of_members=of_members)


ORDERS: Mapping[PrizeKind, PrizeOrder] = {
    PrizeKind.PLACE: PrizeOrder(choice="Rank", name="Ranks", given=1, read_out=8),
    PrizeKind.CATEGORY: PrizeOrder(
        choice="Place in a category",
        given=2,
        read_out=3,
        merit=lambda ladder, person: -person.rank if ladder.category in person.tags else None,
    ),
    PrizeKind.TEAM: _of_groups(
        GroupKind.TEAM, choice="Place of a team", given=4, read_out=7, of_members=True
    ),
    PrizeKind.PAIR: _of_groups(
        GroupKind.PAIR, choice="Place of a pair", given=5, read_out=6, of_members=True
    ),
    PrizeKind.CLUB: _of_groups(GroupKind.CLUB, choice="Place of a club", given=6, read_out=5),
    PrizeKind.STATE: _of_groups(
        GroupKind.STATE, choice="Place of a federal state", given=7, read_out=4
    ),
    PrizeKind.ROUND: PrizeOrder(
        choice="Best round",
        name="Best round",
        given=3,
        read_out=2,
        merit=lambda ladder, person: person.points(ladder.round),
    ),
    PrizeKind.WITHOUT: PrizeOrder(
        choice="Best of those without a prize",
        name="Best of those without a prize",
        given=8,
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
    """The prize of one winner in one ladder: a person, or a group by name.

    sharers: how many share the place, at least 1. drawn: by lot, all of it or the thing.
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
    """How prizes are given: ties by lot or shared, the seed of the lot, one prize each.

    one_each: a winner by place gets none for category or round from the same money. rankings,
    chain: ranked kinds of groups with their rules, and the tie-breaks of the tournament.
    """

    by_lot: bool = False
    seed: str = ""
    one_each: bool = False
    rankings: Mapping[GroupKind, GroupRules] = field(default_factory=dict)
    chain: tuple[str, ...] = ()


def awards(
    prizes: Collection[Prize], people: Collection[Contender], giving: Giving
) -> tuple[Award, ...]:
    """Assign the prizes. Prizes without a contender are left over (`not_given`)."""
    given: list[Award] = []
    for ladder in sorted({prize.ladder for prize in prizes}, key=lambda ladder: ladder.given):
        own = [prize for prize in prizes if prize.ladder == ladder]
        place = 1
        for group in _groups(ladder, people, given, giving):
            given += _shared(own, group, place, giving)
            place += len(group)
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


def last_place(prizes: Iterable[Prize], rankings: Collection[GroupKind | None]) -> float:
    """Return the last place that wins a prize in rankings of these kinds (None: of people).

    0 if none does; infinite where the order of everybody decides, as in a category or a side pool.
    """
    last = 0.0
    for each in prizes:
        ladder = each.ladder
        if ladder.ranking in rankings and ladder.kind is not PrizeKind.ROUND:
            is_place = ladder.ranking is not None or ladder.kind is PrizeKind.PLACE
            last = max(last, each.last if is_place and ladder.pool is None else inf)
    return last


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
    """Whether a person can win in a ladder, alone or with a team or pair.

    Entries that have paid for a side pool compete in it with what they have played, ranked or not.
    A round's prize stands even if its winner has withdrawn since. Disqualified ones win nothing.
    """
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


def _groups(
    ladder: Ladder, people: Collection[Contender], given: Iterable[Award], giving: Giving
) -> Groups:
    """Return the contenders of a ladder, best first; empty if its ranking is switched off."""
    here = [each for each in people if competes(each, ladder)]
    if kind := ladder.ranking:
        if kind not in giving.rankings:
            return []
        rules = giving.rankings[kind]
        counting = people if rules.everybody and ladder.pool is None else here
        teams: dict[str, list[Result]] = defaultdict(list)
        for each in counting:
            if name := each.groups.get(kind):
                teams[name].append(each.result)
        # Those with too few people have no rank and win nothing.
        ranked = [team for team in ranking(teams, rules, giving.chain) if team.rank]
        return [
            [Winner(None, team.name) for team in equal]
            for _rank, equal in groupby(ranked, key=lambda team: team.rank)
        ]
    out: set[int | None] = set()
    for award in given:
        group, order = award.ladder.ranking, ORDERS[award.ladder.kind]
        if group and not order.of_members:
            continue
        if ladder.kind is PrizeKind.WITHOUT and group:
            out |= {
                each.entry
                for each in people
                if each.groups.get(group) == award.team and competes(each, award.ladder)
            }
        elif ladder.kind is PrizeKind.WITHOUT or (
            giving.one_each and award.ladder.pool == ladder.pool
        ):
            out.add(award.entry)
    merit = ORDERS[ladder.kind].merit
    competing = [
        (-best, each.number, each)
        for each in here
        if each.entry not in out and (best := merit(ladder, each)) is not None
    ]
    best_first = sorted(competing, key=lambda found: found[:2])
    return [
        [Winner(each.entry, str(each.number)) for _, _, each in equal]
        for _merit, equal in groupby(best_first, key=lambda found: found[0])
    ]


def _shared(
    prizes: Sequence[Prize], group: list[Winner], place: int, giving: Giving
) -> list[Award]:
    """Return the awards of tied winners in order, the first of whom is at this place.

    If split, the money of their places is divided, and odd cents go to the first ones. A thing
    cannot be divided: the lot decides, by sha256 of "SEED NUMBER" (or the team). If drawn, each
    gets all of one place.
    """
    places = range(place, place + len(group))
    amounts = [
        sum(prize.amount for prize in prizes if prize.first <= each <= prize.last)
        for each in places
    ]
    things = [_thing_at(prizes, each) for each in places]
    is_drawn = len(group) > 1 and giving.by_lot
    by_lot = sorted(
        group, key=lambda each: sha256(f"{giving.seed} {each.name}".encode()).hexdigest()
    )
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
        for index, winner in enumerate(by_lot if is_drawn else group)
        if amounts[index] or thing_of[winner]
    ]


def _thing_at(prizes: Iterable[Prize], place: int) -> str:
    at_place = (prize for prize in prizes if prize.first <= place <= prize.last)
    return ", ".join(prize.thing for prize in at_place if prize.thing)
