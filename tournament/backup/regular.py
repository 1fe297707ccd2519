"""A copy into both places, and a note how it went: by a server's timer, a button, a command."""

from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from tournament.backup.copies import Copy, last_copy, make_copy
from tournament.backup.second_place import carry_over, chosen_place
from tournament.backup.status import leave_note, read_note, status
from tournament.errors import Refused
from tournament.models import JournalEntry, SheetDraft


def copy_to_both_places(occasion: str, *, only_if_written: bool = False) -> Copy:
    """Copy, bring the copy to the second place, and leave a note of how it went for the bar.

    only_if_written: not where the last copy has everything; it is the one returned then.
    Refused: as `make_copy` and `carry_over`; then the note says so, too.
    """
    note = read_note()
    note.problem = note.place_problem = None
    try:
        written = repr(written_last())
        copy = last_copy()
        if copy is None or not only_if_written or written != note.written:
            copy = make_copy(occasion)
        note.copied_at, note.written = timezone.now(), written
        status.copied_at = note.copied_at
    except Refused as refusal:
        note.problem = refusal
        raise
    else:
        try:
            # The workers of a server write nowhere but in their own directory: its timer carries.
            if (place := chosen_place()) and not settings.IS_SERVER:
                carry_over(place)
        except Refused as refusal:
            note.place_problem = refusal
            raise
    finally:
        leave_note(note)
    return copy


def written_last() -> tuple[object, object]:
    """What was written last: it differs as soon as something is to be copied; two queries.

    The seal, not the number: after a restore another entry has the same number.
    """
    entry = JournalEntry.objects.order_by("-pk").values_list("seal", flat=True).first()
    draft = SheetDraft.objects.aggregate(last=Max("updated_at"))["last"]
    return entry, draft
