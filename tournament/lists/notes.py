"""Status and footnotes of lists of results.

The status is declared in one table, `NOTES`; pages, phones, screens, papers, workbook, website and
commands go through it.
"""

import json
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from tournament.journal.reads import journal_head
from tournament.labels.counting import counting_sentences, standings_sentences
from tournament.labels.points import signed
from tournament.labels.rounds import places_in_words
from tournament.labels.sheets import why_words
from tournament.labels.standings import (
    control_sentence,
    hall_time,
    overridden_matters,
    removed_sentence,
    rules_sentence,
    tie_break_sentence,
)
from tournament.models import Tournament, VerificationRule
from tournament.rounds.reads.rounds import RoundProgress
from tournament.seating.reads.proofs import is_proof_public
from tournament.shared.rules.places import Place
from tournament.sheets.reads.table_totals import RuledTable, ruled_tables
from tournament.standings.reads.rankings import GroupReport
from tournament.standings.reads.standings import (
    Cell,
    Correction,
    RoundResult,
    StandingsReport,
    cells_at,
    corrections_of,
    removed_names,
    text_of_round,
    text_of_standings,
)
from tournament.standings.rules.checksum import short_checksum, text_checksum
from tournament.standings.rules.tie_breaks import asks_seed
from tournament.trust.reads.freezing import override_of

Listed = StandingsReport | RoundResult | GroupReport


@dataclass(frozen=True, slots=True)
class Note:
    """One statement on how final a list is.

    `holds` is given the result, for a ranking that of the people. `words` return "" if there is
    nothing to say; `on_page` replace them on pages. `colour` is that of its badge. `is_caution`:
    nobody may overlook it.
    """

    holds: Callable[[StandingsReport | RoundResult], object]
    words: Callable[[Listed, datetime], str]
    colour: str
    on_page: Callable[[Listed, datetime], str] | None = None
    is_caution: bool = True


def people(listed: Listed) -> StandingsReport | RoundResult:
    """Return the result that a list is made from."""
    return listed.standings if isinstance(listed, GroupReport) else listed


def missing_note(tables_in: int, tables_all: int) -> str:
    """Return how much of a list is in: "Vorläufig: 14 von 18 Tischen"."""
    note = ngettext(
        "provisional: %(tables_in)s of %(tables_all)s table",
        "provisional: %(tables_in)s of %(tables_all)s tables",
        tables_all,
    )
    return capfirst(note % {"tables_in": tables_in, "tables_all": tables_all})


def ended_note(listed: Listed) -> str:
    """Say that a tournament ended before all planned rounds were played; else ""."""
    report = people(listed)
    if isinstance(report, RoundResult) or not report.final:
        return ""
    if report.rounds >= report.rounds_planned:
        return ""
    words = {"rounds": report.rounds, "planned": report.rounds_planned}
    return gettext("ended after %(rounds)s of %(planned)s rounds") % words


def _objections(listed: Listed, now: datetime) -> str:
    result = people(listed)
    assert result.objections_until is not None
    words = {"time": hall_time(result.objections_until, now)}
    note = gettext("objections were heard until %(time)s") % words
    if now < result.objections_until:
        note = f"{gettext('objections until')} {words['time']}"
    if result.provisional:
        return note
    return gettext("Provisional, %(objections)s") % {"objections": note}


def _checksum(listed: Listed, _now: datetime) -> str:
    result = people(listed)
    text = text_of_round(result) if isinstance(result, RoundResult) else text_of_standings(result)
    sentence = gettext("Final · checksum %(checksum)s")
    if isinstance(listed, GroupReport):
        sentence = gettext("Final · of the standings with the checksum %(checksum)s")
    return sentence % {"checksum": short_checksum(text_checksum(text))}


def _final_since(listed: Listed, now: datetime) -> str:
    report = people(listed)
    if isinstance(report, RoundResult) or report.frozen_at is None:
        return ""
    words = {"frozen_since": hall_time(report.frozen_at, now)}
    return gettext("final since %(frozen_since)s") % words


def _changed(listed: Listed, now: datetime) -> str:
    report = people(listed)
    assert isinstance(report, StandingsReport)
    assert report.frozen_at is not None
    words = {"time": hall_time(report.frozen_at, now)}
    return gettext("Changed since it was declared final (%(time)s)") % words


NOTES = (
    Note(lambda result: getattr(result, "changed_to", ""), _changed, "action"),
    Note(
        lambda result: result.provisional and not result.final,
        lambda listed, _now: missing_note(people(listed).tables_in, people(listed).tables_all),
        "waiting",
    ),
    Note(lambda result: result.objections_until, _objections, "waiting"),
    Note(
        lambda result: not (result.final or result.provisional or result.objections_until),
        lambda _listed, _now: gettext("All tables entered"),
        "done",
        on_page=lambda _listed, _now: "",
        is_caution=False,
    ),
    Note(lambda result: result.final, _checksum, "done", on_page=_final_since, is_caution=False),
    Note(
        lambda result: result.final, lambda listed, _: ended_note(listed), "done", is_caution=False
    ),
)
"""Everything a list of results can say about its status, in this order."""
UNPUBLISHED = Note(
    lambda result: isinstance(result, RoundResult) and not result.round.published_at,
    lambda _listed, _now: gettext("Not published"),
    "waiting",
)
"""Where the seats are still secret, this is the only caution."""


def notes_on(listed: Listed) -> list[Note]:
    """Return the notes that apply to the list."""
    held = [note for note in NOTES if note.holds(people(listed))]
    return held[:1] if held[0] is NOTES[0] else held


def status_of(listed: Listed, now: datetime | None = None) -> str:
    """Return the complete status of a list, for paper, workbook, website."""
    now = now or timezone.now()
    return " · ".join(filter(None, (note.words(listed, now) for note in notes_on(listed))))


def caution_of(listed: Listed, now: datetime | None = None) -> str:
    """Return the caution; empty once nothing can change."""
    now = now or timezone.now()
    return " · ".join(note.words(listed, now) for note in _cautions(listed))


def badge_of(listed: Listed, now: datetime | None = None) -> SafeString:
    """Return the badge beside a page's heading, in its colour; empty if there is nothing to say."""
    now = now or timezone.now()
    notes = _cautions(listed) or notes_on(listed)
    said = [(note.on_page or note.words)(listed, now) for note in notes]
    return _badge(" · ".join(filter(None, said)), notes[0].colour)


def _badge(words: str, colour: str) -> SafeString:
    return format_html('<span class="badge {}">{}</span>', colour, words) if words else SafeString()


def _cautions(listed: Listed) -> list[Note]:
    if UNPUBLISHED.holds(people(listed)):
        return [UNPUBLISHED]
    return [note for note in notes_on(listed) if note.is_caution]


def progress_badge(progress: RoundProgress) -> SafeString:
    """Return the badge of a round without its result: whether its tables are in."""
    if progress.missing:
        return _badge(missing_note(progress.tables_in, progress.tables_all), "waiting")
    return _badge(gettext("All tables entered"), "done")


def lot_note(tournament: Tournament, report: StandingsReport) -> str:
    """Say where the lot comes from, its seed if everybody may know it; at most one more query."""
    if not (asks_seed(report.chain) and report.rounds):
        return ""
    seed = report.results.seed
    if not seed:
        return gettext("The lot is not drawn yet: the seats of round 1 were not drawn.")
    if not is_proof_public(tournament):
        return gettext(
            "The lot was drawn with the seats of round 1. Its seed is told once all rounds are "
            "published."
        )
    return gettext(
        'The lot: the greater SHA-256 of ["Kreuzdame lot 1",%(seed)s,start number] stands first.'
    ) % {"seed": json.dumps(seed)}


def final_notes(
    tournament: Tournament,
    report: StandingsReport,
    now: datetime | None = None,
    *,
    says_who: bool = True,
) -> list[str]:
    """Return notes below final standings, or that they have changed; at most three queries.

    says_who: whose account declared them final though something was open, and the reason, which
    may name others.
    """
    now = now or timezone.now()
    declared = short_checksum(tournament.frozen_checksum)
    words: dict[str, object]
    if report.changed_to and report.frozen_at:
        words = {"time": hall_time(report.frozen_at, now), "declared": declared}
        changed = gettext(
            "These are not the standings that were declared final (%(time)s): those had the "
            "checksum %(declared)s, these have %(found)s. A name was mended, or a result was "
            "changed past the program."
        )
        return [changed % {**words, "found": short_checksum(report.changed_to)}]
    if not report.final:
        return []
    notes = _override_notes(tournament, now, says_who=says_who)
    head, checksum = journal_head(tournament), text_checksum(text_of_standings(report))
    words = {"checksum": short_checksum(checksum), "seal": short_checksum(head.seal)}
    proof = gettext(
        "Checksum of this list: %(checksum)s. Journal: %(entries)s entries, seal %(seal)s."
    )
    notes.append(proof % {**words, "entries": head.entries})
    if removed := removed_names(tournament, checksum):
        notes.append(removed_sentence(removed.at, declared, now))
    return notes


def _override_notes(tournament: Tournament, now: datetime, *, says_who: bool) -> list[str]:
    """Say what was open when the standings were declared final, if anything was."""
    override = override_of(tournament)
    if override is None:
        return []
    until = override.open_until
    matters = overridden_matters(
        unconfirmed=override.places,
        protests=override.protests,
        objections=f"{gettext('objections until')} {hall_time(until, now)}" if until else "",
        unplayed=override.unplayed,
        contradictions=override.contradictions,
    )
    told = {"matters": "; ".join(matters)}
    if not says_who:
        return [gettext("Declared final though this was open: %(matters)s.") % told]
    sentence = gettext(
        "Declared final by “%(account)s” though this was open: %(matters)s. Reason: %(reason)s"
    )
    told |= {"account": override.account or gettext("Program"), "reason": override.reason}
    return [sentence % told]


def round_title(number: int) -> str:
    """Return the title of a round's result: "Rundenergebnis, Runde 2"."""
    return gettext("Result of round %(number)s") % {"number": number}


CORRECTED = "*"  # precedes the corrections below a list, and marks the points concerned
RULED = "§"  # the same for points set by the direction
MISSED = "°"  # the same for a round not played


@dataclass(frozen=True, slots=True)
class Footnotes:
    """The lines below a list, and the marks at the points they refer to."""

    lines: list[str]
    marks: Mapping[Cell, str]


def standings_footnotes(tournament: Tournament, report: StandingsReport) -> Footnotes:
    """Return footnotes of all rounds; two queries, one more with corrections, two with rulings."""

    def place(each: Correction | RuledTable) -> str:
        return places_in_words([(each.round, each.table)])

    rounds = range(1, report.rounds + 1)
    corrections = corrections_of(tournament, rounds)
    rulings = ruled_tables(tournament, rounds) if report.ruled else ()
    is_live = any(report.ruled.values()) and not (report.final or tournament.frozen_at)
    lines = _lines(place, corrections, rulings, report.control_sum is not None, is_live)
    places = [Place(each.round, each.table) for each in corrections]
    marks = _marks(cells_at(tournament, places), cells_at(tournament, report.ruled))
    missed = {(row.entry_id, number): MISSED for row in report.rows for number in row.missed}
    return Footnotes(
        [
            *standings_sentences(tournament),
            *lines,
            *_missed_lines(report),
            *verification_notes(tournament, report.progress),
        ],
        {**marks, **missed},
    )


def _missed_lines(report: StandingsReport) -> list[str]:
    points = report.counting.missed_round
    if points is None or not any(row.missed for row in report.rows):
        return []
    return [f"{MISSED} {gettext('not played')}: {signed(points)}"]


def notes_below(
    tournament: Tournament,
    report: StandingsReport,
    footnotes: Footnotes,
    now: datetime | None = None,
    *,
    says_who: bool = True,
) -> list[str]:
    """Return what stands below the standings: footnotes, tie-breaks, control sum, lot, the end.

    says_who: as in `final_notes`.
    """
    tie_breaks = tie_break_sentence(tournament.tie_breaks)
    control = control_sentence(report.control_sum, report.deductions)
    notes = [
        *footnotes.lines,
        " ".join(filter(None, [tie_breaks, control])),
        lot_note(tournament, report),
        *final_notes(tournament, report, now, says_who=says_who),
    ]
    return [note for note in notes if note]


def round_footnotes(
    result: RoundResult, corrected: Iterable[Correction] | None = None
) -> Footnotes:
    """Return a round's footnotes; a query for rulings, one for corrections unless `corrected`."""

    def place(each: Correction | RuledTable) -> str:
        return gettext("table %(number)s") % {"number": each.table}

    def cells(tables: Container[int]) -> frozenset[Cell]:
        people = (row.seat.entry_id for row in result.rows if row.seat.table in tables)
        return frozenset((entry, number) for entry in people)

    tournament, number = result.round.tournament, result.round.number
    if corrected is None:
        corrected = corrections_of(tournament, [number])
    corrections = [each for each in corrected if each.round == number]
    rulings = ruled_tables(tournament, [number]) if result.ruled else ()
    lines = _lines(place, corrections, rulings, result.control_sum is not None, result.is_live)
    lines = [
        *counting_sentences(tournament.counting),
        *lines,
        *verification_notes(tournament, [result]),
        control_sentence(result.control_sum, 0),
    ]
    marks = _marks(cells({each.table for each in corrections}), cells(result.ruled))
    return Footnotes([line for line in lines if line], marks)


def ranking_footnotes(tournament: Tournament, report: GroupReport) -> list[str]:
    """Return who counts, what decides and who is in none, below a ranking of groups."""
    if report.in_groups:
        counts = gettext("All that is played for a team counts, by substitutes, too.")
    else:
        who = gettext("Whoever is not ranked, has withdrawn or is disqualified counts for nobody.")
        counts = f"{rules_sentence(report.rules)} {who}"
    lines = [
        counts,
        tie_break_sentence(list(report.chain)),
        *standings_sentences(tournament),
        *_missed_lines(report.standings),
    ]
    if count := report.without:
        words = ngettext(
            "%(count)s player belongs to none.", "%(count)s players belong to none.", count
        )
        lines.append(words % {"count": count})
    lines += verification_notes(tournament, report.standings.progress)
    return [line for line in lines if line]


def _marks(corrected: frozenset[Cell], ruled: frozenset[Cell]) -> dict[Cell, str]:
    return {
        cell: CORRECTED * (cell in corrected) + RULED * (cell in ruled)
        for cell in corrected | ruled
    }


def _lines(
    place: Callable[[Correction | RuledTable], str],
    corrections: Iterable[Correction],
    rulings: Iterable[RuledTable],
    has_control_sum: bool,
    is_live: bool,
) -> list[str]:
    """Return corrections in one line, in reading order, and rulings likewise."""
    corrected = [
        gettext("corrected %(time)s, %(place)s")
        % {"time": hall_time(each.at, each.closed_at), "place": place(each)}
        for each in corrections
    ]
    ruled = [
        gettext("%(place)s set by the direction (%(why)s): %(reason)s")
        % {"place": place(each), "why": why_words(each.why), "reason": each.reason}
        for each in rulings
    ]
    lines = [f"{CORRECTED} {' · '.join(corrected)}"] if corrected else []
    if ruled:
        lines.append(f"{RULED} {' · '.join(ruled)}")
        notes = []
        if has_control_sum:
            notes.append(gettext("Points that were set are not in the control sum."))
        if is_live:
            notes.append(
                gettext(
                    "An average of somebody’s other rounds changes until the standings are final."
                )
            )
        lines += [" ".join(notes)] if notes else []
    return lines


def verification_notes(
    tournament: Tournament, rounds: Sequence[RoundProgress | RoundResult]
) -> list[str]:
    """Say how many results are confirmed and how many are unverified, where verification is on."""
    confirmed = sum(round.tables_confirmed for round in rounds)
    entered = sum(round.tables_in for round in rounds)
    tables = sum(round.tables_all for round in rounds)
    if tournament.verification == VerificationRule.NONE or not tables:
        return []
    note = ngettext(
        "%(confirmed)s of %(tables)s table confirmed",
        "%(confirmed)s of %(tables)s tables confirmed",
        tables,
    ) % {"confirmed": confirmed, "tables": tables}
    if confirmed >= entered:
        return [note]
    waiting = gettext("%(count)s not verified") % {"count": entered - confirmed}
    return [f"{note}, {waiting}"]
