"""Sentences for what is refused about score sheets, penalties and deductions."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SHEET_REFUSALS: dict[str, str | Promise] = {
    "call_unknown": _("There is no paragraph “%(paragraph)s” to decide by."),
    "caller_is_offender": _(
        "Position %(position)s is the offender and cannot have called: nobody complains about "
        "themselves (TSR 9.6.1)."
    ),
    "call_without_person": _("Nobody sits at position %(position)s of table %(table)s."),
    "closed_round_reason_needed": _("Round %(round)s is closed. A correction needs a reason."),
    **dict.fromkeys(
        ("call_gone", "deduction_gone", "penalty_gone"), _("That has been taken back already.")
    ),
    "deduction_out_of_range": _("Deductions must be between 1 and %(most)s points."),
    "other_version_counts": _(
        "The sheet of table %(table)s has been changed meanwhile: version %(version)s counts now."
    ),
    "penalty_contained_unsaid": _(
        "The result of table %(table)s is in: please say whether it contains the penalty already."
    ),
    "penalty_does_not_fit": _(
        "A penalty under %(rule)s does not fit: please check the offender (position %(offender)s), "
        "the soloist and who sat out."
    ),
    "penalty_not_free": _(
        "A penalty here is points that position %(offender)s loses, 1 at least, with a reason."
    ),
    "penalty_not_on_sheet": _(
        "This penalty is not on the list of table %(table)s that counts: please save the list with "
        "the penalty, then it can be taken back."
    ),
    "penalty_not_shared": _(
        "The %(others)s others share the points: they must divide by %(others)s."
    ),
    "penalty_initials_needed": _("A penalty needs the initials of the referee."),
    "penalty_row_unknown": _(
        "The list of table %(table)s ends with game %(last)s: there is no game %(row)s."
    ),
    "penalty_soloist_needed": _("Under %(rule)s the game was a solo. Who was the soloist?"),
    "penalty_twice": _(
        "This penalty stands there already: game %(row)s, %(rule)s, position %(offender)s. Please "
        "say whether it is another one."
    ),
    "penalty_sitting_needed": _(
        "At a table of five a penalty needs the position that dealt and sat out."
    ),
    **dict.fromkeys(
        ("no_sheet_to_confirm", "no_sheet_to_take_back"),
        _("Table %(table)s of round %(round)s has no result yet."),
    ),
    "jury_concerned": _(
        "Neither who protests nor whom the decision is against sits on the jury: %(names)s."
    ),
    "jury_missing": _("The jury is missing: at least one member."),
    "jury_plays": _(
        "%(names)s: plays here. Tick the name among the players, so that the table gets its time."
    ),
    "protest_is_final": _("The jury has decided: its decision is final."),
    "protest_is_there": _("There is a protest against this decision already."),
    "protest_tied": _(
        "The jury has decided nothing: %(votes)s to %(votes)s votes. With an odd number of members "
        "there is a majority; else the direction says what the result is, with a reason."
    ),
    "protest_votes": _("These are %(votes)s votes, but the jury has %(members)s members."),
    "protest_votes_contradict": _(
        "With %(votes)s votes the result is the other one. Please correct the votes or the result."
    ),
    "sheet_is_entered": _("The score sheet of table %(table)s is entered already."),
    "results_unconfirmed": _(
        "Not verified yet: %(places)s. These results count with a reason only."
    ),
    "verification_not_blind": _("In this tournament totals are not typed a second time."),
    "verification_not_by_person": _("In this tournament no second person confirms results."),
    "verification_not_stopped": _("There is nothing to decide about table %(table)s any more."),
    "verification_same_person": _(
        "You have entered the sheet of table %(table)s yourself: somebody else must confirm it."
    ),
    "verification_stopped": _(
        "You have typed table %(table)s differently before: it has to be decided which is right."
    ),
    "sheet_entry_ambiguous": _(
        "Entry %(number)s: either “sheet” or the totals only, nothing else beside them."
    ),
    "sheet_entry_no_object": _("Entry %(number)s has a key twice or is no score sheet."),
    "sheet_entry_without_place": _(
        "Entry %(number)s: “round” and “table” should be whole numbers from 1."
    ),
    "sheet_reason_needed": _(
        "Table %(table)s of round %(round)s has another result already. To change it needs a "
        "reason."
    ),
    "sheet_taken_back": _(
        "Version %(version)s of table %(table)s, on which this sheet was based, has been taken "
        "back meanwhile. Save again if this sheet belongs here."
    ),
    "sheets_file_key_twice": _("The file names “%(key)s” twice."),
    "sheets_file_too_deep": _("The file is nested too deeply to be score sheets."),
    "sheets_file_without_sheets": _(
        "The file holds no score sheets: expected is an object with the list “sheets”."
    ),
    "table_gone": _("This table is no longer there: the round was drawn again."),
    "table_is_ruled": _(
        "The direction has set the points of table %(table)s: only the direction replaces them."
    ),
    "too_many_made_up": _("The program cannot make up %(players)s players: %(most)s at most."),
    "totals_contradict_games": _(
        "The list of table %(table)s has %(counted)s games, these totals are of %(given)s."
    ),
    "totals_contradict_penalties": _(
        "The penalties on the list of table %(table)s: %(counted)s. Those of these totals: "
        "%(given)s. Please correct the one that is wrong."
    ),
    "totals_contradict_rows": _(
        "The list of table %(table)s gives %(counted)s, these totals are %(given)s.%(suspicion)s "
        "Totals never replace a list: please find the wrong game."
    ),
    "totals_contradict_solos": _(
        "On the list of table %(table)s positions %(counted)s have played the compulsory solo, by "
        "these totals %(given)s."
    ),
    "unknown_version": _("There is no version %(version)s of the sheet of table %(table)s."),
    "version_counts_already": _("Version %(version)s of table %(table)s counts already."),
    "unknown_table": _("There is no table %(table)s in round %(round)s."),
}
