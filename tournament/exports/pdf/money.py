"""Papers about money: the list for the door, prizes, receipt of prizes, receipts."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refused
from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.paper import Asked, Link, Paper, Reader
from tournament.exports.pdf.lists import print_list
from tournament.exports.pdf.paper import print_template
from tournament.lists.money import door_list as door_columns
from tournament.lists.money import not_given_lines, prize_notes, prize_sections, prizes_caution
from tournament.models import PrizeRule
from tournament.money.reads import (
    accounts_of,
    fees_of,
    has_receipts,
    payments_of,
    pools_of,
    standing,
)
from tournament.permissions import may_check_in_players
from tournament.prizes.reads import prize_list
from tournament.shared.rules.names import name_key


def door_list(asked: Asked) -> Document:
    """Return everybody who plays with a box, the amount still due, and the side pools."""
    tournament, title = asked.tournament, str(DOOR_LIST.title)
    accounts = [each for each in accounts_of(tournament).values() if each.entry.plays]
    if asked.text("by") == "name":
        accounts.sort(key=lambda each: name_key(each.entry.person.list_name))
    pools = pools_of(tournament)
    listed = door_columns(accounts, pools, has_fees=bool(fees_of(tournament)))
    return document(tournament, title, PDF, print_list(imprint(tournament, title), listed))


def prizes(asked: Asked) -> Document:
    """Return the prizes in the order of the ceremony. Refused: `no_prizes`."""
    tournament, title = asked.tournament, str(PRIZES.title)
    listed = prize_list(tournament)
    if not listed.has_prizes:
        raise Refused("no_prizes")
    context = {
        "imprint": imprint(tournament, title, caution=prizes_caution(listed)),
        "sections": prize_sections(listed),
        "seed": listed.rule.seed if listed.needs_lot else "",
        "funds": listed.funds,
        "not_given": not_given_lines(listed),
        "notes": prize_notes(listed),
    }
    return document(tournament, title, PDF, print_template("pdf/money/prizes.html", context))


def prizes_received(asked: Asked) -> Document:
    """Return the same as a list for the winners to sign. Refused: `prizes_not_assigned`."""
    tournament = asked.tournament
    listed = prize_list(tournament)
    if not listed.is_assigned:
        raise Refused("prizes_not_assigned")
    template, title = "pdf/money/prizes_received.html", str(PRIZES_RECEIVED.title)
    context = {
        "imprint": imprint(tournament, title, caution=prizes_caution(listed)),
        "sections": prize_sections(listed),
        "has_members": any(line.members for line in listed.lines),
        "total": sum(line.award.amount for line in listed.lines),
    }
    return document(tournament, title, PDF, print_template(template, context))


def receipts(asked: Asked) -> Document:
    """Return a receipt for everybody who has paid, or for one player. Refused: `no_payments`."""
    tournament, entry = asked.tournament, asked.entry()
    payments = payments_of(tournament)
    found = standing(payments.filter(entry=entry) if entry else payments)
    if not found:
        raise Refused("no_payments")
    title = str(RECEIPTS.title)
    by_entry: dict[int, list] = {}
    for payment in sorted(found, key=lambda each: each.entry.number):
        by_entry.setdefault(payment.entry_id, []).append(payment)
    made = [
        {"entry": paid[0].entry, "payments": paid, "total": sum(each.amount for each in paid)}
        for paid in by_entry.values()
    ]
    context = {"imprint": imprint(tournament, title), "receipts": made}
    return document(tournament, title, PDF, print_template("pdf/money/receipts.html", context))


def _are_prizes_assigned(reader: Reader) -> bool:
    rules = PrizeRule.objects.filter(tournament=reader.tournament)
    return reader.has_prizes and rules.exclude(assigned_at=None).exists()


DOOR_LIST = Paper(
    key="door",
    title=_("Door list"),
    order=190,
    may=may_check_in_players,
    is_possible=lambda reader: reader.has_money,
    asks=("by",),
    make=door_list,
    links=(
        Link("money"),
        Link("money", format_lazy("{}, {}", _("Door list"), _("by name")), {"by": "name"}),
        Link("till", given={"by": "name"}),
    ),
)
RECEIPTS = Paper(
    key="receipts",
    title=_("Receipts"),
    order=200,
    may=may_check_in_players,
    is_possible=lambda reader: reader.has_money and has_receipts(reader.tournament),
    asks=("number",),
    make=receipts,
    links=(Link("money"), Link("till with payments"), Link("till of one player", _("Receipt"))),
)
PRIZES = Paper(
    key="prizes",
    title=_("Prizes"),
    order=210,
    is_possible=lambda reader: reader.has_prizes,
    make=prizes,
    links=(Link("money"), Link("prizes", _("Print"))),
)
PRIZES_RECEIVED = Paper(
    key="prizes-received",
    title=_("Prizes, list to sign"),
    order=220,
    is_possible=_are_prizes_assigned,
    make=prizes_received,
    links=(Link("money"), Link("prizes assigned")),
    earlier=("print/prizes/received/",),
)
