"""Random acts on accounts, tournaments and players."""

from random import Random

from tests.factories.chance import Chance
from tournament.core.draw import METHODS
from tournament.core.registration import PlayerData, PlayerRow
from tournament.models import (
    Club,
    Entry,
    Membership,
    Person,
    PlayerImport,
    Role,
    Tournament,
    User,
    VerificationRule,
)
from tournament.permissions import COMMAND_LINE
from tournament.services import (
    accounts,
    check_in,
    freezing,
    people,
    player_lists,
    players,
    sign_in,
    tournaments,
)

MOST_TOURNAMENTS, MOST_PLAYERS, MOST_ACCOUNTS = 2, 13, 6
REASON = "Zufall"


class PeopleActs(Chance):
    """Every public method is a service."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._tokens: list[str] = []

    # --- Accounts -----------------------------------------------------------------------------

    def create_account(self) -> None:
        if User.objects.count() < MOST_ACCOUNTS:
            name = f"konto{self._random.randrange(10**6)}"
            accounts.create_account(self._owner, username=name, last_name="Muster")
            return
        self.give_role()

    def owner_start_link(self) -> None:
        accounts.owner_start_link(COMMAND_LINE)

    def hand_out_link(self) -> None:
        self._tokens.append(accounts.hand_out_link(self._owner, self._account()))

    def use_link(self) -> None:
        self.hand_out_link()
        sign_in.use_link(self._tokens.pop())

    def set_password(self) -> None:
        accounts.set_password(self._account(), "kreuzdame sticht alles")

    def switch_account(self) -> None:
        accounts.switch_account(self._owner, self._account(), active=self._may(0.7))

    def give_role(self) -> None:
        role = self._pick(list(Role))
        accounts.give_role(self._actor(), self._tournament, self._account(), role)

    def take_role(self) -> None:
        held = self._one(Membership.objects.filter(tournament=self._tournament))
        accounts.take_role(self._owner, self._tournament, held.user, Role(held.role))

    # --- Tournaments --------------------------------------------------------------------------

    def create_tournament(self) -> None:
        if Tournament.objects.count() < MOST_TOURNAMENTS:
            slug = f"turnier{self._random.randrange(10**6)}"
            self._tournament = tournaments.create_tournament(
                self._owner, slug=slug, name="Zufall", rounds=4
            )

    def edit_tournament(self) -> None:
        settings = {
            "draw_method": self._pick([*METHODS, "manual"]),
            "verification": self._pick(list(VerificationRule)),
            "tie_breaks": self._pick([[], ["best_round"]]),
            "place": self._pick(["", "Essen"]),
        }
        one = self._pick(list(settings))
        tournaments.edit_tournament(self._actor(), self._tournament, {one: settings[one]})

    def finish_tournament(self) -> None:
        tournaments.finish_tournament(self._actor(), self._tournament, reason=REASON)

    def resume_tournament(self) -> None:
        if self._tournament.status == Tournament.Status.RUNNING:
            self.finish_tournament()
        tournaments.resume_tournament(self._owner, self._tournament, REASON)

    def delete_tournament(self) -> None:
        if Tournament.objects.count() == MOST_TOURNAMENTS:
            tournaments.delete_tournament(self._owner, self._tournament)
        else:
            self.create_tournament()

    def freeze_standings(self) -> None:
        freezing.freeze_standings(self._owner, self._tournament, seen=None, reason=REASON)

    def unfreeze_standings(self) -> None:
        if not self._tournament.frozen_at:
            self.freeze_standings()
        freezing.unfreeze_standings(self._owner, self._tournament, REASON)

    # --- Players ------------------------------------------------------------------------------

    def add_player(self) -> None:
        if self._players().count() < MOST_PLAYERS:
            players.add_player(self._owner, self._tournament, self._player())

    def edit_player(self) -> None:
        entry = self._entry()
        number = entry.number + 100 * self._may(0.2)
        players.edit_player(self._actor(), entry, self._player(), number)

    def check_in_player(self) -> None:
        if self._may(0.3):
            check_in.check_in_player(self._actor(), self._entry(), False)
        for entry in self._players().filter(checked_in=False, status="active"):
            check_in.check_in_player(self._owner, entry, True)

    def set_fee(self) -> None:
        check_in.set_fee(self._actor(), self._entry(), self._may(0.5))

    def undo_at_desk(self) -> None:
        one, other = self._mark(), self._mark()
        entry = self._entry()
        check_in.set_fee(self._owner, entry, not entry.fee_paid, one)
        check_in.undo_at_desk(self._owner, self._tournament, one, other)

    def set_player_status(self) -> None:
        status = self._pick([Entry.Status.ACTIVE, *Entry.Status])
        players.set_player_status(self._owner, self._entry(), status, REASON)

    def remove_player(self) -> None:
        players.remove_player(self._owner, self._entry())

    def import_players(self) -> None:
        rows = [PlayerRow(line, "x", self._player()) for line in range(self._random.randrange(3))]
        if self._players().count() < MOST_PLAYERS:
            players.import_players(self._owner, self._tournament, rows)

    def keep_player_list(self) -> None:
        rows = [PlayerRow(1, "x", self._player())]
        player_lists.keep_player_list(self._owner, self._tournament, "liste.csv", rows)

    def enter_player_list(self) -> None:
        self.keep_player_list()
        waiting = self._one(PlayerImport.objects.filter(tournament=self._tournament))
        player_lists.enter_player_list(self._owner, waiting, [])

    def edit_person(self) -> None:
        values = {"last_name": f"Neu{self._random.randrange(99)}", "state": "NRW"}
        people.edit_person(self._owner, self._one(Person.objects.all()), values)

    def edit_club(self) -> None:
        values = {"name": f"Verein {self._random.randrange(99)}", "state": "NRW"}
        people.edit_club(self._owner, self._one(Club.objects.all()), values)

    def change_club(self) -> None:
        """A club of which a list tells more than was known."""
        code = f"C{self._random.randrange(10**6)}"
        for name in ("", "Neu"):
            known = PlayerData(self._player().last_name, club_code=code, club_name=name)
            players.add_player(self._owner, self._tournament, known)
