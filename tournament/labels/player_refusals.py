"""Sentences for what is refused about players, lists of players, and tournaments as a whole."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PLAYER_REFUSALS: dict[str, str | Promise] = {
    **dict.fromkeys(
        ("file_too_large", "seating_file_too_large", "sheets_file_too_large"),
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
    "merged_already": _("One of the two was merged with somebody or deleted already."),
    "name_entered": _(
        "%(name)s is entered already, with number %(number)s. If this is somebody else, say so "
        "below."
    ),
    "name_missing": _("The last name is missing."),
    "nobody_chosen": _("Nobody is chosen: type start numbers or tick names."),
    "nobody_is_there": _("Nobody is checked in yet, so everybody would be withdrawn."),
    "reading_another_file": _("Another list is being read at this moment. Please try again."),
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
    "tournament_name_missing": _("The tournament needs a name."),
    "tournament_exists": _("There is a tournament “%(slug)s” already."),
}
