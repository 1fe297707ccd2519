"""Lists about money: who has to pay what at the door, and the prizes for the ceremony."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from tournament.labels.points import euros, short_euros, signed
from tournament.labels.standings import GROUP_RANKINGS
from tournament.lists.columns import Column, Kind, List, amount_column, day_column, number_column
from tournament.lists.html import numbered
from tournament.models import PayBy, Payment, Pool, Tournament
from tournament.money.reads import Account, Taken
from tournament.prizes.reads import AwardLine, Fund, PrizeList
from tournament.prizes.rules import ORDERS, Award, Ladder, Prize, PrizeKind

PAID = "✓"


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """One winner in words."""

    line: AwardLine
    place: str
    prize: str


@dataclass(frozen=True, slots=True)
class PrizeSection:
    """The winners of one ladder, the first place last."""

    title: str
    lines: tuple[PrizeLine, ...]

    @property
    def has_noted_place(self) -> bool:
        """Whether it is said of a place that it is shared or was drawn, which takes more space."""
        awards = (each.line.award for each in self.lines)
        return any(each.sharers > 1 or each.drawn for each in awards)


def accounts_list(
    tournament: Tournament, accounts: Iterable[Account], pools: Iterable[Pool]
) -> List:
    """Return what everybody owes and has paid; names link to the payments."""
    address = numbered("money-person", tournament.slug)

    def name(account: Account) -> str:
        return account.entry.person.list_name

    def link(account: Account) -> SafeString:
        return format_html('<a href="{}">{}</a>', address(account.entry.pk), name(account))

    def in_pool(pool: int, account: Account) -> int | None:
        return account.pools.get(pool)

    def paid(account: Account) -> str:
        if account.told_amount:
            told = gettext("%(amount)s by the list") % {"amount": euros(account.told_amount)}
            return f"{euros(account.paid)} + {told}" if account.paid else told
        if account.is_without_amount:
            return gettext("noted without an amount")
        return euros(account.paid) if account.paid else ""

    def still_open(account: Account) -> str:
        if account.too_much:
            return gettext("%(amount)s too much") % {"amount": euros(account.too_much)}
        return euros(account.open) if account.open else ""

    columns = (
        Column("number", gettext("No."), lambda each: each.entry.number, Kind.NUMBER, "points"),
        Column("name", gettext("Name"), name, Kind.NAME, html=link),
        Column("tags", gettext("Categories"), lambda each: ", ".join(each.entry.tags)),
        amount_column("due", gettext("Entry fee"), lambda each: each.due),
        amount_column("paid", gettext("paid"), lambda each: each.paid, html=paid),
        amount_column("open", gettext("not paid"), lambda each: each.open, html=still_open),
        *(amount_column(f"pool{each.pk}", each.name, partial(in_pool, each.pk)) for each in pools),
    )
    return List(columns, list(accounts))


def promised_list(accounts: Iterable[Account]) -> List:
    """Return what was paid beforehand and is not booked yet, as lists and marks say."""

    def told(account: Account) -> str:
        return account.entry.fee_told if account.told_amount else gettext("noted by hand")

    def how(account: Account) -> str:
        way = PayBy.TRANSFER if account.is_transfer else PayBy.CASH
        return str(way.label) if account.told_amount else ""

    columns = (
        number_column("number", gettext("No."), lambda each: each.entry.number),
        Column("name", gettext("Name"), lambda each: each.entry.person.list_name, Kind.NAME),
        Column("told", gettext("in the list"), told),
        Column("how", gettext("How"), how),
        amount_column("promised", gettext("Amount"), lambda each: each.promised),
        amount_column("due", gettext("Entry fee"), lambda each: each.due),
    )
    return List(columns, list(accounts))


def door_list(accounts: Iterable[Account], pools: Iterable[Pool], *, has_fees: bool) -> List:
    """Return everybody with an empty box to tick, and what there is: fee, side pools, notes."""
    accounts = list(accounts)

    def note(account: Account) -> str | None:
        """Return the note with the word for its mark, as paper has no colours; None without."""
        mark = str(account.entry.get_desk_mark_display()).partition(" ")[2]
        return ", ".join(filter(None, [account.entry.desk_note, mark])) or None

    notes = Column("note", gettext("Remark"), note)

    def fee(account: Account) -> str:
        """Return the amount due; empty without one."""
        if account.entry.fee_paid:
            return PAID
        return euros(account.open) if account.open else ""

    fees = Column("fee", gettext("Entry fee"), fee, classes="money" if has_fees else "box")

    def tick(pool: int, account: Account) -> str:
        return PAID if account.pools.get(pool) else ""

    columns = (
        Column(
            *("box", gettext("there"), lambda each: PAID if each.entry.checked_in else ""),
            classes="box",
        ),
        number_column("number", gettext("No."), lambda each: each.entry.number),
        Column("name", gettext("Name"), lambda each: each.entry.person.list_name, Kind.NAME),
        Column("club", gettext("Club"), lambda each: each.entry.club_short, classes="club"),
        *([fees] if has_fees or any(each.entry.fee_paid for each in accounts) else []),
        *(
            Column(
                *(f"pool{pool.pk}", f"{pool.name} {short_euros(pool.fee)}", partial(tick, pool.pk)),
                classes="box",
            )
            for pool in pools
        ),
        *([notes] if any(map(notes.value, accounts)) else []),
    )
    return List(columns, accounts)


def taken_list(taken: Iterable[Taken]) -> List:
    """Return what came in: for what, how and to whom."""
    columns = (
        Column(
            "for", gettext("For"), lambda each: str(each.pool or gettext("Entry fee")), Kind.NAME
        ),
        Column("how", gettext("How"), lambda each: str(PayBy(each.how).label)),
        Column("by", gettext("received by"), lambda each: each.account or gettext("Program")),
        amount_column("amount", gettext("Amount"), lambda each: each.amount),
    )
    return List(columns, list(taken))


def payments_list(payments: Iterable[Payment]) -> List:
    """Return the payments of one player."""
    columns = (
        day_column("date", lambda each: each.on),
        Column("for", gettext("For"), lambda each: str(each.pool or gettext("Entry fee"))),
        Column("how", gettext("How"), lambda each: each.get_how_display()),
        Column("by", gettext("received by"), lambda each: str(each.user or gettext("Program"))),
        amount_column("amount", gettext("Amount"), lambda each: each.amount),
    )
    return List(columns, list(payments))


def funds_list(funds: Iterable[Fund]) -> List:
    """Return income and prizes per fund, with what is left over or missing."""

    def source(fund: Fund) -> str:
        return fund.pool.name if fund.pool else gettext("Entry fees")

    def difference(fund: Fund) -> str:
        if fund.left < 0:
            return f"{euros(fund.missing)} {pgettext('money', 'missing')}"
        return f"{euros(fund.left)} {gettext('left over') if fund.left else ''}"

    funds = list(funds)
    promised = amount_column("promised", gettext("promised"), lambda fund: fund.promised)
    columns = (
        Column("for", gettext("Paid from"), source, Kind.NAME),
        amount_column("income", gettext("Taken"), lambda fund: fund.income),
        *([promised] if any(fund.promised for fund in funds) else []),
        amount_column("prizes", gettext("Prizes"), lambda fund: fund.prizes),
        amount_column("awarded", gettext("go out"), lambda fund: fund.awarded),
        amount_column("left", gettext("difference"), lambda fund: fund.left, html=difference),
    )
    return List(columns, funds)


def prize_sections(listed: PrizeList) -> list[PrizeSection]:
    """Return the prizes by ladder, in the order of the ceremony."""

    def line(each: AwardLine) -> PrizeLine:
        amount = euros(each.award.amount) if each.award.amount else ""
        prize = ", ".join(filter(None, (amount, each.award.thing)))
        return PrizeLine(each, place_words(each.award), prize)

    return [
        PrizeSection(ladder_name(ladder, listed.pools), tuple(map(line, lines)))
        for ladder, lines in groupby(listed.lines, key=lambda line: line.award.ladder)
    ]


def not_given_lines(listed: PrizeList) -> list[tuple[str, str]]:
    """Return what nobody gets: ladder, and its money and things."""
    lines = []
    for ladder in dict.fromkeys((*listed.not_given, *listed.things_not_given)):
        cents = listed.not_given.get(ladder, 0)
        prizes = [*([euros(cents)] if cents else []), *listed.things_not_given.get(ladder, ())]
        lines.append((ladder_name(ladder, listed.pools), ", ".join(prizes)))
    return lines


def prize_notes(listed: PrizeList) -> list[str]:
    """Return notes on what is not obvious: which rankings are off, who wins nothing and why."""
    assigned = {line.award.ladder.ranking for line in listed.lines}
    notes: list[str] = []
    words: dict[str, object]
    for kind in listed.not_ranked:
        sentence = gettext("There is no %(ranking)s: nobody gets the prizes that follow it.")
        if kind in assigned:
            sentence = gettext(
                "The %(ranking)s is switched off. The prizes that follow it stand as they are "
                "assigned."
            )
        notes.append(sentence % {"ranking": GROUP_RANKINGS[kind]})
    for ladder, row, points in listed.passed_over:
        words = {"name": row.list_name, "number": row.number}
        words |= {"prize": ladder_name(ladder, listed.pools), "points": signed(points)}
        words["status"] = row.note
        sentence = gettext(
            "%(prize)s: %(name)s (number %(number)s) has %(points)s and gets nothing (%(status)s)."
        )
        notes.append(sentence % words)
    for pool, entries in listed.without_a_chance.items():
        for entry in entries:
            words = {"name": entry.person.list_name, "number": entry.number}
            words |= {"pool": listed.pools[pool].name, "status": entry.get_status_display()}
            sentence = gettext(
                "%(pool)s: %(name)s (number %(number)s) has paid and cannot win (%(status)s). The "
                "money stays in until it is given back in the till."
            )
            notes.append(sentence % words)
    return notes


def prizes_list(listed: PrizeList) -> List:
    """Return the same in one table, with names as in public lists."""
    columns = (
        Column("for", gettext("For"), lambda each: ladder_name(each.award.ladder, listed.pools)),
        Column("place", gettext("Rank"), lambda each: place_words(each.award)),
        Column("number", gettext("No."), lambda each: each.number, Kind.NUMBER),
        Column("name", gettext("Name"), lambda each: each.public_name, Kind.NAME),
        Column("club", gettext("Club"), lambda each: each.club),
        Column("amount", gettext("Amount"), lambda each: each.award.amount or None, Kind.AMOUNT),
        Column("thing", gettext("Prize in kind"), lambda each: each.award.thing),
        Column(
            *("handed_out", gettext("handed out")),
            lambda each: PAID if each.row and each.row.handed_at else "",
        ),
    )
    return List(columns, listed.lines)


def prizes_caution(listed: PrizeList) -> str:
    """Warn that prizes are not assigned, or that the standings have changed since; else ""."""
    if listed.changed:
        return gettext("The standings have changed since")
    return "" if listed.is_assigned else gettext("not assigned yet")


def ladder_name(ladder: Ladder, pools: Mapping[int, Pool]) -> str:
    """Return the name of a ladder: "Damen", "Bestes Runde 2"; a side pool goes before it."""
    order = ORDERS[ladder.kind]
    # A category not typed yet has no name: what it is for stands in.
    name = ladder.category or gettext(order.name or order.choice)
    if ladder.round is not None:
        name = gettext("Best in round %(round)s") % {"round": ladder.round}
    pool = pools[ladder.pool].name if ladder.pool else name
    return name if pool == name else f"{pool}: {name}"


def prize_sentences(prizes: Iterable[Prize], pools: Mapping[int, Pool]) -> list[str]:
    """Return what there is to win, ladder by ladder: "Places 1 to 3: 100 €, 60 €, 40 €"."""
    by_ladder: dict[Ladder, dict[int, list[Prize]]] = {}
    for prize in prizes:
        places = by_ladder.setdefault(prize.ladder, {})
        for place in range(prize.first, prize.last + 1):
            places.setdefault(place, []).append(prize)
    sentences = []
    for ladder, places in by_ladder.items():
        words = {}
        for place, shared in sorted(places.items()):  # several lines for one place add up
            amount = sum(prize.amount for prize in shared)
            things = [prize.thing for prize in shared if prize.thing]
            words[place] = " + ".join([*([short_euros(amount)] if amount else []), *things])
        sentences += [_prize_sentence(ladder, *each, pools) for each in _stretches(words)]
    return sentences


def _stretches(words: Mapping[int, str]) -> list[tuple[int, list[str]]]:
    """Cut places in order into what one sentence says: many alike, or each its own prize."""
    alike: list[tuple[int, list[str]]] = []
    for place, prize in words.items():
        first, told = alike[-1] if alike else (0, [])
        if prize in told and place == first + len(told):
            told.append(prize)
        else:
            alike.append((place, [prize]))
    found: list[tuple[int, list[str]]] = []
    for first, told in alike:
        before, others = found[-1] if found else (0, [])
        if first == before + len(others) and not (_is_long(others) or _is_long(told)):
            others += told
        else:
            found.append((first, told))
    return found


def _is_long(prizes: Collection[str]) -> bool:
    """Whether prizes are alike, and too many to be named one by one."""
    return len(prizes) > 2 and len(set(prizes)) == 1


def _prize_sentence(
    ladder: Ladder, first: int, prizes: list[str], pools: Mapping[int, Pool]
) -> str:
    last = first + len(prizes) - 1
    told = ", ".join(prizes)
    if last > first and len(set(prizes)) == 1:
        told = gettext("%(prize)s each") % {"prize": prizes[0]}
    places = gettext("Place %(place)s") % {"place": first}
    if last > first:
        places = gettext("Places %(first)s to %(last)s") % {"first": first, "last": last}
    name = ladder_name(ladder, pools)
    if ladder == Ladder(PrizeKind.PLACE):
        name = places
    elif (first, last) != (1, 1):
        name = f"{name}, {places}"
    return f"{name}: {told}"


def place_words(award: Award) -> str:
    """Return the place, and how people of equal rank share or drew."""
    place = gettext("%(place)s.") % {"place": award.place}
    if award.sharers > 1:
        place = f"{place} ({gettext('shared')})"
    return f"{place} ({gettext('by lot')})" if award.drawn else place
