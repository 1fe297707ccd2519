"""Check of a plan made by hand, or elsewhere, against the people and their fixed tables.

A plan without findings can be played. Its quality is shown by the certificate.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournament.draw.model import Entrant, Round
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
    known = {entrant.id: entrant for entrant in entrants}
    return tuple(
        PlanFinding(code, number, tuple(params.items()))
        for number, tables in enumerate(rounds, start=1)
        for code, params in (*_who_sits(known, tables, larger), *_where_they_sit(known, tables))
    )


Found = Iterator[tuple[str, dict[str, str | int]]]


def _who_sits(entrants: dict[str, Entrant], tables: Round, larger: bool) -> Found:
    seated = Counter(person for table in tables for person in table)
    for person in entrants:
        if person not in seated:
            yield "missing", {"person": person}
    for person, times in seated.items():
        if person not in entrants:
            yield "unknown", {"person": person}
        if times > 1:
            yield "twice", {"person": person}
    people = len(entrants)
    sizes = None if cannot_seat(people, larger) else table_sizes(people, larger)
    usual = (FOUR_TABLE, FIVE_TABLE, *(sizes.larger if sizes else ()))
    for number, table in enumerate(tables, start=1):
        if len(table) not in usual:
            allowed = ", ".join(map(str, usual))
            yield "table_size", {"table": number, "people": len(table), "usual": allowed}
    fives = sum(len(table) == FIVE_TABLE for table in tables)
    if sizes is None:
        yield "cannot_seat", {"people": people}
    elif fives > sizes.fives:
        yield "too_many_fives", {"fives": fives, "enough": sizes.fives}


def _where_they_sit(entrants: dict[str, Entrant], tables: Round) -> Found:
    for number, table in enumerate(tables, start=1):
        known = [entrants[person] for person in table if person in entrants]
        for entrant in known:
            if entrant.table is not None and entrant.table != number:
                yield "wrong_table", {"person": entrant.id, "table": number, "fixed": entrant.table}
        last = entrants.get(table[-1]) if table else None
        if last and last.no_list and not all(entrant.no_list for entrant in known):
            yield "keeps_no_list", {"person": last.id, "table": number}
