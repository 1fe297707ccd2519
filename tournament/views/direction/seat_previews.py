"""The preview of a seat change: who moves, what it costs, what has to be reprinted."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from tournament.draw import Round as SeatedRound
from tournament.draw.changes import Move
from tournament.draw.table_sizes import FIVE_TABLE
from tournament.labels.seat_changes import (
    FigureLine,
    at_fives_sentence,
    figure_lines,
    listed,
    mates_sentence,
    move_sentence,
    plan_finding_sentence,
    print_again_sentence,
    repeat_sentence,
)
from tournament.models import Round, Tournament
from tournament.rounds.reads.rounds import rounds_of
from tournament.seating.reads.seat_changes import SeatChange, tables_in_the_way
from tournament.seating.reads.seat_effects import (
    complaints_lost,
    new_mates,
    tables_begun,
    wishes_ignored,
)
from tournament.shared.rules.places import Place


@dataclass(frozen=True, slots=True)
class RoundPreview:
    """What happens in one round, in sentences: moves by kind, and papers that become void."""

    number: int
    walking: tuple[str, ...]
    changing_chairs: tuple[str, ...]
    coming: tuple[str, ...]
    going: tuple[str, ...]
    papers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """A change before it is made.

    `in_the_way` are tables whose results prevent it. `figures` are empty if there is nothing to
    compare with. `at_fives` says who sits at tables of five more often than is fair.
    """

    fingerprint: str
    rounds: tuple[RoundPreview, ...]
    walks: int
    repeats: tuple[str, ...]
    mates: tuple[str, ...]
    wishes: tuple[str, ...]
    figures: tuple[FigureLine, ...]
    at_fives: str
    in_the_way: tuple[Place, ...]
    begun: tuple[Place, ...]
    complaints: tuple[Place, ...]


def preview_of(tournament: Tournament, change: SeatChange) -> Preview:
    """Return the change in words. Four queries."""
    entries = change.entries
    by_number = {round.number: round for round in rounds_of(tournament)}
    ignored = [
        plan_finding_sentence(finding, entries, change.change.rounds[finding.round - change.first])
        for finding in wishes_ignored(change)
    ]
    return Preview(
        fingerprint=change.fingerprint,
        rounds=tuple(_round_previews(change, by_number)),
        walks=change.change.walks,
        repeats=tuple(repeat_sentence(repeat, entries) for repeat in change.change.repeats),
        mates=tuple(mates_sentence(m.round, m.table, m.one, m.other) for m in new_mates(change)),
        wishes=tuple(dict.fromkeys(ignored)),
        figures=_figures(change),
        at_fives=at_fives_sentence(change.change.at_fives, entries),
        in_the_way=tuple(tables_in_the_way(tournament, change.touched)),
        begun=tuple(tables_begun(tournament, change)),
        complaints=complaints_lost(tournament, change),
    )


def _round_previews(change: SeatChange, rounds: dict[int, Round]) -> list[RoundPreview]:
    return [
        RoundPreview(
            number=number,
            walking=_sentences(change, number, lambda move: move.is_walk),
            changing_chairs=_sentences(change, number, _changes_chairs),
            coming=_sentences(change, number, lambda move: move.before is None),
            going=_sentences(change, number, lambda move: move.after is None),
            papers=tuple(_papers(change, number, rounds.get(number))),
        )
        for number in sorted({move.round for move in change.change.moves})
    ]


def _changes_chairs(move: Move) -> bool:
    return bool(move.before and move.after) and not move.is_walk


def _sentences(change: SeatChange, number: int, wanted: Callable[[Move], bool]) -> tuple[str, ...]:
    moves = (move for move in change.change.moves if move.round == number and wanted(move))
    return tuple(move_sentence(move, change.entries) for move in moves)


def void_papers(change: SeatChange, rounds: Iterable[Round]) -> Iterator[tuple[int, list[int]]]:
    """Yield rounds whose seat lists become void, with the tables whose sheets are reprinted.

    None before a round is published; while it is played only new tables need a sheet.
    """
    for round in rounds:
        touched = {place.table for place in change.touched if place.round == round.number}
        if not touched or not round.published_at:
            continue
        index = round.number - change.first
        new = range(len(change.before[index]) + 1, len(change.change.rounds[index]) + 1)
        staying = range(1, min(new.start, len(change.change.rounds[index]) + 1))
        printed = [*new] if round.started_at else [*staying, *new]
        yield round.number, sorted(touched.intersection(printed))


def _papers(change: SeatChange, number: int, round: Round | None) -> list[str]:
    """Return the papers on walls or tables that become void; none before publishing."""
    if round is None:
        return []
    index = number - change.first
    there = min(len(change.before[index]), len(change.change.rounds[index]))
    touched = [place.table for place in change.touched if place.round == number]
    sentences = []
    for _number, tables in void_papers(change, [round]):
        sentences.append(print_again_sentence(number, tables))
        written = [table for table in touched if table <= there] if round.started_at else []
        sentences += [_written(each) for each in [written] if each]
        gone = [table for table in touched if table > len(change.change.rounds[index])]
        sentences += map(_dissolved, gone)
    return sentences


def _written(tables: list[int]) -> str:
    sentence = gettext("The round is running: change the names on the sheets of table %(tables)s.")
    return sentence % {"tables": listed(tables)}


def _dissolved(table: int) -> str:
    return gettext("Table %(table)s is not needed any more: take its score sheet away.") % {
        "table": table
    }


def _figures(change: SeatChange) -> tuple[FigureLine, ...]:
    if not any(change.before):
        return ()
    fives = _fives(change.before), _fives(change.change.rounds)
    return figure_lines(change.change, fives)


def _fives(rounds: Iterable[SeatedRound]) -> int:
    return sum(len(table) == FIVE_TABLE for tables in rounds for table in tables)
