"""The registry of papers: each declaration holds in every state, for every role, and alone."""

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from tests.factories import moments
from tests.factories.addresses import Scene
from tests.factories.effort import tries
from tests.factories.money import make_money
from tests.factories.pages import messages_of, signed_in
from tests.factories.papers import paper_address, without_layout
from tests.factories.small_scene import make_scene
from tests.factories.tournaments import make_entries, make_user
from tournament.exports import papers as registry
from tournament.exports.papers import PAPERS, Paper, Reader
from tournament.models import Role, Round, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.prizes.writes import assign_prizes
from tournament.seating.writes.lots import publish_commitment

pytestmark = pytest.mark.django_db
PROJECT = Path(__file__).resolve().parents[3]
DECLARED = re.compile(r'key="([a-z-]+)"')


def with_money_and_commitment() -> Tournament:
    tournament = moments.everybody_there()
    make_money(tournament)
    publish_commitment(COMMAND_LINE, tournament, 1)
    return tournament


def with_prizes_assigned() -> Tournament:
    tournament = moments.all_rounds_closed()
    make_money(tournament)
    assign_prizes(COMMAND_LINE, tournament)
    return tournament


STATES = (
    moments.nobody_entered,
    with_money_and_commitment,
    moments.drawn,
    moments.some_due,
    with_prizes_assigned,
    moments.finished,
)


LAID_OUT = tries((moments.nobody_entered, moments.drawn), STATES)
ROLES = {
    Role.DIRECTION: STATES,
    Role.TYPIST: (moments.drawn, with_prizes_assigned),
    Role.REFEREE: (moments.some_due,),
}
"""In which states each role asks by day; who may have which paper: test_permission_matrix.py."""


def moments_of_roles() -> Iterator[object]:
    for state, (role, by_day) in product(STATES, ROLES.items()):
        marks = () if state in by_day else (pytest.mark.slow,)
        yield pytest.param(state, role, marks=[pytest.mark.stands_on(make=state), *marks])


@pytest.mark.parametrize(("state", "role"), [*moments_of_roles()])
@pytest.mark.alone
def test_paper_opens_where_it_may_and_can_be_had(
    state: Callable[[], Tournament], role: Role, monkeypatch: pytest.MonkeyPatch
):
    """Laid out only for the direction, which may have them all: for others it would be the same.

    And with nothing on the papers, and with seats alone; with everything by test_every_paper.py,
    which names what it lacks: by day that is laid out in tests of its own.
    """
    if role is not Role.DIRECTION or state not in LAID_OUT:
        without_layout(monkeypatch)
    tournament = Tournament.objects.get()
    tournament.group_rankings.create(kind="club", best=2)
    if not tournament.entries.exists():
        make_entries(tournament, 1)
    user = make_user(role, tournament)
    client, reader = Client(), Reader(Actor(user), tournament)
    client.force_login(user)
    round = Round.objects.filter(tournament=tournament).first()
    for paper in PAPERS.values():
        if paper.of_round and not round:
            continue
        answer = client.get(paper_address(paper, Scene(tournament, round, None)))
        if not paper.may(reader.actor, tournament):
            assert answer.status_code == 403, paper.key
        elif paper.of_round and not round.published_at and role is not Role.DIRECTION:
            assert answer.status_code == 404, paper.key
        elif answer.status_code == 302:
            assert not paper.is_possible(reader), paper.key
            assert len(messages_of(client.get("/t/herbst/print/"))) == 1, paper.key
        else:
            assert answer.status_code == 200, paper.key


def test_spots_of_pages_and_of_papers_are_the_same():
    pages = [path.read_text(encoding="utf-8") for path in PROJECT.glob("templates/**/*.html")]
    messages = (PROJECT / "tournament/views/direction/papers.py").read_text(encoding="utf-8")
    on_pages = re.findall(r'{% papers "([^"]+)"', "".join(pages))
    after_changes = re.findall(r'_links\(request, tournament, "([^"]+)"', messages)
    of_papers = {link.spot for paper in PAPERS.values() for link in paper.links}
    assert {*on_pages, *after_changes} == of_papers


@pytest.mark.parametrize("key", PAPERS)
def test_every_paper_is_linked(key: str):
    assert PAPERS[key].links


def scene() -> Tournament:
    return make_scene("herbst").tournament


STANDS_ON_IT = pytest.mark.stands_on(make=scene)


@STANDS_ON_IT
@pytest.mark.parametrize(
    ("earlier", "today"),
    [
        ("print/1/", "print/1/all/"),
        ("print/1/?tables=1,2", "print/1/all/?tables=1,2"),
        ("print/standings/club/", "print/ranking/?kind=club"),
        ("print/standings/club/?as=csv&after=1", "print/ranking/?kind=club&as=csv&after=1"),
        ("print/prizes/received/", "print/prizes-received/"),
        ("players/{player}/paper/", "print/course/?player={player}"),
    ],
)
def test_earlier_address_leads_to_the_paper(earlier: str, today: str):
    player = Tournament.objects.get(slug="herbst").entries.first().pk
    answer = signed_in().get(f"/t/herbst/{earlier.format(player=player)}")
    assert answer.status_code == 301
    assert answer["Location"] == f"/t/herbst/{today.format(player=player)}"


UNCHANGED = """
    1/seats/ 1/sheets/ 1/result/ 1/announcements/ standings/ calls/ plan/ participants/ statistics/
    certificates/ tags/ slips/ tents/ commitment/ proof/ website/ workbook/ association/ door/
    prizes/ receipts/
"""


@STANDS_ON_IT
def test_every_other_address_stays_what_it_was():
    tournament = Tournament.objects.get(slug="herbst")
    today = {paper.address(tournament, 1) for paper in PAPERS.values()}
    assert today >= {f"/t/herbst/print/{each}" for each in UNCHANGED.split()}


@STANDS_ON_IT
@pytest.mark.parametrize(
    "address",
    [
        *("nothing/", "1/nothing/", "9/sheets/", "sheets/", "1/tents/"),
        *("course/", "course/?player=x", "ranking/", "ranking/?kind=x"),
    ],
)
def test_unknown_paper_is_not_found(address: str):
    assert signed_in().get(f"/t/herbst/print/{address}").status_code == 404


def test_duplicate_paper_key_aborts_the_start(monkeypatch: pytest.MonkeyPatch):
    tents = PAPERS["tents"]
    again = Paper(key="tents", title="", order=999, make=tents.make, links=())
    monkeypatch.setattr("tournament.exports.pdf.cards.AGAIN", again, raising=False)
    with pytest.raises(ImproperlyConfigured, match="tents"):
        registry.collect_papers()


def test_key_of_a_paper_appears_only_where_declared():
    """Links, addresses and lists ask the registry: none of them names a paper itself."""
    product = [
        path
        for folder, kind in (
            ("tournament", "*.py"),
            ("templates", "*.html"),
            ("tournament", "*.js"),
        )
        for path in sorted((PROJECT / folder).rglob(kind))
    ]
    texts = {path: path.read_text(encoding="utf-8") for path in product}
    declared = [key for text in texts.values() for key in DECLARED.findall(text) if key in PAPERS]
    assert sorted(declared) == sorted(PAPERS)
    by_hand = re.compile(
        rf"""print/(?:[^"'\s]*/)?(?:{"|".join(PAPERS)})/(?!received|<|others)"""
        rf"""|PAPERS\[|["']paper(?:-of-round)?["'][^\n]*["'](?:{"|".join(PAPERS)})["']"""
    )
    found = {
        str(path.relative_to(PROJECT)): by_hand.findall(text)
        for path, text in texts.items()
        if by_hand.search(text)
    }
    assert found == {"tournament/views/direction/papers.py": ["PAPERS["]}
