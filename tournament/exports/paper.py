"""The declaration of a paper; pages, menus and "everything for the round" loop over these."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import Promise

from tournament.errors import Refused
from tournament.exports.base import Document
from tournament.exports.pdf.drawing import DrawnPages
from tournament.models import Entry, Round, Tournament
from tournament.money.reads import has_money
from tournament.people.reads.players import player_list
from tournament.permissions import Actor, Permission, may_check_in_players, may_print
from tournament.rounds.reads.rounds import current_round, rounds_of, rounds_seen_by
from tournament.shared.rules.typed import key_in, number_in

LARGE = 300


@dataclass(frozen=True)
class Reader:
    """The reader of a tournament's papers; caches what several papers ask."""

    actor: Actor
    tournament: Tournament

    @cached_property
    def may_check_in(self) -> bool:
        """Whether this reader may say who is there and who has paid."""
        return may_check_in_players(self.actor, self.tournament)

    @cached_property
    def has_money(self) -> bool:
        """Whether fees or side pools are set up and this reader may see them."""
        return self.may_check_in and has_money(self.tournament)

    @cached_property
    def is_large(self) -> bool:
        """Whether papers of everybody take seconds, so that pages say that they are being made."""
        return self.tournament.entries.count() > LARGE

    @cached_property
    def has_prizes(self) -> bool:
        """Whether there are prizes."""
        return self.tournament.prizes.exists()


@dataclass(frozen=True)
class Asked:
    """A request for a paper: its reader, `of` which round, `given` parameters; 404 for nonsense."""

    reader: Reader
    of: int | None = None
    given: Mapping[str, Any] = field(default_factory=dict)

    @property
    def tournament(self) -> Tournament:
        """The tournament of the paper."""
        return self.reader.tournament

    @cached_property
    def round(self) -> Round:
        """The paper's round, if this reader may see it; 404 otherwise."""
        for round in rounds_seen_by(self.reader.actor, self.tournament):
            if round.number == self.of:
                return round
        raise Http404

    def text(self, name: str) -> str:
        """Return the parameter `?name=`; empty without it."""
        return str(self.given.get(name, ""))

    def number(self, name: str) -> int | None:
        """Return a number of a player, or None for anything else."""
        return number_in(self.text(name))

    def numbers(self, name: str) -> frozenset[int] | None:
        """Return comma-separated numbers; None without the parameter."""
        if name not in self.given:
            return None
        numbers = [number_in(each) for each in self.text(name).split(",") if self.text(name)]
        if None in numbers:
            raise Http404
        return frozenset(each for each in numbers if each is not None)

    def tables(self) -> frozenset[int] | None:
        """Return the tables in `?tables=3,7`, which must be in the round; None without it."""
        numbers = self.numbers("tables")
        if numbers and numbers.difference(self.round.tables.values_list("number", flat=True)):
            raise Http404
        return numbers

    def after(self) -> int | None:
        """Return the round number in `?after=`, which this reader must see; None without it."""
        number = self.number("after")
        rounds = rounds_seen_by(self.reader.actor, self.tournament)
        if self.text("after") and number not in {each.number for each in rounds}:
            raise Http404
        return number

    def day(self) -> date | None:
        """Return the day in `?day=2026-11-22`, or None for anything else."""
        try:
            return date.fromisoformat(self.text("day"))
        except ValueError:
            return None

    def entry(self) -> Entry | None:
        """Return the player in `?number=17`, of this tournament; None without a number."""
        number = self.number("number")
        if number is None:
            return None
        return get_object_or_404(Entry, tournament=self.tournament, number=number)

    def player(self) -> Entry:
        """Return the player whose id is in `?player=`, of this tournament."""
        entry = get_object_or_404(player_list(self.tournament), pk=key_in(self.text("player")))
        entry.tournament = self.tournament
        return entry


@dataclass(frozen=True)
class Link:
    """Where a paper is linked (`{% papers "spot" %}`), with which words, by default its title.

    given: URL parameters besides those the page adds. is_main: when it is the primary button there.
    """

    spot: str
    words: str | Promise | Callable[[Asked], str] = ""
    given: Mapping[str, str] = field(default_factory=dict)
    is_main: Callable[[Reader], bool] = lambda _reader: False


AddToRound = Callable[[DrawnPages, Round, Collection[int] | None], None]


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A paper, or a file in its place.

    key: in its address. order: its place among others, from 1. make: refused as the function says.
    may: who opens it. is_possible: whether it is offered; impossible: how it is refused to who
    types its address nevertheless, by default by `make`. of_round: whether there is one per round.
    asks: its URL parameters, in order; pages add those they know. is_file: saved, not shown.
    making: the text of a button while it is made, for what takes seconds; takes_long: in which
    tournaments, by default in all. tells_address: it shows the address of the players' phones.
    add_to_round: adds its pages to everything for the round; after a change, for those tables only.
    earlier: former addresses, which printed papers link to.
    """

    key: str
    title: str | Promise
    order: int
    make: Callable[[Asked], Document]
    links: tuple[Link, ...]
    may: Permission = may_print
    is_possible: Callable[[Reader], bool] = lambda _reader: True
    impossible: str = ""
    of_round: bool = False
    asks: tuple[str, ...] = ()
    is_file: bool = False
    making: str | Promise = ""
    takes_long: Callable[[Reader], bool] = lambda _reader: True
    tells_address: bool = False
    add_to_round: AddToRound | None = None
    earlier: tuple[str, ...] = ()

    def made(self, asked: Asked) -> Document:
        """Make the paper. Refused: `impossible`, and as `make` says."""
        if self.impossible and not self.is_possible(asked.reader):
            raise Refused(self.impossible)
        return self.make(asked)

    def address(self, tournament: Tournament, number: int | None = None) -> str:
        """Return its address without parameters; `number` is that of its round."""
        if self.of_round:
            return reverse("paper-of-round", args=[tournament.slug, number, self.key])
        return reverse("paper", args=[tournament.slug, self.key])


def is_drawn(reader: Reader) -> bool:
    """For papers that exist from the draw on."""
    return bool(rounds_of(reader.tournament))


def is_published(reader: Reader) -> bool:
    """For papers that exist from the first published round on."""
    return current_round(reader.tournament) is not None
