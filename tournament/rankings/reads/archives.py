"""A ranking out of archives: what each says, which of them count, and who is one person."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from hashlib import sha256

from django.utils import timezone

from tournament.archives.mapping import archived_fields, typed
from tournament.archives.rules.archive import STANDINGS, Archive
from tournament.errors import Refused
from tournament.models import Tournament
from tournament.rankings.reads.people import Crowd, RankedRow, Seen
from tournament.rankings.rules import (
    Answers,
    Contradicted,
    Event,
    Flaw,
    Outcome,
    RankingRules,
    Score,
    doubled,
    is_within,
    outcome_of,
    outvoted,
    rank,
    read_answers,
)
from tournament.series.reads import rules_of
from tournament.shared.rules.fields import known_player
from tournament.shared.rules.names import Names, name_key
from tournament.standings.rules.counting import Counting

_CONTRADICTS = (ArithmeticError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class ArchivedLine:
    """One line of an archive's standings, with its person."""

    seen: Seen
    rounds: tuple[int | None, ...]
    points: int
    rank: int | None


@dataclass(frozen=True, slots=True)
class ArchivedEvent:
    """What an archive says of its tournament.

    tournament: as it stood there, in no database. day: of the tournament, else of its last round.
    is_over: whether every result is in. results: names and points as a digest, the same if it was
    typed in again elsewhere; empty without any.
    """

    origin: str
    signer: str
    written_at: str
    is_changed: bool
    tournament: Tournament
    day: date
    is_over: bool
    lines: tuple[ArchivedLine, ...]
    results: str

    @property
    def rounds(self) -> int:
        """The number of rounds in its standings."""
        return max((len(each.rounds) for each in self.lines), default=0)


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """A file that was given: what it says, or why it was refused, or could not be opened.

    outcome: of what is no archive and no flaw.
    """

    name: str
    event: ArchivedEvent | None = None
    refused: Refused | None = None
    unopened: str = ""
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A file with what is wrong with it; twin: the file of the same tournament that goes before."""

    file: ArchiveFile
    outcome: Outcome
    flaws: tuple[Flaw, ...] = ()
    twin: str = ""


@dataclass(frozen=True, slots=True)
class ArchiveRanking:
    """The ranking as of a day; `files` in the order given.

    asked: two who may be one person, as lines of answers call them. answers: what was said.
    """

    rules: RankingRules
    on: date
    files: tuple[Judged, ...]
    rows: tuple[RankedRow, ...]
    asked: tuple[tuple[str, str], ...]
    answers: Answers

    @property
    def counting(self) -> Counting:
        """Whether points or table points were added."""
        return Counting(
            any(
                each.file.event.tournament.table_points
                for each in self.files
                if each.outcome is Outcome.COUNTS and each.file.event
            )
        )


def archived_event(archive: Archive) -> ArchivedEvent:
    """Return what an archive with sound rows says of its tournament; no query.

    Refused: "archive_contradicts" if its standings are not of its players, or fields are missing.
    """
    try:
        return _event(archive)
    except _CONTRADICTS as error:
        raise Refused("archive_contradicts", row=STANDINGS) from error


def _event(archive: Archive) -> ArchivedEvent:
    (row,) = archive.rows["tournament"].by_id().values()
    fields = [f for f in archived_fields("tournament", contacts=False) if f.name in row]
    tournament = Tournament(**{each.attname: typed(each, row[each.name]) for each in fields})
    day, signer = tournament.date or _last_day(archive), archive.signer
    origin = str(archive.about["tournament"]["origin"])
    lines = tuple(_lines(archive, signer or origin, day))
    tables = archive.rows["gametable"].by_id().values()
    is_in = all(each["current_version"] is not None for each in tables)
    closed = [each["closed_at"] for each in archive.rows["round"].by_id().values()]
    rounds = len(lines[0].rounds) if lines else 0
    is_complete = is_in and all(closed) and rounds == tournament.rounds_planned
    told = sorted((name_key(each.seen.names.list_name), str(each.rounds)) for each in lines)
    return ArchivedEvent(
        origin=origin,
        signer=signer,
        written_at=str(archive.about["written_at"]),
        # A file without a signature is named for that; it has been packed by somebody anyway.
        is_changed=any(signer or each.what != "repacked" for each in archive.findings),
        tournament=tournament,
        day=day,
        # As on the pages: until its last round is closed a result is no final one.
        is_over=tournament.frozen_at is not None or is_complete,
        lines=lines,
        results=sha256(repr(told).encode()).hexdigest() if rounds else "",
    )


def _last_day(archive: Archive) -> date:
    """Return the day of the last round that was played, else that of writing."""
    rounds = archive.rows["round"].by_id().values()
    times = [row[name] for row in rounds for name in ("started_at", "ended_at") if row[name]]
    moments = map(datetime.fromisoformat, times or [archive.about["written_at"]])
    return timezone.localdate(max(moments))


def _lines(archive: Archive, signer: str, day: date) -> Iterator[ArchivedLine]:
    """Yield the lines of its standings with their people, as they were on that day."""
    people, clubs = archive.rows["person"].by_id(), archive.rows["club"].by_id()
    entries = {row["number"]: row for row in archive.rows["entry"].by_id().values()}
    heading, *lines = archive.standings.decode().split("\n")
    many = heading.count(";") - 4
    for line in filter(None, lines):
        place, number, *figures = line.split(";", many + 4)[:-1]
        *rounds, deduction, total = (int(each) if each else None for each in figures)
        if len(rounds) != many or total != sum(filter(None, (*rounds, deduction))):
            raise ValueError(line)
        entry = entries[int(number)]
        person, club = people[entry["person"]], clubs.get(entry["club"], {})
        player = known_player({**person, "state": person["state"] or club.get("state")}, club)
        is_public = bool(person["publish_name"] or person["deleted_at"])
        names = Names(player.last_name, player.first_name, is_public)
        seen = Seen(person["salt"], signer, player, names, day)
        yield ArchivedLine(seen, tuple(rounds), total, int(place) if place else None)


def judge_archives(
    files: Sequence[ArchiveFile],
    rules: RankingRules,
    on: date | None = None,
    *,
    takes_unsigned: bool = False,
) -> tuple[list[Judged], date]:
    """Return which archives count, and the day of the list, by default that of the newest one.

    A changed one does not count, an unsigned one if wanted, a doubled one once: of two of one
    tournament the signed one, then the one written last.
    """
    found = [_judged(each) for each in files]
    whole = [at for at, each in enumerate(found) if each.outcome is Outcome.COUNTS]
    events = {at: event for at in whole if (event := files[at].event)}
    twins = doubled(
        [tuple(filter(None, (events[at].origin, events[at].results))) for at in whole],
        lambda at: (bool(events[whole[at]].signer), events[whole[at]].written_at),
    )
    twin_of = {whole[at]: files[whole[other]].name for at, other in twins.items()}
    for at, event in events.items():
        flaws = [Flaw.DOUBLED] * (at in twin_of) + [Flaw.UNSIGNED] * (not event.signer)
        is_left_out = at in twin_of or not (event.signer or takes_unsigned)
        outcome = Outcome.FLAWED if is_left_out else _outcome(event, rules)
        found[at] = replace(
            found[at], outcome=outcome, flaws=tuple(flaws), twin=twin_of.get(at, "")
        )
    told = [at for at in events if found[at].outcome in (Outcome.COUNTS, Outcome.NO_STATE)]
    told.sort(key=lambda at: events[at].day)
    counting = [at for at in told if found[at].outcome is Outcome.COUNTS]
    odd = outvoted(
        {at: events[at].tournament.table_points for at in told},
        {at: rules_of(events[at].tournament) for at in told},
        counting,
    )
    usual = [at for at in counting if at not in odd]
    day = on or max((events[at].day for at in usual), default=timezone.localdate())
    for at in counting:
        if at in odd:
            found[at] = replace(found[at], outcome=odd[at])
        elif not is_within(events[at].day, day, rules.window):
            found[at] = replace(found[at], outcome=Outcome.OUTSIDE)
    return found, day


def _judged(file: ArchiveFile) -> Judged:
    """Return a file by itself: whether anything in it may count."""
    if file.outcome:
        return Judged(file, file.outcome)
    if file.event and not file.event.is_changed:
        return Judged(file, Outcome.COUNTS)
    return Judged(file, Outcome.FLAWED, (Flaw.MISSING if file.unopened else Flaw.CHANGED,))


def _outcome(event: ArchivedEvent, rules: RankingRules) -> Outcome:
    if event.tournament.is_example or event.tournament.is_rehearsal:
        return Outcome.MADE_UP
    if not event.is_over:
        return Outcome.NOT_OVER
    return outcome_of(event.rounds, event.tournament.state, rules)


def rank_archives(
    files: Sequence[Judged], rules: RankingRules, on: date, answers: str = ""
) -> ArchiveRanking:
    """Return the ranking of the archives that count. answers: lines of `read_answers`.

    Refused: "people_are_two".
    """
    counted = [
        each.file.event for each in files if each.outcome is Outcome.COUNTS and each.file.event
    ]
    crowd = Crowd()
    numbers = [
        [crowd.add(line.seen, at) for line in event.lines] for at, event in enumerate(counted)
    ]
    told = read_answers(answers, crowd.labels())
    names = crowd.names()
    try:
        joined = crowd.joined(told.same)
    except Contradicted as wrong:
        one, other = wrong.pair
        raise Refused("people_are_two", one=names[one], other=names[other]) from wrong
    events = [
        Event(
            event.tournament.state,
            tuple(
                Score(
                    joined.person[number],
                    sum(points is not None for points in line.rounds),
                    *(line.points, line.rank, line.seen.player.state),
                )
                for line, number in zip(event.lines, numbers[at], strict=True)
            ),
        )
        for at, event in enumerate(counted)
    ]
    last = crowd.last_seen(joined)
    rows = [
        RankedRow(line, seen.names, seen.player.club.short, seen.player.state)
        for line in rank(events, rules)
        for seen in [last[line.person]]
    ]
    rows.sort(key=lambda row: (row.line.rank, name_key(row.names.list_name)))
    asked = tuple((names[one], names[other]) for one, other in joined.asked)
    return ArchiveRanking(rules, on, tuple(files), tuple(rows), asked, told)
