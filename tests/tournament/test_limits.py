"""Typed text is stored whole or refused with its limit: nothing is truncated."""

import ast
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from django import forms as django_forms
from django.apps import apps
from django.db.models import CharField
from django.template import Context, Template
from django.urls import reverse

from tests.factories.pages import messages_of, signed_in
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_tournament
from tests.factories.words import refusal
from tournament import forms
from tournament.errors import Refused
from tournament.forms.people import PlayerForm
from tournament.journal.writes import LONGEST_REASON
from tournament.models import Call, Entry, GameTable, JournalEntry, Penalty, Protest, Round
from tournament.models.fields import LimitedEmail, LimitedText, highest, longest
from tournament.people.writes.players import add_player, set_player_status
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.calls import log_call, withdraw_call
from tournament.referee.writes.penalties import award_penalty, deduct_points, revoke_penalty
from tournament.referee.writes.protests import decide_protest, lodge_protest
from tournament.rounds.writes import extend_time, reset_clock, start_clock, start_table
from tournament.shared.rules.fields import PlayerData

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

LIMITED = [
    (model, field)
    for model in apps.get_app_config("tournament").get_models()
    for field in model._meta.concrete_fields
    if isinstance(field, LimitedText | LimitedEmail)
]
# Chosen from a list, or made by the program.
NOT_TYPED = frozenset(
    {
        *(
            "code",
            "desk_mark",
            "how",
            "kind",
            "of",
            "per",
            "picture",
            "ranking",
            "sharing",
            "slug",
            "status",
        ),
        "verification",
    }
)
# Searched or displayed, never stored: file, and what is shortened there.
SHOWN_ALONE = {
    ("shared/rules/typed.py", "storable(value)[:LONGEST_TEXT]"),
    ("forms/rounds.py", "word[:40]"),
    ("forms/entries.py", "typed[:40]"),
    ("management/base.py", "text[:LONGEST_SHOWN]"),
    ("check_in/reads.py", "typed[:LONGEST_LINE]"),
    ("competitions/writes.py", "kind[:200]"),
    ("archives/writes.py", "', '.join(unknown)[:200]"),
    ("standby/writes.py", "typed[:60]"),
    ("views/direction/players.py", "request.GET.get('typed', '')[:LONGEST_LINE]"),
    ("views/desk/desk.py", "texts.get('window', '')[:_LONGEST_WINDOW]"),
    ("views/installation/backup.py", "request.body[:LONGEST_EPOCH]"),
    ("forms/tournaments.py", "wrong.line[:60]"),
    ("shared/rules/names.py", "_NO_SLUG.sub('-', letters).strip('-')[:LONGEST_STEM]"),
}
# Parsed as numbers, games, marks or parts of a list, each judged as such; passwords are hashed.
WITHOUT_A_LIMIT = {
    *("DeskActForm.mark", "DeskActForm.undo", "DeskActForm.what", "HallForm.places"),
    *("SeriesForm.place_bonus", "SettingsForm.tie_breaks", "SettingsForm.warning_minutes"),
    *("NewPlayerForm.namesakes", "TeamForm.numbers", "ValueForm.dealer", "ValueForm.re"),
    *(f"{form}.birth_year" for form in ("DetailsForm", "PersonForm", "PlayerForm")),
    *("KnownPlayerForm.birth_year", "NewPlayerForm.birth_year", "SettingsForm.age_categories"),
    *("CompetitionForm.seen", "CupForm.seen", "LeagueForm.seen", "RankingForm.seen"),
    *("SavesChanges.seen", "SeriesForm.seen", "SettingsForm.seen", "CutForm.seen"),
    *("DayForm.seen", "DivisionForm.seen", "FirstStageForm.seen", "StageForm.seen"),
    *("ListedEveningForm.seen", "TeamForm.seen"),
    *("PasswordChangeForm.old_password", "SetPasswordForm.new_password1"),
    *("PasswordChangeForm.new_password1", "PasswordChangeForm.new_password2"),
    *("SetPasswordForm.new_password2", "CountForm.submission", "EverybodyForm.submission"),
    *("BookingForm.submission", "PaymentForm.submission", "SentOnce.submission"),
}


@pytest.mark.parametrize(("model", "field"), LIMITED, ids=lambda each: getattr(each, "name", None))
def test_every_field_accepts_its_limit_and_refuses_one_more(model, field) -> None:
    most, rows = field.max_length, model._default_manager.filter(pk=0)
    rows.update(**{field.name: "x" * most})
    for write in (
        lambda text: rows.update(**{field.name: text}),
        lambda text: model._default_manager.bulk_create([model(**{field.attname: text})]),
    ):
        with pytest.raises(Refused, match="text_longer_than") as refused:
            write("x" * (most + 1))
        assert (refused.value.params["most"], refused.value.params["length"]) == (most, most + 1)


def test_every_typed_text_has_such_a_field() -> None:
    left = [
        f"{model._meta.model_name}.{field.name}"
        for model in apps.get_app_config("tournament").get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, CharField)
        and not isinstance(field, (LimitedText, LimitedEmail))
        and (model, field) not in LIMITED
        and str(field.verbose_name) != field.name.replace("_", " ")
        and field.model._meta.model_name != "user"
        and field.name not in NOT_TYPED
    ]
    assert left == ["tournament.phone_code", "call.status_before"]


def test_no_text_is_truncated_where_it_is_stored(project: Path) -> None:
    """Only text for searching or display is shortened to so many characters."""
    found = set()
    top = project / "tournament"
    places = [*map(top.joinpath, ("forms", "views", "management", "shared"))]
    places += [*top.glob("*/reads*"), *top.glob("*/writes*")]
    for path in (each for place in places for each in (place, *place.rglob("*.py"))):
        if path.suffix == ".py":
            name = path.relative_to(top).as_posix()
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if _is_beginning(node) and "hexdigest()" not in ast.unparse(node):
                    found.add((name, ast.unparse(node)))
    assert found == SHOWN_ALONE


def _is_beginning(node: ast.AST) -> bool:
    """Return whether this is `text[:so many]`, with ten or more written out, or a named length."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice):
        return False
    if node.slice.lower is not None or node.slice.step is not None:
        return False
    upper = node.slice.upper
    if isinstance(upper, ast.Constant):
        return isinstance(upper.value, int) and upper.value >= 10
    return isinstance(upper, ast.Name) and "LONGEST" in upper.id


def text_fields() -> list[tuple[str, django_forms.CharField]]:
    """Return every text field of every form."""
    found = {}
    for module in iter_modules(forms.__path__, "tournament.forms."):
        for kind in vars(import_module(module.name)).values():
            if isinstance(kind, type) and issubclass(kind, django_forms.BaseForm):
                for name, field in getattr(kind, "base_fields", {}).items():
                    if isinstance(field, django_forms.CharField):
                        found[f"{kind.__name__}.{name}"] = field
    return sorted(found.items())


def test_every_text_of_a_form_is_refused_with_its_limit() -> None:
    fields = text_fields()
    assert len(fields) > 100
    for name, field in fields:
        assert (name, field.max_length is None) == (name, name in WITHOUT_A_LIMIT)
        if field.max_length is not None:
            with pytest.raises(django_forms.ValidationError) as refused:
                field.clean("x" * (field.max_length + 1))
            assert any(str(field.max_length) in told for told in refused.value.messages), name


def test_reasons_on_pages_have_the_limit_of_all_reasons(project: Path) -> None:
    inputs = [
        line
        for path in sorted((project / "templates").rglob("*.html"))
        for line in path.read_text("utf-8").splitlines()
        if 'name="reason"' in line and "<input" in line
    ]
    assert len(inputs) == 4
    limit = "{% longest 'call' 'withdrawn_reason' %}"
    assert all(f'maxlength="{limit}"' in line for line in inputs)
    assert Template(limit).render(Context()) == str(LONGEST_REASON)


@pytest.fixture
def round() -> Round:
    tournament = make_drawn_tournament(8)
    return start_clock(COMMAND_LINE, tournament.rounds.get(number=1))


@pytest.fixture
def table(round: Round) -> GameTable:
    return round.tables.get(number=1)


def call_of(table: GameTable, **told: str) -> Call:
    return log_call(
        COMMAND_LINE, table, paragraph="9.3.2", offender=3, **{"initials": "KS", **told}
    )


def protest_of(table: GameTable, **told: str) -> Protest:
    return lodge_protest(COMMAND_LINE, table, 3, **told)


def decided(table: GameTable, **told: str) -> Protest:
    words = {"reason": "Paragraph", "others": "Karla Kreuz", "initials": "KS"}
    protest = protest_of(table)
    return decide_protest(COMMAND_LINE, protest, votes_against=1, minutes=5, **{**words, **told})


def withdrawn(call: Call, reason: str) -> Call:
    withdraw_call(COMMAND_LINE, call, reason)
    call.refresh_from_db()
    return call


def revoked(table: GameTable, reason: str) -> str:
    penalty = award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, initials="KS")
    return told(revoke_penalty(COMMAND_LINE, penalty, reason))


def told(_done: object) -> str:
    """Return the reason in the journal."""
    return str(JournalEntry.objects.order_by("pk").last().data["reason"])


ACTS = {
    "call note": (lambda table, text: call_of(table, note=text).note, longest(Call, "note")),
    "call initials": (
        lambda table, text: call_of(table, initials=text).initials,
        longest(Call, "initials"),
    ),
    "withdrawn": (
        lambda table, text: withdrawn(call_of(table), text).withdrawn_reason,
        LONGEST_REASON,
    ),
    "penalty note": (
        lambda table, text: (
            award_penalty(
                COMMAND_LINE, table, rule="9.3.2", offender=3, initials="KS", note=text
            ).note
        ),
        longest(Penalty, "note"),
    ),
    "penalty initials": (
        lambda table, text: (
            award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, initials=text).initials
        ),
        longest(Penalty, "initials"),
    ),
    "revoked": (revoked, LONGEST_REASON),
    "protest note": (
        lambda table, text: protest_of(table, note=text).note,
        longest(Protest, "note"),
    ),
    "heard": (lambda table, text: decided(table, heard=text).heard, longest(Protest, "heard")),
    "jury": (lambda table, text: decided(table, reason=text).reason, longest(Protest, "reason")),
    "others": (
        lambda table, text: decided(table, others=text).others,
        longest(Protest, "others"),
    ),
    "extra time": (
        lambda table, text: extend_time(COMMAND_LINE, table, 5, text, "KS").extra_reason,
        longest(GameTable, "extra_reason"),
    ),
    "extra time initials": (
        lambda table, text: extend_time(COMMAND_LINE, table, 5, "Regen", text).extra_initials,
        longest(Call, "initials"),
    ),
    "later start": (
        lambda table, text: (
            start_table(COMMAND_LINE, table, table.round.started_at, text).start_reason
        ),
        longest(GameTable, "start_reason"),
    ),
    "clock": (
        lambda table, text: told(reset_clock(COMMAND_LINE, table.round, text)),
        LONGEST_REASON,
    ),
    "status": (
        lambda table, text: told(
            set_player_status(COMMAND_LINE, table.seats.first().entry, "withdrawn", text)
        ),
        LONGEST_REASON,
    ),
    "deduction": (
        lambda table, text: (
            deduct_points(COMMAND_LINE, table.seats.first().entry, 5, text, table.round).reason
        ),
        LONGEST_REASON,
    ),
}


@pytest.mark.parametrize("name", ACTS)
def test_every_act_stores_a_text_of_its_limit_whole(name: str, table) -> None:
    act, most = ACTS[name]
    text = ("ä" * most)[: most - 1] + "z"
    assert act(table, text) == text


@pytest.mark.parametrize("name", ACTS)
def test_every_act_refuses_one_more(name: str, table) -> None:
    act, most = ACTS[name]
    with pytest.raises(Refused, match="text_longer_than") as refused:
        act(table, "ä" * (most + 1))
    assert refused.value.params["most"] == most


def test_jurys_reason_is_whole_next_to_the_one_before(table) -> None:
    before, jury = "v" * 150, "s" * 150
    extend_time(COMMAND_LINE, table, 5, before, "KS")
    decided(table, reason=jury)
    table.refresh_from_db()
    assert (table.extra_minutes, table.extra_reason) == (10, f"{before}; {jury}")


def test_a_button_names_the_limit_of_its_reason(round) -> None:
    address = reverse("clock-reset", args=[round.tournament.slug, 1])
    page = signed_in().post(address, {"reason": "g" * 1001}, follow=True)
    assert messages_of(page) == [
        refusal("text_longer_than", field="Begründung", length=1001, most=1000)
    ]
    round.refresh_from_db()
    assert round.started_at is not None


def test_a_name_typed_at_the_desk_is_not_cut(round) -> None:
    players = reverse("player-walk-in", args=[round.tournament.slug])
    page = signed_in().post(players, {"typed": "X" * 201, "person": "new"}, follow=True)
    assert messages_of(page) == [
        refusal("text_longer_than", field="Nachname", length=201, most=200)
    ]
    assert page.context["typed"] == "X" * 201
    assert round.tournament.entries.count() == 8


def test_categories_and_numbers_have_the_limits_of_their_fields() -> None:
    tournament = make_tournament()
    player = PlayerData("Otto", "Ida", tags=("a" * 100, "b" * 99))
    assert add_player(COMMAND_LINE, tournament, player).tags == [*player.tags]
    with pytest.raises(Refused, match="text_longer_than") as refused:
        add_player(COMMAND_LINE, tournament, replace(player, last_name="Beck", tags=("ä" * 201,)))
    assert refused.value.params == {"field": "Kategorien", "length": 201, "most": 200}
    asked = PlayerForm().fields
    limits = [asked[name].max_value for name in ("number", "fixed_table")]
    assert limits == [9999, 999] == [highest(Entry, name) for name in ("number", "fixed_table")]
