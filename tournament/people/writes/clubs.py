"""Find or create a club by code, name or both: one row per club."""

from collections.abc import Collection

from tournament.errors import Refused
from tournament.models import Club
from tournament.people.reads.clubs import known_clubs
from tournament.people.writes.people import change_club, is_in_final_list
from tournament.permissions import Actor
from tournament.shared.rules.clubs import ClubName, contradicts, find_club


class Clubs:
    """The clubs of an installation, read once. For services, inside their transaction."""

    def __init__(self) -> None:
        self._known = known_clubs()

    @property
    def names(self) -> Collection[ClubName]:
        """The codes and names of all clubs."""
        return self._known.keys()

    def named(self, actor: Actor, wanted: ClubName, *, as_known: bool = False) -> Club | None:
        """Return the club of this code and name, in any spelling; created if there is none.

        A club known by code or name only gets the other, unless it is in a final list. `as_known`:
        a known code with another name gives the known club; else Refused: "club_named_otherwise".
        """
        if not any(wanted):
            return None
        found = find_club(wanted, self._known)
        if found and contradicts(wanted, found):
            if not as_known:
                raise Refused("club_named_otherwise", short=found.code, name=found.name)
            return self._known[found]
        told = ClubName(*(here or said for here, said in zip(found or wanted, wanted, strict=True)))
        club = self._known[found] if found else None
        if club is None or (told != found and is_in_final_list(club)):
            club = Club.objects.create(code=told.code, name=told.name)
        elif told != found:
            fields = zip(told._fields, found or wanted, told, strict=True)
            change_club(actor, club, {field: new for field, old, new in fields if old != new})
        self._known[told] = club
        return club
