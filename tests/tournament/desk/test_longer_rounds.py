"""An evening whose rounds compulsory solos make longer: settings, lists, papers, the forecast."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from scoring.json_format import sheet_to_json
from scoring.rulesets import rule_set
from tests.factories.pages import signed_in
from tests.factories.papers import page_texts, read_pdf, read_workbook
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.ruled_sheets import TABLES, ruled_sheet
from tests.factories.sheets import make_table
from tests.factories.tournaments import make_tournament
from tests.factories.words import text
from tournament.errors import Refused
from tournament.exports.excel import workbook as excel
from tournament.exports.pdf.score_sheets import SheetForm, score_sheets
from tournament.forms.score_sheets import LinesForm, TotalsForm
from tournament.labels.rule_sets import option_name, rules_of_evening
from tournament.models import SheetKind, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import start_clock
from tournament.sheets.reads.sheets import checked_sheet
from tournament.sheets.rules.table_rules import TableRules, games_on_sheet
from tournament.sheets.writes.progress import report_games
from tournament.sheets.writes.sheets import Outcome, SheetRefused, submit_sheet
from tournament.standings.reads.courses import certain_bounds
from tournament.standings.reads.standings import standings_after
from tournament.trust.reads.recount import tournament_recount

pytestmark = pytest.mark.django_db

SAMPLE = json.loads(
    (
        Path(__file__).parents[1] / "field_cases/files/v06-solo-verlaengert-die-runde.json"
    ).read_text()
)
LONGER = {**SAMPLE["options"], "solo_extra_game": True}


def longer(**options: Any) -> dict[str, Any]:
    return {"games": 8, "solo_extra_game": True, **options}


def codes(refused: Any) -> list[str]:
    return [finding.code for finding in refused.value.findings]


def test_the_sample_is_taken_where_solos_make_rounds_longer():
    table = make_table(make_tournament("as agreed", rules="club", rule_options=SAMPLE["options"]))
    with pytest.raises(SheetRefused) as refused:
        submit_sheet(COMMAND_LINE, table, SheetKind.ROWS, SAMPLE, based_on=None)
    assert codes(refused) == ["too_many_games"]

    table = make_table(make_tournament("longer", rules="club", rule_options=LONGER))
    with pytest.raises(SheetRefused) as refused:
        submit_sheet(COMMAND_LINE, table, SheetKind.ROWS, SAMPLE, based_on=None)
    assert codes(refused) == ["other_rules"]
    content = {**SAMPLE, "options": LONGER}
    done = submit_sheet(COMMAND_LINE, table, SheetKind.ROWS, content, based_on=None)
    assert done.outcome is Outcome.ACCEPTED
    assert done.version.content["games"] == 8
    assert games_on_sheet(done.version.content) == 9
    games = standings_after(table.round.tournament).results.games
    assert [each.played for each in games.values()] == [9]


def test_typing_the_lines_gives_the_same_as_the_file():
    table = make_table(make_tournament(rules="club", rule_options=LONGER))
    from_file = checked_sheet(table, SheetKind.ROWS, {**SAMPLE, "options": LONGER})
    form = LinesForm(
        table.round.tournament.at_table(4),
        {
            f"l{row['no']}": " ".join(map(str, row["points"]))
            + (" l" if row.get("soloist") else "")
            for row in SAMPLE["rows"]
        },
    )
    typed = checked_sheet(table, SheetKind.ROWS, form.content())
    assert (typed.errors, typed.content) == (from_file.errors, from_file.content)


@pytest.mark.parametrize(
    ("options", "size", "planned", "lines"),
    [
        (longer(), 4, 8, 12),
        (longer(solos=1, owed="none"), 4, 8, 12),
        (longer(solos=2), 4, 16, 16),
        (longer(solos=1, owed="additional"), 5, 15, 15),
        ({"games": 8, "solos": 1, "owed": "additional"}, 4, 8, 12),
        ({"games": 8, "solos": 1}, 4, 8, 8),
    ],
)
def test_lines_and_games_of_a_list(options, size, planned, lines):
    rules = rule_set("club", options)
    at = TableRules(size, rules.games(size), rules)
    assert (at.planned, at.lines) == (planned, lines)
    assert TotalsForm.blank(at).fields["games_played"] == str(planned)
    assert rules.minutes(size) == rule_set("club").minutes(size)


def test_settings_and_command_choose_the_same():
    call_command("create_tournament", "a", "--name", "A", "--rounds", "1", "--rules", "club",
                 "--options", '{"solo_extra_game": true, "solos": 1}')  # fmt: skip
    make_tournament("b", rules="club")
    owner = signed_in()
    page = owner.get("/t/b/settings/rules/")
    assert "option-solo_extra_game" in [field.name for field in page.context["form"].variants]
    assert not page.context["has_variants"]
    owner.post(
        "/t/b/settings/rules/",
        {"rules": "club", "option-solos": "1", "option-solo_extra_game": "on"},
    )
    by_command, by_page = Tournament.objects.order_by("slug").filter(slug__in="ab")
    assert by_command.rule_set == by_page.rule_set
    assert option_name("solo_extra_game") in rules_of_evening(by_page.rule_set)


def test_a_tournament_that_says_no_is_one_that_says_nothing():
    call_command("create_tournament", "a", "--name", "A", "--rounds", "1", "--rules", "club",
                 "--options", '{"solo_extra_game": false}')  # fmt: skip
    assert Tournament.objects.get(slug="a").rule_options == {}


@pytest.mark.parametrize(
    ("options", "games", "solos"),
    [(longer(), 12, 0), (longer(solos=1), 8, 4), (longer(solos=2, owed="none"), 8, 8)],
)
def test_paper_has_a_row_for_every_game_there_may_be(options, games, solos):
    form = SheetForm(4, 8, rule_set("club", options)).drawing()
    numbers = [word.text for word in form.words if word.text.isdecimal()]
    assert [str(game) for game in range(1, games + 1)] == list(dict.fromkeys(numbers))[:games]
    assert numbers.count("1") >= 1
    assert len(numbers) >= games + solos


def test_paper_says_so():
    tournament = make_drawn_tournament(players=8, rules="club", rule_options=longer())
    paper = score_sheets(round_number(tournament, 1))
    said = text("%(games)s, one more for each compulsory solo", games="")
    for page in page_texts(read_pdf(paper)):
        assert said.replace(" ", "") in page.replace(" ", "")


def test_forecast_counts_the_games_that_solos_have_added():
    tournament = make_drawn_tournament(players=8, rules="club", rule_options=longer(solos=1))
    round = round_number(tournament, 1)
    start_clock(COMMAND_LINE, round)
    one, two = round.tables.order_by("number")
    report_games(COMMAND_LINE, one, 10, [1, 2])
    report_games(COMMAND_LINE, two, 11)
    with pytest.raises(Refused, match="report_has_too_many_games"):
        report_games(COMMAND_LINE, two, 13)
    with pytest.raises(Refused, match="report_does_not_fit"):
        report_games(COMMAND_LINE, two, 10, [1])
    context = signed_in().get("/t/herbst/rounds/1/forecast/", {"part": "tables"}).context
    rows = {row.number: row for row, _end in context["rows"]}
    assert (rows[1].games, rows[1].coming.games_left, rows[1].coming.is_forced) == (12, 2, True)
    assert (rows[2].games, rows[2].coming) == (12, None)


def test_certain_bounds_count_every_game_there_may_be():
    longest = make_tournament("a", rules="club", rule_options=longer())
    twelve = make_tournament("b", rules="club", rule_options={"games": 12})
    bounds, usual = certain_bounds(longest), certain_bounds(twelve)
    assert bounds is not None
    assert usual is not None
    assert bounds.best >= usual.best


@pytest.mark.parametrize("name", [name for name in TABLES if "longer" in name])
def test_totals_and_list_of_a_longer_round_agree(name):
    rules, size = TABLES[name]
    sheet = ruled_sheet(rules, size, seed=3)
    table = make_table(make_tournament(rules="club", rule_options=rules.options), size)
    duty = table.round.tournament.at_table(size).duty
    totals = {
        "totals": list(sheet.totals),
        "games_played": len(sheet.rows),
        "compulsory_solos": [
            row.soloist for row in sheet.rows if duty and row.kind == "compulsory_solo"
        ],
    }
    first = submit_sheet(COMMAND_LINE, table, SheetKind.TOTALS, totals, based_on=None)
    assert first.outcome is Outcome.ACCEPTED
    rows = submit_sheet(COMMAND_LINE, table, SheetKind.ROWS, sheet_to_json(sheet), based_on=1)
    assert rows.version.totals == totals["totals"]
    assert tournament_recount(table.round.tournament).differences == ()


def test_workbook_counts_the_games_again():
    table = make_table(make_tournament(rules="club", rule_options=LONGER))
    content = {**SAMPLE, "options": LONGER}
    submit_sheet(COMMAND_LINE, table, SheetKind.ROWS, content, based_on=None)
    book = read_workbook(excel.workbook(table.round.tournament))
    columns = [{cell.value for cell in column} for sheet in book for column in sheet.columns]
    assert any(columns >= set(range(1, 10)) for columns in columns)


@pytest.mark.parametrize(("options", "needs_list"), [(longer(), True), ({"games": 8}, False)])
def test_who_deals_is_asked_of_a_list_where_its_solos_count(options, needs_list):
    make_drawn_tournament(players=8, rules="club", rule_options=options)
    page = signed_in().get("/t/herbst/referee/deal/")
    assert ("after" not in page.context["form"].fields) is needs_list
    assert ("hint" in page.context) is needs_list
