"""Accounts, tournaments and players for tests. Without arguments: the simplest that works."""

from tests.factories.journal import note
from tournament.models import Club, Entry, Membership, Person, Role, Tournament, User

FIRST_NAMES = ("Änne", "Bernd", "Christa", "Dieter", "Erika", "Frank", "Günter", "Heike")
LAST_NAMES = ("Arnold", "Beck", "Conrad", "Dietz", "Engel", "Franke", "Groß", "Horn", "Özdemir")


def make_owner(username: str = "owner") -> User:
    """Create an owner of the installation."""
    user = User.objects.create_superuser(username)
    note(None, user)
    return user


def make_user(
    role: Role | None = None, tournament: Tournament | None = None, username: str = ""
) -> User:
    """Create an account, with one role in one tournament if both are given."""
    user = User.objects.create_user(username or f"{role or 'user'}-{User.objects.count() + 1}")
    note(None, user)
    if role and tournament:
        note(tournament, Membership.objects.create(tournament=tournament, user=user, role=role))
    return user


def make_tournament(slug: str = "herbst", **fields: object) -> Tournament:
    """Create a tournament of three rounds, without any service."""
    tournament = Tournament.objects.create(slug=slug, **{"name": "Herbstturnier", **fields})
    for journal in (tournament, None):
        note(journal, tournament)
    return tournament


def make_club(code: str = "DU ZHN", name: str = "Zweite Herz Neun Duisburg") -> Club:
    """Return a club, creating it if needed."""
    return Club.objects.get_or_create(code=code, name=name)[0]


def make_entries(
    tournament: Tournament, count: int, *, clubs: int = 0, **fields: object
) -> list[Entry]:
    """Create `count` players with the next start numbers, spread over so many clubs (0: none).

    From the third on, members of a club have it in another spelling, as in older databases.
    """
    start = tournament.entries.count()
    people = Person.objects.bulk_create(_person(start + index) for index in range(count))
    homes = [make_club(f"CLUB {index + 1}", f"Club {index + 1}") for index in range(clubs)]
    spelt_otherwise = range(clubs if count > 2 * clubs else 0)
    again = [make_club(f"Club {index + 1}", f"CLUB {index + 1}") for index in spelt_otherwise]
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            person=person,
            number=start + index + 1,
            club=(homes if index < 2 * clubs else again)[index % clubs] if clubs else None,
            **fields,
        )
        for index, person in enumerate(people)
    )
    note(tournament, *entries)
    return entries


def _person(index: int) -> Person:
    """Names repeat after 72 people: first plain, then with a number behind the last name."""
    again, name = divmod(index, len(FIRST_NAMES) * len(LAST_NAMES))
    last_name = LAST_NAMES[name % len(LAST_NAMES)] + (f" {again}" if again > 1 else "")
    return Person(first_name=FIRST_NAMES[name % len(FIRST_NAMES)], last_name=last_name)
