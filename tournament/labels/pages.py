"""What the pages of a tournament are called: in its menu, and where one looks for them."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# By URL name.
OF_TOURNAMENT: dict[str, str | Promise] = {
    "overview": _("Overview"),
    "players": _("Players"),
    "player-new": _("Add player"),
    "players-import": _("Import list"),
    "players-teams": _("Teams"),
    "players-team-groups": _("Groups of teams"),
    "players-all": _("Everybody at once"),
    "draw": _("Draw"),
    "plan": _("Plan of all rounds"),
    "standings": _("Standings"),
    "standings-rankings": _("Rankings"),
    "print": _("Print"),
    "beamer": _("Screens"),
    "phones": _("Players’ phones"),
    "money": _("Till"),
    "prizes": _("Prizes"),
    "calls": _("Complaints"),
    "penalties": _("Penalties"),
    "deductions": _("Deductions"),
    "referee": _("Calculators"),
    "hall": _("Hall plan"),
    "journal": _("Journal"),
    "roles": _("Roles"),
    "settings": _("Settings"),
    "rules": _("Rules"),
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
# The menu "More": the pages one rarely needs, the last one apart.
IN_MENU = {
    **{name: OF_TOURNAMENT[name] for name in ("beamer", "phones", "money", "prizes")},
    "calls": _("Complaints and penalties"),
    **{name: OF_TOURNAMENT[name] for name in ("hall", "journal", "roles", "settings")},
    "tournament-finish": OF_TOURNAMENT["tournament-finish"],
}
IN_MENU_WHEN_OVER = {"tournament-finish": _("Final standings: checksum, taking back")}
