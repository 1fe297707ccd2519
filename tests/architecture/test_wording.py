"""Wording is no interface: a test that is about something else names a code, not a sentence.

Whoever improves a German text changes the catalogue, and no test falls but those whose subject is
the text (`ABOUT_WORDS`). What a test says instead: `tests/factories/words.py`.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import polib

from tests.architecture.texts import LOCALE, PLACEHOLDER, PROJECT

IN_A_ROW = 5
WORD = re.compile(r"[^\W\d_]+")
TESTS = PROJECT / "tests"

ABOUT_WORDS = {
    "tournament/test_words.py",
}
"""Files whose subject is the words: each says so in its docstring."""

NOT_YET = {
    # browser
    "browser/test_board.py",
    "browser/test_check_in.py",
    "browser/test_check_in_answers.py",
    "browser/test_check_in_new_person.py",
    "browser/test_clock.py",
    "browser/test_desk.py",
    "browser/test_desk_session.py",
    "browser/test_desk_twice.py",
    "browser/test_draw.py",
    "browser/test_fault_pages.py",
    "browser/test_lane_asks.py",
    "browser/test_lane_tabs.py",
    "browser/test_lane_without_enter.py",
    "browser/test_list_lane.py",
    "browser/test_list_lane_alone.py",
    "browser/test_list_lane_paste.py",
    "browser/test_list_lane_touch_offline.py",
    "browser/test_list_lane_value.py",
    "browser/test_out_of_turn.py",
    "browser/test_referee_phone.py",
    "browser/test_rounds.py",
    "browser/test_seat_changes.py",
    "browser/test_server_answers.py",
    "browser/test_sign_in.py",
    "browser/test_totals_lane.py",
    "browser/test_totals_lane_kept.py",
    "browser/test_verification.py",
    # factories
    "factories/forging.py",
    # release
    "release/test_two_versions.py",
    # rules
    "rules/test_standby.py",
    # tournament/backup
    "tournament/backup/test_by_timer.py",
    "tournament/backup/test_postgresql.py",
    "tournament/backup/test_restoring.py",
    # tournament/commands
    "tournament/commands/test_checksum.py",
    "tournament/commands/test_create_tournament.py",
    "tournament/commands/test_databases.py",
    "tournament/commands/test_import_players.py",
    "tournament/commands/test_import_sheets_of_a_round.py",
    "tournament/commands/test_output.py",
    "tournament/commands/test_standings_damaged.py",
    # tournament/exports
    "tournament/exports/test_certificates.py",
    "tournament/exports/test_living_workbook.py",
    "tournament/exports/test_plans_on_paper.py",
    "tournament/exports/test_print_pages.py",
    "tournament/exports/test_proofs_on_paper.py",
    "tournament/exports/test_reports.py",
    "tournament/exports/test_results_on_paper.py",
    "tournament/exports/test_score_sheets.py",
    "tournament/exports/test_seat_lists.py",
    # tournament/people
    "tournament/people/test_contact_of_others.py",
    "tournament/people/test_here_already.py",
    "tournament/people/test_known_people.py",
    "tournament/people/test_one_club.py",
    "tournament/people/test_person_data.py",
    # tournament/rankings
    "tournament/rankings/test_lot_and_averages.py",
    "tournament/rankings/test_rankings.py",
    "tournament/rankings/test_still_possible.py",
    "tournament/rankings/test_teams.py",
    # tournament/second
    "tournament/second/test_one_counts.py",
    "tournament/second/test_services.py",
    "tournament/second/test_two_computers.py",
    # tournament/series
    "tournament/series/test_evenings_left_out.py",
    "tournament/series/test_import_standings.py",
    "tournament/series/test_next_evening.py",
    "tournament/series/test_series.py",
    "tournament/series/test_usual_tables.py",
    # tournament/standings
    "tournament/standings/test_confirmed_results.py",
    "tournament/standings/test_freezing_pages.py",
    "tournament/standings/test_standings_pages.py",
    # tournament
    "tournament/test_accounts.py",
    "tournament/test_behind_caddy.py",
    "tournament/test_check_in_desk.py",
    "tournament/test_finished_tournament.py",
    "tournament/test_imports_commands.py",
    "tournament/test_imports_mended.py",
    "tournament/test_imports_pages.py",
    "tournament/test_imports_players.py",
    "tournament/test_monitoring.py",
    "tournament/test_on_a_server.py",
    "tournament/test_one_at_a_time.py",
    "tournament/test_participation.py",
    "tournament/test_people.py",
    "tournament/test_player_seat_fields.py",
    "tournament/test_players_pages.py",
    "tournament/test_rules_of_a_tournament.py",
    "tournament/test_safety.py",
    "tournament/test_serve.py",
    "tournament/test_server_limits.py",
    "tournament/test_tournaments_pages.py",
    "tournament/test_tournaments_services.py",
}
"""Files that still compare sentences."""


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Each row of words in a text; a placeholder ends it."""
    for part in PLACEHOLDER.split(text):
        words = WORD.findall(part)
        yield from zip(*(words[first:] for first in range(IN_A_ROW)), strict=False)


@cache
def german_runs() -> frozenset[tuple[str, ...]]:
    catalogue = polib.pofile(str(LOCALE / "de" / "LC_MESSAGES" / "django.po"))
    texts = ((entry.msgstr, *entry.msgstr_plural.values()) for entry in catalogue)
    return frozenset(chain.from_iterable(map(runs, chain.from_iterable(texts))))


def quoted(path: Path) -> list[str]:
    """The strings of a file that hold part of a German text of the program."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    strings = (node.value for node in nodes if isinstance(node, ast.Constant))
    return [
        text
        for text in strings
        if isinstance(text, str) and not german_runs().isdisjoint(runs(text))
    ]


def test_a_sentence_is_quoted_only_where_words_are_the_subject() -> None:
    """What quotes one beside them; and what stands in the lists and quotes none."""
    found = {path.relative_to(TESTS).as_posix(): quoted(path) for path in TESTS.rglob("*.py")}
    listed = ABOUT_WORDS | NOT_YET
    assert {name: texts for name, texts in found.items() if texts and name not in listed} == {}
    assert {name for name in listed if not found.get(name)} == set()
