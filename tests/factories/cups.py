"""Cups with tournaments that are played out by chance."""

from random import Random

from tests.factories.names_of_competitions import free_name
from tests.factories.rounds import enter_totals
from tournament.competitions.writes import create_competition
from tournament.cup.reads import StageReport, cup_report
from tournament.cup.writes import Plan, enter_list
from tournament.imports.cup import read_entrants
from tournament.models import Cup, CupStage, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round, end_clock, start_clock
from tournament.seating.writes.draws import draw_rounds, publish_next_round
from tournament.seating.writes.lots import Lots


def lines_of_teams(teams: int) -> str:
    """Return so many teams of four as they are typed, each player with a name of its own."""
    players = ("Anton", "Berta", "Cäsar", "Dora")
    return "\n".join(
        f"Team {team:02}: " + "; ".join(f"{player} Nummer{letters(team)}" for player in players)
        for team in range(1, teams + 1)
    )


def letters(number: int) -> str:
    """Return a number in letters, for names have no digits."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def club(number: int) -> str:
    """Return the club of a player, of four each."""
    return f"Verein {letters(number // 4)}"


def make_cup(
    teams: int = 0, *, players: int = 0, rounds: int = 1, go_on: int = 2, per: str = "", **more
) -> Cup:
    """Create a cup with its first stage, of teams or of players; of players four have a club."""
    kind = "teams" if teams else "players"
    cup = create_competition(
        COMMAND_LINE, Cup, {"name": free_name(Cup, "Pokal"), "of": kind, **more}
    )
    typed = (
        lines_of_teams(teams)
        if teams
        else "\n".join(f"Ida Nummer{letters(each)} ({club(each)})" for each in range(players))
    )
    rows = read_entrants(typed, of_teams=bool(teams)).rows
    settings = {"name": "Vorrunde", "go_on": go_on, "per": per or ("group" if teams else "all")}
    enter_list(COMMAND_LINE, cup, rows, settings, Plan("Pokal: Vorrunde", rounds, seed="17"))
    return cup


def stage_of(cup: Cup, number: int = 1) -> StageReport:
    """Return a stage as it stands."""
    return cup_report(cup).stage(number)


def row_of_stage(cup: Cup, number: int = 1) -> CupStage:
    """Return the row of a stage."""
    return cup.stages.get(number=number)


def play(
    tournament: Tournament, random: Random, totals: dict[int, list[int]] | None = None
) -> None:
    """Draw and play all rounds: totals by start number and round, or by chance."""
    tournament.refresh_from_db()
    for number in range(1, tournament.rounds_planned + 1):
        if tournament.rounds.count() < number:
            draw_rounds(COMMAND_LINE, tournament, Lots(seed=f"{tournament.slug} {number}"))
        publish_next_round(COMMAND_LINE, tournament)
        round = tournament.rounds.get(number=number)
        for table in round.tables.order_by("number"):
            seats = list(table.seats.order_by("position").values_list("entry__number", flat=True))
            if totals is None:
                points = [random.randint(-12, 12) for _ in seats[1:]]
                points.append(-sum(points))
            else:
                points = [totals[seat][number - 1] for seat in seats]
            enter_totals(table, points)
        start_clock(COMMAND_LINE, round)
        end_clock(COMMAND_LINE, round, early=True)
        close_round(COMMAND_LINE, round)
    tournament.refresh_from_db()


def evenly(tournament: Tournament, *totals: int) -> dict[int, list[int]]:
    """Return one round's points: everybody of a team the same, by the order of the teams' names."""
    teams = sorted({each.team for each in tournament.entries.all()})
    by_team = dict(zip(teams, totals, strict=True))
    return {each.number: [by_team[each.team]] for each in tournament.entries.all()}


def play_evenly(cup: Cup, *totals: int, number: int = 1) -> None:
    """Play a stage of one round in which each player of a team makes so many points."""
    tournament = row_of_stage(cup, number).tournament
    play(tournament, Random(1), evenly(tournament, *totals))


def correct(cup: Cup, *totals: int) -> None:
    """Correct the results of the first stage, played evenly, after it was over."""
    tournament = row_of_stage(cup).tournament
    points = evenly(tournament, *totals)
    for table in tournament.rounds.get().tables.all():
        seats = table.seats.order_by("position").values_list("entry__number", flat=True)
        enter_totals(table, [points[seat][0] for seat in seats])
