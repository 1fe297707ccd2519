"""The head of a page: its title, and its own styles and scripts."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import unescape
from urllib.parse import urlencode

from django import template
from django.apps import apps
from django.template.base import Node, NodeList, Parser, Token
from django.template.context import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournament.models import Round, Tournament
from tournament.models.fields import longest
from tournament.series.reads import EveningReport
from tournament.shared.reads.kept import keep
from tournament.shared.reads.static_files import with_imports
from tournament.shared.rules.typed import LONGEST_LINE

register = template.Library()

EVERYWHERE = ("faces", "tokens")
"""The typeface; colours and sizes."""
_CONTENT = ("kreuzdame", "bar", "head", "cards", "lists", "forms")
_PICTURES = (
    *("stage", "stage-lists", "timetable", "stage-draw", "stage-podium", "stage-teams"),
    "stage-cut",
)
HEADS = {
    "page": (_CONTENT, ("keys", "clock", "find")),
    "fault": ((*_CONTENT, "fault"), ()),
    "phone": (("kreuzdame", "cards", "forms", "phones", "mark"), ("clock",)),
    "door": (("screen",), ()),
    "screen": (
        ("screen", *_PICTURES, "qr", "mark"),
        ("stage", "clock", "clock-sound"),
    ),
}
"""The styles and scripts of each kind of page, besides those a page adds itself."""

MOST_TABS = 4
"""From one round more on there is a stepper: a head is one line."""


@register.simple_tag(name="longest")
def longest_text(model: str = "", field: str = "") -> int:
    """Return the limit of an input without a form: of a field, else of a search."""
    return longest(apps.get_model("tournament", model), field) if model else LONGEST_LINE


@register.inclusion_tag("components/head.html")
def head(kind: str) -> dict[str, object]:
    """Return the styles of this kind of page."""
    return {"links": _styles(*EVERYWHERE, *HEADS[kind][0])}


@register.simple_tag(takes_context=True)
def heading_as_title(context: Context) -> str:
    """Return the plain text of the block `heading`: the title of most pages."""
    heading = context.render_context[BLOCK_CONTEXT_KEY].get_block("heading")
    return " ".join(unescape(strip_tags(heading.render(context))).split())


@register.simple_block_tag
def styles(content: str) -> SafeString:
    """Return a link tag for these styles, named by the content."""
    return _styles(*content.split())


@register.simple_block_tag
def scripts(content: str, kind: str) -> SafeString:
    """Return a script tag for this kind of page and its own scripts, named by the content."""
    return _scripts(*HEADS[kind][1], *content.split())


@cache
def _styles(*names: str) -> SafeString:
    return _one_file(names, "css", '<link rel="stylesheet" href="{}">')


@cache
def _scripts(*names: str) -> SafeString:
    return _one_file(with_imports(*names), "js", '<script src="{}" type="module"></script>')


def _one_file(names: Iterable[str], kind: str, tag: str) -> SafeString:
    """Return the tag for these files, which come as one (`shared/reads/static_files.py`)."""
    together = ".".join(dict.fromkeys(names))
    return format_html(tag, static(f"tournament/{together}.{kind}")) if together else SafeString("")


_BADGE = secrets.token_hex(16)
"""Stands for the badge beside a heading in parts that are kept; no name can contain it."""


@register.simple_tag(takes_context=True)
def badge_of_now(context: Context) -> str:
    """Return the page's `badge`, which changes more often than what is around it."""
    badge: str = context["badge"]
    return _BADGE if getattr(context["request"], "frame", "") else badge


class _Kept(Node):
    """A part of a template that is cached."""

    child_nodelists = ("nodelist",)

    def __init__(self, part: str, nodelist: NodeList) -> None:
        self._part, self.nodelist = part, nodelist

    def render(self, context: Context) -> SafeString:
        """Return the part, cached if the page is and says what it shows there."""
        facts = context.get("frame")
        frame = getattr(context.get("request"), "frame", "")
        if not frame or facts is None:
            return self.nodelist.render(context)
        assert context.template  # it is being rendered
        key = repr((self._part, context.template.name, frame, facts))
        part = keep("piece", key, lambda: self.nodelist.render(context))
        return mark_safe(part.replace(_BADGE, str(context.get("badge", ""))))  # noqa: S308


@register.tag
def kept(parser: Parser, token: Token) -> _Kept:
    """Cache a part of a page across sheets: `{% kept "top" %}…{% endkept %}`.

    For kept pages (`views/kept_pages.py`) whose context has `frame`: all that their parts show of
    sheets, the clock and the time of day. Whatever else is in the journals makes the part anew.
    """
    _tag, part = token.split_contents()
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return _Kept(part.strip('"'), nodelist)


@dataclass(frozen=True, slots=True)
class RoundStep:
    """A round, or an evening of a series, one may go to from the head of a page."""

    number: int
    label: str
    url: str


@register.inclusion_tag("components/round_steps.html")
def round_steps(
    tournament: Tournament, rounds: Iterable[Round], here: Round, page: str
) -> dict[str, object]:
    """Return the way from round to round on pages with this URL name, which takes the number."""
    steps = [
        RoundStep(each.number, str(each), reverse(page, args=[tournament.slug, each.number]))
        for each in rounds
    ]
    return _steps(gettext("Rounds"), steps, here.number, tournament)


@register.inclusion_tag("components/round_steps.html")
def standings_steps(
    tournament: Tournament, rounds: Iterable[Round], here: int, **kept: object
) -> dict[str, object]:
    """Return the way from the standings after one round to those after another.

    kept: what else is asked for in the address, if it is anything.
    """
    asked = {name: value for name, value in kept.items() if value}
    steps = _steps_after((each.number for each in rounds), **asked)
    return _steps(gettext("Standings after round"), steps, here, tournament)


@register.inclusion_tag("components/round_steps.html")
def evening_steps(evenings: Iterable[EveningReport], here: int) -> dict[str, object]:
    """Return the way from the standings of a series after one evening to those after another."""
    steps = _steps_after(each.number for each in evenings)
    return _steps(gettext("Standings after evening"), steps, here)


def _steps_after(numbers: Iterable[int], **asked: object) -> list[RoundStep]:
    label = gettext("after %(number)s")
    return [
        RoundStep(each, label % {"number": each}, "?" + urlencode({"after": each, **asked}))
        for each in numbers
    ]


def _steps(
    says: str, steps: list[RoundStep], here: int, tournament: Tournament | None = None
) -> dict[str, object]:
    """Return these steps; of a `tournament` that is not over the rounds to come count as well."""
    last = max((step.number for step in steps), default=here)
    if tournament and not tournament.is_over:
        last = max(last, tournament.rounds_planned)
    return {
        "says": says,
        "steps": steps,
        "here": here,
        "is_long": len(steps) > MOST_TABS,
        "before": next((step for step in reversed(steps) if step.number < here), None),
        "after": next((step for step in steps if step.number > here), None),
        "all": last,
    }
