"""Random choices for every random act: who acts, where and on whom."""

from random import Random
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from tests.factories.tournaments import make_owner
from tournament.models import Entry, GameTable, Person, Round, Tournament, User
from tournament.permissions import Actor
from tournament.rounds.reads.rounds import next_unpublished
from tournament.seating.reads.draws import PLAYING
from tournament.shared.rules.fields import PlayerData


class Chance:
    """An installation with an owner, and a random choice of everything in it."""

    _tournament: Tournament

    def __init__(self, random: Random) -> None:
        self._random = random
        self._pick = random.choice
        self._owner = self._founder = Actor(make_owner())

    def _choose_tournament(self) -> None:
        there_are = Tournament.objects.order_by("pk").values_list("pk", flat=True)
        self._tournament = Tournament.objects.get(pk=self._pick(there_are))

    def _sensible(self) -> str:
        """Return the act that moves the tournament on, so that chance meets all its states."""
        here = self._tournament
        if here.is_over:
            return "resume_tournament"
        if self._drawn() < 8:
            return self._pick(["add_player", "check_in_player"])
        open_round = here.rounds.filter(published_at__isnull=False, closed_at__isnull=True).first()
        if open_round is None:
            is_over = here.rounds.count() >= here.rounds_planned and not next_unpublished(here)
            at_the_end = ["freeze_standings", "reopen_round", "redraw_rounds", "delete_tournament"]
            at_the_end += ["hand_out_prize", "unassign_prizes"]
            return self._pick(at_the_end) if is_over else "draw_next_round"
        if open_round.tables.filter(current_version__isnull=True).exists():
            return "submit_sheet"
        is_running = open_round.started_at and not open_round.ended_at
        return "end_clock" if is_running else "close_round"

    def _may(self, share: float) -> bool:
        return self._random.random() < share

    def _actor(self) -> Actor:
        if self._may(0.6):
            return self._owner
        return Actor(self._pick([None, *User.objects.filter(is_active=True).order_by("pk")]))

    def _mark(self) -> UUID:
        """Return a mark for a submission, as a page makes one up."""
        return UUID(int=self._random.getrandbits(128))

    def _person(self) -> Actor:
        actor = self._actor()
        return actor if actor.user else self._owner

    def _account(self) -> User:
        return self._pick(list(User.objects.order_by("pk")))

    def _one(self, rows: QuerySet) -> Any:
        """Return one of these rows; if there is none the act fails like a refused one."""
        return self._pick(list(rows.order_by("pk")))

    def _players(self) -> QuerySet[Entry]:
        return Entry.objects.filter(tournament=self._tournament)

    def _entry(self) -> Entry:
        return self._one(self._players())

    def _drawn(self) -> int:
        """Return how many would be seated now: those present, or all while nobody is."""
        playing = self._players().filter(status__in=PLAYING)
        return playing.filter(checked_in=True).count() or playing.count()

    def _round(self, **conditions: object) -> Round:
        """Return a round of the tournament, mostly one that meets the conditions."""
        found = Round.objects.filter(tournament=self._tournament)
        fitting = found.filter(**conditions)
        return self._one(fitting if fitting and self._may(0.9) else found)

    def _table(self, **conditions: object) -> GameTable:
        tables = GameTable.objects.filter(
            round__tournament=self._tournament,
            round__published_at__isnull=False,
            **conditions,
        )
        still_open = tables.filter(round__closed_at__isnull=True)
        return self._one(still_open if still_open and self._may(0.9) else tables)

    def _number(self) -> str:
        return str(self._entry().number)

    def _player(self) -> PlayerData:
        number = self._random.randrange(10**6)
        clubs = [("", ""), ("DU", ""), ("DU", "Duisburg"), ("", "Essen")]
        spelt_otherwise = [("du", "DUISBURG"), ("", "essen")]
        code, name = self._pick([*clubs, *spelt_otherwise])
        last_name, first_name = f"Name{number}", self._pick(["Anna", "Bernd", "Änne"])
        known = Person.objects.filter(deleted_at=None).order_by("pk")
        if known and self._may(0.2):  # a double, or somebody from another evening
            person = self._one(known)
            respelt = self._pick([str.upper, str.lower, str.title])
            last_name, first_name = respelt(person.last_name), person.first_name
        return PlayerData(
            last_name=last_name,
            first_name=first_name,
            club_code=code,
            club_name=name,
            tags=self._pick([(), ("Damen",), ("Senioren", "Damen")]),
            team=self._pick(["", "Elf"]),
            keeps_list=self._may(0.9),
            fee_paid=self._may(0.5),
        )
