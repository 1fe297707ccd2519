"""Words about the file of a series, a league or a cup."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.archives.rules.archive import CompetitionFile
from tournament.competitions.mapping import models_of

FIGURES: dict[str, Promise] = {
    "seriesevening": _("Evenings"),
    "eveningline": _("Results brought in"),
    "division": _("Divisions"),
    "leagueteam": _("Teams"),
    "matchday": _("Match days"),
    "teamplayer": _("Players of the teams"),
    "dayteam": _("Lineups"),
    "pointsdeduction": _("Deductions"),
    "cupstage": _("Stages"),
    "cuplot": _("Lots"),
    "cupwithdrawal": _("Withdrawals"),
}
"""What its rows are, by model: each that goes with a competition."""


def file_figures(file: CompetitionFile) -> list[tuple[Promise, int]]:
    """Return how many of each there are in the file of a competition, in the order of models."""
    kind = str(file.about["competition"]["kind"])
    return [
        # A team without a lineup has handed in none.
        (FIGURES[name], sum(bool(row.get("lineup", True)) for row in rows))
        for name in models_of(kind)
        if name != kind
        for rows in [file.rows[name].by_id().values()]
    ]
