"""Check of a plan made by hand, or elsewhere, against the people and their fixed tables.

A plan without findings can be played. Its quality is shown by the certificate.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournament.draw.model import Entrant, Round, Table
from tournament.draw.table_sizes import FIVE_TABLE, FOUR_TABLE, cannot_seat, table_sizes


@dataclass(frozen=True, slots=True)
class PlanFinding:
    """One error in a plan; rounds and tables count from 1.

    - "missing", "twice", "unknown": person.
    - "table_size": table, people, usual (sizes).
    - "too_many_fives": fives, enough.
    - "wrong_table": person, table, fixed.
    - "keeps_no_list": person, table (at the last seat).
    - "cannot_seat": people.
    """

    code: str
    round: int
    params: tuple[tuple[str, str | int], ...] = ()


def check_plan(
    entrants: Sequence[Entrant], rounds: Sequence[Round], larger: bool = False
) -> tuple[PlanFinding, ...]:
    """Return all errors in these rounds; `larger`: tables of six and seven are played."""
    return tuple(
        PlanFinding(code, number, tuple(params.items()))
        for number, tables in enumerate(rounds, start=1)
        for code, params in _check_round(
            {entrant.id: entrant for entrant in entrants}, tables, larger
        )
    )


Found = Iterator[tuple[str, dict[str, str | int]]]


def _check_round(entrants: dict[str, Entrant], tables: Round, larger: bool) -> Found:
    seated = Counter(person for table in tables for person in table)
    for person in entrants:
        if person not in seated:
            yield "missing", {"person": person}
    for person, times in seated.items():
        if person not in entrants:
            yield "unknown", {"person": person}
        if times > 1:
            yield "twice", {"person": person}
    yield from _sizes(len(entrants), tables, larger)
    for number, table in enumerate(tables, start=1):
        yield from _wishes(entrants, number, table)


def _sizes(people: int, tables: Round, larger: bool) -> Found:
    sizes = None if cannot_seat(people, larger) else table_sizes(people, larger)
    usual = (FOUR_TABLE, FIVE_TABLE, *(sizes.larger if sizes else ()))
    for number, table in enumerate(tables, start=1):
        if len(table) not in usual:
            allowed = ", ".join(map(str, usual))
            yield "table_size", {"table": number, "people": len(table), "usual": allowed}
    if sizes is None:
        yield "cannot_seat", {"people": people}
        return
    fives = sum(len(table) == FIVE_TABLE for table in tables)
    if fives > sizes.fives:
        yield "too_many_fives", {"fives": fives, "enough": sizes.fives}


def _wishes(entrants: dict[str, Entrant], number: int, table: Table) -> Found:
    known = [entrants[person] for person in table if person in entrants]
    for entrant in known:
        if entrant.table is not None and entrant.table != number:
            yield "wrong_table", {"person": entrant.id, "table": number, "fixed": entrant.table}
    if table and table[-1] in entrants and entrants[table[-1]].no_list:
        others_keep_none = all(entrant.no_list for entrant in known)
        if not others_keep_none:
            yield "keeps_no_list", {"person": table[-1], "table": number}
