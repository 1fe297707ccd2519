"""A small tournament that has one of everything."""

from tests.factories.addresses import Scene
from tests.factories.leagues import plant_league
from tests.factories.rankings import plant_ranking
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_club, make_user
from tournament.models import (
    Adjustment,
    Call,
    Cup,
    GroupRanking,
    KnownHeading,
    Penalty,
    PlayerImport,
    PrizeAward,
    Protest,
    Rehearsal,
    Role,
    Series,
    Stage,
)
from tournament.money.rules import Fee
from tournament.money.writes import set_fees, take_payment
from tournament.permissions import COMMAND_LINE
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.prizes.writes import set_prizes


def make_scene(slug: str) -> Scene:
    """Create it; its example mark lets it be removed."""
    phones = {"phones_let_in": True, "phone_code": f"code-{slug}"}
    tournament = make_drawn_tournament(8, slug=slug, is_example=True, **phones)
    Rehearsal.objects.create(tournament=tournament)
    round = round_number(tournament, 1)
    table = round.tables.get(number=1)
    enter_totals(table, [3, -1, -1, -1])
    Penalty.objects.create(table=table, rule="9.3.2", offender=1, points=[-3, 1, 1, 1])
    tournament.entries.filter(number=1).update(club=make_club(f"C {slug}", ""))
    entry = tournament.entries.get(number=1)
    GroupRanking.objects.create(tournament=tournament, kind="club")
    Adjustment.objects.create(entry=entry, points=-3, reason="Lärm")
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    take_payment(COMMAND_LINE, entry, 1500)
    set_prizes(COMMAND_LINE, tournament, [Prize(Ladder(PrizeKind.PLACE), 1, 1, 1500)])
    PrizeAward.objects.create(tournament=tournament, entry=entry, kind="place", place=1)
    seated = table.seats.get(position=1).entry
    Call.objects.create(table=table, paragraph="9.2.3", offender=seated)
    Protest.objects.create(table=table, protester=seated)
    author = make_user(Role.TYPIST, tournament, f"hilfe-{slug}")
    PlayerImport.objects.create(tournament=tournament, user=author, file_name="liste.csv")
    KnownHeading.objects.create(title=f"wer {slug}", column="name", user=author)
    series = Series.objects.create(slug=f"serie-{slug}", name="Serie")
    series.evenings.create(tournament=tournament)
    series.evenings.create(name="Früher")
    cup = Cup.objects.create(slug=f"pokal-{slug}", name="Pokal", of="players")
    cup.stages.create(number=1, name="Vorrunde", tournament=tournament, go_on=4)
    plant_league(tournament, f"liga-{slug}")
    plant_ranking(tournament)
    Stage.objects.create(tournament=tournament, code=slug[:5].upper())
    return Scene(tournament, round, table)
