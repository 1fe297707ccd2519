"""Addresses of rounds, clock, standings, overview and journal."""

from django.urls import URLPattern, path

from tournament.views.direction import (
    board,
    clock,
    closing,
    draws,
    freezing,
    journal,
    overview,
    plans,
    proofs,
    rounds,
    seat_changes,
    standings,
)

_ROUND = "rounds/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("", overview.overview, name="overview"),
    path("journal/", journal.journal, name="journal"),
    path("draw/", draws.draw, name="draw"),
    path("draw/commitment/", draws.draw_commitment, name="draw-commitment"),
    path("draw/publish/", draws.draw_publish, name="draw-publish"),
    path("draw/list/", draws.draw_list, name="draw-list"),
    path("draw/compare/", proofs.draw_compare, name="draw-compare"),
    path("draw/proof/", proofs.draw_proof, name="draw-proof"),
    path("draw/proof.json", proofs.draw_proof_file, name="draw-proof-file"),
    path("plan/", plans.plan, name="plan"),
    path("plan/tables/", plans.plan_tables, name="plan-tables"),
    path("clock/figures/", clock.clock_figures, name="clock-figures"),
    path(_ROUND, rounds.round_page, name="round"),
    path(f"{_ROUND}board/", board.board, name="board"),
    path(f"{_ROUND}board/papers/", board.board_papers, name="board-papers"),
    path(f"{_ROUND}seats/", rounds.round_seats, name="round-seats"),
    path(f"{_ROUND}redraw/", draws.redraw, name="redraw"),
    path(f"{_ROUND}repair/", seat_changes.repair, name="seats-repair"),
    path(f"{_ROUND}swap/", seat_changes.swap, name="seats-swap"),
    path(f"{_ROUND}by-hand/", seat_changes.by_hand, name="seats-by-hand"),
    path(f"{_ROUND}substitute/", seat_changes.substitute, name="seats-substitute"),
    path(f"{_ROUND}clock/", clock.clock, name="clock"),
    path(f"{_ROUND}clock/start/", clock.clock_start, name="clock-start"),
    path(f"{_ROUND}clock/end/", clock.clock_end, name="clock-end"),
    path(f"{_ROUND}clock/reset/", clock.clock_reset, name="clock-reset"),
    path(f"{_ROUND}close/", closing.round_close, name="round-close"),
    path(f"{_ROUND}reopen/", rounds.round_reopen, name="round-reopen"),
    path(f"{_ROUND}tables/<int:table>/extra-time/", rounds.extra_time, name="extra-time"),
    path(f"{_ROUND}result/", standings.round_result_page, name="round-result"),
    path("standings/", standings.standings, name="standings"),
    path("standings/freeze/", freezing.standings_freeze, name="standings-freeze"),
    path("standings/unfreeze/", freezing.standings_unfreeze, name="standings-unfreeze"),
]
