"""A tournament's results added up from its rows alone, by no code of the program."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from tournament.models import (
    Adjustment,
    Entry,
    Payment,
    Seat,
    Series,
    SheetVersion,
    Tournament,
    Verification,
)

Points = list[int | None]
Share = tuple[int | str, int]
"""A player by id or a group by name, and cents."""
Ranks = dict[int, int | None]


class Ladder(NamedTuple):
    """What prizes are for."""

    kind: str
    category: str
    round: int | None
    pool: int | None


def _in_groups(merits: Mapping[Any, Any], order: Callable[[Any], Any] = str) -> list[list[Any]]:
    """Group by merit, greatest first, equal ones together."""
    return [
        sorted((who for who, own in merits.items() if own == merit), key=order)
        for merit in sorted(set(merits.values()), reverse=True)
    ]


class PlainSums:
    """Plain sums over the rows of one tournament.

    noted_in: the round that was current when a deduction without a round was noted, by its id.
    """

    def __init__(self, tournament: Tournament, noted_in: Mapping[int, int]) -> None:
        self.tournament = tournament
        self.entries = {each.pk: each for each in Entry.objects.filter(tournament=tournament)}
        self.rounds = list(tournament.rounds.order_by("number"))
        self.points, self.seats = self._points()
        self.ranked = self._ranked() if tournament.table_points else self.points
        self.deductions: list[tuple[int, int, int]] = [
            (each.entry_id, each.round.number if each.round else noted_in[each.pk], each.points)
            for each in Adjustment.objects.filter(entry__tournament=tournament)
        ]

    def _points(self) -> tuple[dict[int, Points], set[tuple[int, int]]]:
        """Return everybody's points by round, averages included, and who sits in which round."""
        found: dict[int, Points] = {pk: [None] * len(self.rounds) for pk in self.entries}
        averages, seated = [], set()
        seats = Seat.objects.filter(round__tournament=self.tournament)
        for seat in seats.select_related("round", "table__current_version"):
            number, version = seat.round.number, seat.table.current_version
            seated.add((seat.entry_id, number))
            if version is None:
                continue
            figure = version.totals[seat.position - 1]
            if figure is None:
                averages.append((seat.entry_id, number))
            else:
                found[seat.entry_id][number - 1] = figure
        own = {pk: [each for each in points if each is not None] for pk, points in found.items()}
        for pk, number in averages:
            count = len(own[pk])
            found[pk][number - 1] = (2 * sum(own[pk]) + count) // (2 * count) if count else 0
        return found, seated

    def _ranked(self) -> dict[int, Points]:
        """Return everybody's table points: the mean of the places that equal ones share."""
        found = {pk: list(points) for pk, points in self.points.items()}
        tables: dict[tuple[int, int], list[int]] = {}
        for seat in Seat.objects.filter(round__tournament=self.tournament).select_related("round"):
            tables.setdefault((seat.round.number, seat.table_id), []).append(seat.entry_id)
        for (number, _table), people in tables.items():
            played = {pk: self.points[pk][number - 1] for pk in people}
            if None in played.values():
                continue
            of_places = {4: [3, 1, -1, -3], 5: [4, 2, 0, -2, -4], 6: [5, 3, 1, -1, -3, -5]}
            waiting = of_places.get(len(people), [6, 4, 2, 0, -2, -4, -6])
            for group in _in_groups(played):
                shares, waiting = waiting[: len(group)], waiting[len(group) :]
                for pk in group:
                    found[pk][number - 1] = sum(shares) // len(group)
        return found

    @property
    def last(self) -> int:
        """Return the last round of these standings."""
        played = [
            n for pk, n in self.seats if any(p[n - 1] is not None for p in self.points.values())
        ]
        published = (
            []
            if self.tournament.frozen_at
            else [each.number for each in self.rounds if each.published_at]
        )
        return max([*played, *published], default=0)

    def has_played(self, pk: int) -> bool:
        """Return whether an entry has a result of any round."""
        return any(each is not None for each in self.points[pk])

    def total(self, pk: int, after: int) -> int:
        """Return points of the rounds so far, less deductions noted by then."""
        points = sum(each or 0 for each in self.ranked[pk][:after])
        return points + sum(
            off for who, number, off in self.deductions if who == pk and number <= after
        )

    def merit(self, pk: int, after: int, chain: Iterable[str]) -> tuple[Any, ...]:
        """Return the value an entry is ranked by, the greater the better."""
        return self._merit(self.total(pk, after), self.ranked[pk][:after], chain)

    @staticmethod
    def _merit(total: int, rounds: Points, chain: Iterable[str]) -> tuple[Any, ...]:
        backwards = tuple(each or 0 for each in reversed(rounds))
        keys = {
            "best_round": max((each for each in rounds if each is not None), default=-(10**9)),
            "last_round": backwards[:1],
            "last_rounds": backwards,
        }
        return (total, *(keys[code] for code in chain))

    def ranks(self, after: int, people: Iterable[int] | None = None) -> Ranks:
        """Return each rank: one more than the number of better entries."""
        chain = self.tournament.tie_breaks
        ranked = [
            pk
            for pk in (self.entries if people is None else people)
            if self.entries[pk].status == "active"
        ]
        merits = {pk: self.merit(pk, after, chain) for pk in ranked}
        return {pk: 1 + sum(other > own for other in merits.values()) for pk, own in merits.items()}

    def verified(self, last: int) -> int:
        """Return the tables whose result was verified, or ruled by the direction."""
        current = SheetVersion.objects.filter(
            current_of__round__tournament=self.tournament, current_of__round__number__lte=last
        )
        agreed = Verification.objects.filter(agrees=True, version__in=current)
        return len({each.version_id for each in agreed}) + current.filter(kind="ruling").count()

    # --- Groups -------------------------------------------------------------------------------

    def groups(self, kind: str) -> dict[str, list[int]]:
        """Return the people of each group: a team of two is a pair where pairs are ranked."""
        kinds = {each.kind for each in self.tournament.group_rankings.all()}
        found: dict[str, list[int]] = {}
        sizes: dict[str, int] = {}
        for entry in self.entries.values():
            sizes[entry.team] = sizes.get(entry.team, 0) + 1
        for pk, entry in self.entries.items():
            is_pair = "pair" in kinds and sizes[entry.team] == 2
            person = entry.person
            name = {
                "club": entry.club.code if entry.club else "",
                "state": person.state or (entry.club.state if entry.club else ""),
                "team": "" if is_pair else entry.team,
                "pair": entry.team if is_pair else "",
            }[kind]
            if name:
                found.setdefault(name, []).append(pk)
        return found

    def group_totals(self, kind: str, listed: Iterable[int]) -> dict[str, tuple[int | None, int]]:
        """Return rank (None: too few are ranked) and total of each group, after the last round."""
        rules = self.tournament.group_rankings.get(kind=kind)
        after, listed = self.last, set(listed)
        made: dict[str, tuple[bool, int, Points]] = {}
        for name, everybody in self.groups(kind).items():
            people = [pk for pk in everybody if pk in listed]
            ranked = [pk for pk in people if self.entries[pk].status == "active"]
            if not people:
                continue
            if rules.by_round:
                rounds = [
                    self._best_of_round(ranked, number, rules.best) for number in range(after)
                ]
                off = sum(
                    self.total(pk, after) - sum(p or 0 for p in self.ranked[pk][:after])
                    for pk in ranked
                )
                total = sum(each or 0 for each in rounds) + off
            else:
                chosen = sorted(ranked, key=lambda pk: self._chosen_by(pk, after))[: rules.best]
                rounds = [self._sum([self.ranked[pk][n] for pk in chosen]) for n in range(after)]
                total = sum(self.total(pk, after) for pk in chosen)
            made[name] = len(ranked) >= (rules.best or 1), total, rounds
        chain = self.tournament.tie_breaks
        merits = {
            name: self._merit(total, rounds, chain)
            for name, (is_ranked, total, rounds) in made.items()
            if is_ranked
        }
        return {
            name: (
                1 + sum(other > merits[name] for other in merits.values()) if is_ranked else None,
                total,
            )
            for name, (is_ranked, total, _rounds) in made.items()
        }

    def _chosen_by(self, pk: int, after: int) -> tuple[Any, ...]:
        backwards = [-(each or 0) for each in reversed(self.ranked[pk][:after])]
        return -self.total(pk, after), backwards, self.entries[pk].number

    @staticmethod
    def _sum(points: Points) -> int | None:
        played = [each for each in points if each is not None]
        return sum(played) if played else None

    def _best_of_round(self, people: Iterable[int], number: int, best: int | None) -> int | None:
        points = sorted(
            (p for pk in people if (p := self.ranked[pk][number]) is not None), reverse=True
        )
        return self._sum(points[:best])

    # --- Money --------------------------------------------------------------------------------

    def paid(self, pool: int | None) -> dict[int, int]:
        """Return what each player has paid for a pool or the fee; unpaid players are missing."""
        found: dict[int, int] = {}
        for each in Payment.objects.filter(entry__tournament=self.tournament, pool=pool):
            found[each.entry_id] = found.get(each.entry_id, 0) + each.amount
        return {pk: amount for pk, amount in found.items() if amount}

    def open_fees(self, early: int, late: int, category: str, reduced: int) -> dict[int, int]:
        """Return each player's open fee: the early fee if paid in time, else the late one."""
        owed = {}
        for pk, entry in self.entries.items():
            paid = self.paid(None).get(pk, 0)
            late_fee, early_fee = (reduced, reduced) if category in entry.tags else (late, early)
            owed[pk] = 0 if paid >= early_fee else late_fee - paid
        return owed

    def awards(self, listed: Iterable[int], *, one_each: bool) -> dict[Ladder, list[Share]]:
        """Return each winner's cents by ladder; nobody of a ladder nobody can climb."""
        listed, prizes = list(listed), list(self.tournament.prizes.all())
        ladders: dict[Ladder, list[Any]] = {}
        for prize in prizes:
            ladder = Ladder(prize.kind, prize.category, prize.round, prize.pool_id)
            ladders.setdefault(ladder, []).append(prize)
        order = ["place", "category", "round", "team", "pair", "club", "state", "without"]
        given: dict[Ladder, list[Share]] = {}
        for ladder in sorted(
            ladders,
            key=lambda each: (each.kind == "without", each.pool or 0, order.index(each.kind)),
        ):
            given[ladder] = []
            place = 1
            for group in self._climbers(ladder, listed, given, one_each):
                places = range(place, place + len(group))
                cents = sum(
                    prize.amount
                    for each in places
                    for prize in ladders[ladder]
                    if prize.first <= each <= prize.last
                )
                share, odd = divmod(cents, len(group))
                given[ladder] += [(who, share + (at < odd)) for at, who in enumerate(group)]
                place += len(group)
            given[ladder] = [(who, amount) for who, amount in given[ladder] if amount]
        return given

    def _climbers(
        self, ladder: Ladder, listed: list[int], given: Mapping[Ladder, list[Share]], one_each: bool
    ) -> list[list[Any]]:
        """Best first; within a group equal entries are ordered by start number or name."""
        after, chain = self.last, self.tournament.tie_breaks
        if ladder.kind in ("team", "pair", "club", "state"):
            ranked = self.group_totals(ladder.kind, listed)
            return _in_groups({name: -rank for name, (rank, _) in ranked.items() if rank})
        here = [pk for pk in listed if self._competes(pk, ladder)]
        if ladder.kind == "without":
            winners = {
                who
                for each, shares in given.items()
                for who, _amount in shares
                if each.kind not in ("club", "state")
            }
            groups = {**self.groups("team"), **self.groups("pair")}
            here = [
                pk
                for pk in here
                if pk not in winners
                and not any(pk in people for name, people in groups.items() if name in winners)
            ]
        elif one_each:
            same = [shares for other, shares in given.items() if other.pool == ladder.pool]
            here = [pk for pk in here if pk not in {who for each in same for who, _amount in each}]
        if ladder.kind == "category":
            here = [pk for pk in here if ladder.category in self.entries[pk].tags]
        if ladder.kind == "round":
            points = {pk: self._round_points(pk, ladder.round) for pk in here}
            merits = {pk: own for pk, own in points.items() if own is not None}
        else:
            merits = {pk: self.merit(pk, after, chain) for pk in here}
        return _in_groups(merits, lambda pk: self.entries[pk].number)

    def _round_points(self, pk: int, round: int | None) -> int | None:
        played = (
            self.points[pk][: self.last] if round is None else self.points[pk][round - 1 : round]
        )
        return max((each for each in played if each is not None), default=None)

    def _competes(self, pk: int, ladder: Ladder) -> bool:
        """Return whether an entry competes: in a pool if paid and played, otherwise if ranked.

        A round of the entry fees stands though its winner has withdrawn.
        """
        status = self.entries[pk].status
        if ladder.pool is not None:
            is_gone = status == "disqualified" or (
                status == "withdrawn" and not self.has_played(pk)
            )
            return not is_gone and self.paid(ladder.pool).get(pk, 0) > 0
        return status == "active" or (ladder.kind == "round" and status == "withdrawn")

    # --- What may still come ------------------------------------------------------------------

    def to_come(self, pk: int) -> int:
        """Return rounds that may still bring points: not those sat out by lot."""
        drawn = {each.number for each in self.rounds}
        return sum(
            number not in drawn
            or ((pk, number) in self.seats and self.points[pk][number - 1] is None)
            for number in range(1, self.tournament.rounds_planned + 1)
        )


def series_totals(series: Series, evenings: list[dict[int, int]]) -> dict[int, int]:
    """Return each person's total of a series from the points of each evening."""
    totals: dict[int, int] = {}
    for person in {pk for evening in evenings for pk in evening}:
        values = [evening.get(person) for evening in evenings]
        played = sorted(each for each in values if each is not None)
        missed = [series.missed_points] * values.count(None)
        totals[person] = len(played) * series.attendance_bonus
        if series.missed_dropped:
            every = sorted([*played, *missed])
            keep = len(every) - series.dropped if series.best is None else series.best
            totals[person] += sum(every[-max(keep, 1) :])
        elif series.best is None:
            totals[person] += sum(missed) + sum(played[min(series.dropped, len(played) - 1) :])
        else:
            left = series.best - len(missed)
            totals[person] += sum(missed[: series.best]) + (sum(played[-left:]) if left > 0 else 0)
    return totals
