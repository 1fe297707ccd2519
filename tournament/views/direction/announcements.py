"""What is read aloud to the hall, for the page of a round and for the projector."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.labels.hall import announcement_text
from tournament.labels.seat_changes import tables_of
from tournament.models import Round, Tournament
from tournament.rounds.reads.clock import ClockFace
from tournament.rounds.rules.clock import announcements


@dataclass(frozen=True, slots=True)
class ReadAloud:
    """A text to read aloud, from when until when; None: from the start, until something happens."""

    text: str
    since: datetime | None
    until: datetime | None
    is_due: bool


def read_aloud(
    tournament: Tournament, round: Round, faces: Sequence[ClockFace], now: datetime
) -> tuple[ReadAloud, ...]:
    """Return everything to read aloud while nobody presses anything; duplicates appear once."""
    found: dict[ReadAloud, None] = {}
    for face in faces:
        has_solos = tournament.at_table(face.table_size).solos > 0
        ends_at = face.state.ends_at
        calls = announcements(
            face.state, round.started_at, round.pause_times, tournament.warning_minutes
        )
        for call in calls:
            text = announcement_text(call, round=round.number, ends_at=ends_at, has_solos=has_solos)
            if len(faces) > 1 and ends_at:
                text = f"{tables_of(face.table_size)}: {text}"
            found[ReadAloud(text, call.since, call.until, call.is_due(now))] = None
    return tuple(found)
