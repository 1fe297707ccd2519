"""Sentences for what was found in a row of a list of players."""

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from tournament.core.registration import PlayerRow, RowFinding, Verdict

_ = gettext_lazy

VERDICTS: dict[Verdict, str | Promise] = {
    Verdict.OK: _("understood"),
    Verdict.DOUBTFUL: _("doubtful"),
    Verdict.REFUSED: _("refused"),
    Verdict.KNOWN: _("entered already"),
}

PLAYER_FINDINGS: dict[str, str | Promise] = {
    "club_named_otherwise": _(
        "%(short)s is %(name)s here. Taken, it means that club; another one needs another code."
    ),
    "capitals": _("Written in capitals, read as %(name)s."),
    "digits_in_name": _("The name contains digits."),
    "double": _("The same name and club as in row %(line)s."),
    "entered_in_other_order": _("Number %(number)s has the same name, written otherwise."),
    "entered_with_other_club": _(
        "Number %(number)s has the same name and is entered with another club."
    ),
    "entered_with_similar_name": _("Number %(number)s has a similar name."),
    "fee_unclear": _("“%(text)s” does not say whether the fee is paid: taken as not paid."),
    "fixed_table_unclear": _("“%(text)s” is no number of a table: taken as no fixed table."),
    "formula": _("The name is a formula. Formulas are never calculated: please type the name."),
    "formula_elsewhere": _("The column “%(column)s” holds a formula. It is not calculated."),
    "heading_again": _("This looks like a heading."),
    "keeps_list_unclear": _(
        "“%(text)s” does not say whether the player keeps the list: taken as yes."
    ),
    "known": _("Entered already, with number %(number)s. Nothing changes."),
    "markup": _("The name contains “<” or “>”."),
    "no_name": _("There is no name in this row."),
    "number_unclear": _("“%(text)s” is not a start number: the next free one is given."),
    "one_word": _("The name is only one word."),
    "perhaps_heading": _("This row may be a heading."),
    "question_mark": _("A letter of the name was lost (“?”). It is not guessed."),
    "quote_open": _(
        "A quotation mark is opened here and never closed: the rows below are part of this one. "
        "Please correct the file."
    ),
    "quote_swallows": _(
        "A quotation mark reaches over several lines: perhaps it swallows another row."
    ),
    "same_name_other_club": _("The same name as in row %(line)s, with another club."),
    "semicolon_in_name": _("There is a semicolon in the name."),
    "several_commas": _("The name contains several commas."),
    "sum_row": _("This looks like a row of sums."),
    "text_too_long": _("The column “%(column)s” has more than %(most)s characters."),
}


def finding_sentence(finding: RowFinding) -> str:
    """The sentence for a finding, in the language in force. An unknown code is a bug."""
    return str(PLAYER_FINDINGS[finding.code]) % finding.params


def row_sentence(row: PlayerRow) -> str:
    """One row with its verdict and all findings, for the command line."""
    findings = " ".join(map(finding_sentence, row.findings))
    return gettext("Row %(line)s (%(text)s), %(verdict)s: %(findings)s") % {
        "line": row.line,
        "text": row.text,
        "verdict": VERDICTS[row.verdict],
        "findings": findings,
    }
