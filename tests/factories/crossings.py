"""Small tournaments in which features meet: random switches, through services alone."""

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import islice
from random import Random
from typing import NamedTuple

from tournament.competitions.writes import create_competition
from tournament.errors import Refused
from tournament.models import (
    Entry,
    GameTable,
    Person,
    Pool,
    Series,
    Tournament,
    VerificationRule,
)
from tournament.money.rules import Fee
from tournament.money.writes import PoolData, set_fees, take_back_payment, take_payment
from tournament.people.writes import players
from tournament.permissions import COMMAND_LINE
from tournament.privacy import writes as person_data
from tournament.prizes import writes as prizes
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.referee.writes import penalties
from tournament.rounds import writes as round_services
from tournament.seating.writes import draws, seat_changes
from tournament.seating.writes.lots import Lots
from tournament.series import writes as series
from tournament.series.rules import ResultLine
from tournament.shared.rules.fields import PlayerData
from tournament.sheets.writes import sheets, verification
from tournament.standings import writes as rankings
from tournament.standings.reads.standings import standings_after
from tournament.standings.rules.checksum import standings_text, text_checksum
from tournament.standings.rules.rankings import GroupKind, GroupRules
from tournament.tournaments.writes import tournaments

REASON = "Kreuzungen"
DAY = date(2026, 3, 1)
EARLY, LATE, REDUCED = 800, 1000, 500
"""The fee in cents: when paid by the day after; later; and for women."""
TOTALS = ((20, 12, -20, -12), (8, -8, 6, -6), (30, -10, -10, -10), (4, 4, -2, -6), (0, 0, 0, 0))
WINNERS_ONLY_TOTALS = (10, 4, 0, 7, 3, 12, 1)
CLUBS = ("Fuchsjäger Fulda", "Herz Neun Duisburg", "Kreuz Ass Köln")
STATES = ("HES", "NRW")
TEAMS = ("A", "A", "B", "B", "B", "C", "C", "C", "D", "D", "E", "E", "", "")
"""Two people or three in each, by start number."""
LAST_NAMES = (
    "Arnold", "Beck", "Conrad", "Dietz", "Engel", "Franke", "Groß", "Horn", "Iversen", "Jung",
    "Krüger", "Lange", "Maurer", "Özdemir",
)  # fmt: skip


@dataclass
class Hall:
    """A tournament in the making: its switches, and random choices."""

    random: Random
    on: frozenset[str]
    tournament: Tournament = field(init=False)
    series: Series | None = None
    noted_in: dict[int, int] = field(default_factory=dict)
    """For each deduction without a round, by id: the round that was current then."""
    secret_names: set[str] = field(default_factory=set)
    """Names hidden from readers without an account: no consent, or deleted."""
    refused: list[str] = field(default_factory=list)

    def chance(self, probability: float) -> bool:
        """Return whether something happens."""
        return self.random.random() < probability

    def entries(self) -> list[Entry]:
        """Return all entries by start number."""
        return list(self.tournament.entries.select_related("person").order_by("number"))

    def some_entries(self, count: int) -> list[Entry]:
        """Return so many entries."""
        return self.random.sample(self.entries(), count)


# --- What each switch does --------------------------------------------------------------------


def _rank_groups(*kinds: GroupKind) -> Callable[[Hall], None]:
    def turn(hall: Hall) -> None:
        wanted = {
            GroupKind(row.kind): GroupRules(row.best, row.by_round)
            for row in hall.tournament.group_rankings.all()
        }
        for kind in kinds:
            best = hall.random.choice([None, 1, 2])
            wanted[kind] = GroupRules(best, by_round=bool(best) and hall.chance(0.3))
        rankings.set_group_rankings(COMMAND_LINE, hall.tournament, wanted)

    return turn


def _open_pool(hall: Hall) -> None:
    _set_fees(hall)
    pool = Pool.objects.get(tournament=hall.tournament)
    for entry in hall.some_entries(hall.random.randint(3, 6)):
        payment = take_payment(COMMAND_LINE, entry, 500, pool=pool, on=DAY)
        if hall.chance(0.2):
            take_back_payment(COMMAND_LINE, payment, REASON)


def _take_fees(hall: Hall) -> None:
    if "pools" not in hall.on:
        _set_fees(hall)
    for entry in hall.some_entries(len(hall.entries()) // 2):
        payment = take_payment(COMMAND_LINE, entry, hall.random.choice([500, 1000]), on=DAY)
        if hall.chance(0.2):
            take_back_payment(COMMAND_LINE, payment, REASON)


def _set_fees(hall: Hall) -> None:
    fees = [Fee(LATE), Fee(EARLY, until=DAY + timedelta(days=1)), Fee(REDUCED, "Damen")]
    fees = fees if "fees" in hall.on else []
    pools = [PoolData("Topf", 500)] if "pools" in hall.on else []
    set_fees(COMMAND_LINE, hall.tournament, fees, pools)


def _offer_prizes(hall: Hall) -> None:
    """Offer prizes for places, and each other kind the tournament has something for."""
    place, kinds = Ladder(PrizeKind.PLACE), [Ladder(PrizeKind.ROUND), Ladder(PrizeKind.WITHOUT)]
    kinds += [Ladder(PrizeKind.CATEGORY, category="Damen")]
    kinds += [Ladder(PrizeKind.TEAM)] if "teams" in hall.on else []
    kinds += [Ladder(PrizeKind.PAIR)] if "pairs" in hall.on else []
    kinds += [Ladder(PrizeKind.CLUB), Ladder(PrizeKind.STATE)] if "clubs" in hall.on else []
    kinds += [
        ladder
        for pool in Pool.objects.filter(tournament=hall.tournament)
        for ladder in (
            Ladder(PrizeKind.PLACE, pool=pool.pk),
            Ladder(PrizeKind.ROUND, pool=pool.pk, round=1),
        )
    ]
    chosen = [Prize(place, 1, 1, 3000), Prize(place, 2, 2, 1501)]
    chosen += [Prize(ladder, 1, 1, hall.random.choice([500, 999])) for ladder in kinds]
    prizes.set_prizes(COMMAND_LINE, hall.tournament, chosen, one_each=hall.chance(0.4))


def _change_status(hall: Hall) -> None:
    for entry in hall.some_entries(2):
        status = hall.random.choice([Entry.Status.UNRANKED, Entry.Status.WITHDRAWN])
        players.set_player_status(COMMAND_LINE, entry, status, REASON)


def _disqualify(hall: Hall) -> None:
    entry = hall.random.choice([each for each in hall.entries() if each.status == "active"])
    players.set_player_status(COMMAND_LINE, entry, Entry.Status.DISQUALIFIED, REASON)


def _deduct(hall: Hall) -> None:
    current = hall.tournament.rounds.filter(published_at__isnull=False).order_by("number").last()
    entry = hall.random.choice(hall.entries())
    made = penalties.deduct_points(COMMAND_LINE, entry, hall.random.randint(1, 12), REASON)
    hall.noted_in[made.pk] = current.number if current else 0
    penalties.deduct_points(COMMAND_LINE, hall.random.choice(hall.entries()), 3, REASON, current)


def _withhold_consent(hall: Hall) -> None:
    for entry in hall.some_entries(2):
        person = entry.person
        if not person.deleted_at:
            person_data.set_person_details(
                COMMAND_LINE, person, publish_name=False, email="", phone=""
            )
            hall.secret_names.add(person.last_name)


def _merge_people(hall: Hall) -> None:
    """Merge with a person of an earlier evening under another spelling."""
    entry = hall.random.choice(hall.entries())
    double = Person.objects.create(last_name=entry.person.last_name, first_name="Doppelt")
    stays, goes = hall.random.sample([entry.person, double], 2)
    with suppress(Refused):
        person_data.merge_people(COMMAND_LINE, stays, goes)


def _delete_person(hall: Hall) -> None:
    entry = hall.random.choice(hall.entries())
    name = entry.person.last_name
    person_data.delete_person(COMMAND_LINE, Person.objects.get(pk=entry.person_id))
    hall.secret_names.add(name)


def _play_series(hall: Hall) -> None:
    """Play this evening, one elsewhere before and one after it; attendance differs."""
    best = hall.random.choice([None, 1, 2])
    settings = {
        "name": "Abende",
        "season": "2026",
        "best": best,
        "dropped": 0 if best else hall.random.choice([0, 1]),
        "missed_points": hall.random.choice([0, -20]),
        "missed_dropped": hall.chance(0.5),
        "attendance_bonus": hall.random.choice([0, 2]),
    }
    hall.series = create_competition(COMMAND_LINE, Series, settings)
    series.add_evening(COMMAND_LINE, hall.series, hall.tournament)
    for number, day in enumerate((DAY - timedelta(days=30), DAY + timedelta(days=30)), start=1):
        here = [each for each in hall.entries() if not each.person.deleted_at and hall.chance(0.6)]
        points = [hall.random.randint(-9, 9) for _ in here]
        lines = [
            ResultLine(line, entry.person.name, "", line, (own,), 0, own)
            for line, (entry, own) in enumerate(zip(here, points, strict=True), start=1)
        ]
        answers = {line: str(entry.person_id) for line, entry in enumerate(here, start=1)}
        series.import_evening(
            COMMAND_LINE, hall.series, lines, name=f"Abend {number}", day=day, answers=answers
        )


def _ask_for_verification(hall: Hall) -> None:
    tournaments.edit_tournament(
        COMMAND_LINE, hall.tournament, {"verification": VerificationRule.BLIND}
    )


def _rank_table_points(hall: Hall) -> None:
    tournaments.edit_tournament(COMMAND_LINE, hall.tournament, {"table_points": True})


def _nothing(_hall: Hall) -> None:
    """Do nothing: handled elsewhere (how many people come, which list is lost)."""


class Switch(NamedTuple):
    """When it is applied in the course of a tournament, and what it does."""

    when: str
    turn: Callable[[Hall], None] = _nothing


FOUNDED, ENTERED, PLAYED_ONE, PLAYED_ALL = "founded", "entered", "played one", "played all"
SWITCHES: dict[str, Switch] = {
    "rules": Switch(FOUNDED),
    "tie-breaks": Switch(FOUNDED),
    "byes": Switch(FOUNDED),
    "table points": Switch(FOUNDED, _rank_table_points),
    "spellings": Switch(FOUNDED),
    "verification": Switch(FOUNDED, _ask_for_verification),
    "clubs": Switch(ENTERED, _rank_groups(GroupKind.CLUB, GroupKind.STATE)),
    "teams": Switch(ENTERED, _rank_groups(GroupKind.TEAM)),
    "pairs": Switch(ENTERED, _rank_groups(GroupKind.PAIR)),
    "pools": Switch(ENTERED, _open_pool),
    "fees": Switch(ENTERED, _take_fees),
    "prizes": Switch(ENTERED, _offer_prizes),
    "consent": Switch(ENTERED, _withhold_consent),
    "series": Switch(ENTERED, _play_series),
    "status": Switch(PLAYED_ONE, _change_status),
    "disqualified": Switch(PLAYED_ONE, _disqualify),
    "deduction": Switch(PLAYED_ALL, _deduct),
    "merged": Switch(PLAYED_ONE, _merge_people),
    "lost list": Switch(PLAYED_ONE),
    "missing list": Switch(PLAYED_ALL),
    "deleted": Switch(PLAYED_ALL, _delete_person),
    "ended early": Switch(PLAYED_ALL),
}
"""In order of application; a new switch is a line here."""
NEVER_TOGETHER = frozenset({"missing list", "ended early"})


def choose_switches(random: Random, wanted: Collection[frozenset[str]]) -> frozenset[str]:
    """Choose a little more than half of them: of five choices that with most pairs still wanted."""

    def count_wanted(chosen: frozenset[str]) -> int:
        return sum(pair <= chosen for pair in wanted)

    return max((_choose_switches(random) for _ in range(5)), key=count_wanted)


def _choose_switches(random: Random) -> frozenset[str]:
    """Choose without those that exclude each other."""
    chosen = {name for name in SWITCHES if random.random() < 0.62}
    if chosen >= NEVER_TOGETHER:
        chosen.discard(random.choice(sorted(NEVER_TOGETHER)))
    return frozenset(chosen)


# --- A tournament from its first player to its last list --------------------------------------


def make_crossing(random: Random, on: frozenset[str]) -> Hall:
    """Create a tournament of 8 to 13 people and two or three rounds, with these switches on."""
    hall = Hall(random, on)
    _found(hall)
    _turn(hall, FOUNDED)
    _enter_people(hall)
    _turn(hall, ENTERED)
    _seat(hall)
    played = hall.tournament.rounds_planned - int("ended early" in on or hall.chance(0.2))
    for number in range(1, played + 1):
        _play_round(hall, number, is_last=number == played)
        if number == 1:
            _turn(hall, PLAYED_ONE)
    _turn(hall, PLAYED_ALL)
    if "ended early" in on:
        _finish(hall)
    hall.tournament.refresh_from_db()
    return hall


def _turn(hall: Hall, moment: str) -> None:
    for name, switch in SWITCHES.items():
        if name in hall.on and switch.when == moment:
            switch.turn(hall)


def _found(hall: Hall) -> None:
    random = hall.random
    rules = random.choice(["pagat", "club", "altgeld"]) if "rules" in hall.on else "ddv"
    if rules == "altgeld" and "byes" in hall.on:
        rules = "pagat"  # at Altgeld Hall tables of six and seven seat everybody
    chain = ["best_round", "last_round", "last_rounds"]
    random.shuffle(chain)
    hall.tournament = tournaments.create_tournament(
        COMMAND_LINE,
        slug="kreuzung",
        name="Kreuzung",
        rounds=2 if "byes" in hall.on else random.choice([2, 3]),
        date=DAY,
        rules=rules,
        tie_breaks=chain[: random.randint(1, 3)] if "tie-breaks" in hall.on else [],
    )


def _enter_people(hall: Hall) -> None:
    """Enter people, every other one a woman, random clubs in two spellings; 11 leave one over."""
    random = hall.random
    count = 11 if "byes" in hall.on else random.choice([8, 9, 10, 12, 13])
    for number, name in enumerate(LAST_NAMES[:count], start=1):
        club = random.choice(CLUBS)
        is_respelled = "spellings" in hall.on and number % 2
        player = PlayerData(
            last_name=name,
            first_name=random.choice(["Änne", "Bernd", "Kim"]),
            club_name=club.lower() if is_respelled else club,
            club_code=club[:4].upper(),
            state=random.choice(STATES),
            tags=("Damen",) if number % 2 else (),
            team=TEAMS[number - 1],
        )
        players.add_player(COMMAND_LINE, hall.tournament, player)


def _seat(hall: Hall) -> None:
    """Seat all rounds: by lot where somebody sits out, else by hand, which needs no search."""
    if "byes" in hall.on:
        lots = Lots(seed=str(hall.random.randrange(10**6)), sit_out=1)
        draws.draw_rounds(COMMAND_LINE, hall.tournament, lots)
        return
    people = [str(entry.number) for entry in hall.entries()]
    fives = len(people) % 4
    fours = (len(people) - 5 * fives) // 4
    for number in range(1, hall.tournament.rounds_planned + 1):
        waiting = iter(hall.random.sample(people, len(people)))
        sizes = [4] * fours + [5] * fives
        tables = tuple(tuple(islice(waiting, size)) for size in sizes)
        seat_changes.seat_by_hand(COMMAND_LINE, hall.tournament, number, tables, REASON)


def _play_round(hall: Hall, number: int, *, is_last: bool) -> None:
    """Publish a round, enter its lists and close it."""
    tournament, random = hall.tournament, hall.random
    round = draws.publish_next_round(COMMAND_LINE, tournament, early=True)
    tables = list(round.tables.order_by("number"))
    missing = random.choice(tables) if is_last and "missing list" in hall.on else None
    lost = random.choice(tables) if number == 1 and "lost list" in hall.on else None
    for table in tables:
        if table != missing:
            _enter(hall, table, is_lost=table == lost)
    if missing is None:
        round_services.close_round(COMMAND_LINE, round)


def _enter(hall: Hall, table: GameTable, *, is_lost: bool) -> None:
    random, tournament = hall.random, hall.tournament
    if is_lost:
        figures = [random.choice([0, "average", "average", -7, 12]) for _ in range(table.size)]
        content = {"ruling": "list_lost", "reason": REASON, "figures": figures}
        sheets.submit_sheet(COMMAND_LINE, table, "ruling", content, based_on=None, reason=REASON)
        return
    if tournament.rules == "altgeld":
        totals = random.sample(WINNERS_ONLY_TOTALS, table.size)
    else:
        totals = random.sample(random.choice(TOTALS), 4) + [0] * (table.size - 4)
    content = {
        "totals": totals,
        "games_played": tournament.games(table.size),
        "compulsory_solos": list(range(1, table.size + 1)),
        "penalties": [],
    }
    if tournament.rules == "altgeld":
        content["compulsory_solos"] = []
    sheets.submit_sheet(COMMAND_LINE, table, "totals", content, based_on=None)
    if "verification" in hall.on and hall.chance(0.5):
        table.refresh_from_db()
        version = table.current_version.number
        verification.verify_blindly(COMMAND_LINE, table, totals, version=version)


def _finish(hall: Hall) -> None:
    report = standings_after(hall.tournament)
    seen = text_checksum(standings_text([row.line for row in report.rows], report.rounds))
    tournaments.finish_tournament(COMMAND_LINE, hall.tournament, seen=seen, reason=REASON)
