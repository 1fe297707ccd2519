"""The value calculator: what a disputed game is worth, and the line that says so."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.game import Impossible
from scoring.notation import NotedGame, write_line
from scoring.rulesets import GameValue
from tournament.core.table_rules import TableRules
from tournament.forms.game_values import told_value
from tournament.forms.typed import readable, seat_of
from tournament.labels.game_values import breakdown, value_words
from tournament.labels.games import game_refusal
from tournament.models import Tournament
from tournament.permissions import may_submit_sheets
from tournament.views.access import Request, tournament_page
from tournament.views.desk.desk import Desk
from tournament.views.desk.live import MALFORMED


@require_POST
@tournament_page(may_submit_sheets)
def game_value(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """What a game is worth by the paragraphs, and the line that says so."""
    desk = Desk.to_type(request, tournament, number, table)
    told = _told(request)
    if told is None:
        return JsonResponse({}, status=MALFORMED)
    at = desk.table_rules
    try:
        value, game = told_value(told.fields, at, seat_of(told.dealer, at.size))
    except Impossible as impossible:
        reason = game_refusal(impossible.code, at.rules)
        refused = gettext("This game cannot have been played: %(reason)s.") % {"reason": reason}
        return JsonResponse({"refused": refused})
    return JsonResponse(_valued(value, game, at))


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


def _valued(value: GameValue, game: NotedGame, at: TableRules) -> dict[str, object]:
    head, total = value_words(value)
    return {
        "head": head,
        "breakdown": [
            {"rule": line.rule, "text": text, "points": points}
            for line, text, points in breakdown(value)
        ],
        "sum": total,
        "line": write_line(game, at.rules),
    }
