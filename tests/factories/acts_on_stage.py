"""Random acts on the screens in the hall."""

from datetime import timedelta

from django.utils import timezone

from tests.factories.chance import Chance
from tournament.models import Screen, Stage
from tournament.stage import writes as stage
from tournament.stage.rules import Picture, Turn


class StageActs(Chance):
    """Every public method is a service."""

    def let_screens_in(self) -> None:
        stage.let_screens_in(self._actor(), self._tournament)

    def shut_screens_out(self) -> None:
        stage.shut_screens_out(self._actor(), self._tournament)

    def show_picture(self) -> None:
        stage.show_picture(self._actor(), self._tournament, self._pick(list(Picture)))

    def show_in_turn(self) -> None:
        turns = [Turn(Picture.SEATS, 20), Turn(self._pick(list(Picture)), 30)]
        stage.show_in_turn(self._actor(), self._tournament, turns)

    def announce(self) -> None:
        until = self._pick([None, timezone.now() + timedelta(minutes=5)])
        stage.announce(self._actor(), self._tournament, self._pick(["", "Pause"]), until)

    def call_places(self) -> None:
        stage.call_places(self._owner, self._tournament, self._random.randrange(4))

    def _screen(self) -> Screen:
        opened = stage.let_screens_in(self._owner, self._tournament)
        return stage.open_screen(Stage.objects.get(pk=opened.pk))

    def open_screen(self) -> None:
        self._screen()

    def note_screen(self) -> None:
        stage.note_screen(self._screen())

    def find_stage(self) -> None:
        stage.find_stage("127.0.0.1", self._screen().stage.code)

    def name_screen(self) -> None:
        stage.name_screen(self._owner, self._tournament, self._screen().number, "Theke")

    def show_on_screen(self) -> None:
        picture = self._pick([None, Picture.CLOCK])
        stage.show_on_screen(self._owner, self._tournament, self._screen().number, picture)
