"""Roles, and who may open and send what: the words of the permission matrix."""

from dataclasses import dataclass

ROLES = ("anonymous", "stranger", "typist", "referee", "direction", "owner")
PUBLIC = frozenset(ROLES)
SIGNED_IN = PUBLIC - {"anonymous"}
READERS = SIGNED_IN - {"stranger"}
DESK = frozenset({"typist", "direction", "owner"})
REFEREES = frozenset({"referee", "direction", "owner"})
DIRECTION = frozenset({"direction", "owner"})
OWNERS = frozenset({"owner"})
PEOPLE = frozenset({"stranger", "direction", "owner"})

NOT_OFFERED = 405
MOVED = 301  # an address that stands on paper
SENT = 302  # carried out, and on to another page
SHOWN = 200  # a form comes back with what is missing
REFUSED = 422  # the same, said by the status, too


@dataclass(frozen=True)
class Page:
    """Who may open an address with what answer, and who may send to it with what answer.

    The data sent is empty: a form shows itself again, a button works. `senders` default to the
    openers. A page that takes no data (None) refuses it or just shows itself.
    """

    openers: frozenset[str]
    opened: int = 200
    sent: int | None = None
    senders: frozenset[str] | None = None

    def allowed(self, method: str) -> frozenset[str]:
        """Return who is allowed."""
        return self.openers if method == "get" or self.senders is None else self.senders

    def statuses(self, method: str) -> set[int]:
        """Return the statuses allowed readers get."""
        if method == "get":
            return {self.opened}
        return {self.opened, NOT_OFFERED} if self.sent is None else {self.sent}


def button(senders: frozenset[str], sent: int = SENT) -> Page:
    """Return a page that can only be sent to."""
    return Page(senders, opened=NOT_OFFERED, sent=sent)


PAGES = {
    # The installation
    "home": Page(SIGNED_IN),
    "sign-in": Page(PUBLIC, sent=SHOWN),
    "sign-in-link": Page(PUBLIC, opened=410, sent=410),
    "sign-out": button(PUBLIC),
    "health": Page(PUBLIC, sent=405),
    "may-send": Page(PUBLIC, opened=413, sent=405),  # asked by a proxy, see test_behind_caddy.py
    "metrics": Page(PUBLIC, opened=404, sent=405),  # opened by a token, see test_monitoring.py
    "set_language": Page(PUBLIC, opened=SENT, sent=SENT),
    "admin/login/": Page(PUBLIC, opened=SENT, sent=SENT),
    "favicon": Page(PUBLIC, opened=SENT, sent=SENT),
    "password": Page(SIGNED_IN, sent=REFUSED),
    "accounts": Page(OWNERS),
    "account-new": Page(OWNERS, sent=REFUSED),
    "account-link": button(OWNERS, sent=200),
    "account-switch": button(OWNERS),
    "installation-journal": Page(OWNERS),
    "series-list": Page(PEOPLE),
    "series-new": Page(OWNERS, sent=REFUSED),
    "series": Page(DIRECTION),
    "series-file": Page(DIRECTION),
    "series-association": Page(DIRECTION),
    "series-settings": Page(OWNERS, sent=REFUSED),
    "series-archive": Page(OWNERS, sent=SHOWN),
    "ranking-list": Page(PEOPLE),
    "ranking-new": Page(OWNERS, sent=REFUSED),
    "ranking": Page(PEOPLE),
    "ranking-file": Page(PEOPLE),
    "ranking-association": Page(PEOPLE),
    "ranking-people": Page(OWNERS),
    "ranking-settings": Page(OWNERS, sent=REFUSED),
    "ranking-delete": button(OWNERS),
    "ranking-apart": button(OWNERS, sent=404),  # nobody is named
    "ranking-count": button(OWNERS, sent=404),  # nothing is named
    "ranking-publish": button(OWNERS),
    "ranking-issue": Page(PEOPLE),
    "ranking-issue-file": Page(PEOPLE),
    "ranking-withdraw": button(OWNERS),
    "archive-take": Page(OWNERS, sent=REFUSED),
    "archive-open": Page(OWNERS, opened=SENT, sent=SENT),
    "series-delete": button(OWNERS),
    "evening-add": button(OWNERS),
    "evening-edit": Page(OWNERS, sent=REFUSED),
    "evening-import": Page(OWNERS, sent=REFUSED),
    "evening-remove": button(OWNERS),
    "evening-next": Page(OWNERS, sent=REFUSED),
    "cup-list": Page(PEOPLE),
    "cup-new": Page(OWNERS, sent=REFUSED),
    "cup": Page(DIRECTION),
    "cup-people": Page(DIRECTION),
    "cup-settings": Page(OWNERS, sent=REFUSED),
    "cup-delete": button(OWNERS),
    "cup-archive": Page(OWNERS, sent=SHOWN),
    "cup-next": Page(OWNERS, sent=REFUSED),
    "cup-stage": Page(OWNERS, sent=REFUSED),
    "cup-stage-file": Page(DIRECTION),
    "cup-people-file": Page(DIRECTION),
    "cup-groups": button(OWNERS),
    "cup-lot": Page(OWNERS, sent=REFUSED),
    "cup-withdraw": Page(OWNERS, sent=REFUSED),
    "cup-return": button(OWNERS),
    "cup-follow": button(OWNERS),
    "cup-consolation": Page(OWNERS, sent=REFUSED),
    "cup-stage-remove": button(OWNERS),
    "league-list": Page(PEOPLE),
    "league-new": Page(OWNERS, sent=REFUSED),
    "league": Page(DIRECTION),
    "league-players": Page(DIRECTION),
    "league-settings": Page(OWNERS, sent=REFUSED),
    "league-delete": button(OWNERS),
    "league-archive": Page(OWNERS, sent=SHOWN),
    "league-division": Page(OWNERS, sent=REFUSED),
    "league-division-new": Page(OWNERS, sent=REFUSED),
    "league-team": Page(OWNERS, sent=REFUSED),
    "league-team-stop": Page(OWNERS, sent=REFUSED),
    "league-team-return": button(OWNERS),
    "league-player-remove": button(OWNERS),
    "league-give-back": button(OWNERS),
    "league-draw": button(OWNERS),
    "league-days": Page(OWNERS, sent=REFUSED),
    "league-deduct": Page(OWNERS, sent=REFUSED),
    "league-day": Page(DIRECTION),
    "league-division-paper": Page(DIRECTION),
    "league-day-paper": Page(DIRECTION),
    "league-lineup-papers": Page(DIRECTION),
    "league-day-make": button(OWNERS),
    "league-lineup": Page(OWNERS, sent=REFUSED),
    "league-forfeit": button(OWNERS),
    "league-exchange": Page(OWNERS, sent=REFUSED),
    "league-substitute": Page(OWNERS, sent=REFUSED),
    "hall-network": Page(OWNERS),
    "hall-network-switch": button(OWNERS),
    "backup": Page(OWNERS),
    "backup-now": button(OWNERS),
    "backup-place": button(OWNERS),
    "backup-restore": Page(OWNERS, opened=SENT, sent=SENT),  # no copy is named: to the list
    "standby": Page(PEOPLE),
    "standby-code": button(OWNERS),
    "standby-follow": button(OWNERS),
    "standby-take-over": button(PEOPLE),
    "standby-go-on": button(OWNERS),
    "standby-epoch": Page(PUBLIC, opened=405, sent=204),  # signed, or nothing happens
    "standby-door": Page(PUBLIC, opened=405, sent=403),  # sealed with a code, see standby/
    "headings": Page(PEOPLE),
    "heading-forget": button(PEOPLE),
    "house-style": Page(OWNERS, sent=REFUSED),
    "house-style-trial": Page(OWNERS, sent=405),
    "club-mark": Page(PUBLIC, opened=404, sent=405),  # none is chosen
    "clubs": Page(OWNERS),
    "club": Page(OWNERS, sent=REFUSED),
    "club-merge": Page(OWNERS, sent=SHOWN),
    "people": Page(PEOPLE),
    "person": Page(DIRECTION, sent=REFUSED),
    "person-data": Page(OWNERS),
    "contacts": button(OWNERS),
    "person-merge": Page(OWNERS, sent=SHOWN),
    "person-separate": button(OWNERS, sent=404),  # nobody is merged
    "person-delete": Page(OWNERS, sent=SENT),
    "remove-example": button(OWNERS),
    "roles": Page(DIRECTION, sent=REFUSED),
    "role-take": button(DIRECTION),
    # Screens in the hall
    "screen-door": Page(PUBLIC, sent=SHOWN),
    "screen": Page(PUBLIC),
    "screen-picture": Page(PUBLIC),
    "beamer": Page(DIRECTION, sent=REFUSED),
    "beamer-picture": Page(DIRECTION),
    "beamer-show": button(DIRECTION),
    "beamer-turns": button(DIRECTION, sent=REFUSED),
    "beamer-announce": button(DIRECTION),
    "beamer-release": button(DIRECTION),
    "beamer-podium": button(DIRECTION),
    "beamer-code": button(DIRECTION),
    "beamer-screen": button(DIRECTION),
    # The tournament and its players
    "tournament-new": Page(OWNERS, sent=REFUSED),
    "overview": Page(READERS),
    "find": Page(READERS),
    "hall": Page(DIRECTION, sent=SENT),
    "journal": Page(READERS),
    "settings": Page(DIRECTION, sent=REFUSED),
    "rules": Page(DIRECTION, sent=REFUSED),
    "rehearsal": Page(DIRECTION, sent=SENT),
    "rehearsal-new": Page(OWNERS, sent=REFUSED),
    "tournament-finish": Page(DIRECTION, sent=REFUSED),
    "tournament-resume": button(DIRECTION),
    "tournament-archive": Page(DIRECTION, sent=SHOWN),
    "tournament-delete": Page(OWNERS, sent=REFUSED),
    "players": Page(READERS),
    "players-check-in": button(DESK),
    "players-desk": button(DESK, sent=400),
    "players-found": Page(DESK),
    "players-teams": Page(DIRECTION, sent=REFUSED),
    "players-team-groups": Page(DIRECTION, opened=SENT, sent=SENT),  # to its match day
    "player-new": Page(DIRECTION, sent=REFUSED),
    "player-walk-in": button(DIRECTION),
    "player": Page(READERS),
    "player-edit": Page(DIRECTION, sent=REFUSED),
    "player-check-in": button(DESK),
    "player-fee": button(DESK),
    "player-status": Page(DIRECTION, sent=REFUSED),
    "player-remove": button(DIRECTION),
    "players-template": Page(DIRECTION),
    "players-import": Page(DIRECTION, sent=REFUSED),
    "players-import-preview": Page(DIRECTION, sent=REFUSED),
    "players-import-undo": button(DIRECTION),
    "players-all": Page(DESK, sent=REFUSED),
    # Money
    "money": Page(DESK),
    "money-settings": button(DIRECTION, sent=REFUSED),
    "money-count": button(DIRECTION, sent=REFUSED),
    "money-promised": button(DESK, sent=REFUSED),
    "money-promised-undo": button(DESK),
    "money-person": Page(DESK, sent=REFUSED),
    "payment-take-back": button(DESK),
    "prizes": Page(READERS),
    "prizes-edit": Page(DIRECTION, sent=REFUSED),
    "prizes-assign": button(DIRECTION),
    "prizes-unassign": button(DIRECTION),
    "prize-hand-out": button(DIRECTION),
    # Rounds
    "draw": Page(DIRECTION, sent=REFUSED),
    "draw-commitment": button(DIRECTION),
    "draw-list": button(DIRECTION),
    "draw-publish": button(DIRECTION),
    "draw-desk": Page(DIRECTION, sent=REFUSED),
    "draw-desk-give-up": button(DIRECTION, sent=REFUSED),
    "draw-compare": Page(DIRECTION, sent=SHOWN),
    "draw-proof": Page(READERS),
    "draw-proof-file": Page(DIRECTION),  # everybody's, once nothing drawn is unpublished
    "round": Page(READERS),
    "board": Page(READERS),
    "board-papers": button(DESK),
    "forecast": Page(READERS, sent=REFUSED),
    "round-seats": Page(READERS),
    "redraw": Page(DIRECTION, sent=REFUSED),
    "seats-repair": Page(DIRECTION, opened=SENT, sent=SENT),  # round 1 has begun: to round 2
    "seats-swap": Page(DIRECTION, sent=REFUSED),
    "seats-substitute": Page(DIRECTION, sent=REFUSED),
    "seats-by-hand": Page(DIRECTION, sent=REFUSED),
    "plan": Page(DIRECTION),
    "plan-tables": Page(DIRECTION),
    "clock": Page(READERS),
    "clock-figures": Page(READERS),
    "clock-start": button(REFEREES),
    "clock-pause": button(REFEREES),
    "clock-resume": button(REFEREES),
    "clock-end": button(REFEREES),
    "clock-reset": button(REFEREES),
    "extra-time": Page(REFEREES, sent=REFUSED),
    "table-start": button(REFEREES, sent=REFUSED),
    "round-close": Page(DIRECTION, opened=SENT, sent=SENT),  # sheets are missing: to the round
    "round-reopen": button(DIRECTION),
    "round-result": Page(READERS),
    "standings": Page(READERS),
    "standings-ranking": Page(READERS),
    "standings-rankings": Page(DIRECTION, sent=REFUSED),
    "standings-outlook": Page(READERS),
    "standings-laboratory": Page(DIRECTION),
    "standings-lot": button(DIRECTION),
    # Score sheets, penalties, deductions
    "totals-lane": Page(DESK),
    "totals-lane-save": button(DESK, sent=400),
    "sheet": Page(READERS, sent=REFUSED, senders=DESK),
    "sheet-check": button(DESK, sent=400),
    "sheet-draft": button(DESK, sent=400),
    "sheet-doctor": button(DESK, sent=400),
    "sheet-value": button(DESK, sent=400),
    "sheet-versions": Page(READERS, sent=REFUSED, senders=DESK),
    "sheet-ruling": Page(DIRECTION, sent=REFUSED),
    "sheet-take-back": Page(DESK, sent=REFUSED),
    "verification-decision": Page(DESK, opened=SENT, sent=SENT),  # nothing differs: to the others
    "verification": Page(DESK, opened=SENT, sent=SENT),  # not asked for: to the round
    "penalties": Page(READERS),
    "penalty-revoke": button(REFEREES),
    "calls": Page(READERS),
    "call-new": Page(REFEREES, sent=SHOWN),
    "call-withdraw": button(REFEREES),
    "protest-new": Page(REFEREES, sent=SHOWN),
    "protest": Page(READERS, sent=REFUSED, senders=REFEREES),
    "referee": Page(READERS),
    "referee-call": Page(REFEREES),
    "referee-violation": Page(REFEREES),
    "referee-complaint": Page(REFEREES),
    "referee-conduct": Page(REFEREES),
    "referee-deal": Page(READERS),
    "referee-value": Page(READERS),
    "deductions": Page(READERS),
    "deduction-new": Page(DIRECTION, sent=REFUSED),
    "deduction-revoke": button(DIRECTION),
    # Players' phones: what the direction sets, and what everybody with the code sees
    "phones": Page(DIRECTION),
    **dict.fromkeys(("phones-switch", "phones-renew", "standings-release"), button(DIRECTION)),
    **dict.fromkeys(("phone", "phone-clock", "phone-seats", "phone-player"), Page(PUBLIC)),
    **dict.fromkeys(("phone-standings", "phone-cut", "phone-mine", "phone-door"), Page(PUBLIC)),
    "phone-league": Page(PUBLIC),
    "phone-timetable": Page(PUBLIC),
    **dict.fromkeys(("phone-forget", "phone-me"), Page(PUBLIC, opened=SENT)),
    # Documents
    "print": Page(READERS),
    "paper": Page(READERS),  # each of them: test_permission_matrix.py
    "paper-of-round": Page(READERS),
    **{
        f"paper-earlier-{key}": Page(READERS, opened=MOVED, sent=MOVED)
        for key in ("all", "ranking", "prizes-received", "course")
    },
    "certificates": Page(READERS, sent=REFUSED),
}
