"""Random acts on series of evenings."""

from tests.factories.chance import Chance
from tournament.competitions.writes import create_competition, delete_competition, edit_competition
from tournament.models import Series, SeriesEvening, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.series import writes as series
from tournament.series.rules import ResultLine

MOST_SERIES, MOST_TOURNAMENTS = 2, 2
SETTINGS = {"name": "Kneipenabende", "season": "2026"}


class SeriesActs(Chance):
    """Every public method is a service."""

    def create_series(self) -> None:
        if Series.objects.count() < MOST_SERIES:
            name = f"Abende {Series.objects.count()}"
            create_competition(self._owner, Series, SETTINGS | {"name": name})
            return
        self.edit_series()

    def _series(self) -> Series:
        if not Series.objects.exists():
            create_competition(COMMAND_LINE, Series, SETTINGS)
        return self._one(Series.objects.all())

    def edit_series(self) -> None:
        settings = {"dropped": self._random.randrange(4), "missed_points": -self._pick([0, 20])}
        edit_competition(self._actor(), self._series(), settings)

    def delete_series(self) -> None:
        delete_competition(self._owner, self._series())

    def add_evening(self) -> None:
        series.add_evening(self._owner, self._series(), self._tournament)

    def remove_evening(self) -> None:
        if not SeriesEvening.objects.exists():
            series.add_evening(COMMAND_LINE, self._series(), self._tournament)
        series.remove_evening(self._owner, self._one(SeriesEvening.objects.all()))

    def edit_evening(self) -> None:
        brought_in = SeriesEvening.objects.filter(tournament=None)
        if not brought_in.exists():
            self.import_evening()
            return
        settings = {"state": self._pick(["Hessen", ""]), "name": f"Abend {self._random.random()}"}
        series.edit_evening(self._owner, self._one(brought_in), settings)

    def import_evening(self) -> None:
        number = self._random.randrange(10**6)
        line = ResultLine(2, f"Ida Name{number}", "DU", 1, (12, -4), -3, 5)
        of = self._series()
        series.import_evening(self._owner, of, [line], name=f"Abend {number}")

    def create_next_evening(self) -> None:
        if Tournament.objects.count() >= MOST_TOURNAMENTS:
            self.add_evening()
            return
        of = Series.objects.filter(evenings__tournament=self._tournament)
        series.create_next_evening(
            self._actor(), self._tournament, name="Abend 2", date=None, series=of
        )
