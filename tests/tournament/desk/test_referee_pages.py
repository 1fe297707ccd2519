"""The referee's calculators: the pages say what the library answers."""

from itertools import product
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.deal import Deal
from scoring.english import game_refusal
from scoring.game import Party
from scoring.outlook import FiguresDoNotFit, SoFar, outlook_from
from scoring.referee import (
    Call,
    ProblemCode,
    Reason,
    Situation,
    Wedding,
    judge_call,
)
from scoring.rulesets import RULE_SETS, rule_set
from tests.factories.effort import tries
from tests.factories.pages import figures_in, signed_in, text_of
from tests.factories.sheets import rows_content, totals_content
from tests.factories.submissions import nothing_written, submit
from tests.factories.words import refusal, text
from tests.tournament.desk.test_other_rules import table_by
from tests.tournament.penalties.test_referee_sentences import ONE_OF_EACH_REASON
from tournament.forms.referee import CallForm
from tournament.labels.findings import translate
from tournament.labels.referee import (
    GAMES_OF_CALLS,
    PROBLEMS,
    call_lines,
    deal_lines,
    misfit_sentence,
)
from tournament.models import GameTable, Role, SheetDraft, Tournament
from tournament.permissions import COMMAND_LINE

pytestmark = pytest.mark.django_db
SEATS = range(1, 5)


def ask(client: Client, page: str, **question: object):
    address = reverse(f"referee-{page}", args=["herbst"])
    with nothing_written():
        return client.get(f"{address}?{urlencode(question, doseq=True)}")


# --- Was this call in time?


def call_fields(call: Call, at: Situation) -> dict[str, object]:
    return {
        "call": int(call),
        "cards": at.cards,
        "called": [int(each) for each in at.called],
        "opponents": "" if at.opponents is None else int(at.opponents),
        "replied_with": "" if at.replied_with is None else at.replied_with,
        "wedding": at.wedding.value,
    }


BY_ANY_RULES = [
    reason
    for reason in Reason
    if reason not in (Reason.NOT_IN_THIS_GAME, Reason.ONLY_A_REPLY, Reason.LEFT_OUT)
]


@pytest.mark.parametrize("reason", BY_ANY_RULES)
def test_each_reason_is_read_out_with_its_paragraph(referee, reason):
    call, situation = ONE_OF_EACH_REASON[reason]
    verdict = judge_call(call, situation)
    page = ask(referee, "call", **call_fields(call, situation))

    with translation.override("de"):
        assert page.context["lines"] == call_lines(verdict)
    assert f"TSR {verdict.paragraph}" in text_of(page)
    assert bool(page.context["is_wrong"]) is not verdict.in_time


def test_the_library_is_asked_what_was_typed():
    situations = [
        Situation(cards, wedding, called, opponents)
        for cards, wedding, called, opponents in product(
            range(9, 13),
            Wedding,
            (frozenset(), frozenset({Call.ANNOUNCEMENT}), frozenset({Call.NO_90, Call.NO_30})),
            (None, *Call),
        )
    ]
    asked = [*product(Call, situations)]
    for call, situation in asked[:: tries(7, 1)]:
        form = CallForm(call_fields(call, situation))
        assert form.is_valid(), form.errors
        assert form.question() == (call, situation)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"cards": 13}, ProblemCode.CARDS_OUT_OF_RANGE),
        ({"cards": 8, "wedding": "not_yet"}, ProblemCode.WEDDING_CLARIFIED_BY_NOW),
    ],
)
def test_impossible_call_is_explained_and_stays(referee, fields, code):
    page = ask(referee, "call", call=3, **fields)
    sentence = str(PROBLEMS[code]) % {"cards": fields["cards"], "most": 12}

    assert page.context["refused"] == sentence
    assert sentence in text_of(page)
    assert page.context["lines"] == []
    form = page.context["form"]
    assert (form["call"].value(), form["cards"].value()) == ("3", str(fields["cards"]))


def test_call_without_cards_is_asked_for_them(referee):
    page = ask(referee, "call", call=3, cards="")
    assert "cards" in page.context["form"].errors
    assert page.context["lines"] == []


# --- Who deals, who is forced?


@pytest.mark.parametrize("page", ["violation", "deal"])
def test_unknown_table_is_explained(referee, page):
    answer = ask(referee, page, round=1, table=99, violation="minor", offender=1, after=3)
    assert answer.context["refused"] == refusal("unknown_table", round=1, table=99)
    assert answer.context["lines"] == []


def told(lines_of, table: GameTable) -> list[tuple[str, str]]:
    with translation.override("de"):
        return deal_lines(lines_of, table.round.tournament.at_table(table.size))


@pytest.mark.parametrize(
    ("fields", "so_far", "time_up"),
    [
        ({"after": 0}, SoFar(0), False),
        ({"after": 17, "bid": [2, 4]}, SoFar(17, frozenset({2, 4})), False),
        ({"after": 21, "bid": [2]}, SoFar(21, frozenset({2})), False),
        ({"after": 21, "bid": [2], "forced": [2]}, SoFar(21, forced=frozenset({2})), False),
        ({"after": 12, "time_up": "on"}, SoFar(12), True),
        ({"after": 24, "bid": [1, 2, 3, 4]}, SoFar(24, frozenset(SEATS)), False),
    ],
)
@pytest.mark.parametrize("place", [{}, {"round": 1, "table": 1}])
def test_figures_typed_say_what_comes_next(typist, table, fields, so_far, time_up, place):
    page = ask(typist, "deal", **place, **fields)
    coming = outlook_from(Deal.first(4, 24), 24, so_far, time_up)

    assert page.context["lines"] == told(coming, table)


def test_table_of_five_says_who_sits_out(typist):
    page = ask(typist, "deal", size=5, after=28, bid=[1, 2], forced=[3])
    lines = [(figures_in(words), paragraph) for words, paragraph in page.context["lines"]]
    assert lines == [(["29", "4", "2"], "4.2.3"), (["2"], "10.1.1"), (["30", "5", "3"], "4.2.3")]


def test_list_of_the_table_is_read(typist, table):
    submit(COMMAND_LINE, table, rows_content())
    page = ask(typist, "deal", round=1, table=1)

    assert page.context["lines"] == [(text("All games are there."), "8.5.1")]
    assert "after" not in page.context["form"].fields
    assert page.context["source"] == text("From the score sheet of this table.")


@pytest.mark.parametrize("time_up", [False, True])
def test_list_being_typed_is_read(typist, table, time_up):
    user = table.round.tournament.memberships.get().user
    fields = {"l1": "13 4", "l2": "2 3 p", "l3": "12 2", "l4": "13"}
    SheetDraft.objects.create(table=table, user=user, kind="rows", content=fields)
    page = ask(typist, "deal", round=1, table=1, **({"time_up": "on"} if time_up else {}))
    so_far = SoFar(3, bid=frozenset({2}))

    coming = outlook_from(Deal.first(4, 24), 24, so_far, time_up)
    assert page.context["lines"] == told(coming, table)
    source = "From what %(who)s has typed so far, up to game %(games)s."
    assert page.context["source"] == text(source, who=user, games=3)


def test_list_that_is_only_opened_reports_nothing(typist, table):
    user = table.round.tournament.memberships.get().user
    SheetDraft.objects.create(table=table, user=user, kind="rows", content={})

    assert "after" in ask(typist, "deal", round=1, table=1).context["form"].fields


def test_table_without_a_round_is_one_of_this_round(typist, table):
    submit(COMMAND_LINE, table, rows_content())

    assert ask(typist, "deal", round="", table=1).context["lines"]


def test_totals_alone_tell_nothing_of_the_deal(typist, table):
    submit(COMMAND_LINE, table, totals_content([6, 2, -2, -6]))
    page = ask(typist, "deal", round=1, table=1, after="")

    assert page.context["form"].has_error("after", "required")


@pytest.mark.parametrize(
    ("fields", "misfit"),
    [
        ({"after": 22, "bid": [1]}, FiguresDoNotFit(21, 20, forced_early=False)),
        ({"after": 18, "forced": [1]}, FiguresDoNotFit(17, 20, forced_early=True)),
    ],
)
def test_figures_that_do_not_fit_are_explained_and_stay(typist, fields, misfit):
    page = ask(typist, "deal", **fields)

    assert page.context["refused"] == misfit_sentence(misfit)
    assert page.context["form"]["after"].value() == str(fields["after"])


# --- What is this game worth?


def wins(points: str) -> str:
    return text("%(party)s wins: %(points)s", party="Re", points=points)


def cannot_be(reason: str) -> str:
    return text("This game cannot have been played: %(reason)s.", reason=reason)


def test_value_line_by_line(typist):
    page = ask(typist, "value", type="normal", re="13", re_points="172", re_absage="2", size=4)

    (head, of_head), *lines = page.context["lines"]
    assert (head.rpartition(": ")[2], of_head) == ("−6 / +6 / −6 / +6", "")
    assert "7.2.2(b)" in [rule for words, rule in lines if words.startswith("−2 ")]
    assert "TSR 7.2.2(b)" in text_of(page)


def test_trick_of_a_party_without_card_points_is_asked_beside_the_answer(typist):
    sentence = "%(party)s has no card points: if it took no trick either, please tick that."
    note = text(sentence, party="Kontra")
    game = {"type": "normal", "re": "13", "re_points": "240"}

    asked, told = ask(typist, "value", **game), ask(typist, "value", **game, kontra_no_trick="on")

    assert asked.context["lines"][0] == (wins("+4 / −4 / +4 / −4"), "")
    assert note in text_of(asked)
    assert told.context["lines"][0] == (wins("+5 / −5 / +5 / −5"), "")
    assert note not in text_of(told)


def test_without_nines_no_card_points_are_no_trick():
    tournament = table_by("pagat", options={"3": True}).round.tournament
    client = signed_in(tournament, Role.REFEREE)
    game = {"type": "normal", "re": "13"}
    schwarz = ask(client, "value", **game, re_points="240").context
    small = ask(client, "value", **game, re_points="7").context

    assert schwarz["lines"][0] == (wins("+5 / −5 / +5 / −5"), "")
    assert schwarz["note"] == ""
    assert "kontra_no_trick" not in schwarz["form"].fields
    reason = game_refusal("points_unreachable", tournament.rule_set, translate)
    assert figures_in(reason) == ["8", "1", "7", "233", "239"]
    assert small["refused"] == cannot_be(reason)


def test_game_that_cannot_be_is_explained(typist):
    page = ask(typist, "value", type="normal", re="13", re_points="999")
    reason = game_refusal("points_range", translate=translate)
    assert page.context["refused"] == cannot_be(reason)


def test_value_asks_what_the_kind_asks(typist):
    normal = ask(typist, "value", type="normal").context["form"].fields
    solo = ask(typist, "value", type="voluntary_solo", re_fox="1").context["form"].fields

    assert normal.keys() - solo.keys() == {
        f"{party}_{special}"
        for party in ("re", "kontra")
        for special in ("doppelkopf", "fox", "karlchen")
    }


def test_value_at_a_table_where_one_sits_out(typist):
    fields = {"type": "voluntary_solo", "size": 5, "dealer": 3, "re": "2", "re_points": "121"}
    page = ask(typist, "value", **fields)
    assert page.context["lines"][0] == (wins("−1 / +3 / – / −1 / −1"), "")


# --- Other rules, and who sees what


def test_index_offers_what_the_reader_may(referee, typist):
    index = reverse("referee", args=["herbst"])
    assert list(referee.get(index).context["pages"]) == [
        "referee-call",
        "referee-violation",
        "referee-complaint",
        "referee-conduct",
        "referee-deal",
        "referee-value",
    ]
    assert list(typist.get(index).context["pages"]) == ["referee-deal", "referee-value"]


def test_round_page_leads_there(referee, table):
    page = referee.get(reverse("round", args=["herbst", 1]))
    assert reverse("referee", args=["herbst"]) in page.content.decode()


@pytest.mark.parametrize("rules", ["pagat", "altgeld", "club"])
def test_other_rules_have_no_violations_of_the_tsr(rules):
    table = table_by(rules)
    client = signed_in(table.round.tournament, Role.REFEREE)
    index = client.get(reverse("referee", args=["herbst"]))

    assert list(index.context["pages"]) == ["referee-call", "referee-deal", "referee-value"]
    for page in ("violation", "complaint", "conduct"):
        assert ask(client, page).status_code == 404
    value = ask(client, "value", type="normal", re="13", re_points="130")
    assert value.context["lines"]
    assert "TSR" not in text_of(value)


@pytest.mark.parametrize(
    ("rules", "options", "fields", "calling"),
    [
        ("pagat", {}, {"call": 1, "cards": 9, "wedding": "second_trick"}, "normal"),
        ("pagat", {"8": True}, {"call": 2, "cards": 9, "called": [1]}, "normal"),
        ("club", {"8": True}, {"call": 1, "cards": 11}, "normal"),
        ("altgeld", {}, {"party": "re", "cards": 12, "game": "normal"}, "normal"),
        ("altgeld", {}, {"party": "re", "cards": 12, "game": "trump_solo"}, "lumper"),
        ("altgeld", {}, {"party": "kontra", "cards": 12, "game": "wedding"}, "poverty"),
        ("altgeld", {}, {"party": "kontra", "cards": 12, "game": "forced"}, None),
    ],
)
def test_calls_are_judged_by_the_rules_of_the_tournament(rules, options, fields, calling):
    table = table_by(rules)
    tournament = table.round.tournament
    Tournament.objects.filter(pk=tournament.pk).update(rule_options=options)
    page = ask(signed_in(tournament, Role.REFEREE), "call", **fields)
    chosen = rule_set(rules, options)
    situation = Situation(
        fields["cards"],
        Wedding(fields.get("wedding", "none")),
        frozenset(map(Call, fields.get("called", ()))),
        party=Party(fields["party"]) if "party" in fields else None,
        calling=chosen.calling("lumper", forced=True)
        if calling is None
        else chosen.calling(calling),
    )
    verdict = judge_call(Call(fields.get("call", 1)), situation)
    with translation.override("de"):
        assert page.context["lines"] == call_lines(verdict)
    assert page.context["is_wrong"] is not verdict.in_time
    assert "TSR" not in text_of(page)


def test_only_what_matters_by_the_rules_is_asked():
    asked = {name: list(CallForm(None, rule_set(name)).fields) for name in RULE_SETS}
    usual = ["call", "cards", "called", "opponents", "replied_with", "wedding"]

    assert asked == {
        "ddv": usual,
        "pagat": usual,
        "altgeld": ["game", "party", "cards", "called", "opponents"],
        "club": usual,
    }
    assert "wedding" not in CallForm(None, rule_set("club", {"8": True})).fields


def test_sorts_of_games_cover_all_kinds_at_altgeld_hall():
    rules = rule_set("altgeld")
    sorts = {rules.calling(name) for name in GAMES_OF_CALLS if name != "forced"}

    assert sorts == {rules.calling(kind.name) for kind in rules.kinds}


def deals(game: int, dealer: int) -> str:
    return text("Game %(game)s: position %(dealer)s deals.", game=game, dealer=dealer)


@pytest.mark.parametrize("rules", ["pagat", "club"])
def test_deal_by_other_rules_names_no_paragraph(rules):
    client = signed_in(table_by(rules).round.tournament, Role.REFEREE)
    lines = ask(client, "deal", after=2).context["lines"]

    assert lines[0] == (deals(3, 3), "")
    assert {paragraph for _text, paragraph in lines} == {""}


def test_solos_in_periods_are_known_only_from_the_list():
    table = table_by("altgeld")
    client = signed_in(table.round.tournament, Role.REFEREE)
    opened, asked = ask(client, "deal").context, ask(client, "deal", round=1, table=1).context
    assert opened["hint"]
    assert (opened["refused"], asked["refused"]) == ("", opened["hint"])

    user = table.round.tournament.memberships.get().user
    SheetDraft.objects.create(table=table, user=user, kind="rows", content={"l1": "13 4/1"})
    page = ask(client, "deal", round=1, table=1)
    assert page.context["lines"][0] == (deals(2, 2), "")
