"""The commitment for the wall and the proof on paper, read back."""

from random import Random

import pytest

from tests.factories.cups import make_cup, play, row_of_stage
from tests.factories.leagues import make_match_day
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import A4, page_sizes, page_texts, read_pdf
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import text
from tournament.errors import Refused
from tournament.exports.pdf.proofs import commitment as print_commitment
from tournament.exports.pdf.proofs import proof
from tournament.exports.proofs import groups_sentence
from tournament.labels.standings import groups_words
from tournament.models import Commitment, Draw, Person, SealedStep, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.seating.writes.draws import draw_rounds, redraw_rounds
from tournament.seating.writes.lots import Lots, close_list, publish_commitment

pytestmark = pytest.mark.django_db
GROUPS = "The groups stood before the draw; drawn are tables and seats in each of them."


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament(place="Köln")
    make_entries(tournament, 17, clubs=3)
    return tournament


def test_commitment_is_on_one_page_in_groups_of_eight(tournament):
    publish_commitment(COMMAND_LINE, tournament, 1)
    commitment = Commitment.objects.get()
    paper = read_pdf(print_commitment(tournament))
    (page,) = page_texts(paper)

    groups = [commitment.value[start : start + 8] for start in range(0, 64, 8)]
    assert [page.find(group) for group in groups] == sorted(page.find(group) for group in groups)
    assert all(group in page for group in groups)
    assert text("Tournament plan: all rounds at once") in page
    assert commitment.secret not in page
    assert page_sizes(paper) == {A4}


@pytest.mark.alone
def test_closed_list_is_printed_with_the_commitment_and_its_seal(tournament):
    tournament.entries.filter(number=3).update(fixed_table=2, team="Die Damen")
    publish_commitment(COMMAND_LINE, tournament, 1)
    close_list(COMMAND_LINE, tournament, 1)
    first, second = page_texts(read_pdf(print_commitment(tournament)))
    seal = SealedStep.objects.get().step["seal"]

    assert Commitment.objects.get().value[:8] in first
    assert f"{seal[:8]} {seal[8:16]}" in second
    numbers = [f"{entry.number} {entry.person.list_name}" for entry in tournament.entries.all()]
    assert [line for line in numbers if line not in second] == []
    assert "Die Damen, Tisch 2" in second


def test_without_a_commitment_there_is_nothing_to_hang_up(tournament):
    with pytest.raises(Refused, match="no_commitment"):
        print_commitment(tournament)


def test_without_a_draw_there_is_nothing_to_prove(tournament):
    with pytest.raises(Refused, match="unknown_round"):
        proof(tournament)


@pytest.mark.alone
def test_proof_holds_everything_that_decided_the_draw(tournament):
    tournament.entries.filter(number=3).update(fixed_table=2, keeps_list=False)
    publish_commitment(COMMAND_LINE, tournament, 1)
    close_list(COMMAND_LINE, tournament, 1)
    draw_rounds(COMMAND_LINE, tournament, Lots(number=4711))
    redraw_rounds(COMMAND_LINE, tournament, "Nachzügler", Lots(number=12))
    paper = " ".join(page_texts(read_pdf(proof(tournament))))
    # Long figures may be broken at the end of a line.
    closed = paper.replace(" ", "")

    for draw in Draw.objects.select_related("commitment"):
        assert draw.commitment.value in closed
    for step in SealedStep.objects.all():
        assert step.step["seal"] in closed
    drawn = text("Drawn once", "Drawn %(draws)s times", 2, draws=2)
    assert f"{drawn}, {text('%(proven)s of them with proof', proven=1)}." in paper
    assert "Nachzügler" in paper
    assert text("Contains rounds not published") in paper
    assert f"3 Conrad, Christa CLUB 3 Tisch 2, {text('does not keep the list')}" in paper
    numbers = [f"{entry.number} {entry.person.list_name}" for entry in tournament.entries.all()]
    assert [line for line in numbers if line not in paper] == []


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "Ä" * 200, "{{ x }} url(http://x/)"])
def test_hostile_names_and_reasons_stay_on_the_proof(tournament, name):
    Person.objects.filter(entries__number=3).update(last_name=name, first_name="")
    draw_rounds(COMMAND_LINE, tournament, Lots(number=1))
    redraw_rounds(COMMAND_LINE, tournament, name)
    paper = read_pdf(proof(tournament))
    words = "".join(page_texts(paper)).replace(" ", "")

    assert words.count(name.replace(" ", "")) == 2
    assert page_sizes(paper) == {A4}


def test_print_page_offers_commitment_and_proof(tournament):
    client = signed_in()
    offered = client.get("/t/herbst/print/").content.decode()
    assert ("/print/commitment/" in offered, "/print/proof/" in offered) == (False, False)
    publish_commitment(COMMAND_LINE, tournament, 1)
    close_list(COMMAND_LINE, tournament, 1)
    draw_rounds(COMMAND_LINE, tournament, Lots(number=1))
    offered = client.get("/t/herbst/print/").content.decode()
    assert ("/print/commitment/" in offered, "/print/proof/" in offered) == (True, True)


def is_told(tournament: Tournament, *sentences: str) -> None:
    """Assert that page and paper name the groups, and say these sentences once each."""
    page = signed_in().get(f"/t/{tournament.slug}/draw/proof/")
    (drawn,) = page.context["steps"]
    assert drawn.facts[1] == (text("Groups"), "", groups_words(tournament.team_groups))
    told = groups_sentence(tournament)
    assert told == " ".join((text(GROUPS), *sentences))
    (paper, *_more) = page_texts(read_pdf(proof(tournament)))
    for shown in (text_of(page), " ".join(paper.split())):
        assert (shown.count(told), shown.count(groups_words(tournament.team_groups))) == (1, 1)


@pytest.mark.alone
def test_the_proof_of_a_match_day_names_its_groups() -> None:
    is_told(make_match_day(), text("They are those of the match day of the league."))


@pytest.mark.alone
def test_the_proof_of_a_stage_of_a_cup_names_groups_and_the_number_they_were_drawn_by() -> None:
    cup = make_cup(8)
    made = row_of_stage(cup).tournament
    publish_commitment(COMMAND_LINE, made, 1)
    (page,) = page_texts(read_pdf(print_commitment(made)))
    assert " ".join(page.split()).count(groups_words(made.team_groups)) == 1
    play(made, Random(1))
    is_told(made, text("The groups were drawn by the number %(seed)s.", seed="17"))


def test_a_proof_without_teams_in_groups_says_nothing_of_groups(tournament) -> None:
    draw_rounds(COMMAND_LINE, tournament, Lots(number=5))
    page = signed_in().get(f"/t/{tournament.slug}/draw/proof/")
    titles = [title for title, *_ in page.context["steps"][0].facts]
    assert (groups_sentence(tournament), text("Groups") in titles) == ("", False)
