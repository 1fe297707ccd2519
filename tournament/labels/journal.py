"""Sentences of the journals, by action. Parameters are an entry's data with names looked up."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.terms import figures
from tournament.labels.cup import CUP_ACTIONS
from tournament.labels.draws import DRAW_METHODS
from tournament.labels.filling import Sentence, fill, placed, yes_no
from tournament.labels.hall import STAGE_ACTIONS
from tournament.labels.league import DAY_ACTIONS, LEAGUE_ACTIONS
from tournament.labels.losses import lost_words
from tournament.labels.people import CLUB_FIELDS, age_category, field_changes, player_changes
from tournament.labels.points import euros, signed
from tournament.labels.rankings import RANKING_ACTIONS
from tournament.labels.referee import decision_words
from tournament.labels.rounds import places_in_words, rounds_in_words, time_of_day
from tournament.labels.series import HEADING_COLUMNS, SERIES_ACTIONS
from tournament.labels.sheets import exception_words, figure_words, penalty_words, why_words
from tournament.labels.standings import (
    groups_words,
    overridden_matters,
    rankings_words,
    tie_break_sentence,
    unknown_tie_breaks,
)
from tournament.models import Entry, EqualOnes, JournalEntry, PayBy, Role, Tournament
from tournament.standings.rules.checksum import short_checksum


def _fees_in_words(fees: Sequence[tuple[int, str, str | None]]) -> str:
    """Return each line of fees: "Senioren 10,00 € bis 31.10.2026"."""
    lines = []
    for amount, category, until in fees:
        line = f"{category or gettext('all')} {euros(amount)}"
        if until:
            day = date_format(date.fromisoformat(until), "SHORT_DATE_FORMAT")
            line = f"{line} {gettext('until')} {day}"
        lines.append(line)
    return ", ".join(lines) or "–"


AT_THE_DESK = {
    "fee_not_paid": _("fee not paid"),
    "fee_paid": _("Fee paid"),
    "player_checked_in": _("there"),
    "player_checked_out": _("not there after all"),
}
"""What the desk noted about a player."""

PENALTY_ACTS = ("penalty_awarded", "penalty_revoked")
"""Acts that make a new version of a sheet without a reason of its own."""

POINTS = frozenset({"points", "totals", "old_totals", "typed"})
"""Data that are points, one figure or one per position."""

SETTINGS = {field.name: field for field in Tournament._meta.fields}

AT_TABLES: dict[str, str | Promise] = {
    "call_logged": _("complaint about %(entry)s: %(decision)s."),
    "call_withdrawn": _("decision about %(entry)s taken back: %(decision)s."),
    "extra_time_removed": _("extra time taken away (%(initials)s)."),
    "exceptions_accepted": _("exceptions accepted (%(exceptions)s)."),
    "penalties_contained": _("said of version %(version)s that its totals contain: %(contained)s."),
    "penalty_awarded": _("penalty against position %(offender)s (%(points)s): %(rule)s."),
    "penalty_revoked": _(
        "penalty taken back against position %(offender)s (%(points)s): %(rule)s."
    ),
    "protest_lodged": _("protest by %(entry)s."),
    "protest_rejected": _("protest by %(entry)s rejected by the jury (%(votes)s)."),
    "protest_upheld": _("protest by %(entry)s upheld by the jury (%(votes)s)."),
    "verification_agreed": _("totals typed a second time, the same (%(totals)s)."),
    "verification_by_person": _("version %(version)s (%(totals)s) confirmed by a second person."),
    "verification_decided": _(
        "decided that what was entered (%(totals)s) is right, not %(typed)s."
    ),
    "verification_differed": _(
        "totals typed a second time, different: %(typed)s, entered are %(totals)s."
    ),
    "sheet_discarded": _("version %(version)s (%(totals)s) lost, because the seats change."),
    "sheet_completed": _("list with all games behind the totals (%(totals)s)."),
    "sheet_confirmed": _("list confirmed by its totals (%(totals)s)."),
    "sheet_corrected": _("corrected (version %(version)s): %(changes)s."),
    "sheet_deals_confirmed": _("games dealt out of turn confirmed (%(games)s)."),
    "sheet_entered": _("sheet entered (%(totals)s)."),
    "sheet_not_received": _("taken back that the score sheet lies at the desk."),
    "sheet_received": _("score sheet handed in at the desk."),
    "sheet_restored": _("version %(restored)s restored as version %(version)s (%(totals)s)."),
    "sheet_ruled": _("set by the direction (%(ruling)s): %(figures)s."),
    "sheet_taken_back": _("version %(version)s (%(totals)s) taken back."),
    "time_extended": ngettext_lazy(
        "%(minutes)s minute of extra time (%(initials)s).",
        "%(minutes)s minutes of extra time (%(initials)s).",
        "minutes",
    ),
    "time_started_later": _("began at %(at)s."),
    "time_started_with_all": _("began with the others after all."),
}
"""Acts at one table; a reason comes after the sentence."""

ACTIONS: dict[str, Sentence] = {
    **placed(_("Round %(round)s, table %(table)s"), AT_TABLES),
    **STAGE_ACTIONS,
    **dict.fromkeys(
        (*AT_THE_DESK, "player_status_set"), _("%(entry)s (number %(number)s): %(what)s.")
    ),
    "byes_drawn": ngettext_lazy(
        "%(sit_out)s player sits out in each of %(rounds)s, by lot.",
        "%(sit_out)s players sit out in each of %(rounds)s, by lot.",
        "sit_out",
    ),
    "clock_behind": _(
        "The computer’s clock was behind the last entry, by %(seconds)s s at least: round "
        "%(round)s goes on with the time it had left then."
    ),
    "clock_end_undone": _("End of round %(round)s taken back."),
    "clock_ended": _("Round %(round)s ended."),
    "clock_followed": _(
        "The computer’s clock was moved by %(seconds)s s: round %(round)s keeps the time it had "
        "left."
    ),
    "clock_paused": _("Round %(round)s paused: its clock stands still."),
    "clock_resumed": _("Round %(round)s goes on."),
    "clock_start_undone": _("Start of round %(round)s taken back."),
    "clock_started": _("Round %(round)s started."),
    "club_edited": ngettext_lazy(
        "Club of %(players)s player changed: %(changes)s.",
        "Club of %(players)s players changed: %(changes)s.",
        "players",
    ),
    "commitment_published": _("Commitment of the next draw published: %(commitment)s"),
    "deduction_revoked": _("%(entry)s: deduction of %(points)s points taken back."),
    "drawn_at_desk": _("Numbers drawn at the registration desk (start number: number): %(drawn)s."),
    "drawn_desk_given_up": _(
        "Numbers of the registration desk taken back (%(expected)s people expected)."
    ),
    "drawn_desk_opened": _(
        "Numbers are drawn at the registration desk, for %(expected)s people expected."
    ),
    "drawn_by_unconfirmed": _("Round %(round)s drawn by the standings, not verified: %(tables)s."),
    **dict.fromkeys(
        ("drawn_list_closed", "drawn_list_closed_again"),
        _(
            "List of %(players)s players closed for the draw from round %(round)s on, commitment "
            "%(seal)s."
        ),
    ),
    "facts_noted": _("Everything noted as it was stored when the program was updated."),
    "names_removed": _(
        "Names taken out of the final standings, whose checksum is now %(checksum)s."
    ),
    "person_deleted": _("The data of the player with number %(number)s was deleted."),
    "person_edited": _("%(entry)s (number %(number)s) changed in the administration: %(changes)s."),
    "lot_drawn": _("Lot between equal totals drawn: %(seed)s."),
    "phone_address_printed": _("Address for phones printed: %(address)s"),
    "phone_code_renewed": _("New code for the players’ phones; the earlier one leads nowhere."),
    "phones_let_in": _("Players’ phones let in."),
    "phones_shut_out": _("Players’ phones no longer let in."),
    "player_added": _("%(entry)s entered with number %(number)s."),
    "player_edited": _("%(entry)s (number %(number)s) changed: %(changes)s."),
    "player_removed": _("Player with number %(number)s removed."),
    "player_substituted": _(
        "%(entry)s (number %(number)s) takes the seats of number %(gone)s from round %(round)s on: "
        "%(status)s."
    ),
    **DAY_ACTIONS,
    "players_imported": _(
        "List of players imported: %(added)s added, %(known)s known, %(left_out)s left out."
    ),
    "players_import_undone": ngettext_lazy(
        "List of players taken back: %(removed)s player removed.",
        "List of players taken back: %(removed)s players removed.",
        "removed",
    ),
    "points_deducted": _("%(entry)s: %(points)s points deducted."),
    "team_groups_set": _("Groups of teams: %(groups)s."),
    "rankings_set": _("Rankings beside the standings: %(rankings)s."),
    "round_closed": _("Round %(round)s closed."),
    "round_closed_contradicted": _(
        "Round %(round)s closed though these tables were typed differently the second time and "
        "nobody has decided: %(tables)s."
    ),
    "round_published": _("Round %(round)s published."),
    "hall_arranged": _("Hall plan changed."),
    "round_reopened": _("Round %(round)s opened again."),
    # Without the seed: everybody reads the journal, and it reveals unpublished seats.
    "rounds_drawn": _("Draw %(draw)s: %(rounds)s drawn for %(players)s players."),
    "rounds_made_of_numbers": _(
        "Draw %(draw)s: round 1 made of %(numbers)s numbers drawn at the registration desk, for "
        "%(players)s players."
    ),
    "rounds_redrawn": _(
        "Draw %(draw)s: %(rounds)s drawn again for %(players)s players; "
        "unfinished sheets lost: %(drafts_lost)s."
    ),
    "seated_by_hand": _("Round %(round)s seated by hand."),
    "seats_repaired": _(
        "Seats of %(rounds)s repaired: %(gone)s gone, %(come)s come; %(walks)s times somebody goes "
        "to another table."
    ),
    "seats_swapped": _("Round %(round)s: numbers %(one)s and %(other)s exchange their seats."),
    "standings_frozen": _("Standings declared final, checksum %(checksum)s.%(overridden)s"),
    "standings_released": _("Standings after round %(round)s released for everybody."),
    "standings_unfrozen": _("Taken back that the standings are final (checksum %(checksum)s)."),
    "standings_withheld": _("Standings no longer released for everybody."),
    "team_joined": _("Team “%(team)s”: numbers %(numbers)s."),
    "team_left": _("In no team any more: numbers %(numbers)s."),
    "tournament_copied": ngettext_lazy(
        "Taken over from “%(source)s”: settings, roles, prizes and %(players)s player.",
        "Taken over from “%(source)s”: settings, roles, prizes and %(players)s players.",
        "players",
    ),
    "archive_opened": _(
        "Opened from an archive of the installation %(signer)s; its journal ended with the seal "
        "%(last_seal)s."
    ),
    "tournament_created": _("Tournament created."),
    "role_given": _("%(account)s is now: %(role)s."),
    "role_taken": _("%(account)s is no longer: %(role)s."),
    "tournament_edited": _("Settings changed: %(changes)s."),
    "tournament_finished": _("Tournament finished.%(overridden)s"),
    "tournament_resumed": _("Tournament resumed."),
    # Money, and the desk's bulk acts.
    "cash_counted": _(
        "Cash counted: %(counted)s, expected %(expected)s, difference %(difference)s."
    ),
    "fees_paid": ngettext_lazy(
        "Fee of %(count)s player paid %(pay_by)s, %(amount)s (without: %(without)s).",
        "Fee of %(count)s players paid %(pay_by)s, together %(amount)s (without: %(without)s).",
        "count",
    ),
    "money_set": _("Entry fees: %(fees)s. Side pools: %(pools)s."),
    "payment_taken": _("%(entry)s (number %(number)s): %(amount)s paid %(pay_by)s for %(pool)s."),
    "payment_taken_back": _(
        "%(entry)s (number %(number)s): payment of %(amount)s %(pay_by)s for %(pool)s taken back."
    ),
    "players_checked_in": ngettext_lazy(
        "%(count)s player checked in at once (without: %(without)s).",
        "%(count)s players checked in at once (without: %(without)s).",
        "count",
    ),
    "players_withdrawn": ngettext_lazy(
        "Nobody else comes: %(count)s player withdrawn (number %(numbers)s).",
        "Nobody else comes: %(count)s players withdrawn (numbers %(numbers)s).",
        "count",
    ),
    "promised_booked": ngettext_lazy(
        "What %(count)s player paid beforehand booked as transferred on %(day)s, %(amount)s.",
        "What %(count)s players paid beforehand booked as transferred on %(day)s, together "
        "%(amount)s.",
        "count",
    ),
    "promised_not_booked": ngettext_lazy(
        "What %(count)s player paid beforehand is not booked after all, %(amount)s.",
        "What %(count)s players paid beforehand is not booked after all, together %(amount)s.",
        "count",
    ),
    "prize_handed_out": _("%(entry)s: prize handed out (%(prize)s)."),
    "prize_not_handed_out": _("%(entry)s: prize not handed out after all (%(prize)s)."),
    "prizes_assigned": ngettext_lazy(
        "%(count)s prize assigned, %(amount)s, seed of the lot %(seed)s.",
        "%(count)s prizes assigned, together %(amount)s, seed of the lot %(seed)s.",
        "count",
    ),
    "prizes_set": ngettext_lazy(
        "%(count)s line of prizes set, %(amount)s; equal places: %(sharing)s.",
        "%(count)s lines of prizes set, together %(amount)s; equal places: %(sharing)s.",
        "count",
    ),
    "prizes_unassigned": _("Assignment of the prizes taken back."),
}


KINDS: dict[str, tuple[str | Promise, tuple[str, ...]]] = {
    "results": (_("Results"), ("sheet", "verification", "second", "exceptions")),
    "penalties": (
        _("Penalties and deductions"),
        ("penalty", "penalties", "points", "deduction", "call", "protest"),
    ),
    "players": (_("Players"), ("player", "players", "person", "club", "fee", "team")),
    "money": (_("Money"), ("payment", "money", "cash", "fees", "promised", "prizes", "prize")),
    "rounds": (_("Rounds and clock"), ("round", "clock", "time", "extra")),
    "draws": (_("Draws and seats"), ("rounds", "drawn", "byes", "seats", "seated", "commitment")),
    "tournament": (
        _("Tournament"),
        (
            *("tournament", "archive", "finished", "role", "standings", "names", "facts"),
            *("rankings", "league", "lot", "hall", "phone", "phones", "screens", "place"),
        ),
    ),
}
"""Filters of the journal: a name, and the prefixes of the actions."""
Names = Mapping[int, str]  # by the id of an entry or an account
CompetitionNames = Mapping[tuple[str, str], str]
"""Of series, leagues and so on, by kind and slug."""
NO_NAMES: CompetitionNames = {}
UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""Errors that data not written by the program may cause."""


def with_names(data: Mapping[str, Any], names: CompetitionNames) -> dict[str, Any]:
    """Return the data of an entry with the names of series, leagues and so on, not their slugs."""
    return {
        name: names.get((name, value), value) if isinstance(value, str) else value
        for name, value in data.items()
    }


def journal_sentence(action: str, data: Mapping[str, Any], players: Names, accounts: Names) -> str:
    """Say what happened, in the current language; names by the ids of entry and account."""
    try:
        return _sentence(action, data, players, accounts)
    except UNREADABLE:
        return gettext(
            "This entry can no longer be read: it was changed behind the program's back."
        )


def _sentence(action: str, data: Mapping[str, Any], players: Names, accounts: Names) -> str:
    words: dict[str, object] = {
        name: WORDS[name](value) if name in WORDS else value for name, value in data.items()
    }
    words["what"] = AT_THE_DESK.get(action, words.get("new"))
    if data.get("amount") is not None:
        words["what"] = f"{words['what']}, {euros(data['amount'])}"
    words["rule"] = data.get("note") or data.get("rule")
    if "entry" in data or "team" in data:
        name = data.get("team") or players.get(data.get("entry", 0))
        words["entry"] = name or gettext("removed player")
    if "account" in data:
        words["account"] = accounts.get(data["account"], "?")
    if "old_totals" in data:
        words["changes"] = changes_in_words(data["old_totals"], data["totals"])
    if action in ("standings_frozen", "tournament_finished"):
        words["overridden"] = _overridden(data)
    if action == "tournament_edited":
        settings = {_now(name): values for name, values in data["changes"].items()}
        shown = {
            name: [setting_value(name, each) for each in values]
            for name, values in settings.items()
            if name in SETTINGS
        }
        names = {name: setting_name(name) for name in SETTINGS}
        words["changes"] = ", ".join(field_changes(shown, names))
    if action in ("player_edited", "person_edited"):
        words["changes"] = player_changes(data)
    if action == "club_edited":
        words["changes"] = ", ".join(field_changes(data["changes"], CLUB_FIELDS))
    if "first" in data:
        words["rounds"] = rounds_in_words(data["first"], data["last"])
    sentence = fill(ACTIONS[_now(action)], words)
    if words.get("reason"):
        sentence = f"{sentence} {gettext('Reason')}: {words['reason']}"
    return sentence


def has_sentence(action: str, data: Mapping[str, Any]) -> bool:
    """Whether there is a sentence for these data: those from an archive may be anything."""
    try:
        return bool(_sentence(action, data, {}, {}))
    except UNREADABLE:
        return False


def act_sentence(act: JournalEntry | None) -> str:
    """Say what an act on a sheet was, without names; empty without an act."""
    return journal_sentence(act.action, act.data, {}, {}) if act else ""


def _now(name: str) -> str:
    """Return today's name of an act or setting: entries keep the one they were sealed with."""
    return name.replace("second_look", "verification")


def changes_in_words(old: Sequence[int | None], new: Sequence[int | None]) -> str:
    """Say what a correction changes: "position 3 from +12 to +21, position 4 from −8 to −17"."""
    changed = [
        gettext("position %(position)s from %(old)s to %(new)s")
        % {"position": position, "old": signed(before), "new": signed(after)}
        for position, (before, after) in enumerate(zip(old, new, strict=False), start=1)
        if before != after
    ]
    return ", ".join(changed) or gettext("the totals stay")


def setting_name(name: str) -> object:
    """Return a setting's name as on the settings page."""
    return SETTINGS[name].verbose_name


def setting_value(name: str, value: Any) -> object:
    """Return a setting's value as on the settings page."""
    if value in (None, "", []):
        return "–"
    if name == "objections_until":
        moment = timezone.localtime(datetime.fromisoformat(value))
        return date_format(moment, "SHORT_DATETIME_FORMAT")
    if name in ("starts_at", "prizes_at"):
        return value[:5]
    if name == "missed_round":
        return signed(value)
    if name == "draw_method":
        return DRAW_METHODS.get(value, value)
    if name in ("warning_minutes", "age_categories"):
        return ", ".join(str(n) if name == "warning_minutes" else age_category(n) for n in value)
    if name == "team_groups":
        return groups_words(value)
    if name == "tie_breaks":
        known = not unknown_tie_breaks(value)
        return tie_break_sentence(value).removesuffix(".") if known else str(value)
    if isinstance(value, bool):
        return yes_no(value)
    return dict(SETTINGS[name].flatchoices).get(value, value)


def _overridden(data: Mapping[str, Any]) -> str:
    """Return what spoke against freezing the standings and was overridden, with the reason."""
    objections = gettext("objections were still possible") if data.get("objections_open") else ""
    notes = [gettext("without a result")] if data.get("without_result") else []
    notes += overridden_matters(
        unconfirmed=data.get("unconfirmed", ()),
        protests=data.get("protests", ()),
        objections=objections,
        unplayed=data.get("rounds_unplayed", 0),
        contradictions=data.get("contradictions", 0),
    )
    return f" {capfirst('; '.join(notes))}." if notes and data.get("reason") else ""


def _points(value: Any) -> str:
    return figures(tuple(value)) if isinstance(value, list) else signed(value)


def _tables(value: Any) -> object:
    if isinstance(value, str) and "-" in value:
        return places_in_words(place.split("-") for place in value.split(", "))
    return value


WORDS: dict[str, Callable[[Any], object]] = {
    **dict.fromkeys(("checksum", "last_seal", "signer"), short_checksum),
    **dict.fromkeys(POINTS, _points),
    "at": lambda value: time_of_day(datetime.fromisoformat(value)),
    "contained": lambda value: "; ".join(map(penalty_words, value)),
    "decision": decision_words,
    # Of the calendar, or the number of a match day.
    "day": lambda value: (
        value
        if isinstance(value, int)
        else date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT")
    ),
    "exceptions": exception_words,
    "figures": lambda value: " / ".join(map(figure_words, value)),
    "games": lambda value: ", ".join(map(str, value)),
    "groups": groups_words,
    "numbers": lambda told: told if isinstance(told, int) else ", ".join(map(str, told)),
    "rankings": rankings_words,
    "role": lambda value: Role(value).label,
    "ruling": why_words,
    "tables": _tables,
    **dict.fromkeys(("old", "new", "status"), lambda value: Entry.Status(value).label),
    **dict.fromkeys(("amount", "counted", "difference", "expected"), euros),
    "fees": _fees_in_words,
    "pay_by": lambda value: PayBy(value).label,
    "pool": lambda name: name or gettext("the entry fee"),
    "prize": lambda prize: ", ".join(filter(None, (prize[0] and euros(prize[0]), prize[1]))),
    "pools": lambda pools: ", ".join(f"{name} {euros(fee)}" for name, fee in pools) or "–",
    "sharing": lambda value: EqualOnes(value).label,
    "without": lambda numbers: ", ".join(map(str, numbers)) or "–",
}
"""Formatters for data whose stored form differs from the sentence."""


INSTALLATION_ACTIONS: dict[str, Sentence] = {
    "account_created": _("Account “%(account)s” created."),
    "account_switched_off": _("Account “%(account)s” switched off."),
    "account_switched_on": _("Account “%(account)s” switched on."),
    "archive_opened": _(
        "Tournament “%(slug)s” opened from an archive of the installation %(signer)s."
    ),
    "backup_place_chosen": _("Copies of the database go to “%(path)s” as well."),
    "backup_place_left": _("Copies of the database go to “%(path)s” no longer."),
    "contacts_purged": ngettext_lazy(
        "Contact data of %(people)s person deleted: it was kept long enough.",
        "Contact data of %(people)s people deleted: it was kept long enough.",
        "people",
    ),
    "contacts_taken": ngettext_lazy(
        "E-mail and telephone of %(people)s person saved as a file.",
        "E-mail and telephone of %(people)s people saved as a file.",
        "people",
    ),
    "copy_restored": _("Copy %(copy)s restored. What was there before is kept as %(aside)s."),
    **CUP_ACTIONS,
    "example_loaded": _("Example tournament loaded."),
    "heading_forgotten": _("Heading of lists forgotten: %(columns)s."),
    "headings_learned": _("Headings of a list remembered: %(columns)s."),
    "facts_noted": _("Everything noted as it was stored when the program was updated."),
    "clubs_merged": _("%(merged)s is the club %(club)s."),
    **LEAGUE_ACTIONS,
    "link_handed_out": _("Sign-in link for “%(account)s” handed out."),
    "link_used": _("“%(account)s” signed in with a link."),
    **placed(
        _("The club’s own mark"), {"logo_chosen": _("chosen."), "logo_removed": _("taken away.")}
    ),
    "others_let_in": _("Others let in at %(address)s."),
    "others_shut_out": _("Nobody else let in any more."),
    "password_set": _("“%(account)s” set a password."),
    "people_merged": _("People %(person)s and %(merged)s are one person."),
    "people_separated": _("People %(person)s and %(separated)s are two after all."),
    "person_deleted": ngettext_lazy(
        "Person %(person)s deleted, in %(tournaments)s tournament.",
        "Person %(person)s deleted, in %(tournaments)s tournaments.",
        "tournaments",
    ),
    "person_linked": _(
        "Person %(person)s: the direction of %(tournaments)s reads and changes consent and contact."
    ),
    "person_details_set": _("Person %(person)s: consent or contact data changed."),
    **RANKING_ACTIONS,
    **SERIES_ACTIONS,
    **placed(
        _("Stylesheet (CSS) for papers one keeps"),
        {"stylesheet_chosen": _("chosen."), "stylesheet_removed": _("taken away.")},
    ),
    "tournament_created": _("Tournament “%(slug)s” created."),
    "tournament_deleted": _("Tournament “%(name)s” (%(slug)s) deleted: %(lost)s."),
    "second_let_in": _("Code for a second computer made."),
    "second_shut_out": _("Code for a second computer ended."),
    "taken_over": _("Taken over from the computer at %(address)s; epoch %(epoch)s."),
    "went_on_here": _("Gone on here; the computer at %(address)s gives way. Epoch %(epoch)s."),
}


def installation_sentence(
    entry: JournalEntry, account_names: Mapping[int, str], competitions: CompetitionNames = NO_NAMES
) -> str:
    """Say what happened, in the current language; names by account id, and of competitions."""
    data = {
        **with_names(entry.data, competitions),
        "account": account_names.get(entry.data.get("account", 0), "?"),
    }
    # Entries of earlier deletions have no name and fewer counts.
    data = {"name": data.get("slug"), **data, "lost": ", ".join(lost_words(data))}
    if entry.action == "person_linked":
        data["tournaments"] = ", ".join(data["tournaments"])
    if "day" in data:
        data["day"] = WORDS["day"](data["day"])
    if "columns" in data:
        data["columns"] = ", ".join(str(HEADING_COLUMNS[each]) for each in data["columns"])
    if "signer" in data:
        data["signer"] = short_checksum(data["signer"])
    sentences = [fill(INSTALLATION_ACTIONS[entry.action], data)]
    # Deletions before the journals were chained have no seal.
    if data.get("journal_seal"):
        journal = ngettext(
            "Its journal had %(entries)s entry, last seal %(seal)s.",
            "Its journal had %(entries)s entries, last seal %(seal)s.",
            data["journal_entries"],
        )
        seal = short_checksum(data["journal_seal"])
        sentences.append(journal % {"entries": data["journal_entries"], "seal": seal})
    if data.get("proof_seal"):
        seal = short_checksum(data["proof_seal"])
        sentences.append(
            gettext("The proof of its draws had the commitment %(seal)s.") % {"seal": seal}
        )
    return " ".join(sentences)
