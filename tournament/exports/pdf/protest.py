"""The protocol of a protest: what was decided at the table, the jury's vote, three signatures."""

from collections.abc import Iterator

from django.http import Http404
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refused
from tournament.exports.base import Document, imprint
from tournament.exports.paper import Asked, Link, Paper, Reader
from tournament.exports.pdf.paper import print_template
from tournament.exports.pdf.tables import table_of
from tournament.labels.referee import decision_words
from tournament.labels.rounds import places_in_words
from tournament.lists.calls import (
    by_paragraph,
    calls_list,
    jury_names,
    minutes_words,
    protest_words,
)
from tournament.models import Protest
from tournament.referee.reads import Record, RecordKind, log_of
from tournament.shared.rules.typed import key_in

Fact = tuple[str, str]


def protocol(asked: Asked) -> Document:
    """Return the protocol of the protest in `?protest=`; 404 for one of another tournament.

    Refused: `no_protest` where there is none at all.
    """
    tournament, key = asked.tournament, key_in(asked.text("protest"))
    log = log_of(tournament)
    protests = [each for each in log if each.kind is RecordKind.PROTEST]
    if not protests:
        raise Refused("no_protest")
    record = next((each for each in protests if each.protest and each.protest.pk == key), None)
    if record is None or record.protest is None:
        raise Http404
    at_table = [
        each
        for each in log
        if each.kind is not RecordKind.PROTEST
        and (each.round, each.table) == (record.round, record.table)
    ]
    place = places_in_words([(record.round or 0, record.table or 0)])
    rulings = calls_list(tournament, at_table).without("at", "round", "table", "row")
    protest, title = record.protest, str(PROTOCOL.title)
    # Of an undecided protest there is room to write the ruling in by hand.
    ruling = (
        (gettext("Result"), protest_words(protest) if protest.decided_at else ""),
        (gettext("Jury"), jury_names(protest, record.jury)),
        (gettext("Hearing"), protest.heard),
        (gettext("Reason"), protest.reason),
        (gettext("Extra time"), minutes_words(protest.minutes) if protest.minutes else ""),
    )
    context = {
        "facts": [fact for fact in _facts(record, place) if fact[1]],
        "rulings": table_of("rulings", rulings) if at_table else None,
        "decision": [fact for fact in ruling if fact[1] or not protest.decided_at],
        "protest": protest,
        "is_decided": protest.decided_at is not None,
        "signatures": (gettext("Referee"), gettext("For the jury"), gettext("Protest by")),
    }
    head, name = imprint(tournament, title, place), f"{title} {place}"
    return print_template("pdf/kept/protest.html", head, context, name=name)


def _facts(record: Record, place: str) -> Iterator[Fact]:
    call = record.call or (record.protest and record.protest.call)
    is_ddv = record.protest is not None and by_paragraph(record.protest.table.round.tournament)
    yield gettext("Place"), place
    yield gettext("Time"), date_format(localtime(record.at), "DATETIME_FORMAT") if record.at else ""
    yield (
        gettext("Protest by"),
        f"{record.by.person.name} ({record.by.number})" if record.by else "",
    )
    if call and record.offender:
        decided = decision_words(record.paragraph, by_paragraph=is_ddv)
        against = f"{decided} – {record.offender.person.name} ({record.offender.number})"
        yield gettext("Against this decision"), against
    yield gettext("What is contested"), record.note


def _has_protest(reader: Reader) -> bool:
    return Protest.objects.filter(table__round__tournament=reader.tournament).exists()


PROTOCOL = Paper(
    key="protest",
    title=_("Protocol of a protest"),
    order=255,
    is_possible=_has_protest,
    asks=("protest",),
    make=protocol,
    links=(Link("protest", _("Print protocol")),),
)
