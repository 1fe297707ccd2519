"""Series, leagues, cups and rankings: each is listed, made, edited and deleted in one way."""

import re
from datetime import date

import pytest
from django.forms import BaseForm
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve, reverse
from django.utils.html import escape

from tests.factories.evenings import make_evening
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.words import refusal, text
from tournament.models import Cup, Role
from tournament.views.competitions import COMPETITIONS, CUP, LEAGUE, RANKING, SERIES, Competition

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

DAY = date(2026, 1, 9)
HOSTILE = "<script>Ł</script>" + "x" * 150


@pytest.fixture(params=COMPETITIONS, ids=lambda of: of.name)
def of(request: pytest.FixtureRequest) -> Competition:
    return request.param


def sent_by(form: BaseForm) -> dict[str, str]:
    """Return what a browser sends of a form in which nothing is typed."""
    shown = {each.html_name: each.value() for each in form}
    given = {name: value for name, value in shown.items() if str(value) not in ("None", "False")}
    return {k: ", ".join(map(str, v)) if isinstance(v, list) else v for k, v in given.items()}


def typed(owner: Client, of: Competition, **given: str) -> dict[str, str]:
    """Return what the form of a new one has, with what is given."""
    page = owner.get(reverse(f"{of.name}-new")).context
    plain = {
        k: v for form in (page["form"], page["first"]) if form for k, v in sent_by(form).items()
    }
    plain |= {"division-teams": "A\nB\nC\nD"} if of is LEAGUE else {}
    return plain | given


def test_one_is_made_listed_edited_and_deleted(of: Competition) -> None:
    owner = signed_in()
    empty = owner.get(reverse(of.list))
    form = owner.get(reverse(f"{of.name}-new")).content.decode()
    assert re.findall(r"<input[^>]*name=\"(\w+)\"[^>]*autofocus", form) == ["name"]
    assert (empty.context["table"], str(of.empty) in text_of(empty)) == (None, True)
    answer = owner.post(reverse(f"{of.name}-new"), typed(owner, of, name=HOSTILE))
    made = of.model.objects.get()
    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        reverse(of.then, args=[made.slug]),
    )
    assert resolve(reverse(of.name, args=[made.slug])).url_name == of.name
    page = owner.get(reverse(of.list))
    assert "<script>Ł" not in page.content.decode()
    held = 4 if of is LEAGUE else 0
    rows = owner.get(reverse(of.list) + "?as=csv").content.decode("utf-8-sig").splitlines()
    assert [row.split(";")[0] for row in rows[1:]] == [HOSTILE]
    assert rows[1].split(";")[-1] == str(held)
    settings = reverse(f"{of.name}-settings", args=[made.slug])
    journal = owner.get("/journal/").content.decode()
    assert (str(escape(HOSTILE)) in journal, made.slug in journal) == (True, False)
    assert owner.post(settings, typed(owner, of, name="")).status_code == 422
    assert owner.post(settings, typed(owner, of, name="Anders")).status_code == 302
    made.refresh_from_db()
    assert made.name == "Anders"
    delete = reverse(f"{of.name}-delete", args=[made.slug])
    assert owner.post(delete).headers["Location"] == settings
    assert of.model.objects.count() == 1
    done = owner.post(delete, {"sure": "on"}, follow=True)
    assert done.redirect_chain == [(reverse(of.list), 302)]
    deleted = text("“%(name)s” is deleted; its tournaments stay.", name=made)
    assert (messages_of(done)[-1], of.model.objects.count()) == (deleted, 0)


def test_each_list_leads_to_the_others_and_is_named_itself(of: Competition) -> None:
    page = signed_in().get(reverse(of.list)).content.decode()
    others = [each for each in COMPETITIONS if each is not of]
    assert [page.count(f'href="{reverse(each.list)}"') for each in others] == [1, 1, 1]
    assert f'href="{reverse(of.list)}"' not in page


def test_what_is_typed_stays_where_something_is_wrong(of: Competition) -> None:
    owner = signed_in()
    page = owner.post(reverse(f"{of.name}-new"), typed(owner, of, name=""))
    assert (page.status_code, [*page.context["form"].errors]) == (422, ["name"])
    assert of.model.objects.count() == 0


def test_two_of_a_kind_have_names_that_tell_them_apart(of: Competition) -> None:
    owner, new = signed_in(), reverse(f"{of.name}-new")
    owner.post(new, typed(owner, of, name="Großer Preis"))
    again = typed(owner, of, name=" großer   PREIS")
    name = " ".join(filter(None, ("großer PREIS", again.get("season"))))
    taken = {"name": [refusal("competition_there_already", name=name)]}

    def is_refused(page: HttpResponse) -> bool:
        form = page.context["form"]
        kept = form["name"].value().split() == ["großer", "PREIS"]
        return (page.status_code, form.errors, kept) == (422, taken, True)

    assert is_refused(owner.post(new, again))
    assert of.model.objects.count() == 1
    owner.post(new, again | {"name": "Kleiner Preis"})
    first, second = of.model.objects.order_by("pk")
    settings = reverse(f"{of.name}-settings", args=[second.slug])
    assert is_refused(owner.post(settings, sent_by(owner.get(settings).context["form"]) | again))
    second.refresh_from_db()
    assert second.name == "Kleiner Preis"
    if "season" in again:
        assert owner.post(new, again | {"season": "1999"}).status_code == 302
    # Two that are there already keep their names, and one may be spelt otherwise.
    of.model.objects.filter(pk=second.pk).update(name=first.name)
    other = {SERIES: "dropped", LEAGUE: "minimum_rounds", CUP: "carry_points", RANKING: "window"}
    sent = sent_by(owner.get(settings).context["form"])
    value = "on" if of is CUP else "7"
    assert owner.post(settings, sent | {other[of]: value}).status_code == 302
    second.refresh_from_db()
    assert (second.name, str(getattr(second, other[of]))) == (
        first.name,
        "True" if of is CUP else "7",
    )
    first_page = reverse(f"{of.name}-settings", args=[first.slug])
    of.model.objects.filter(pk=second.pk).delete()
    sent = sent_by(owner.get(first_page).context["form"])
    assert owner.post(first_page, sent | {"name": "GROSSER PREIS"}).status_code == 302


def test_settings_leave_what_another_window_has_changed(of: Competition) -> None:
    owner = signed_in()
    owner.post(reverse(f"{of.name}-new"), typed(owner, of, name="Anfang"))
    made = of.model.objects.get()
    settings = reverse(f"{of.name}-settings", args=[made.slug])
    form = owner.get(settings).context["form"]
    assert str(form["seen"]) in owner.get(settings).content.decode()
    early = sent_by(form)
    other = {SERIES: "dropped", LEAGUE: "of_3", CUP: "carry_points", RANKING: "window"}[of]
    sent = {LEAGUE: "9, 2, 0", CUP: "on"}.get(of, "3")
    assert owner.post(settings, early | {other: sent}).status_code == 302
    later = {each.html_name: each.value() for each in owner.get(settings).context["form"]}
    assert later[other] != form[other].value()
    assert owner.post(settings, early | {"name": "Ende"}).status_code == 302
    last = {each.html_name: each.value() for each in owner.get(settings).context["form"]}
    assert (last["name"], last[other]) == ("Ende", later[other])


def test_a_direction_of_one_stage_sees_the_cup_with_all_its_stages() -> None:
    first, second = (make_evening(slug, [6, 2, -2, -6], DAY) for slug in ("eins", "zwei"))
    cup = Cup.objects.create(slug="pokal", name="Pokal")
    for number, each in enumerate((first, second), start=1):
        cup.stages.create(number=number, name=str(number), tournament=each)
    direction = signed_in(first, Role.DIRECTION)
    table = direction.get(reverse(CUP.list)).context["table"]
    assert [(row.record.slug, row.record.held) for row in table.rows] == [("pokal", 2)]
    series = direction.get(reverse(SERIES.list))
    assert series.context["table"] is None
