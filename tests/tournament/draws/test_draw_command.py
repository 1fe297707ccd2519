"""The command `draw_round`."""

import pytest
from django.core.management import call_command
from django.utils import translation

from tests.factories.journal import acts
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import refusal, text
from tournament.models import Draw, Entry

pytestmark = pytest.mark.django_db

Captured = pytest.CaptureFixture[str]


def exit_code_of(*args: str) -> object:
    with pytest.raises(SystemExit) as leaving:
        call_command("draw_round", *args)
    return leaving.value.code


def test_first_call_prints_rounds_seed_and_quality(capsys: Captured) -> None:
    make_entries(make_tournament(), 16)
    call_command("draw_round", "herbst", "--seed", "Karlchen")
    assert capsys.readouterr().out.splitlines() == [
        text(
            "%(rounds)s drawn for %(players)s players. Seed: %(seed)s",
            rounds="Runden 1 bis 3",
            players=16,
            seed="Karlchen",
        ),
        f"{text('No two players meet twice.')} {text('Club mates')}: 0.",
        text("Round %(round)s published.", round=1),
    ]
    assert acts().filter(user=None).count() == 2


def test_what_was_drawn_for_teams_and_lists_is_told(capsys: Captured) -> None:
    entries = make_entries(make_tournament(), 16)
    Entry.objects.filter(number__in=[1, 2]).update(team="Rot")
    Entry.objects.filter(number__lte=14).update(keeps_list=False)
    call_command("draw_round", "herbst")
    best = text("That is the best possible.")
    words = "%(count)s times nobody at a table keeps the list; who sits last has to all the same."
    lists = text(words.replace("times ", "time "), words, 6, count=6)
    assert len(entries) == 16
    assert capsys.readouterr().out.splitlines()[2:4] == [
        f"{text('Teams')}: {text('No two of them sit at one table.')} {best}",
        f"{text('Keeping the list')}: {lists} {best} "
        f"{text('There are fewer players who keep a list than tables.')}",
    ]


def test_later_calls_publish_only(capsys: Captured) -> None:
    make_drawn_tournament()
    call_command("draw_round", "herbst")
    assert capsys.readouterr().out == text("Round %(round)s published.", round=2) + "\n"


def test_seed_where_nothing_is_drawn_is_a_wrong_call(capsys: Captured) -> None:
    tournament = make_drawn_tournament()
    assert exit_code_of("herbst", "--seed", "late") == 2
    assert capsys.readouterr().err == refusal("seed_without_draw") + "\n"
    assert tournament.rounds.filter(published_at__isnull=False).count() == 1


def test_already_drawn_is_refused_without_redraw(capsys: Captured) -> None:
    make_drawn_tournament(published=3)
    assert exit_code_of("herbst", "--lang", "en") == 1
    with translation.override("en"):
        assert capsys.readouterr().err == refusal("all_rounds_drawn") + "\n"


def test_redraw_prints_what_it_drew(capsys: Captured) -> None:
    make_drawn_tournament(published=3)
    call_command("draw_round", "herbst", "--redraw", "--reason", "Nachzügler", "--seed", "neu")
    assert capsys.readouterr().out.splitlines()[0] == (
        text(
            "%(rounds)s drawn for %(players)s players. Seed: %(seed)s",
            rounds="Runde 3",
            players=16,
            seed="neu",
        )
    )
    assert Draw.objects.get(number=2).reason == "Nachzügler"


def test_redraw_names_the_tables_in_the_way(capsys: Captured) -> None:
    tournament = make_drawn_tournament()
    enter_totals(round_number(tournament, 1).tables.get(number=3), [4, 0, 0, -4])
    assert exit_code_of("herbst", "--redraw", "--reason", "Nachzügler") == 1
    assert capsys.readouterr().err == refusal("redraw_has_results", places=[(1, 3)], round=1) + "\n"


def test_redraw_without_a_reason_is_refused() -> None:
    make_drawn_tournament()
    assert exit_code_of("herbst", "--redraw") == 1


@pytest.mark.alone
def test_a_reason_without_redraw_is_a_wrong_call() -> None:
    make_entries(make_tournament(), 16)
    assert exit_code_of("herbst", "--reason", "Nachzügler") == 2
    assert Draw.objects.count() == 0


@pytest.mark.parametrize("players", [3, 7])
@pytest.mark.alone
def test_an_impossible_number_of_players_is_refused(players: int, capsys: Captured) -> None:
    make_entries(make_tournament(), players)
    assert exit_code_of("herbst") == 1
    assert f"{players} Teilnehmer" in capsys.readouterr().err
    assert Draw.objects.count() == 0


def test_unknown_tournament_is_a_wrong_call(capsys: Captured) -> None:
    assert exit_code_of("winter") == 2
    assert "winter" in capsys.readouterr().err
