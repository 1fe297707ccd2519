"""A sentence for everything the program refuses: the place, what is wrong, what would be right."""

from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.draw import CannotDraw
from tournament.draw.table_sizes import CannotSeat
from tournament.errors import Refused
from tournament.labels.backup import ARCHIVE_REFUSALS, BACKUP_REFUSALS, SECOND_REFUSALS
from tournament.labels.cup import CUP_REFUSALS
from tournament.labels.desk_draws import DESK_REFUSALS
from tournament.labels.draws import DRAW_REFUSALS, IMPOSSIBLE_WISHES, cannot_seat_sentence
from tournament.labels.filling import fill
from tournament.labels.hall import STAGE_REFUSALS
from tournament.labels.journal import setting_name
from tournament.labels.league import LEAGUE_REFUSALS
from tournament.labels.points import euros
from tournament.labels.rankings import RANKING_REFUSALS
from tournament.labels.rounds import ROUND_REFUSALS, places_in_words, time_of_day
from tournament.labels.rule_sets import option_name
from tournament.labels.series import MOST_NAMED, SERIES_REFUSALS, problem_sentence
from tournament.labels.sheets import SHEET_REFUSALS
from tournament.labels.standings import GROUP_RANKINGS

OF_AMOUNTS = frozenset({"amount_out_of_range", "count_contradicts", "pool_costs"})
OF_OPTIONS = frozenset({"rule_options_exclude", "rule_option_needs"})

NOT_POSSIBLE = (Refused, CannotDraw, CannotSeat)

REFUSALS: dict[str, str | Promise] = {
    **ARCHIVE_REFUSALS,
    **BACKUP_REFUSALS,
    **DRAW_REFUSALS,
    **DESK_REFUSALS,
    **LEAGUE_REFUSALS,
    **RANKING_REFUSALS,
    **ROUND_REFUSALS,
    **SECOND_REFUSALS,
    **SERIES_REFUSALS,
    **CUP_REFUSALS,
    **SHEET_REFUSALS,
    **STAGE_REFUSALS,
    "reason_needed": _(
        "The reason is missing: this is done only with one, and the journal keeps it."
    ),
    "settings_changed_meanwhile": _(
        "Somebody else has saved meanwhile. Where you both changed something, what is stored now "
        "stands below yours; save again to replace it."
    ),
    "unknown_tournament": _("There is no tournament “%(slug)s”."),
    **dict.fromkeys(
        ("unknown_cup", "unknown_league", "unknown_series"),
        _("Nothing here has the short name “%(slug)s”."),
    ),
    **dict.fromkeys(
        ("cup_is_example", "evening_is_example"),
        _("The example tournament or a rehearsal belongs to no series and no cup."),
    ),
    "unknown_round": _("Round %(round)s is not drawn yet."),
    # Accounts and signing in.
    "address_not_here": _(
        "“%(host)s” is no address of this computer. Connect it to the hall’s network first, and "
        "choose one of the addresses offered."
    ),
    "account_off": _("The account “%(account)s” is switched off. Switch it on first."),
    "last_owner": _(
        "“%(account)s” is the last owner of this installation. Make somebody else owner first."
    ),
    **dict.fromkeys(
        ("link_expired", "link_used"),
        _(
            "This sign-in link is too old or was used already; each works once. Ask the owner of "
            "the installation for a new one; if that is you, start the program again: it prints "
            "one."
        ),
    ),
    "link_unknown": _(
        "This sign-in link is not known here. Check that it was copied whole, or ask for a new one."
    ),
    "role_missing": _("“%(account)s” does not have this role here."),
    "sign_in_busy": _("Too many are asking at once. Please try again in a few seconds."),
    **dict.fromkeys(
        ("screen_code_paused", "sign_in_paused"),
        ngettext_lazy(
            "Too many wrong attempts. Please wait %(seconds)s second.",
            "Too many wrong attempts. Please wait %(seconds)s seconds.",
            "seconds",
        ),
    ),
    "sign_in_wrong": _(
        "Name and password do not match. Passwords are case-sensitive. Without a "
        "password, ask for a sign-in link."
    ),
    # Declaring standings final.
    "contradicts_journal": ngettext_lazy(
        "What is stored is not what the journal says, in %(count)s place. %(first)s To declare the "
        "standings final all the same needs a reason.",
        "What is stored is not what the journal says, in %(count)s places. %(first)s To declare "
        "the standings final all the same needs a reason.",
        "count",
    ),
    "freeze_sheets_missing": _("Score sheets are missing: %(places)s."),
    "standings_changed": _(
        "The standings have changed since this page was opened. Please look at them again."
    ),
    "tournament_not_finished": _("The tournament is not finished."),
    # Money and prizes.
    "amount_out_of_range": _("%(amount)s is not possible: from %(least)s to %(most)s."),
    "count_contradicts": _(
        "The notes and coins make %(pieces)s, the sum typed is %(total)s. Please count again, or "
        "leave one of them empty."
    ),
    "count_missing": _("Please type what was counted: the sum, or how many of each note and coin."),
    "fee_back_in_till": _(
        "What was paid is given back in the till, with a reason: press the name there."
    ),
    "fee_not_in_cash": _(
        "%(name)s (number %(number)s) has not paid in cash. Such a payment is taken back in the "
        "till, with a reason."
    ),
    "fee_twice": _("Two lines of the fees are for the same day and category “%(category)s”."),
    "fee_without_end": _(
        "The fee for “%(category)s” ends on a day. Please add a line without a day: what is to be "
        "paid afterwards."
    ),
    "no_payments": _("Nobody has paid anything yet."),
    "no_prizes": _("No prizes are set yet."),
    "nobody_is_ticked": _("Nobody is ticked. Please tick who has paid."),
    "nothing_is_due": _("Nothing is due. Please type the amount."),
    "others_meanwhile": _(
        "Meanwhile they are %(now)s, not %(seen)s: somebody else was at the desk. Please look "
        "again."
    ),
    "payment_in_future": _("The payment cannot have come in later than today."),
    "payment_is_taken_back": _("That has been taken back already."),
    "player_has_paid": _(
        "%(name)s (number %(number)s) has paid something, which the till keeps, even if it was "
        "given back. Please withdraw the player instead."
    ),
    "pool_is_gone": _("There is no side pool “%(pool)s” any more."),
    "pool_is_used": _("The side pool “%(pool)s” has payments or prizes and stays."),
    "pool_twice": _("Two side pools are called “%(pool)s”."),
    "pool_costs": _("Taking part costs %(fee)s, no more and no less."),
    "pool_is_paid": _("%(name)s has paid for “%(pool)s” already."),
    "prize_is_nothing": _("A prize is an amount, a thing, or both."),
    "prize_needs_category": _("A place in a category needs the category, and only that."),
    "prize_needs_ranking": _(
        "A prize of a group follows its ranking, and there is no %(needed)s. Please set "
        "it first under “Rank clubs or teams” on the standings, or choose another prize."
    ),
    "prize_of_unknown_round": _("There is no best round %(round)s for a prize."),
    "prize_places_wrong": _(
        "Places %(first)s to %(last)s: the first is 1 at least, the last no less."
    ),
    "prizes_are_assigned": _(
        "The prizes are assigned. Whoever wants to change them takes the assignment back first."
    ),
    "prizes_are_handed_out": _(
        "Prizes are handed out already. Take that back first, one by one, then the assignment."
    ),
    "prizes_not_assigned": _("The prizes are not assigned."),
    "prizes_too_early": _(
        "Prizes are assigned when all rounds are closed and no score sheet is missing."
    ),
    # Papers.
    "certificates_nobody": _("Nobody with this start number has a place: there is no certificate."),
    "certificates_too_early": _("Certificates come when the standings are final."),
    "picture_too_large": _(
        "The picture has more than %(millions)d million points: please save it smaller."
    ),
    "picture_unreadable": _("This is no picture that can be printed: please choose PNG or JPEG."),
    "printing_busy": _("Other papers are being made at this moment. Please try again in a moment."),
    "final_too_early": _(
        "This paper comes when the standings are final. For the wall there is the list “Standings”."
    ),
    "paper_takes_too_long": _(
        "This paper took too long to make and was given up. The lists for the wall are always "
        "there."
    ),
    "no_protest": _("No protest has been entered."),
    "no_rules_to_print": _(
        "The rules of the DDV are played, which have no options: there is nothing to agree on."
    ),
    "no_start": _(
        "There is no timetable yet: in the settings, below “Timetable”, the start of round 1 is "
        "entered."
    ),
    "phones_shut_out": _(
        "There is no address to print: players’ phones are not let in, or this computer lets "
        "nobody in."
    ),
    "stylesheet_is_no_css": _("A stylesheet holds no “</”: please leave the HTML around it out."),
    "pango_missing": _(
        "This paper cannot be made: Pango is missing. Everything for the wall, as the list "
        "“Standings”, is made without it. Debian: apt-get install libpango-1.0-0 "
        "libpangoft2-1.0-0 libharfbuzz-subset0; macOS: brew install pango; Windows: see "
        "README.md."
    ),
    # Players, clubs and tournaments, and lists of them.
    **dict.fromkeys(
        ("archive_too_large", "file_too_large", "seating_file_too_large", "sheets_file_too_large"),
        _("The file is larger than %(megabytes)s MB."),
    ),
    "club_exists": _("There is a club “%(club)s” already. Please choose another code or name."),
    "club_named_otherwise": _(
        "%(short)s is %(name)s here. If that is the club, please leave its name empty or write it "
        "so; another club needs another code."
    ),
    "club_nameless": _("A club needs a code or a name."),
    "column_twice": _(
        "Columns %(one)s and %(other)s are to hold the same. Please choose one of them."
    ),
    "counted_out_of_range": _("From 1 to %(most)s of a group can count, not %(best)s."),
    "entered_together": _(
        "%(stays)s and %(goes)s play in the same tournament (%(tournaments)s), so they are two "
        "people. If one was entered twice there, take one of the two off that list first."
    ),
    "example_needs_empty_database": _(
        "The example is only loaded into an empty database: this one has people, tournaments or "
        "accounts. Nothing was changed. Please use a new folder (KREUZDAME_VAR) for it."
    ),
    "file_takes_too_much": _(
        "Reading the file takes far more than a list needs. Please copy the names into a new "
        "workbook, or save the list as CSV."
    ),
    "file_unreadable": _(
        "The file cannot be read. Please save the list as a workbook (.xlsx or .ods) or as CSV."
    ),
    "games_already_played": _(
        "Score sheets are in already: the number of games per round can no longer be changed."
    ),
    "group_not_ranked": _(
        "%(ranking)s: not wanted in this tournament. The results page sets that up."
    ),
    "heading_quote_open": _(
        "In the heading (row %(line)s) a quotation mark is opened and not closed. "
        "Please correct the file."
    ),
    "lot_drawn": _("The lot is drawn already, and is never drawn twice."),
    "no_contacts": _("None of these people has given an e-mail address or a telephone number."),
    "merged_already": _("One of the two was merged with somebody or deleted already."),
    "name_entered": _(
        "%(name)s is entered already, with number %(number)s. If this is somebody else, say so "
        "below."
    ),
    "name_missing": _("The last name is missing."),
    "nobody_chosen": _("Nobody is chosen: type start numbers or tick names."),
    "nobody_is_there": _("Nobody is checked in yet, so everybody would be withdrawn."),
    "reading_another_file": _("Another list is being read at this moment. Please try again."),
    "is_chess_file": _(
        "The file is the report of a chess program (TRF), not a list. Please let that program "
        "write its participants as CSV or as a workbook."
    ),
    "is_pdf": _(
        "The file is a PDF: its text has no columns. Please ask for the table it was made from, "
        "or copy the table into a workbook."
    ),
    "is_text_document": _(
        "The file is a text document. Please copy its table into a workbook and save that."
    ),
    "is_web_page": _(
        "The file is a web page without a table, whatever its name ends in. Please open it in "
        "Excel or LibreOffice and save it as .xlsx."
    ),
    "no_heading": _(
        "No row of the file is a heading with “Name” or “Nachname”. Please add one above the names."
    ),
    "no_name_column": _("Please choose the column that holds the names."),
    "no_players": _("There is no row below the heading (row %(line)s)."),
    "nothing_entered": _(
        "None of these rows was entered. Tick the doubtful ones that are players."
    ),
    "nothing_played": _("No round has been played yet."),
    "number_is_drawn": _(
        "Number %(number)s has been drawn: it stands on seat lists and in the proof of the draw, "
        "so it stays."
    ),
    "number_out_of_range": _("Start numbers go from 1 to %(most)s, not %(number)s."),
    "number_taken": _("Start number %(number)s belongs to %(name)s."),
    "numbers_unknown": _("Nobody has these start numbers: %(numbers)s."),
    "old_or_locked_excel": _(
        "The file is locked with a password or in the old Excel format (.xls). "
        "Please save it as .xlsx without a password."
    ),
    "person_entered": _("%(name)s is entered already, with number %(number)s."),
    "person_is_deleted": _("The data of this person was deleted."),
    "person_merged_with_self": _("That is %(name)s in both cases. Please choose somebody else."),
    "player_does_not_play": _(
        "%(name)s (number %(number)s) does not take part. Change the participation first."
    ),
    "player_is_here": _(
        "%(name)s (number %(number)s) is checked in already. Take the check-in back first, or "
        "remove the others one by one."
    ),
    "player_seated": _(
        "%(name)s (number %(number)s) has a seat already and cannot be removed. "
        "Withdraw the player instead."
    ),
    "team_unknown": _("There is no team “%(team)s”."),
    "team_in_two_groups": _("The team “%(team)s” is in two groups."),
    "group_of_teams_size": IMPOSSIBLE_WISHES["team_group_size"],
    "too_few_teams": ngettext_lazy(
        "There is %(teams)s team. A group has at least three.",
        "There are %(teams)s teams. A group has at least three.",
        "teams",
    ),
    "draw_without_groups": _("The teams are in no groups yet: set the groups first."),
    "rounds_already_drawn": _(
        "%(drawn)s rounds are drawn already, so there cannot be only %(rounds)s."
    ),
    "rounds_open": _("Not closed yet: round %(rounds)s. Close every round first."),
    "rounds_out_of_range": _("A tournament has 1 to %(most)s rounds, not %(rounds)s."),
    "slug_invalid": _(
        "The short name “%(slug)s” may have letters a to z, digits, hyphens and underscores only."
    ),
    "stands_in_final_list": _(
        "%(name)s stands in final standings (%(tournaments)s) and stays as it is there. Take back "
        "there first that they are final."
    ),
    "text_has_controls": _("“%(field)s” holds control characters. Please type plain text."),
    "text_longer_than": _("“%(field)s” has %(length)s characters. At most %(most)s are possible."),
    "too_many_columns": _("The list has more than %(most)s columns. Please delete the empty ones."),
    "too_many_rows": _("The list has more than %(most)s rows. Please delete the empty ones."),
    "tournament_name_missing": _("The name is missing."),
    "tournament_exists": _("There is a tournament “%(slug)s” already."),
}


def refusal_sentence(error: Refused | CannotDraw | CannotSeat) -> str:
    """Return the sentence for a refusal, in the current language. An unknown code is a bug."""
    if isinstance(error, CannotDraw):
        return fill(IMPOSSIBLE_WISHES[error.code], error.params)
    if isinstance(error, CannotSeat):
        return cannot_seat_sentence(error)
    params: dict[str, Any] = dict(error.params)
    for name, value in params.items():
        if isinstance(value, datetime):
            params[name] = time_of_day(value)
    if error.code in OF_OPTIONS:
        for name, options in params.items():
            named = ({"text": option_name(each)} for each in options.split(", "))
            params[name] = ", ".join(gettext("“%(text)s”") % each for each in named)
    if error.code == "rule_option_wrong":
        params["name"] = option_name(params["name"])
    if error.code in OF_AMOUNTS:
        params = {name: euros(cents) for name, cents in params.items()}
    if "refused" in params:
        code, of_part = params["refused"]
        params["refused"] = refusal_sentence(Refused(code, **of_part))
    if "places" in params:
        params["places"] = places_in_words(params["places"])
    if "needed" in params:
        params["needed"] = GROUP_RANKINGS[params["needed"]]
    if "problems" in params:
        problems = params["problems"]
        words = [problem_sentence(each) for each in problems[:MOST_NAMED]]
        if more := len(problems) - len(words):
            rest = ngettext("And %(count)s more.", "And %(count)s more.", more)
            words.append(rest % {"count": more})
        params["problems"] = " ".join(words)
    if "differences" in params:
        params["differences"] = ", ".join(str(setting_name(each)) for each in params["differences"])
    return fill(REFUSALS[error.code], params)
