"""Who there is, and who may open and send what: the words of the permission matrix."""

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
SENT = 302  # carried out, and on to another page
SHOWN = 200  # a form comes back with what is missing
REFUSED = 422  # the same, said by the status, too


@dataclass(frozen=True)
class Page:
    """Who may open an address and what they get, who may send to it and what they get.

    What is sent is empty: a form shows itself again, a button works. `senders` are the openers
    unless they are named. A page to which nothing is to be sent (None) refuses that or just shows
    itself.
    """

    openers: frozenset[str]
    opened: int = 200
    sent: int | None = None
    senders: frozenset[str] | None = None

    def allowed(self, method: str) -> frozenset[str]:
        """Who may."""
        return self.openers if method == "get" or self.senders is None else self.senders

    def statuses(self, method: str) -> set[int]:
        """What those who may get."""
        if method == "get":
            return {self.opened}
        return {self.opened, NOT_OFFERED} if self.sent is None else {self.sent}


def button(senders: frozenset[str], sent: int = SENT) -> Page:
    """An address that one can only send to."""
    return Page(senders, opened=NOT_OFFERED, sent=sent)
