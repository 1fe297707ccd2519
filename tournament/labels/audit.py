"""What a check of a tournament found: recount, chain of the journal, stored facts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.models import DateTimeField
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.terms import figures
from tournament.journal.mapping import OF_INSTALLATION, OF_TOURNAMENT, row_of
from tournament.journal.rules import ChainReport, Difference, Fact
from tournament.labels.filling import yes_no
from tournament.labels.journal import setting_value
from tournament.labels.points import signed
from tournament.models import Entry, Tournament, User
from tournament.standings.rules.checksum import short_checksum
from tournament.trust.rules.recount import Difference as Recounted

COLUMNS: dict[str, str | Promise] = {
    "adjustment": _("Deduction"),
    "rank": _("Rank"),
    "total": _("Total"),
}
"""Columns of the standings in which the recount may differ."""

GROUP_COLUMNS = {"group": COLUMNS["total"], "group_rank": COLUMNS["rank"]}

DIFFERENCES: dict[str, str | Promise] = {
    **dict.fromkeys(
        ("group", "group_rank"),
        _("Ranking “%(group)s”: %(column)s %(counted)s, its list shows %(claimed)s."),
    ),
    "penalty_gone": _(
        "Round %(round)s, table %(table)s: the totals name the penalty under %(rule)s against "
        "position %(seat)s, but look like those from before it. Please compare with the score "
        "sheet."
    ),
    "round_result": _(
        "Round %(round)s, start number %(number)s: the sheet gives %(counted)s, the standings "
        "show %(claimed)s."
    ),
    "running_total": _(
        "Round %(round)s, table %(table)s: from game %(row)s on the running totals do not follow "
        "from the games."
    ),
    "seats": _(
        "Round %(round)s, table %(table)s: %(claimed)s people sit there, the sheet has figures "
        "for %(counted)s."
    ),
    "sheet_total": _(
        "Round %(round)s, table %(table)s, start number %(number)s: the games give %(counted)s, "
        "the stored total is %(claimed)s."
    ),
    "sum_not_zero": _(
        "Round %(round)s, table %(table)s: the sum of all positions is %(counted)s instead of "
        "%(claimed)s."
    ),
    **dict.fromkeys(
        COLUMNS,
        _("Start number %(number)s: %(column)s %(counted)s, the standings show %(claimed)s."),
    ),
}
CONTROL_SUM = _("Control sum of the tournament: %(counted)s, the standings show %(claimed)s.")

COUNTS = {"group_rank", "rank", "seats"}


def difference_sentence(difference: Recounted, numbers: dict[int, int]) -> str:
    """Return the difference with its place; `numbers` are start numbers by entry."""
    code = str(difference.code)
    is_count = code in COUNTS
    control = code == "sum_not_zero" and difference.table is None
    return str(CONTROL_SUM if control else DIFFERENCES[code]) % {
        "round": difference.round,
        "table": difference.table,
        "column": (COLUMNS | GROUP_COLUMNS).get(code),
        "row": difference.row,
        "rule": difference.rule,
        "seat": difference.seat,
        "group": difference.group,
        "number": numbers.get(difference.entry_id or 0, "?"),
        "counted": difference.counted if is_count else signed(difference.counted),
        "claimed": difference.claimed if is_count else signed(difference.claimed),
    }


def chain_sentence(chain: ChainReport) -> str:
    """Return whether the journal is unaltered, and if not, where it was altered."""
    words: dict[str, object] = {
        "entries": chain.entries,
        "expected": chain.expected,
        "place": chain.broken_at,
        "seal": chain.seal[:8],
    }
    if chain.broken_at is not None and chain.broken_time is not None:
        words["time"] = date_format(timezone.localtime(chain.broken_time), "DATETIME_FORMAT")
        sentence = gettext(
            "The journal was changed behind the program's back: entry %(place)s (%(time)s) does "
            "not follow from those before it."
        )
    elif chain.entries != chain.expected:
        sentence = gettext(
            "The journal was changed behind the program's back: %(entries)s entries are there, "
            "%(expected)s were written."
        )
    elif not chain.entries:
        sentence = gettext("The journal has no entries.")
    else:
        sentence = ngettext(
            "The journal is whole: %(entries)s entry, seal %(seal)s.",
            "The journal is whole: %(entries)s entries, seal %(seal)s.",
            chain.entries,
        )
    return sentence % words


NAMED_BY: dict[str, tuple[str, ...]] = {
    "membership": ("user",),
    **dict.fromkeys(("entry", "commitment", "draw", "sealedstep", "round"), ("number",)),
    "bye": ("round", "entry"),
    "gametable": ("round", "number"),
    "seat": ("table", "position"),
    "sheetversion": ("table", "number"),
    "verification": ("version", "user"),
    "penalty": ("table", "rule"),
    **dict.fromkeys(("adjustment", "payment"), ("entry",)),
    "groupranking": ("kind",),
    **dict.fromkeys(("tiebreaklot", "feerule", "pool", "cashcount"), ()),
    **dict.fromkeys(("prizerule", "prize", "prizeaward"), ()),
    "call": ("table", "paragraph"),
    "protest": ("table",),
    "seriesevening": ("series",),
    "eveningline": ("evening", "person"),
    "division": ("league", "number"),
    "leagueteam": ("division", "number"),
    "teamplayer": ("team", "person"),
    "matchday": ("division", "number"),
    "dayteam": ("day", "team"),
    "pointsdeduction": ("team",),
    "rankingissue": ("ranking",),
    "cupstage": ("cup", "number"),
    "cuplot": ("stage",),
    "cupwithdrawal": ("stage", "who"),
}
"""The fields that identify a row among its kind: its number, and the rows it belongs to."""

KINDS: dict[str, Promise] = {
    "entry": _("Start number"),
    "seat": _("Position"),
    "sheetversion": _("Version"),
}
"""Names of rows where the model's own name is too long."""

FIELDS: dict[str, str | Promise] = {
    "host": _("Host"),
    "accepted": _("accepted exceptions"),
    "agrees": _("the same"),
    "at": _("Time"),
    "awaits_direction": _("waits for the direction"),
    "based_on": _("version before it"),
    "caller": _("Called by"),
    "by_audience": _("Number from the hall"),
    "by_second_person": _("a second person"),
    "closed_at": _("closed"),
    "content": _("games and remarks"),
    "created_at": _("Time"),
    "current_version": _("result that counts"),
    "decided_at": _("decided"),
    "decided_by": _("decided by"),
    "ended_at": _("ended"),
    "first_closed_at": _("closed for the first time"),
    "frozen_at": _("Declared final"),
    "handed_by": _("handed out by"),
    "how": _("Kind"),
    "is_example": _("Example"),
    "is_rehearsal": _("Rehearsal"),
    "kind": _("Kind"),
    "larger_tables": _("tables of six and seven"),
    "method": _("Draw"),
    "number": _("No."),
    "pauses": _("pauses"),
    "program_code": _("Program"),
    "program_version": _("Program"),
    "published_at": _("published"),
    "quality": _("How good the plan is"),
    "received_at": _("handed in"),
    "received_by": _("received by"),
    "role": _("Role"),
    "team_groups": _("Groups of teams"),
    "offender": _("Offender"),
    "protester": _("Protest by"),
    "neighbours_apart": _("neighbours at registration apart"),
    "rounds": _("Rounds"),
    "secret": _("Secret"),
    "source": _("Where from"),
    "started_at": _("clock started"),
    "step": _("Holds"),
    "submission": _("sending"),
    "takes_back": _("takes back"),
    "totals": _("Totals"),
    "typists": _("typed by"),
    "withdrawn_at": _("withdrawn"),
    "withdrawn_by": _("withdrawn by"),
}
"""Names of fields that lack one; a foreign key is named after its target."""


class FactWords:
    """Sentences about differences; `facts` of all rows stored or in the journal, names by id."""

    def __init__(self, facts: Mapping[str, Fact], accounts: Mapping[int, str]) -> None:
        self._facts = facts
        self._accounts = accounts

    def sentence(self, difference: Difference) -> str:
        """Return the row, its field, and both values."""
        what = self.row(difference.row)
        if difference.field is not None:
            field = _field(difference.row, difference.field)
            name: object = field.verbose_name
            if not isinstance(name, Promise) and field.name in FIELDS:
                name = FIELDS[field.name]
            elif not isinstance(name, Promise) and field.is_relation:
                name = field.related_model._meta.verbose_name
            what = f"{what}, {name}"
        return gettext("%(what)s: stored %(stored)s, journal %(told)s.") % {
            "what": capfirst(what),
            "stored": self.value(difference, difference.stored),
            "told": self.value(difference, difference.told),
        }

    def row(self, row: str) -> str:
        """Return a row with the rows it belongs to: "round 1, table 2, version 3"."""
        model_name, _colon, pk = row.partition(":")
        if model_name == "user":
            return f"{gettext('Account')} {self._accounts.get(int(pk), pk)}"
        model, fact = apps.get_model("tournament", model_name), self._facts.get(row, {})
        parts, number = [], ""
        for name in NAMED_BY.get(model_name, ()):
            related = model._meta.get_field(name).related_model
            if isinstance(related, type):
                parts.append(self.row(row_of(related, fact.get(name))))
            else:
                number = f" {fact.get(name, pk)}"
        kind = KINDS.get(model_name, model._meta.verbose_name)
        return ", ".join([*parts, f"{kind}{number}"])

    def value(self, difference: Difference, value: Any) -> object:
        """Return a field's value, or whether the row exists."""
        if difference.field is None:
            return gettext("nothing") if value is None else gettext("present")
        model_name = difference.row.partition(":")[0]
        kept = OF_TOURNAMENT.get(model_name) or OF_INSTALLATION[model_name]
        if difference.field in kept.hashed:
            return f"{gettext('Checksum')} {short_checksum(str(value))}"
        if value in (None, "", []):
            return "–"
        field = _field(difference.row, difference.field)
        try:
            if field.is_relation:
                return self.row(row_of(field.related_model, value))
            if isinstance(field, DateTimeField):
                moment = timezone.localtime(datetime.fromisoformat(value))
                return date_format(moment, "DATETIME_FORMAT")
            if field.model is Tournament:
                return setting_value(field.name, value)
            if isinstance(value, bool):
                return yes_no(value)
            if field.name == "pauses":
                return "; ".join("–".join(map(str, pause)) for pause in value)
            if field.name in ("jury", "typists"):
                people = Entry if field.name == "jury" else User
                return ", ".join(self.row(row_of(people, pk)) for pk in value)
            if isinstance(value, list):
                return figures(tuple(value))
            return signed(value) if field.name == "points" else dict(field.flatchoices)[value]
        except (AttributeError, KeyError, TypeError, ValueError):
            return value  # what is stored is no value of this field


def _field(row: str, name: str) -> Any:
    """Return a field of a row, or of a row it points to ("club__code")."""
    model: Any = apps.get_model("tournament", row.partition(":")[0])
    *way, last = name.split("__")
    for step in way:
        model = model._meta.get_field(step).related_model
    return model._meta.get_field(last)
