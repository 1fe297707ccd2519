"""The pages one may look for, by their URL's name: what their title says."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# Pages of a tournament, then those of its current round.
OF_TOURNAMENT: dict[str, str | Promise] = {
    "overview": _("Overview"),
    "players": _("Players"),
    "player-new": _("Add player"),
    "players-import": _("Import list"),
    "players-teams": _("Teams"),
    "players-all": _("Everybody at once"),
    "money": _("Till"),
    "prizes": _("Prizes"),
    "draw": _("Draw"),
    "plan": _("Plan of all rounds"),
    "standings": _("Standings"),
    "standings-rankings": _("Rankings"),
    "penalties": _("Penalties"),
    "deductions": _("Deductions"),
    "calls": _("Complaints"),
    "referee": _("Calculators"),
    "print": _("Print"),
    "journal": _("Journal"),
    "settings": _("Settings"),
    "rules": _("Rules"),
    "roles": _("Roles"),
    "tournament-finish": _("Finish the tournament"),
}
OF_ROUND: dict[str, str | Promise] = {
    "round": _("Round"),
    "board": _("Sheet status"),
    "totals-lane": _("Type totals"),
    "forecast": _("Forecast"),
    "clock": _("Clock"),
    "round-seats": _("Seat list"),
    "verification": _("Verification"),
}
