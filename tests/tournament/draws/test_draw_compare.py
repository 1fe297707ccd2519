"""Sample draws side by side, and the certificate: there the English words are the subject."""

import re
from functools import partial

import pytest
from django.utils import translation

from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import enter_round, make_drawn_tournament, plan_of, round_number
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import no_tables_for, refusal, text
from tournament.draw import CannotDraw
from tournament.draw.certificate import (
    Certificate,
    Displacement,
    DrawnByStandings,
    Figure,
    PlanQuality,
    Wish,
)
from tournament.labels.draws import DRAW_METHODS, certificate_lines
from tournament.labels.refusals import refusal_sentence
from tournament.models import Draw, Entry, Round, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round
from tournament.seating.reads.draws import plan_quality, players_to_draw, sample_draws
from tournament.seating.writes.draws import draw_next_round, redraw_rounds
from tournament.seating.writes.lots import Lots

COMPARE = "/t/herbst/draw/compare/"
NONE, BEST, WORSE = Wish(0, 0), Wish(3, 3), Wish(5, 2)


def sentences(certificate: Certificate, byes: Figure = NONE, **has: bool) -> dict[str, str]:
    everything = {"has_clubs": True, "has_teams": True, "has_fives": True, **has}
    quality = PlanQuality(2, certificate, byes, at_sixes=None, **everything)
    lines = certificate_lines(quality)
    return {line.title: line.sentence for line in lines}


def best_possible(words: str) -> str:
    return f"{words} {text('That is the best possible.')}"


def at_most(times: int) -> str:
    words = ("Nobody more than once.", "Nobody more than %(count)s times.")
    return best_possible(text(*words, times, count=times))


def test_certificate_says_what_is_best_possible() -> None:
    said = sentences(Certificate(NONE, NONE, NONE, Figure(1, 1), Figure(1, 1)), Figure(2, 2))
    positions = "Nobody sits in one position more than once more often than in another."
    assert said == {
        text("Repeat meetings"): best_possible(text("No two players meet twice.")),
        text("Positions"): best_possible(text(positions)),
        text("Club mates"): best_possible(text("No two of them sit at one table.")),
        text("Teams"): best_possible(text("No two of them sit at one table.")),
        text("Tables of five"): at_most(1),
        text("Sitting out"): at_most(2),
    }


def test_certificate_says_that_people_sit_at_tables_of_five_too_often() -> None:
    """Once and several times: how often is fair chooses the words."""
    words = (
        "Somebody sits at a table of five %(count)s times; fair would be once at most.",
        "Somebody sits at a table of five %(count)s times; fair would be %(best)s times at most.",
    )
    said = [
        sentences(Certificate(NONE, NONE, NONE, NONE, Figure(3, best)))[text("Tables of five")]
        for best in (1, 2, 3)
    ]
    once, twice = (text(*words, best, count=3, best=best) for best in (1, 2))
    assert said == [once, twice, at_most(3)]


def test_certificate_says_how_far_it_is_from_the_optimum() -> None:
    with translation.override("en"):
        said = sentences(Certificate(WORSE, Wish(4, 0), Wish(3, 3, 3), Figure(2, 1), WORSE))
    assert list(said.values()) == [
        "5 times two people meet who have met before. 2 is the lowest possible with these players.",
        "Somebody sits in one position 2 times more often than in another. "
        "1 is the lowest possible with these players.",
        "4 times two of them sit at one table. 0 would be the best.",
        "3 times two of them sit at one table. That is the best possible. "
        "Some teams have more players than there are tables.",
        "Somebody sits at a table of five 5 times; fair would be 2 times at most.",
    ]


def test_certificate_says_why_nobody_keeps_the_list_at_some_tables() -> None:
    found = "%(count)s time nobody at a table keeps the list; who sits last has to all the same."
    words = (found, found.replace("time ", "times "))
    best = {
        Wish(0, 0): best_possible(text("Every table has somebody who keeps the list.")),
        Wish(1, 0): f"{text(*words, 1, count=1)} {text('0 would be the best.')}",
        Wish(20, 20, 20): f"{best_possible(text(*words, 20, count=20))} "
        f"{text('There are fewer players who keep a list than tables.')}",
        Wish(3, 3, 0): f"{best_possible(text(*words, 3, count=3))} "
        f"{text('As nobody meets twice, some who keep a list have to sit together.')}",
    }
    said = {
        lists: sentences(Certificate(NONE, NONE, NONE, NONE, NONE, lists))[text("Keeping the list")]
        for lists in best
    }
    assert said == best


def test_certificate_says_why_mates_have_to_meet() -> None:
    found = "%(count)s time two of them sit at one table."
    words = (found, found.replace("time ", "times "))
    few_again = text("As so few pairs meet again, some of them have to sit together.")
    of_clubs, of_teams = (
        text(f"Some {group} have more players than there are tables.")
        for group in ("clubs", "teams")
    )
    best, more = (best_possible(text(*words, 9, count=9)), text(*words, 9, count=9))
    zero, five = (
        text("0 would be the best."),
        text("%(best)s is the lowest possible with these players.", best=5),
    )
    pairs = [
        (Wish(0, 0), Wish(9, 0)),
        (Wish(9, 9, 9), Wish(9, 9)),
        (Wish(9, 5), Wish(9, 9, 5)),
    ]
    certificates = [Certificate(NONE, clubs, teams, NONE, NONE) for clubs, teams in pairs]
    said = [
        (found[text("Club mates")], found[text("Teams")]) for found in map(sentences, certificates)
    ]
    assert said == [
        (best_possible(text("No two of them sit at one table.")), f"{more} {zero}"),
        (f"{best} {of_clubs}", f"{best} {few_again}"),
        (f"{more} {five} {few_again}", f"{best} {of_teams} {few_again}"),
    ]


def test_certificate_leaves_out_what_cannot_occur() -> None:
    certificate = Certificate(NONE, NONE, NONE, NONE, NONE)
    said = sentences(certificate, has_clubs=False, has_teams=False, has_fives=False)
    assert list(said) == [text("Repeat meetings"), text("Positions")]


@pytest.mark.django_db
@pytest.mark.alone
def test_draw_methods_are_compared_before_the_draw() -> None:
    tournament = make_tournament(draw_method="redraw")
    make_entries(tournament, 22, clubs=5)
    client = signed_in()
    assert "comparison" not in client.get(COMPARE).context

    page = client.post(COMPARE)
    columns = page.context["comparison"]["columns"]
    assert [(column["title"], column["is_own"]) for column in columns] == [
        (DRAW_METHODS["plan"], False),
        (DRAW_METHODS["redraw"], True),
    ]
    assert [column["quality"].rounds for column in columns] == [3, 3]
    rows = [title for title, _ in page.context["comparison"]["rows"]]
    titles = ("Repeat meetings", "Positions", "Club mates", "Tables of five")
    assert rows == list(map(text, titles))
    assert f"{DRAW_METHODS['ranked']} , {DRAW_METHODS['snake']}" in text_of(page)
    assert (Draw.objects.count(), Round.objects.count()) == (0, 0)


@pytest.mark.django_db
def test_samples_never_depend_on_the_real_draw() -> None:
    tournament = make_tournament()
    make_entries(tournament, 16)
    field = players_to_draw(tournament)
    once, again = (sample_draws(tournament, field, 1, ["plan", "redraw"]) for _ in range(2))
    assert once == again


@pytest.mark.django_db
def test_plan_is_compared_with_a_redraw_after_a_round() -> None:
    tournament = make_drawn_tournament()
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    before = plan_of(tournament)
    columns = signed_in().post(COMPARE).context["comparison"]["columns"]
    assert [(column["title"], column["quality"].rounds) for column in columns] == [
        (text("The plan as it is"), 3),
        (DRAW_METHODS["plan"], 3),
        (DRAW_METHODS["redraw"], 3),
        (DRAW_METHODS["ranked"], 2),
        (DRAW_METHODS["snake"], 2),
    ]
    assert plan_of(tournament) == before


@pytest.mark.django_db
def test_samples_let_people_sit_out_where_the_number_fits_no_tables() -> None:
    make_entries(make_tournament(), 11)
    comparison = signed_in().post(COMPARE).context["comparison"]
    byes = dict(comparison["rows"])[text("Sitting out")]
    assert [figure.value for figure in byes] == [1, 1]


@pytest.mark.django_db
def test_too_few_players_are_explained() -> None:
    make_entries(make_tournament(), 3)
    assert no_tables_for(3) in text_of(signed_in().post(COMPARE))


@pytest.mark.django_db
def test_plan_quality_counts_only_what_is_drawn() -> None:
    tournament = make_drawn_tournament(8, rounds_planned=2)
    Entry.objects.filter(number__lte=2).update(team="Elf")
    quality = plan_quality(tournament)
    assert quality is not None
    assert (quality.rounds, quality.has_teams, quality.has_clubs) == (2, True, False)
    assert quality.certificate.repeated_pairs == Figure(4, 4)
    assert quality.certificate.most_five_tables == Figure(0, 0)


def by_standings(tournament: Tournament) -> list[str]:
    quality = plan_quality(tournament)
    return [
        line.sentence
        for line in certificate_lines(quality)
        if line.title == text("Places off the standings")
    ]


def after_two_rounds(**settings: object) -> Tournament:
    tournament = make_tournament(rounds_planned=3, **settings)
    make_entries(tournament, 16)
    for number in (1, 2):
        draw_next_round(COMMAND_LINE, tournament, seed=f"Karlchen {number}")
        enter_round(round_number(tournament, number))
        close_round(COMMAND_LINE, round_number(tournament, number))
    return tournament


RANKED = pytest.mark.stands_on(make=partial(after_two_rounds, draw_method="ranked"))


@RANKED
@pytest.mark.django_db
def test_certificate_says_how_far_people_sit_from_their_rank() -> None:
    tournament = Tournament.objects.get(slug="herbst")
    (sentence,) = by_standings(tournament)
    top = text("Table 1 is the top table with the best four, table 2 has the next four.")
    assert re.match(r"Runde 2: .* \d,\d .* \d+\. .*0", sentence)
    assert sentence.endswith(top)
    draw_next_round(COMMAND_LINE, tournament, seed="Karlchen 3")
    (sentence,) = by_standings(tournament)
    assert sentence.startswith("Runden 2 und 3: ")


@pytest.mark.django_db
def test_certificate_of_a_snake_says_there_is_no_top_table() -> None:
    (sentence,) = by_standings(after_two_rounds(draw_method="snake"))
    assert sentence.startswith("Runde 2: ")
    none = (
        "There is no top table: each has one from every part of the standings, so all are "
        "equally strong."
    )
    assert sentence.endswith(text(none))


@RANKED
@pytest.mark.django_db
def test_round_redrawn_without_standings_is_not_measured_by_them() -> None:
    tournament = Tournament.objects.get(slug="herbst")
    draw_next_round(COMMAND_LINE, tournament, seed="Karlchen 3")
    tournament.draw_method = "redraw"
    tournament.save()
    redraw_rounds(COMMAND_LINE, tournament, "Wunsch", Lots(seed="x"))
    (sentence,) = by_standings(tournament)
    assert sentence.startswith("Runde 2: ")


@RANKED
@pytest.mark.django_db
def test_draw_methods_are_not_compared_by_distance_from_the_standings() -> None:
    rows = signed_in().post(COMPARE).context["comparison"]["rows"]
    assert [title for title, _ in rows] == [text("Repeat meetings"), text("Positions")]


def test_certificate_explains_the_benefit_of_leaving_the_standings() -> None:
    def said(*figures: int) -> str:
        drawn = DrawnByStandings((2,), False, True, Displacement(*figures))
        empty = Certificate(NONE, NONE, NONE, NONE, NONE)
        quality = PlanQuality(2, empty, NONE, False, False, True, None, (drawn,))
        return certificate_lines(quality)[-1].sentence

    with translation.override("en"):
        top = "Table 1 is the top table with the best four, table 2 has the next four."
        assert said(9, 0, 0, 0) == (
            f"Round 2: Everybody sits exactly where the standings put them. {top}"
        )
        assert said(9, 12, 4, 1) == (
            "Round 2: On average somebody sits 1.3 places off the table that is due to them, "
            "nobody more than 4. Exactly by the standings would be 0, but then 1 pair more would "
            f"meet again. {top}"
        )


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "tables"), [(16, 4), (4, 1)])
def test_player_with_a_nonexistent_table_is_named(players: int, tables: int) -> None:
    tournament = make_tournament()
    make_entries(tournament, players)
    tournament.entries.filter(number=3).update(fixed_table=50)
    name = tournament.entries.get(number=3).person.list_name
    said = refusal("no_such_table", person=f"3 {name}", table=50, tables=tables)
    assert said in text_of(signed_in().post(COMPARE))
    with pytest.raises(CannotDraw) as refused:
        draw_next_round(COMMAND_LINE, tournament)
    assert refusal_sentence(refused.value) == said
