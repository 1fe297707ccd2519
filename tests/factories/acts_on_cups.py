"""Random acts on cups."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from tests.factories.chance import Chance
from tests.factories.evenings import make_evening
from tournament.competitions.writes import create_competition, delete_competition, edit_competition
from tournament.cup import writes as cups
from tournament.cup.reads import cup_report
from tournament.cup.writes import Plan
from tournament.imports.cup import read_entrants
from tournament.models import Cup, CupStage, Tournament
from tournament.people.writes.players import remove_player
from tournament.permissions import COMMAND_LINE
from tournament.tournaments.writes.tournaments import delete_tournament

MOST_CUPS = 2
TEAMS = "\n".join(f"{team}: Ida Eins; Ida Zwei; Ida Drei; Ida Vier" for team in "ABC")
FINAL = {"name": "Finale", "go_on": 0}
PLAN = Plan("Pokal", 1, seed="17")


class CupActs(Chance):
    """Every public method is a service. What it makes beside cups is gone afterwards."""

    def create_cup(self) -> None:
        if Cup.objects.count() < MOST_CUPS:
            name = f"Pokal {Cup.objects.count()}"
            create_competition(self._owner, Cup, {"name": name, "of": "players"})
            return
        self.edit_cup()

    def edit_cup(self) -> None:
        if not Cup.objects.exists():
            create_competition(self._founder, Cup, {"name": "Pokal", "of": "players"})
        settings = {"carry_points": self._may(0.5), "chain": self._pick([[], ["last_round"]])}
        edit_competition(self._owner, self._one(Cup.objects.all()), settings)

    def delete_cup(self) -> None:
        delete_competition(self._owner, self._one(Cup.objects.all()))

    def take_tournament(self) -> None:
        cup = self._one(Cup.objects.all())
        stage = {"name": "Vorrunde", "go_on": self._random.randrange(4)}
        cups.take_tournament(self._owner, cup, self._tournament, stage)

    def edit_stage(self) -> None:
        if not CupStage.objects.exists():
            self.take_tournament()
        stage = self._one(CupStage.objects.all())
        cups.edit_stage(self._owner, stage, {"go_on": self._random.randrange(4)})

    def remove_stage(self) -> None:
        cups.remove_stage(self._owner, self._one(CupStage.objects.all()))

    def enter_list(self) -> None:
        with self._cup("teams") as cup:
            rows = read_entrants(TEAMS, of_teams=True).rows
            cups.enter_list(self._owner, cup, rows, FINAL, PLAN)

    def draw_groups(self) -> None:
        with self._cup("teams") as cup:
            rows = read_entrants(TEAMS, of_teams=True).rows
            stage = cups.enter_list(COMMAND_LINE, cup, rows, FINAL, PLAN)
            cups.draw_groups(self._owner, stage, "18")

    def begin_next_stage(self) -> None:
        with self._played(go_on=2) as stage:
            cups.begin_next_stage(self._owner, stage.cup, FINAL, PLAN)

    def begin_consolation(self) -> None:
        with self._played(go_on=2) as stage:
            cups.begin_consolation(self._owner, stage, PLAN)

    def draw_cup_lot(self) -> None:
        with self._played(go_on=1) as stage:
            (tie,) = cup_report(stage.cup).stage(1).cut.ties
            cups.draw_cup_lot(self._owner, stage, tie.keys, "3 5 1", "vor allen")

    def withdraw_from_cup(self) -> None:
        with self._played(go_on=2) as stage:
            cups.withdraw_from_cup(self._owner, stage, "1", "krank")

    def return_to_cup(self) -> None:
        with self._played(go_on=2) as stage:
            cups.withdraw_from_cup(COMMAND_LINE, stage, "1", "krank")
            cups.return_to_cup(self._owner, stage, "1")

    def follow_correction(self) -> None:
        with self._played(go_on=2) as stage:
            final = cups.begin_next_stage(COMMAND_LINE, stage.cup, FINAL, PLAN)
            remove_player(COMMAND_LINE, final.tournament.entries.first())
            coming = cup_report(stage.cup).stage(1).coming
            cups.follow_correction(self._owner, stage, coming)

    @contextmanager
    def _cup(self, of: str) -> Iterator[Cup]:
        """Yield a cup; afterwards it is gone with its tournaments."""
        before = set(Tournament.objects.values_list("pk", flat=True))
        cup = create_competition(COMMAND_LINE, Cup, {"name": "Kurzer Pokal", "of": of})
        try:
            yield cup
        finally:
            delete_competition(COMMAND_LINE, cup)
            for made in Tournament.objects.exclude(pk__in=before).order_by("pk"):
                delete_tournament(COMMAND_LINE, made)

    @contextmanager
    def _played(self, go_on: int) -> Iterator[CupStage]:
        """Yield the stage of a cup whose tournament is over: two win, two lose."""
        with self._cup("players") as cup:
            slug = f"abend-{self._random.randrange(10**9)}"
            evening = make_evening(slug, [5, 5, -5, -5], date(2026, 5, 8))
            stage = {"name": "Vorrunde", "go_on": go_on}
            yield cups.take_tournament(COMMAND_LINE, cup, evening, stage)
