"""The value calculator: what a disputed game is worth, and the line that says so."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.game import Game, Impossible, Value, evaluate
from scoring.notation import NotedGame, write_line
from tournament.forms.game_values import told_game
from tournament.forms.typed import readable, seat_of
from tournament.labels.findings import figures
from tournament.labels.games import PARTIES, breakdown_line, game_refusal
from tournament.labels.points import signed
from tournament.models import Tournament
from tournament.permissions import may_submit_sheets
from tournament.views.access import Request, tournament_page
from tournament.views.desk.entry import Entry
from tournament.views.desk.live import MALFORMED


@require_POST
@tournament_page(may_submit_sheets)
def game_value(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """What a game is worth by the paragraphs, and the line that says so."""
    entry = Entry.to_type(request, tournament, number, table)
    told = _told(request)
    if told is None:
        return JsonResponse({}, status=MALFORMED)
    size = entry.table.size
    try:
        game = told_game(told.fields, size, seat_of(told.dealer, size))
        value = evaluate(game)
    except Impossible as impossible:
        reason = game_refusal(impossible.code)
        refused = gettext("This game cannot have been played: %(reason)s.") % {"reason": reason}
        return JsonResponse({"refused": refused})
    return JsonResponse(_valued(game, value))


@dataclass(frozen=True, slots=True)
class _Told:
    """The fields of the calculator, and who deals."""

    fields: Mapping[str, str]
    dealer: str


def _told(request: HttpRequest) -> _Told | None:
    try:
        posted: Any = json.loads(request.body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(posted, dict) or not isinstance(posted.get("fields"), dict):
        return None
    return _Told(readable(posted["fields"]), str(posted.get("dealer", "")))


def _valued(game: Game, value: Value) -> dict[str, object]:
    soloist = game.re.seats[0] if game.game_type.is_alone else None
    head = gettext("Nobody wins: %(points)s")
    if value.winner is not None:
        head = gettext("%(party)s wins: %(points)s")
    party = PARTIES[value.winner] if value.winner else ""
    return {
        "head": head % {"party": party, "points": figures(value.points)},
        "breakdown": [
            {"rule": line.rule, "text": breakdown_line(line), "points": signed(line.re)}
            for line in value.breakdown
        ],
        "sum": gettext("Value from the view of Re: %(value)s") % {"value": signed(value.value_re)},
        "line": write_line(NotedGame(game.row_kind, value.points, soloist)),
    }
