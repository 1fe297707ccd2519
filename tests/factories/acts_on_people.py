"""Random acts on accounts, tournaments and players."""

from dataclasses import replace
from datetime import date
from random import Random

from django.utils import timezone

from tests.factories.chance import Chance
from tournament.accounts import writes as accounts
from tournament.check_in import writes as check_in
from tournament.draw import METHODS
from tournament.models import (
    Club,
    Entry,
    EqualOnes,
    JournalEntry,
    KnownHeading,
    Membership,
    Payment,
    Person,
    PlayerImport,
    PrizeAward,
    Role,
    Tournament,
    User,
    VerificationRule,
)
from tournament.money import writes as money
from tournament.money.reads import BOOKED, accounts_of
from tournament.money.rules import Fee
from tournament.money.writes import PoolData
from tournament.people.rules.registration import PlayerRow
from tournament.people.writes import people, players
from tournament.permissions import COMMAND_LINE, Actor
from tournament.phones import writes as phones
from tournament.privacy import writes as person_data
from tournament.prizes import writes as prizes
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.seating.rules import Spot
from tournament.seating.writes.seating import arrange_hall
from tournament.shared.rules.fields import PlayerData
from tournament.standings import writes as rankings
from tournament.standings.rules.rankings import GroupKind, GroupRules
from tournament.tournaments.writes import tournaments
from tournament.trust import writes as freezing

MOST_TOURNAMENTS, MOST_PLAYERS, MOST_ACCOUNTS = 2, 13, 6
REASON = "Zufall"
PLAYING = ("active", "unranked")


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
        accounts.use_link(self._tokens.pop())

    def choose_logo(self) -> None:
        accounts.choose_logo(self._owner, self._pick([b"", b"\x89PNG"]))

    def choose_stylesheet(self) -> None:
        accounts.choose_stylesheet(self._owner, self._pick(["", "h1 { color: green; }"]))

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
        if Tournament.objects.count() >= MOST_TOURNAMENTS:
            raise IndexError("enough of them")
        self._found_tournament()

    def _found_tournament(self) -> None:
        if Tournament.objects.count() < MOST_TOURNAMENTS:
            slug = f"turnier{self._random.randrange(10**6)}"
            self._tournament = tournaments.create_tournament(
                self._owner, slug=slug, name="Zufall", rounds=4
            )

    def arrange_hall(self) -> None:
        column = self._random.randrange(9)
        places = {number: Spot(column + number, 2) for number in (1, 2, 3)}
        arrange_hall(self._actor(), self._tournament, places)

    def edit_tournament(self) -> None:
        settings = {
            "draw_method": self._pick([*METHODS, "manual"]),
            "verification": self._pick(list(VerificationRule)),
            "tie_breaks": self._pick([[], ["best_round"]]),
            "place": self._pick(["", "Essen"]),
            "table_points": self._may(0.5),
            "missed_round": self._pick([None, -30]),
            "scale_fives": self._may(0.5),
            "age_categories": self._pick([[], [["Senioren", None, 1966]]]),
        }
        one = self._pick(list(settings))
        tournaments.edit_tournament(self._actor(), self._tournament, {one: settings[one]})

    def set_group_rankings(self) -> None:
        rules = GroupRules(self._pick([None, 2]), self._may(0.5))
        wanted = {kind: rules for kind in GroupKind if self._may(0.5)}
        rankings.set_group_rankings(self._owner, self._tournament, wanted)

    def finish_tournament(self) -> None:
        """Finish, mostly for a moment: an end is always possible, and nothing else is after it."""
        tournaments.finish_tournament(self._actor(), self._tournament, reason=REASON)
        if self._may(0.8):
            tournaments.resume_tournament(self._owner, self._tournament, REASON)

    def resume_tournament(self) -> None:
        if not self._tournament.is_over:
            tournaments.finish_tournament(self._owner, self._tournament, reason=REASON)
        tournaments.resume_tournament(self._owner, self._tournament, REASON)

    def delete_tournament(self) -> None:
        if Tournament.objects.count() >= MOST_TOURNAMENTS:
            tournaments.delete_tournament(self._owner, self._tournament)
        else:
            self._found_tournament()

    def freeze_standings(self) -> None:
        freezing.freeze_standings(self._owner, self._tournament, seen=None, reason=REASON)

    def unfreeze_standings(self) -> None:
        if not self._tournament.frozen_at:
            self.freeze_standings()
        freezing.unfreeze_standings(self._owner, self._tournament, REASON)

    # --- Others in the hall ---------------------------------------------------------------------

    def let_others_in(self) -> None:
        accounts.let_others_in(self._owner, self._pick(["127.0.0.1", "192.0.2.77"]))

    def let_nobody_in(self) -> None:
        self.let_others_in()
        accounts.let_nobody_in(self._owner)

    def let_phones_in(self) -> None:
        phones.let_phones_in(self._actor(), self._tournament)

    def shut_phones_out(self) -> None:
        phones.shut_phones_out(self._actor(), self._tournament)

    def renew_phone_code(self) -> None:
        phones.renew_phone_code(self._actor(), self._tournament)

    def release_standings(self) -> None:
        phones.release_standings(self._owner, self._tournament, self._pick([0, 1, 2]))

    def note_printed_address(self) -> None:
        phones.let_phones_in(self._owner, self._tournament)
        self._tournament.refresh_from_db()
        phones.note_printed_address(self._owner, self._tournament)

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

    def check_in_with_fee(self) -> None:
        check_in.check_in_with_fee(self._actor(), self._entry(), self._mark())

    def undo_at_desk(self) -> None:
        one, other = self._mark(), self._mark()
        entry = self._entry()
        check_in.set_fee(self._owner, entry, not entry.fee_paid, one)
        check_in.undo_at_desk(self._owner, self._tournament, one, other)

    # --- Money --------------------------------------------------------------------------------

    def check_in_all(self) -> None:
        without, missing = {self._entry().number}, self._players().filter(checked_in=False)
        seen = missing.filter(status__in=PLAYING).exclude(number__in=without).count()
        check_in.check_in_all(self._actor(), self._tournament, without, seen)

    def set_fee_of_all(self) -> None:
        unpaid = self._players().filter(fee_paid=False, status__in=PLAYING)
        check_in.set_fee_of_all(self._owner, self._tournament, (), unpaid.count())

    def withdraw_missing(self) -> None:
        here = self._players().filter(status__in=PLAYING, checked_in=True).first()
        check_in.check_in_player(self._owner, here or self._entry(), True)
        missing = self._players().filter(status__in=PLAYING, checked_in=False)
        without = set(missing.order_by("number").values_list("number", flat=True)[1:])
        seen = missing.count() - len(without)
        check_in.withdraw_missing(self._actor(), self._tournament, without, seen)

    def set_fees(self) -> None:
        fees = [Fee(1200, until=date(2026, 1, 31)), Fee(1500), Fee(1000, "Damen")]
        known = [PoolData(pool.name, 300, pool.pk) for pool in self._tournament.pools.all()]
        new = [PoolData(f"Topf {self._random.randrange(10**6)}", 500)] if len(known) < 2 else []
        money.set_fees(self._actor(), self._tournament, fees, known + new)

    def take_payment(self) -> None:
        pool = self._pick([None, *self._tournament.pools.order_by("pk")])
        amount = self._pick([500, 1500])
        money.take_payment(self._actor(), self._entry(), amount, pool=pool)

    def take_back_payment(self) -> None:
        self.take_payment()
        paid = Payment.objects.filter(entry__tournament=self._tournament)
        money.take_back_payment(self._actor(), self._one(paid), REASON)

    def book_promised(self) -> None:
        if self._players().count() < MOST_PLAYERS:
            told = replace(self._player(), fee_paid=True, fee_told=self._pick(["ü", "12 € bar"]))
            players.add_player(self._owner, self._tournament, told)
        accounts = accounts_of(self._tournament).items()
        seen = {pk: account.promised for pk, account in accounts if account.promised}
        money.book_promised(self._owner, self._tournament, seen, timezone.localdate())

    def undo_booking(self) -> None:
        self.book_promised()
        booked = JournalEntry.objects.filter(tournament=self._tournament, action=BOOKED)
        money.undo_booking(self._owner, booked.latest("pk"))

    def count_cash(self) -> None:
        money.count_cash(self._owner, self._tournament, opening=5000, pieces={1000: 7})

    def set_prizes(self) -> None:
        ranked = self._tournament.group_rankings.filter(kind__in=("team", "pair"))
        ladders = [
            Ladder(PrizeKind.PLACE),
            Ladder(PrizeKind.CATEGORY, "Damen"),
            Ladder(PrizeKind.ROUND),
            Ladder(PrizeKind.WITHOUT),
            *(Ladder(PrizeKind(each.kind)) for each in ranked.order_by("kind")),
        ]
        lines = [Prize(ladder, 1, self._random.randrange(1, 4), 1000) for ladder in ladders]
        prizes.set_prizes(self._owner, self._tournament, lines, self._pick(list(EqualOnes)))

    def assign_prizes(self) -> None:
        if not self._tournament.prizes.exists():
            self.set_prizes()
        prizes.assign_prizes(self._owner, self._tournament)

    def hand_out_prize(self) -> None:
        if not self._tournament.prize_awards.exists():
            self.assign_prizes()
        award = self._one(PrizeAward.objects.filter(tournament=self._tournament))
        prizes.hand_out_prize(self._owner, award, award.handed_at is None)

    def unassign_prizes(self) -> None:
        if not self._tournament.prize_awards.exists():
            self.assign_prizes()
        for award in PrizeAward.objects.filter(tournament=self._tournament):
            prizes.hand_out_prize(self._owner, award, False)
        prizes.unassign_prizes(self._owner, self._tournament, REASON)

    # --- Players again ------------------------------------------------------------------------

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
        players.keep_player_list(self._owner, self._tournament, "liste.csv", {})

    def change_player_list(self) -> None:
        self.keep_player_list()
        players.change_player_list(self._owner, self._waiting_list(), {})

    def enter_player_list(self) -> None:
        self._enter_list(self._owner)

    def _enter_list(self, actor: Actor) -> None:
        players.keep_player_list(actor, self._tournament, "liste.csv", {})
        rows = [PlayerRow(1, "x", self._player())]
        told = {f"wer{self._random.randrange(9)}": self._pick(["name", "club"])}
        players.enter_player_list(actor, self._waiting_list(), rows, [], headings=told)

    def forget_heading(self) -> None:
        if not KnownHeading.objects.exists():
            self.enter_player_list()
        players.forget_heading(self._owner, self._one(KnownHeading.objects.all()))

    def undo_player_list(self) -> None:
        entered = PlayerImport.objects.filter(tournament=self._tournament).exclude(entered=[])
        if not entered.exists():
            self._enter_list(self._founder)
        players.undo_player_list(self._owner, self._one(entered))

    def _waiting_list(self) -> PlayerImport:
        return self._one(PlayerImport.objects.filter(tournament=self._tournament, entered=[]))

    def set_team_groups(self) -> None:
        entries = self._tournament.entries.exclude(team="")
        teams = sorted(set(entries.values_list("team", flat=True)))[:5]
        rankings.set_team_groups(self._owner, self._tournament, self._pick([[], [teams]]))

    def draw_team_groups(self) -> None:
        for number, team in enumerate(("Elf", "Zehn", "Neun"), start=1):
            rankings.set_team(self._owner, self._tournament, [number], team)
        rankings.draw_team_groups(self._owner, self._tournament)

    def set_team(self) -> None:
        numbers = {self._entry().number for _person in range(3)}
        rankings.set_team(self._owner, self._tournament, numbers, self._pick(["", "Elf", "Zehn"]))

    def edit_person(self) -> None:
        values = {"last_name": f"Neu{self._random.randrange(99)}", "state": "NRW"}
        people.edit_person(self._owner, self._one(Person.objects.all()), values)

    def set_person_details(self) -> None:
        person = self._one(Person.objects.filter(deleted_at=None))
        year = self._pick(["", "1950", "2001"])
        told = {"email": "a@example.org", "phone": "", "birth_year": year}
        person_data.set_person_details(self._owner, person, publish_name=self._may(0.5), **told)

    def take_back_consent(self) -> None:
        people = Person.objects.filter(deleted_at=None, same_as=None)
        person_data.take_back_consent(self._owner, self._one(people))

    def link_person(self) -> None:
        person = self._one(Person.objects.filter(deleted_at=None, same_as=None))
        person_data.link_person(self._owner, person, Tournament.objects.all())

    def merge_people(self) -> None:
        one = self._one(Person.objects.filter(same_as=None))
        person_data.merge_people(self._owner, one, self._one(Person.objects.exclude(pk=one.pk)))

    def separate_people(self) -> None:
        if not Person.objects.filter(same_as__isnull=False).exists():
            self.merge_people()
        person = self._one(Person.objects.filter(same_as__isnull=False))
        person_data.separate_people(self._owner, person)

    def delete_person(self) -> None:
        people = Person.objects.filter(deleted_at=None, same_as=None)
        person_data.delete_person(self._owner, self._one(people))

    def take_contacts(self) -> None:
        self.set_person_details()
        person_data.take_contacts(self._owner, Person.objects.values_list("pk", flat=True))

    def purge_contacts(self) -> None:
        Person.objects.exclude(email="").update(contact_given_on="2001-01-01")
        person_data.purge_contacts(self._owner, 24)

    def enter_walk_in(self) -> None:
        if self._players().count() < MOST_PLAYERS:
            check_in.enter_walk_in(self._owner, self._tournament, self._player())

    def edit_club(self) -> None:
        values = {"name": f"Verein {self._random.randrange(10**6)}", "state": "NRW"}
        people.edit_club(self._owner, self._one(Club.objects.all()), values)

    def merge_clubs(self) -> None:
        one = self._one(Club.objects.all())
        people.merge_clubs(self._owner, one, self._one(Club.objects.exclude(pk=one.pk)))

    def change_club(self) -> None:
        """Change a club for which a list knows more than the program."""
        code = f"C{self._random.randrange(10**6)}"
        for name in ("", "Neu"):
            known = PlayerData(self._player().last_name, club_code=code, club_name=name)
            players.add_player(self._owner, self._tournament, known)
