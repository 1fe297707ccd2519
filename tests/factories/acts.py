"""Every service with random arguments, as in a hall where everybody does everything."""

from random import Random
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

from scoring.referee import DECISIONS
from tests.factories.acts_on_cups import CupActs
from tests.factories.acts_on_leagues import LeagueActs
from tests.factories.acts_on_people import REASON, PeopleActs
from tests.factories.acts_on_rankings import RankingActs
from tests.factories.acts_on_series import SeriesActs
from tests.factories.acts_on_stage import StageActs
from tests.factories.sheets import rows_content, totals_content
from tournament.accounts import writes as accounts
from tournament.check_in import writes as check_in
from tournament.draw import CannotDraw
from tournament.draw.table_sizes import CannotSeat
from tournament.errors import Refused
from tournament.models import (
    Adjustment,
    Call,
    GameTable,
    Penalty,
    Person,
    Role,
    Round,
    Tournament,
    VerificationRule,
)
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes import calls, penalties, protests
from tournament.rounds import writes as rounds
from tournament.rounds.reads.rounds import next_unpublished
from tournament.seating.writes import desk, draws, lots, seat_changes
from tournament.seating.writes.lots import Lots
from tournament.sheets.reads.sheets import penalty_content
from tournament.sheets.rules.table_rules import Why
from tournament.sheets.writes import progress, sheets, verification
from tournament.sheets.writes.sheets import SheetConflict, SheetRefused
from tournament.standby import writes as moved_clock
from tournament.standby.writes import ClockReading
from tournament.standings import writes as rankings
from tournament.tournaments.writes import tournaments

IMPOSSIBLE = (Refused, PermissionDenied, SheetRefused, SheetConflict, CannotSeat, CannotDraw)
"""Errors a random act may raise."""
NEXT = ""
"""The act that moves a tournament on."""
TOTALS = ((20, 20, -20, -20), (20, -20, 20, -20), (6, 2, -2, -6))
WINNERS = ((1, 2), (1, 3), (2, 4))
PENALTY = {"row": 7, "rule": "9.3.2", "offender": 3, "points": [1, 1, -3, 1], "initials": "KS"}
SIT_OUT = {6: 1, 7: 2, 11: 1}


class Acts(StageActs, CupActs, LeagueActs, RankingActs, SeriesActs, PeopleActs):
    """Every public method is a service."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._found_tournament()
        for _ in range(8):
            self.add_player()

    def perform(self, name: str) -> None:
        """Perform one act, or the one that moves the tournament on."""
        self._choose_tournament()
        getattr(self, name or self._sensible())()

    def refuses(self, stranger: Actor, name: str) -> bool:
        """Return whether another user's attempt lacks permission; nothing is kept."""
        owner, choose, begin = self._owner, self._actor, self._random.getstate()
        self._owner = stranger
        self._actor = lambda: (choose(), stranger)[1]  # type: ignore[method-assign]
        try:
            with transaction.atomic():
                self.perform(name)
                transaction.set_rollback(True)
        except (PermissionDenied, Person.DoesNotExist):
            # A direction of other tournaments is told of nobody else's people.
            return True
        except (*IMPOSSIBLE, IndexError):
            return False
        finally:
            self._owner, self._actor = owner, choose  # type: ignore[method-assign]
            self._random.setstate(begin)
        return False

    # --- Draws and seats ----------------------------------------------------------------------

    def _lots(self) -> Lots:
        seed = self._pick([None, None, "Kreuzdame"])
        return Lots(seed=seed, sit_out=SIT_OUT.get(self._drawn(), 0), unconfirmed_reason=REASON)

    def _next(self) -> int:
        return self._tournament.rounds.count() + 1

    def publish_commitment(self) -> None:
        lots.publish_commitment(self._actor(), self._tournament, self._next())

    def close_list(self) -> None:
        if self._may(0.5):
            self.publish_commitment()
        lots.close_list(self._owner, self._tournament, self._next())

    def open_desk_draw(self) -> None:
        if self._next() > 1:
            self._found_tournament()
            for _player in range(8):
                self.add_player()
        for entry in self._players().filter(checked_in=True):
            check_in.check_in_player(self._owner, entry, False)
        desk.open_desk_draw(self._actor(), self._tournament, self._random.randint(8, 16))

    def give_up_desk(self) -> None:
        if self._may(0.5):
            self.open_desk_draw()
        desk.give_up_desk(self._owner, self._tournament, REASON)

    def draw_rounds(self) -> None:
        draws.draw_rounds(self._owner, self._tournament, self._lots())

    def publish_next_round(self) -> None:
        draws.publish_next_round(self._actor(), self._tournament)

    def draw_next_round(self) -> None:
        if next_unpublished(self._tournament) is None:
            try:
                draws.draw_rounds(self._owner, self._tournament, self._lots())
            except CannotDraw:  # teams whose groups do not suit: drawn as one field
                tournaments.edit_tournament(self._owner, self._tournament, {"draw_method": "plan"})
        draws.draw_next_round(self._owner, self._tournament)

    def redraw_rounds(self) -> None:
        outlook = draws.redraw_outlook(self._tournament)
        number = outlook.first.number if outlook and self._may(0.5) else None
        lots = self._lots()
        draws.redraw_rounds(self._owner, self._tournament, REASON, lots, confirmed=number)

    def repair_seats(self) -> None:
        if next_unpublished(self._tournament):
            self.add_player()
        seat_changes.repair_seats(self._owner, self._tournament, REASON)

    def swap_seats(self) -> None:
        one, other = self._number(), self._number()
        number = self._round().number
        seat_changes.swap_seats(self._owner, self._tournament, number, one, other, REASON)

    def substitute_player(self) -> None:
        self.add_player()
        gone, come = self._number(), str(self._players().order_by("pk").last().number)
        number, ranked = self._round(closed_at=None).number, self._may(0.5)
        seat_changes.substitute_player(
            self._owner, self._tournament, number, gone, come, REASON, ranked=ranked
        )

    def seat_by_hand(self) -> None:
        playing = self._players().filter(status="active")
        people = [str(number) for number in playing.values_list("number", flat=True)]
        self._random.shuffle(people)
        tables = tuple(tuple(people[at : at + 4]) for at in range(0, len(people) // 4 * 4, 4))
        drawn = self._tournament.rounds.values_list("number", flat=True)
        number = self._pick([self._next(), *drawn])
        if not tables:
            raise IndexError("nobody to be seated")
        seat_changes.seat_by_hand(self._owner, self._tournament, number, tables, REASON)

    def draw_lot(self) -> None:
        """Return the lot for a tournament whose first round is not drawn."""
        by_hand = Tournament.objects.filter(rounds__number=1, rounds__draw__seed="")
        if not by_hand.exists():
            self._found_tournament()
            if self._next() == 1:
                for _player in range(4):
                    self.add_player()
                self.seat_by_hand()
        rankings.draw_lot(self._owner, self._one(by_hand))

    # --- Rounds -------------------------------------------------------------------------------

    def start_clock(self) -> None:
        rounds.start_clock(self._actor(), self._round(published_at__isnull=False, started_at=None))

    def end_clock(self) -> None:
        rounds.end_clock(self._owner, self._running(), early=True)

    def _running(self) -> Round:
        """Return a running round, starting one if needed."""
        found = self._round(started_at__isnull=False, ended_at=None)
        return found if found.started_at else rounds.start_clock(COMMAND_LINE, found)

    def pause_clock(self) -> None:
        rounds.pause_clock(self._actor(), self._running())

    def resume_clock(self) -> None:
        running = self._running()
        if not running.paused_at:
            running = rounds.pause_clock(self._owner, running)
        rounds.resume_clock(self._actor(), running)

    def start_table(self) -> None:
        running = self._running()
        began = self._pick([None, running.started_at])
        rounds.start_table(self._actor(), self._one(running.tables.all()), began, REASON)

    def finish_round(self) -> None:
        running = self._running()
        for table in running.tables.filter(current_version=None):
            self._submit(COMMAND_LINE, table)
        rounds.finish_round(self._owner, running, contradicted=range(9))

    def reset_clock(self) -> None:
        running = self._round(started_at__isnull=False, closed_at=None)
        if running.started_at is None:
            rounds.start_clock(self._owner, running)
        rounds.reset_clock(self._actor(), running, REASON)

    def extend_time(self) -> None:
        minutes = self._pick([0, 5, 10])
        rounds.extend_time(self._actor(), self._table(), minutes, REASON, "ZU")

    def close_round(self) -> None:
        round = self._round(published_at__isnull=False, closed_at=None)
        rounds.close_round(self._owner, round, contradicted=range(9))

    def reopen_round(self) -> None:
        rounds.reopen_round(self._actor(), self._round(closed_at__isnull=False), REASON)

    # --- Sheets -------------------------------------------------------------------------------

    def _content(self, table: GameTable) -> tuple[str, dict[str, Any]]:
        """Return a sheet with the penalties awarded by the referee, and occasionally one more."""
        booked = [penalty_content(each) for each in table.penalties.filter(source="referee")]
        if table.size == 4 and self._may(0.15):
            booked.append(PENALTY)
        if self._may(0.4):
            content = rows_content(table.size, winners=self._pick(WINNERS))
            return "rows", {**content, "penalties": booked}
        plain = (6, 2, -2, -6, 0) if table.size == 5 else self._pick(TOTALS)
        added = [sum(each["points"][seat] or 0 for each in booked) for seat in range(table.size)]
        totals = [total + more for total, more in zip(plain, added, strict=True)]
        return "totals", totals_content(totals, penalties=booked)

    def submit_sheet(self) -> None:
        table = self._table(**({"current_version": None} if self._may(0.5) else {}))
        kind, content = self._content(table)
        current = table.current_version
        sheets.submit_sheet(
            self._actor(),
            table,
            kind,
            content,
            based_on=current.number if current and self._may(0.5) else None,
            reason=self._pick(["", REASON]),
            submission=self._mark(),
            retyped=self._may(0.5),
        )

    def _submit(self, actor: Actor, table: GameTable) -> None:
        """Send a sheet as it is read, over the present one if there is one."""
        kind, content = self._content(table)
        current = table.current_version
        based_on = current.number if current else None
        sheets.submit_sheet(actor, table, kind, content, based_on=based_on, reason=REASON)
        table.refresh_from_db()

    def confirm_dealt_out_of_turn(self) -> None:
        table = self._table(current_version=None, size=4)
        content = rows_content()
        content["rows"][-1] |= {"dealer": 2, "out_of_turn": True}
        typist = self._account()
        accounts.give_role(self._owner, self._tournament, typist, Role.TYPIST)
        sent = sheets.submit_sheet(Actor(typist), table, "rows", content, based_on=None)
        version = sent.version.number
        verification.confirm_dealt_out_of_turn(self._owner, table, version=version)

    def take_sheet_back(self) -> None:
        table = self._table(current_version__isnull=False)
        version = table.current_version.number
        sheets.take_sheet_back(self._actor(), table, REASON, version=version)

    def restore_version(self) -> None:
        table = self._table(versions__isnull=False)
        if table.versions.count() == 1:
            self._submit(COMMAND_LINE, table)
        based_on = table.current_version.number if table.current_version else None
        number = self._one(table.versions.exclude(number=based_on)).number
        sheets.restore_version(self._owner, table, number, REASON, based_on=based_on)

    def rule_table(self) -> None:
        table, current = self._table(), None
        if self._may(0.7) and table.current_version:
            current = table.current_version.number
        figures = [self._pick([0, "average", -7, 12]) for _seat in range(table.size)]
        content = {"ruling": self._pick(list(Why)), "reason": REASON, "figures": figures}
        sheets.submit_sheet(
            self._actor(), table, "ruling", content, based_on=current, reason=REASON
        )

    def save_draft(self) -> None:
        progress.save_draft(self._owner, self._table(), "totals", {"t1": "6"}, None)

    def discard_draft(self) -> None:
        progress.discard_draft(self._owner, self._table())

    def receive_sheet(self) -> None:
        progress.receive_sheet(self._actor(), self._table(current_version=None))

    def return_sheet(self) -> None:
        table = self._table(current_version=None)
        progress.receive_sheet(self._owner, table)
        progress.return_sheet(self._actor(), table)

    def follow_clock(self) -> None:
        moved_clock.follow_clock(ClockReading("boot", self._pick([0.0, 60.0, -3600.0])))

    def report_games(self) -> None:
        table = self._one(self._running().tables.all())
        solos = self._pick([None, [], [1], [1, 3]])
        progress.report_games(self._actor(), table, self._pick([None, 2, 15, 30]), solos)

    def _to_verify(self, rule: VerificationRule) -> GameTable:
        tournaments.edit_tournament(self._owner, self._tournament, {"verification": rule})
        self.submit_sheet()
        return self._table(current_version__isnull=False)

    def verify_blindly(self) -> None:
        table = self._to_verify(VerificationRule.BLIND)
        typed = self._pick([table.current_version.totals, [0] * table.size])
        version = table.current_version.number
        verification.verify_blindly(self._person(), table, typed, version=version)

    def confirm_version(self) -> None:
        table = self._to_verify(VerificationRule.PERSON)
        version = table.current_version.number
        verification.confirm_version(self._person(), table, version=version)

    def let_stand(self) -> None:
        table = self._to_verify(VerificationRule.BLIND)
        version = table.current_version.number
        verification.verify_blindly(self._owner, table, [0] * table.size, version=version)
        verification.let_stand(self._actor(), table, REASON, version=version)

    # --- Penalties ----------------------------------------------------------------------------

    def award_penalty(self) -> None:
        table = self._table()
        current = table.current_version
        penalties.award_penalty(
            self._actor(),
            table,
            rule="9.3.2",
            offender=self._random.randrange(1, 5),
            sitting=5 if table.size == 5 else None,
            row=5 if current and current.kind == "rows" else None,
            initials="ZU",
            note=self._pick(["", "Renonce"]),
            contained=self._pick([True, False]),
        )

    def log_call(self) -> None:
        calls.log_call(
            self._actor(),
            self._table(),
            paragraph=self._pick(sorted(DECISIONS)),
            offender=self._random.randrange(1, 5),
            caller=self._pick([None, 2]),
            points=self._random.randrange(1, 13),
            initials="ZU",
            note=REASON,
            **self._pick([{}, {"contained": self._may(0.5), "again": True}]),
        )

    def _call(self) -> Call:
        """Return an existing call, else one without points."""
        calls_here = Call.objects.filter(table__round__tournament=self._tournament)
        if calls_here and self._may(0.7):
            return self._one(calls_here)
        return calls.log_call(self._owner, self._table(), paragraph="9.2.3", offender=1)

    def withdraw_call(self) -> None:
        calls.withdraw_call(self._owner, self._call(), REASON)

    def lodge_protest(self) -> None:
        call = self._call()
        protests.lodge_protest(self._actor(), call.table, 1, REASON, self._pick([call, None]))

    def decide_protest(self) -> None:
        call, votes = self._call(), self._pick([(3, 0), (1, 2)])
        protests.decide_protest(
            self._owner,
            protests.lodge_protest(self._owner, call.table, 1, REASON, call),
            jury=[self._entry(), self._entry()],
            others="Karla",
            votes_for=votes[0],
            votes_against=votes[1],
            reason=REASON,
            minutes=self._pick([0, 4]),
            initials="ZU",
        )

    def revoke_penalty(self) -> None:
        found = Penalty.objects.filter(table__round__tournament=self._tournament)
        penalties.revoke_penalty(self._owner, self._one(found), REASON)

    def deduct_points(self) -> None:
        round = self._pick([None, *Round.objects.filter(tournament=self._tournament)])
        points = self._random.randrange(1, 13)
        penalties.deduct_points(self._owner, self._entry(), points, REASON, round)

    def revoke_deduction(self) -> None:
        found = Adjustment.objects.filter(entry__tournament=self._tournament)
        if not found.exists():
            penalties.deduct_points(COMMAND_LINE, self._entry(), 3, REASON)
        penalties.revoke_deduction(self._owner, self._one(found), REASON)
