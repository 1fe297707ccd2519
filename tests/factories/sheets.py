"""Tables with seated players, and the contents of valid score sheets, for tests."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from tests.factories.journal import note
from tests.factories.tournaments import make_entries
from tournament.models import Draw, GameTable, Round, Seat, Tournament, VerificationRule
from tournament.seating.writes.seating import rows_of_seats

CODE_LETTERS = "ABCDEFGKLMNPQRSTUV"


def make_round(tournament: Tournament, number: int = 1, sizes: Sequence[int] = (4,)) -> Round:
    """Create a published round with tables of these sizes and as many new players as needed."""
    draw, _ = Draw.objects.get_or_create(
        tournament=tournament, number=1, defaults={"seed": "test", "method": "plan"}
    )
    round = Round.objects.create(
        tournament=tournament, draw=draw, number=number, published_at=timezone.now()
    )
    entries = list(tournament.entries.order_by("number"))
    entries += make_entries(tournament, max(sum(sizes) - len(entries), 0))
    waiting = iter(entries)
    for index, size in enumerate(sizes):
        block, place = divmod(index, len(CODE_LETTERS))
        code = CODE_LETTERS[(number + block) % len(CODE_LETTERS)] + CODE_LETTERS[place]
        table = GameTable.objects.create(round=round, number=index + 1, size=size, code=code)
        for position in range(1, size + 1):
            Seat.objects.create(round=round, table=table, entry=next(waiting), position=position)
    note(tournament, draw, *rows_of_seats([round]))
    return round


def make_table(tournament: Tournament, size: int = 4) -> GameTable:
    """Create the only table of a published first round."""
    return make_round(tournament, sizes=(size,)).tables.get()


def rows_content(size: int = 4, *, winners: tuple[int, int] = (1, 2), value: int = 1) -> dict:
    """Return a valid list: normal games won by the same pair, then everybody's forced solo.

    Each forced solo is won with game value 1. At a table of five the dealer sits out, and if that
    is one of the pair the next position plays instead.
    """
    rows: list[dict[str, Any]] = []
    normal = 20 if size == 4 else 25
    for index in range(normal + size):
        dealer = index % size + 1
        is_solo = index >= normal
        soloist = (index - normal + 1) % size + 1 if is_solo else None
        side = {soloist} if soloist else _pair(winners, dealer, size)
        points = [
            _points(seat, side, value if not is_solo else 1, is_solo) for seat in _seats(size)
        ]
        if size == 5:
            points[dealer - 1] = None
        rows.append(
            {
                "no": index + 1,
                "dealer": dealer,
                "kind": "compulsory_solo" if is_solo else "normal",
                "soloist": soloist,
                "forced": is_solo,
                "points": points,
            }
        )
    return {"table_size": size, "rows": rows}


def totals_content(
    totals: Sequence[int], *, games_played: int | None = None, penalties: Sequence[dict] = ()
) -> dict:
    """Return bare totals of a full list with everybody's compulsory solo."""
    size = len(totals)
    return {
        "totals": list(totals),
        "games_played": games_played or {4: 24, 5: 30}[size],
        "compulsory_solos": list(_seats(size)),
        "penalties": list(penalties),
    }


def _seats(size: int) -> range:
    return range(1, size + 1)


def _pair(winners: tuple[int, int], dealer: int, size: int) -> set[int]:
    if size == 4 or dealer not in winners:
        return set(winners)
    others = [seat for seat in _seats(size) if seat not in (*winners, dealer)]
    return (set(winners) - {dealer}) | {others[0]}


def _points(seat: int, side: set[int], value: int, is_solo: bool) -> int:
    won = value if seat in side else -value
    return won * 3 if is_solo and seat in side else won


def ask_for(rule: VerificationRule, round: Round) -> None:
    """Set how the tournament wants its results verified."""
    round.tournament.verification = rule
    round.tournament.save()
