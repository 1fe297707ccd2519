"""Every option of what is ranked and won, on every page, phone, screen, paper and file at once."""

import json
import re
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO, StringIO
from typing import TypeVar

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from tests.factories.cups import make_cup, play_evenly
from tests.factories.effort import THOROUGH
from tests.factories.leagues import make_day, make_league, play_day
from tests.factories.pages import signed_in, without_tags
from tests.factories.papers import made, words_alone
from tests.factories.rounds import enter_totals
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_entries, make_tournament
from tournament.archives.rules.archive import Archive
from tournament.competitions.writes import edit_competition
from tournament.cup.reads import cup_report, cut_differences
from tournament.cup.writes import draw_cup_lot, withdraw_from_cup
from tournament.exports.archive import archive_file
from tournament.exports.papers import PAPERS, Reader
from tournament.imports.archives import read_archive
from tournament.league.reads import season_differences
from tournament.league.writes.days import bring_in_substitute, set_forfeit
from tournament.league.writes.leagues import deduct_team_points
from tournament.models import CupStage, MatchDay, Person, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.prizes.writes import set_prizes
from tournament.referee.writes.penalties import deduct_points
from tournament.seating.writes.draws import draw_next_round
from tournament.shared.reads import kept
from tournament.stage.rules import Picture
from tournament.standings.reads.standings import standings_after, text_of_standings
from tournament.standings.rules.rankings import GroupKind, GroupRules
from tournament.standings.writes import set_group_rankings
from tournament.tournaments.writes.tournaments import edit_tournament
from tournament.trust.reads.recount import tournament_recount

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

V = TypeVar("V")
T = TypeVar("T", Tournament, MatchDay, CupStage)
Read = Callable[[], str]


def _settings(**values: object) -> Callable[[Tournament], None]:
    return lambda tournament: edit_tournament(COMMAND_LINE, tournament, values)


def _deduct(tournament: Tournament) -> None:
    last = tournament.rounds.get(number=2)
    for number in (1, 5):
        deduct_points(COMMAND_LINE, tournament.entries.get(number=number), 12, "laut", last)


def _offer(tournament: Tournament) -> None:
    kinds = (PrizeKind.PAIR, PrizeKind.TEAM, PrizeKind.CLUB, PrizeKind.STATE)
    set_prizes(COMMAND_LINE, tournament, [Prize(Ladder(kind), 1, 1, 500) for kind in kinds])


OPTIONS: dict[str, Callable[[Tournament], None]] = {
    "table points": _settings(table_points=True),
    "missed round": _settings(missed_round=-30),
    "scaled fives": _settings(scale_fives=True),
    "deduction": _deduct,
    "ages": _settings(age_categories=[["Senioren", None, 1966]]),
    "prizes": _offer,
}


OF_PEOPLE = {
    *("page standings", "page result", "page player", "page late player", "page outlook"),
    *("csv standings", "csv result", "csv player", "csv late player", "csv outlook"),
    *("phone", "phone of first", "phone of late", "screen standings", "screen podium"),
    *("paper result", "paper results", "paper standings", "paper course", "paper day"),
    *("paper statistics", "paper association", "paper website", "paper workbook"),
    *("archive", "checksum", "json"),
}
OF_GROUPS = {
    "paper ranking",
    *(f"{how} ranking {kind}" for how in ("page", "csv") for kind in GroupKind),
}
OF_FIRST = {"page player", "csv player", "phone of first", "paper course"}
OF_LATE = {"page late player", "csv late player", "phone of late"}
PLAYED = {"paper statistics", "screen podium"}
"""What counts the points played, or has the first three alone."""
CHANGES: dict[str, set[str]] = {
    "table points": OF_PEOPLE | OF_GROUPS,
    "scaled fives": OF_PEOPLE | OF_GROUPS,
    # Nobody of a pair and no state misses a round; the pages of both say what is ranked.
    "missed round": (OF_PEOPLE | OF_GROUPS)
    - (OF_FIRST | PLAYED | {"csv ranking pair", "csv ranking state"}),
    "deduction": (OF_PEOPLE | OF_GROUPS | {"paper calls"}) - (OF_LATE | {"screen podium"}),
    "ages": {
        *("page standings", "csv standings", "page player", "page players", "csv players"),
        *(f"page ranking {kind}" for kind in GroupKind),
        *("paper participants", "paper day", "paper results", "paper workbook", "archive"),
    },
    "prizes": {
        *("page prizes", "csv prizes", "paper prizes", "paper results", "paper workbook"),
        "archive",
    },
}
"""What shows each option; whatever else there is stays as it was."""


@pytest.fixture
def tournament(monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Nine people in clubs, states, teams and pairs; a tenth came for round 2, a third is due."""
    words_alone(monkeypatch)
    tournament = make_tournament(rounds_planned=3, games_five=25)
    entries = make_entries(tournament, 9, clubs=2)
    for index, entry in enumerate(entries):
        entry.team = f"Team {index // 2}" if index < 4 else f"Gruppe {index // 4}"
        entry.save()
    Person.objects.update(state="NRW", birth_year=1960, publish_name=True)
    Person.objects.filter(entries__number__gt=4).update(state="HES", birth_year=1990)
    _play(tournament, 1, [30, 10, -5, -35], [24, 8, 0, -8, -24])
    make_entries(tournament, 1, clubs=1, team="Gruppe 1")
    _play(tournament, 2, [-3, 1, 1, 1, 0], [40, 8, 0, -8, -40])
    kinds = (GroupKind.CLUB, GroupKind.STATE, GroupKind.TEAM, GroupKind.PAIR)
    set_group_rankings(COMMAND_LINE, tournament, dict.fromkeys(kinds, GroupRules()))
    let_phones_in(COMMAND_LINE, tournament)
    release_standings(COMMAND_LINE, tournament, 2)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def owner(monkeypatch: pytest.MonkeyPatch) -> Client:
    """Return a browser of the owner; the time stands still."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    return signed_in()


def _play(tournament: Tournament, number: int, *tables: list[int]) -> None:
    round = make_round(tournament, number, sizes=[len(each) for each in tables])
    for table, totals in zip(round.tables.order_by("number"), tables, strict=True):
        enter_totals(table, totals)


def surfaces(tournament: Tournament, owner: Client) -> Iterator[tuple[str, Read]]:
    """Yield everything that shows results, by name."""
    late = tournament.entries.get(number=10)
    first = tournament.entries.get(number=1)
    pages = {
        "standings": reverse("standings", args=["herbst"]),
        "result": reverse("round-result", args=["herbst", 2]),
        "player": reverse("player", args=["herbst", first.pk]),
        "late player": reverse("player", args=["herbst", late.pk]),
        "players": reverse("players", args=["herbst"]),
        "outlook": reverse("standings-outlook", args=["herbst"]),
        "prizes": reverse("prizes", args=["herbst"]),
        **{
            f"ranking {kind}": reverse("standings-ranking", args=["herbst", kind])
            for kind in GroupKind
        },
    }
    code = tournament.phone_code
    phones = {
        "phone": reverse("phone-standings", args=[code]),
        "phone of first": reverse("phone-player", args=[code, 1]),
        "phone of late": reverse("phone-player", args=[code, 10]),
    }
    for name, address in pages.items():
        yield f"page {name}", _page(owner, address)
    for name, address in pages.items():
        yield f"csv {name}", _page(owner, f"{address}?as=csv")
    for name, address in phones.items():
        yield name, _page(Client(), address)
    for picture in Picture:
        address = reverse("beamer-picture", args=["herbst", picture])
        yield f"screen {picture}", _page(owner, address)
    for paper in PAPERS.values():
        if paper.is_possible(Reader(COMMAND_LINE, tournament)):
            yield f"paper {paper.key}", _paper(paper.key, tournament.slug)
    for name, read in FILES.items():
        yield name, lambda read=read: read(Tournament.objects.get(slug=tournament.slug))


def _page(client: Client, address: str) -> Read:
    def read() -> str:
        answer = client.get(address)
        assert answer.status_code == 200
        whole = b"".join(answer) if answer.streaming else answer.content
        return _text_of(whole)

    return read


def _text_of(file: bytes) -> str:
    """Return what stands in a page, a workbook, a list or the words of a paper."""
    if file[:2] == b"PK":
        book = load_workbook(BytesIO(file), data_only=True)
        return "\n".join(str([*sheet.values]) for sheet in book)
    return without_tags(re.sub(r"<script.*?</script>", " ", file.decode(), flags=re.DOTALL))


def _paper(key: str, slug: str) -> Read:
    def read() -> str:
        of = Tournament.objects.get(slug=slug)
        given = {"kind": "club", "player": str(of.entries.get(number=1).pk)}
        own = of.rounds.get(number=2) if PAPERS[key].of_round else of
        return _text_of(made(key, own, **given).content)

    return read


def _archive(of: Tournament) -> str:
    archive = read_archive(archive_file(of).content)
    assert isinstance(archive, Archive)
    return str(archive.rows)


def _json(of: Tournament) -> str:
    out = StringIO()
    call_command("standings", of.slug, "--format", "json", stdout=out)
    return json.dumps(json.loads(out.getvalue()))


FILES: dict[str, Callable[[Tournament], str]] = {
    "archive": _archive,
    "json": _json,
    "checksum": lambda of: text_of_standings(standings_after(of)),
    "recount": lambda of: str(tournament_recount(of).differences),
}


BY_NIGHT = {"scaled fives", "table points of a cup"}
"""What changes all that another act changes here, by the same service."""


def tried(acts: dict[str, V]) -> dict[str, V]:
    """Return those of this run: all with `make slow`."""
    return {name: each for name, each in acts.items() if THOROUGH or name not in BY_NIGHT}


class Asked(defaultdict[str, OrderedDict[object, object]]):
    """The kept values, which know whether anything was asked for."""

    anything = False

    def __getitem__(self, kind: str) -> OrderedDict[object, object]:
        self.anything = True
        return super().__getitem__(kind)


def seen(shown: Iterable[tuple[str, Read]]) -> tuple[dict[str, str], set[str]]:
    """Return what stands everywhere, kept or made, and which of it may have been kept."""
    stands, may_be_kept = {}, set()
    for name, read in shown:
        asked = Asked(OrderedDict, kept._kept)
        with pytest.MonkeyPatch.context() as here:
            here.setattr(kept, "_kept", asked)
            stands[name] = read()
        kept._kept.update(asked)
        if asked.anything:
            may_be_kept.add(name)
    return stands, may_be_kept


def changes_by_act(
    acts: dict[str, Callable[[T], None]],
    on: T,
    surfaces: Callable[[T, Client], Iterator[tuple[str, Read]]],
    owner: Client,
) -> dict[str, set[str]]:
    """Return which surfaces show each act at once, while what stood there before it is kept."""
    before, _ = seen(surfaces(on, owner))
    changes = {}
    for name, act in tried(acts).items():
        with undone_later():
            of = type(on).objects.get(pk=on.pk)
            act(of)
            after, may_be_kept = seen(surfaces(of, owner))
            kept.forget_all()
            assert may_be_kept
            again = ((each, read) for each, read in surfaces(of, owner) if each in may_be_kept)
            made, _ = seen(again)
            assert (name, made) == (name, {each: after[each] for each in made})
        changes[name] = {each for each in after if after[each] != before.get(each)}
    return changes


@contextmanager
def undone_later() -> Iterator[None]:
    """Afterwards rows and kept pages are what they were."""
    with pytest.MonkeyPatch.context() as here, transaction.atomic():
        copies = {kind: each.copy() for kind, each in kept._kept.items()}
        here.setattr(kept, "_kept", defaultdict(OrderedDict, copies))
        here.setattr(kept, "_taken", Counter(kept._taken))
        yield
        transaction.set_rollback(True)


def test_options_change_at_once_whatever_shows_them(tournament: Tournament, owner: Client) -> None:
    assert changes_by_act(OPTIONS, tournament, surfaces, owner) == tried(CHANGES)


def _forfeit(day: MatchDay) -> None:
    set_forfeit(COMMAND_LINE, day.teams.order_by("pk")[0], forfeited=True)


def _deduct_team(day: MatchDay) -> None:
    team = day.teams.order_by("pk")[0].team
    points = {"match_points": 1, "points": 4}
    deduct_team_points(COMMAND_LINE, team, **points, reason="zu spät", day=day)


def _replace(day: MatchDay) -> None:
    """Bring in a substitute for a round that is not played yet."""
    of = day.teams.order_by("pk")[0]
    leaving = day.tournament.entries.filter(team=of.entered_as).order_by("number")[0]
    names = {"name": "Otto Ersatz", "round": 2, "reason": "krank", "answers": {1: "new"}}
    bring_in_substitute(COMMAND_LINE, of, str(leaving.number), **names)


OF_SEASON: dict[str, Callable[[MatchDay], None]] = {
    "forfeit": _forfeit,
    "deduction of a team": _deduct_team,
    "match points": lambda day: edit_competition(
        COMMAND_LINE, day.division.league, {"match_points": {"4": [9, 5, 2, 0]}}
    ),
    "table points": lambda day: edit_tournament(
        COMMAND_LINE, day.tournament, {"table_points": True}
    ),
    "substitute": lambda day: _replace(day.division.days.get(number=2)),
}


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> MatchDay:
    """The first day of a league of eight teams, which is played; the second is drawn."""
    words_alone(monkeypatch)
    division = make_league(8, 2, rounds_a_day=2).divisions.get()
    first, second = division.days.order_by("number")
    points = iter(range(1000))

    def totals(_size: int) -> list[int]:
        number = next(points)
        return [30 + number, 10, -10, -30 - number]

    made_first = play_day(first, totals)
    let_phones_in(COMMAND_LINE, made_first)
    release_standings(COMMAND_LINE, made_first, 2)
    made_second = make_day(second)
    draw_next_round(COMMAND_LINE, made_second)
    return MatchDay.objects.get(pk=first.pk)


def surfaces_of_season(day: MatchDay, owner: Client) -> Iterator[tuple[str, Read]]:
    """Yield everything that shows a season, by name."""
    slug, code = day.tournament.slug, day.tournament.phone_code
    of_day = day.division.league.slug, day.division.number
    pages = {
        "league": reverse("league", args=of_day[:1]),
        "players": reverse("league-players", args=of_day[:1]),
        "day": reverse("league-day", args=[*of_day, 1]),
        "next day": reverse("league-day", args=[*of_day, 2]),
        "teams": reverse("standings-ranking", args=[slug, "team"]),
    }
    for name, address in pages.items():
        yield f"page {name}", _page(owner, address)
        yield f"csv {name}", _page(owner, f"{address}?as=csv")
    division = reverse("league-division-paper", args=of_day)
    yield "paper division", _page(owner, division)
    yield "workbook", _page(owner, f"{division}?as=xlsx")
    yield "paper day", _page(owner, reverse("league-day-paper", args=[*of_day, 1]))
    yield "paper next day", _page(owner, reverse("league-day-paper", args=[*of_day, 2]))
    yield "phone league", _page(Client(), reverse("phone-league", args=[code]))
    yield "phone standings", _page(Client(), reverse("phone-standings", args=[code]))
    yield "screen", _page(owner, reverse("beamer-picture", args=[slug, Picture.TEAMS]))
    for name, read in FILES.items():
        yield name, lambda read=read: read(Tournament.objects.get(slug=slug))
    yield "recount of the season", lambda: str(season_differences(day.tournament))


OF_TABLE = {
    *("page league", "csv league", "page day", "paper day", "paper division", "workbook"),
    "phone league",
}
OF_DAY = {"csv day", "phone standings", "screen"}
CHANGES_OF_SEASON: dict[str, set[str]] = {
    "forfeit": OF_TABLE | OF_DAY,
    "deduction of a team": OF_TABLE,
    "match points": OF_TABLE | OF_DAY,
    "table points": OF_TABLE
    | OF_DAY
    | {*("page players", "csv players", "page teams", "csv teams"), *FILES} - {"recount"},
    "substitute": {"page next day", "csv next day", "paper next day", "workbook", "phone league"},
}
"""What shows each act; whatever else there is stays as it was."""


def test_acts_of_a_season_change_at_once_whatever_shows_them(day: MatchDay, owner: Client) -> None:
    assert changes_by_act(OF_SEASON, day, surfaces_of_season, owner) == CHANGES_OF_SEASON


def _draw_the_lot(stage: CupStage) -> None:
    (tie,) = cup_report(stage.cup).stage(1).cut.ties
    draw_cup_lot(COMMAND_LINE, stage, tie.keys, "4711", "Würfel")


def _withdraw(stage: CupStage) -> None:
    first = cup_report(stage.cup).stage(1).cut.lines[0].contestant.key
    withdraw_from_cup(COMMAND_LINE, stage, first, "krank")


def _deduct_at_the_cut(stage: CupStage) -> None:
    entry = stage.tournament.entries.filter(team="Team 04").order_by("number")[0]
    deduct_points(COMMAND_LINE, entry, 1, "laut")


OF_CUP: dict[str, Callable[[CupStage], None]] = {
    "lot": _draw_the_lot,
    "deduction": _deduct_at_the_cut,
    "table points of a cup": lambda stage: edit_tournament(
        COMMAND_LINE, stage.tournament, {"table_points": True}
    ),
}


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> CupStage:
    """Six teams have played, three go on, and three are equal at the cut."""
    words_alone(monkeypatch)
    cup = make_cup(6, go_on=3, per="all")
    play_evenly(cup, 9, 5, -4, -4, -4, -8)
    tournament = cup.stages.get().tournament
    let_phones_in(COMMAND_LINE, tournament)
    release_standings(COMMAND_LINE, tournament, 1)
    return cup.stages.get()


def surfaces_of_cup(stage: CupStage, owner: Client) -> Iterator[tuple[str, Read]]:
    """Yield everything that shows who goes on, by name."""
    slug, code = stage.tournament.slug, stage.tournament.phone_code
    pages = {
        "cup": reverse("cup", args=[stage.cup.slug]),
        "people": reverse("cup-people", args=[stage.cup.slug]),
        "teams": reverse("standings-ranking", args=[slug, "team"]),
    }
    for name, address in pages.items():
        yield f"page {name}", _page(owner, address)
        yield f"csv {name}", _page(owner, f"{address}?as=csv")
    yield "paper", _page(owner, reverse("cup-stage-file", args=[stage.cup.slug, 1]))
    yield "paper people", _page(owner, reverse("cup-people-file", args=[stage.cup.slug]))
    yield "phone", _page(Client(), reverse("phone-cut", args=[code]))
    yield "screen", _page(owner, reverse("beamer-picture", args=[slug, Picture.CUT]))
    for name, read in FILES.items():
        yield name, lambda read=read: read(Tournament.objects.get(slug=slug))
    yield "recount of the cup", lambda: str(cut_differences(stage.tournament))


OF_CUT = {"page cup", "csv cup", "paper", "phone", "screen"}
OF_PLAYERS = {"page people", "csv people", "paper people", "archive", "checksum", "json"}
CHANGES_OF_CUP: dict[str, set[str]] = {
    "lot": OF_CUT,
    "withdrawal": OF_CUT,
    "deduction": OF_CUT | OF_PLAYERS | {"page teams", "csv teams"},
    "table points of a cup": OF_CUT | OF_PLAYERS | {"page teams", "csv teams"},
}
"""What shows each act; whatever else there is stays as it was."""


def test_acts_of_a_cup_change_at_once_whatever_shows_them(stage: CupStage, owner: Client) -> None:
    changes = changes_by_act(OF_CUP, stage, surfaces_of_cup, owner)
    _draw_the_lot(stage)  # only now is it settled who goes on
    changes |= changes_by_act({"withdrawal": _withdraw}, stage, surfaces_of_cup, owner)
    assert changes == tried(CHANGES_OF_CUP)
