"""Words about rounds: refusals, their clock, how far the sheets are, and the next step."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.draw.quality import meets_thrice_for_less
from tournament.labels.draws import listed
from tournament.models import Draw
from tournament.rounds.rules.phases import RoundPhase

ROUND_REFUSALS: dict[str, str | Promise] = {
    **dict.fromkeys(
        ("all_rounds_drawn", "all_rounds_published", "redraw_reason_needed"),
        _("All rounds are drawn. To draw again needs a reason."),
    ),
    "clock_already_started": _("Round %(round)s has been started already."),
    "clock_is_paused": _(
        "The clock of round %(round)s stands still. Resume the round, or confirm that it shall end."
    ),
    "clock_not_paused": _("The clock of round %(round)s does not stand still."),
    "clock_not_running": _("Round %(round)s is not running."),
    "clock_not_started": _("Round %(round)s has not been started."),
    "earlier_round_not_begun": _(
        "Round %(earlier)s is published and has not begun. If round %(round)s shall be published "
        "already, tick the box that says so."
    ),
    "earlier_round_open": _(
        "Round %(earlier)s has not ended yet. End or close it, then start round %(round)s."
    ),
    "extra_time_out_of_range": _("Extra time is 0 to %(most)s minutes."),
    "extra_time_undocumented": _(
        "Extra time at table %(table)s needs a reason and the initials of the referee."
    ),
    "hall_place_outside": _(
        "Table %(table)s does not stand in the hall: it has %(most)s columns and rows at most."
    ),
    "hall_place_twice": _("Tables %(other)s and %(table)s stand at the same place."),
    "later_round_started": _("Round %(later)s has been started: round %(round)s stays as it is."),
    "no_time_left": _("Round %(round)s has no time left that could be stopped."),
    "nothing_to_redraw": _("There is no round that could be drawn again."),
    "rules_unknown": _("There are no rules “%(name)s”; there are %(allowed)s."),
    "rules_after_draw": _(
        "Seats are drawn: the rules stay as they are. A new tournament can have others."
    ),
    "rule_options_no_object": _("The options of the rules are a JSON object."),
    "rules_without_options": _("The rules “%(rules)s” have no options, so no “%(name)s” either."),
    "rule_option_unknown": _(
        "These rules have no option “%(name)s”; their options are: %(allowed)s."
    ),
    "rule_option_needs": _("%(name)s has a meaning only beside %(allowed)s. Choose that as well."),
    "rule_options_exclude": _("%(name)s excludes %(allowed)s. Choose one of them."),
    "rule_option_wrong": _("The option “%(name)s” is one of %(allowed)s, or left out."),
    "redraw_has_penalties": _(
        "There are penalties in these rounds: %(places)s. Revoke them first, or draw again in the "
        "browser, where the number of the round is asked for."
    ),
    "redraw_has_results": _(
        "There are results: %(places)s. Close round %(round)s to draw those after it again, or "
        "discard the results in the browser, where the number of the round is asked for."
    ),
    "redraw_started": _(
        "Round %(round)s has been started. Take the start back before you draw again, or draw "
        "again in the browser, where the number of the round is asked for."
    ),
    "report_does_not_fit": _(
        "These figures do not fit: without the compulsory solos %(normal)s normal games would "
        "be played, and 0 to %(most)s are possible."
    ),
    "report_has_too_many_games": _(
        "Table %(table)s cannot have played %(games)s games: a list has %(most)s at most."
    ),
    "report_names_no_position": _("Table %(table)s has the positions 1 to %(most)s."),
    "report_needs_no_solos": _(
        "By these rules only the list tells who owes a solo: type the games of table %(table)s "
        "alone."
    ),
    "results_contradicted": _(
        "Round %(round)s cannot be closed yet: typed differently the second time, table "
        "%(tables)s. Decide which is right, or close it all the same."
    ),
    "round_already_published": _("Round %(round)s has been published in the meantime."),
    "round_is_closed": _("Round %(round)s is closed. Open it again first."),
    "round_is_for_direction": _(
        "Round %(round)s is closed. Only the direction still enters or takes back complaints, "
        "penalties and protests there."
    ),
    "round_not_played": _("Round %(round)s is not running."),
    "round_not_closed": _("Round %(round)s is not closed."),
    "round_not_published": _("Round %(round)s is not published yet."),
    "round_still_running": _("Round %(round)s is still running. End it, then close it."),
    "drawing_busy": _("Another draw is being calculated. Please try again in a moment."),
    "seed_invalid": _("A seed has 1 to %(longest)s characters."),
    "seed_without_draw": _(
        "A seed is only for a draw. The next round is drawn already, it is only published."
    ),
    "sheet_missing_again": _(
        "Round %(round)s goes on: score sheets are missing again, table %(tables)s."
    ),
    "earlier_round_open_again": _(
        "Round %(earlier)s has been opened again. Close it, then go on with round %(round)s."
    ),
    "other_players_to_draw": _(
        "The page said that %(seen)s players are drawn, now it would be %(players)s. Please look "
        "again."
    ),
    "sheets_missing": _(
        "Round %(round)s cannot be closed: score sheets are missing, table %(tables)s."
    ),
    "table_start_out_of_range": _(
        "A later start lies between the start of the round at %(begin)s and now, %(now)s."
    ),
    "time_not_up": _(
        "The time of round %(round)s is not up yet. Confirm that it shall end all the same."
    ),
    "tournament_finished": _(
        "The tournament is finished and its standings are final. Whoever wants to change anything "
        "resumes it first, in the settings."
    ),
}


PHASES: dict[RoundPhase, str | Promise] = {
    RoundPhase.DRAWN: _("drawn, not published"),
    RoundPhase.PUBLISHED: _("published"),
    RoundPhase.RUNNING: _("running"),
    RoundPhase.PAUSED: _("paused"),
    RoundPhase.LAST_TABLES: pgettext_lazy("round", "last tables playing"),
    RoundPhase.TIME_UP: _("Time is up"),
    RoundPhase.ENDED: _("ended"),
    RoundPhase.ALL_IN: pgettext_lazy("round", "all sheets in"),
    RoundPhase.CLOSED: _("closed"),
}
"""The one word for how a round stands."""


def rounds_in_words(first: int, last: int) -> str:
    """Return a range of rounds: "round 3", "rounds 1 to 3"."""
    if first == last:
        return gettext("round %(number)s") % {"number": first}
    return gettext("rounds %(first)s to %(last)s") % {"first": first, "last": last}


def places_in_words(places: Iterable[Sequence[object]]) -> str:
    """Return tables by round: "round 3, table 14, 15; round 4, table 2"."""
    tables: dict[object, list[str]] = {}
    for round, table in places:
        tables.setdefault(round, []).append(str(table))
    return "; ".join(
        gettext("Round %(round)s, table %(table)s") % {"round": round, "table": ", ".join(numbers)}
        for round, numbers in tables.items()
    )


def lost_starts_sentence(tables: Sequence[int]) -> str:
    """Say of which tables a later start is lost with the start of their round; "" of none."""
    sentence = ngettext(
        "The later start of table %(tables)s is lost as well.",
        "The later starts of tables %(tables)s are lost as well.",
        len(tables),
    )
    return sentence % {"tables": listed(tables)} if tables else ""


def time_of_day(moment: datetime) -> str:
    """Return local hours and minutes: "11:40"."""
    return time_format(timezone.localtime(moment), "H:i")


def quality_sentence(draw: Draw) -> str:
    """Say how good a draw is, from the figures stored with it; empty where there are none."""
    quality, groups = draw.quality, draw.tournament.team_groups
    if not quality:
        return ""
    if quality["repeat_pairs"]:
        meetings = gettext("Pairs that meet again: %(pairs)s (unavoidable: %(bound)s).") % {
            "pairs": quality["repeat_pairs"],
            "bound": quality["repeat_pairs_bound"],
        }
        rounds = draw.tournament.rounds_planned
        if draw.method == "groups" and any(
            meets_thrice_for_less(len(group), rounds) for group in groups
        ):
            meetings = f"{meetings} {gettext('Fewer only where some meet three times.')}"
    else:
        meetings = gettext("No two players meet twice.")
    return f"{meetings} {gettext('Club mates')}: {quality['same_club_pairs']}."


BOARD_STATES: dict[str, str | Promise] = {
    "drawn": pgettext_lazy("table", "drawn"),
    "running": pgettext_lazy("table", "playing"),
    "due": pgettext_lazy("table", "sheet due"),
    "received": pgettext_lazy("table", "at the desk"),
    "entered": _("entered"),
    "unverified": pgettext_lazy("table", "not verified"),
    "confirmed": pgettext_lazy("table", "confirmed"),
}

# The letter of each filter: all, missing, then the states above. Digits belong to table numbers,
# and the letters of places (after "g") to those.
BOARD_KEYS = _("a o w p s k n v c")
SHAPES = {
    "drawn": "○",
    "running": "▷",
    "due": "!",
    "received": "◔",
    "entered": "●",
    "unverified": "◐",
    "confirmed": "✓",
}
"""A shape per state, so that nobody depends on its colour."""


def sheet_words(state: str, *, is_ruled: bool) -> str:
    """Return how far a table's sheet is; `is_ruled`: the direction has set the points."""
    return gettext("set by the direction") if is_ruled else str(BOARD_STATES[state])


def table_words(
    number: int, state: str, due_since: datetime | None, *, awaits_direction: bool
) -> str:
    """Return a table and its state in words: "Table 7: sheet due, since 18:42"."""
    told = [str(BOARD_STATES[state])]
    if due_since:
        time = time_format(timezone.localtime(due_since), "H:i")
        told.append(gettext("since %(time)s") % {"time": time})
    if awaits_direction:
        told.append(gettext("dealt out of turn: to be confirmed"))
    return f"{gettext('Table %(number)s') % {'number': number}}: {', '.join(told)}"


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
    "last_tables": _("The last tables of round %(round)s are playing."),
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
    **dict.fromkeys(("draw_without_check_in", "draw_all_entered"), _("Draw without check-in")),
    "draw_round": _("Draw round %(number)s"),
    "draw_rounds": _("Draw rounds %(number)s to %(last)s"),
    "prove_draw": _("Draw with proof"),
    "see_draw": _("Look at the draw"),
    "publish": _("Publish round %(number)s"),
    "redraw": _("Draw again"),
    "adjust_seats": _("Adjust the seats"),
    "start": _("Start the round"),
    "resume": _("Resume the round"),
    "print": _("Print"),
    "round": _("To round %(round)s"),
    **dict.fromkeys(("board", "watch"), _("Sheet status")),
    "forecast": _("Forecast"),
    "type": _("Enter results"),
    "type_table": _("Enter table %(table)s"),
    **dict.fromkeys(("end", "end_all_in"), _("End the round")),
    "end_and_close": _("End and close the round"),
    "close": _("Close round %(round)s"),
    "verify": _("Verification"),
    "result": _("Result"),
    "finish": _("Finish the tournament"),
    "standings": _("Standings"),
    "final_standings": _("Final standings"),
    "print_standings": _("Print the standings"),
    "print_final": _("Print the final standings"),
    "certificates": _("Certificates"),
    "workbook": "Excel",
    "next_evening": _("New evening like this one"),
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
            "%(count)s at the desk: table %(list)s.",
            "%(count)s at the desk: tables %(list)s.",
            len(received),
        ),
    )
    told = []
    for sentence, tables in zip(sentences, (due, received), strict=True):
        named = ", ".join(map(str, tables[:MOST_NAMED]))
        more = "\N{NO-BREAK SPACE}…" if len(tables) > MOST_NAMED else ""
        if tables:
            said = sentence % {"count": len(tables), "list": named + more}
            told.append(said.replace("….", "…"))
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
