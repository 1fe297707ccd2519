"""The next step as a sentence, and the words on its buttons."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, str | Promise] = {
    "add_players": _("Nobody is entered yet."),
    "check_in": ngettext_lazy(
        "%(registered)s player is entered.", "%(registered)s players are entered.", "registered"
    ),
    "draw": _("%(players)s of %(registered)s players are there: %(tables_for)s."),
    **dict.fromkeys(
        ("start_clock", "start_round"),
        _(
            "Round %(round)s is drawn. Post the seat list, lay out the score sheets, start the "
            "round."
        ),
    ),
    "enter_while_running": _(
        "Round %(round)s is running. %(entered)s of %(tables)s score sheets are in."
    ),
    "paused": _("Round %(round)s paused: its clock stands still."),
    "still_running": _("Round %(round)s is still running."),
    "end_clock": _("The time of round %(round)s is up."),
    "enter_sheets": _("Round %(round)s ended."),
    "end_clock_all_in": _("All score sheets of round %(round)s are in."),
    "verifications_of_round": ngettext_lazy(
        "All score sheets are in. %(counter)s result waits for its verification.",
        "All score sheets are in. %(counter)s results wait for their verification.",
        "counter",
    ),
    "close_round": _(
        "Round %(round)s: all score sheets are in. Check the result, post it, close the round."
    ),
    "publish_next": _("Round %(round)s is next. Its seats are not published yet."),
    "draw_next": _("Round %(round)s is next. Its seats are not drawn yet."),
    "repair_next": _(
        "Round %(round)s is next, but since its draw the players have changed (%(gone)s gone, "
        "%(come)s without a seat). Adjust the seats."
    ),
    "verifications": ngettext_lazy(
        "All rounds are closed. %(unconfirmed)s result waits for a verification; the standings are "
        "final after that.",
        "All rounds are closed. %(unconfirmed)s results wait for a verification; the standings are "
        "final after that.",
        "unconfirmed",
    ),
    "freeze": _("All rounds are closed. The standings are provisional until objections are heard."),
    "finish": _("All rounds are closed. The final standings can be printed."),
    "finished": _("The tournament is finished."),
}

LOOKED_AT: dict[str, str | Promise] = {
    **dict.fromkeys(
        ("start_clock", "start_round"),
        _("Round %(round)s is published. The direction or a referee starts it."),
    ),
    "close_round": _("All score sheets of round %(round)s are in."),
    "repair_next": _("Round %(round)s is next. Its seats are not published yet."),
}
"""Sentences for readers who may not do it: they are not told to press a missing button."""

BUTTONS: dict[str, str | Promise] = {
    "add_players": _("Add player"),
    "import_players": _("Import list"),
    "players": _("Players"),
    "check_in": _("Check in"),
    "draw": _("Draw"),
    "draw_without_check_in": _("Draw without check-in"),
    "adjust_seats": _("Adjust the seats"),
    "start": _("Start the round"),
    "resume": _("Resume the round"),
    "print": _("Print"),
    "round": _("To round %(round)s"),
    **dict.fromkeys(("board", "watch"), _("Sheet status")),
    "forecast": _("Forecast"),
    "type": _("Type in"),
    "type_table": _("Enter table %(table)s"),
    **dict.fromkeys(("end", "end_all_in"), _("End the round")),
    "end_and_close": _("End and close the round"),
    "close": _("Close round %(round)s"),
    "verify": _("Verification"),
    "result": _("Result"),
    "finish": _("Finish the tournament"),
    "standings": _("Standings"),
    "final_standings": _("Final standings"),
}


MOST_NAMED = 12
"""More missing tables than this are only counted: the page of the round shows them all."""


def act_words(act: str, figures: Mapping[str, object]) -> str:
    """Return the words on the button of an act."""
    return str(BUTTONS[act]) % figures


def due_sentence(due: Sequence[int], received: Sequence[int]) -> str:
    """Say which sheets are due and which are at the desk; empty if there are none."""
    sentences = (
        ngettext(
            "%(count)s score sheet is due: table %(list)s.",
            "%(count)s score sheets are due: tables %(list)s.",
            len(due),
        ),
        ngettext(
            "%(count)s lies at the desk: table %(list)s.",
            "%(count)s lie at the desk: tables %(list)s.",
            len(received),
        ),
    )
    told = []
    for sentence, tables in zip(sentences, (due, received), strict=True):
        named = ", ".join(map(str, tables[:MOST_NAMED]))
        more = " …" if len(tables) > MOST_NAMED else ""
        told += [sentence % {"count": len(tables), "list": named + more}] if tables else []
    return " ".join(told)


def missing_sheets_sentence(round: int, missing: Sequence[int], *, clock_waits: bool) -> str:
    """Say which sheets of a round are still missing, and that its clock still waits."""
    sentence = ngettext(
        "Round %(round)s: the score sheet of table %(list)s is missing.",
        "Round %(round)s: %(count)s score sheets are missing, of the tables %(list)s.",
        len(missing),
    )
    if len(missing) > MOST_NAMED:
        place = gettext("Round %(number)s") % {"number": round}
        many = ngettext(
            "%(counter)s score sheet missing", "%(counter)s score sheets missing", len(missing)
        )
        sentence = f"{place}: {many % {'counter': len(missing)}}."
    if clock_waits:
        sentence = f"{sentence} {gettext('Its clock has not been started.')}"
    words = {"round": round, "count": len(missing), "list": ", ".join(map(str, missing))}
    return sentence % words
