"""Words about score sheets: refusals, contents, differences, and the outcome of a save."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.terms import figures
from tournament.labels.findings import dealt_by, row_kind
from tournament.labels.points import signed
from tournament.models import SheetVersion, Verification
from tournament.sheets.rules.doubts import Slip, suspicions
from tournament.sheets.rules.table_rules import AVERAGE, games_on_sheet, solos_on_sheet

WHYS: dict[str, str | Promise] = {
    "list_lost": _("score sheet lost"),
    "broken_up": _("table broken up"),
    "not_played": _("not played"),
}
"""Reasons why a table cannot be counted."""


def why_words(why: str) -> str:
    """Return the reason in words; an unknown one as stored."""
    return str(WHYS.get(why, why))


def figure_words(figure: object) -> str:
    """Return the figure a ruling gives: points, or the average."""
    if figure == AVERAGE:
        return gettext("average of the own other rounds")
    return signed(figure) if isinstance(figure, int) else str(figure)


def _game_name(number: int) -> str:
    return capfirst(gettext("game %(number)s") % {"number": number})


def _position(seat: int) -> str:
    return capfirst(gettext("position %(seat)s") % {"seat": seat})


def ruling_lines(content: Mapping[str, Any]) -> dict[str, str]:
    """Return the contents of a ruling by their place."""
    return {
        gettext("What happened"): why_words(content["ruling"]),
        gettext("Reason"): content["reason"],
        **{
            _position(seat): figure_words(figure)
            for seat, figure in enumerate(content["figures"], 1)
        },
    }


EXCEPTIONS: dict[str, str | Promise] = {
    "missing_compulsory_solo": _("no compulsory solo of position %(seat)s"),
    "parity": _("odd and even"),
    "too_few_games": _("games missing"),
}


def exception_words(accepted: Iterable[Mapping[str, Any]]) -> str:
    """Return the accepted exceptions of a version (`SheetVersion.accepted`), comma-separated."""
    return ", ".join(str(EXCEPTIONS[each["code"]]) % {"seat": each["seat"]} for each in accepted)


Result = tuple[Mapping[str, Any], Sequence[object]]
"""The content of a sheet in its public form, and the points of the positions."""


@dataclass(frozen=True, slots=True)
class Line:
    """One place of two sheets; an empty text if one has nothing there."""

    place: str
    before: str
    after: str

    @property
    def differs(self) -> bool:
        """Whether the two sheets differ here."""
        return self.before != self.after


def sheet_lines(content: Mapping[str, Any], totals: Sequence[object]) -> dict[str, str]:
    """Return the contents of a sheet or ruling, in its public form, by place as on the paper."""
    if "rows" in content:
        lines = {_game_name(row["no"]): _game(row) for row in content["rows"]}
        if content.get("time_limit_after_row") is not None:
            lines[gettext("Last game begun in time")] = str(content["time_limit_after_row"])
        if content.get("struck_games"):
            lines[gettext("Struck normal games")] = str(content["struck_games"])
    elif "ruling" in content:
        lines = ruling_lines(content)
    else:
        lines = {
            gettext("Games played"): str(content["games_played"]),
            gettext("Compulsory solos of positions"): ", ".join(
                map(str, content["compulsory_solos"])
            ),
        }
    for number, penalty in enumerate(content.get("penalties") or (), 1):
        lines[f"{gettext('Penalty')} {number}"] = penalty_words(penalty)
    lines[gettext("Total")] = figures(tuple(totals))
    return lines


def are_of_one_kind(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether both are lists, both bare totals or both rulings."""
    return all((key in one) == (key in other) for key in ("rows", "ruling"))


def by_position(before: Result, after: Result) -> list[Line]:
    """Return every place of either sheet; of two different kinds only the totals by position."""
    lines = []
    if are_of_one_kind(before[0], after[0]):
        old, new = sheet_lines(*before), sheet_lines(*after)
        longer, other = (old, new) if len(old) >= len(new) else (new, old)
        places = [*longer, *(place for place in other if place not in longer)]
        lines = [
            Line(place, old.get(place, ""), new.get(place, ""))
            for place in places
            if place != gettext("Total")
        ]
    return [*lines, *positions(before[1], after[1])]


def positions(before: Sequence[object], after: Sequence[object]) -> list[Line]:
    """Return the totals of two sheets, position by position."""
    return [
        Line(
            gettext("Total of position %(seat)s") % {"seat": seat}, figures((old,)), figures((new,))
        )
        for seat, (old, new) in enumerate(zip(before, after, strict=True), 1)
    ]


def _game(row: Mapping[str, Any]) -> str:
    words = [row_kind(row["kind"])]
    if row.get("soloist") is not None:
        words.append(gettext("position %(seat)s") % {"seat": row["soloist"]})
    if row.get("forced"):
        words.append(gettext("forced"))
    if row.get("out_of_turn"):
        words.append(dealt_by(row.get("dealer")))
    return f"{', '.join(words)}: {figures(tuple(row['points']))}"


def penalty_words(penalty: Mapping[str, Any]) -> str:
    """Return a penalty as on a sheet: paragraph, position, game, initials, points."""
    words = gettext("%(rule)s against position %(position)s") % {
        "rule": penalty.get("reason") or penalty["rule"],
        "position": penalty["offender"],
    }
    if penalty.get("row") is not None:
        words = gettext("%(penalty)s, from game %(row)s") % {
            "penalty": words,
            "row": penalty["row"],
        }
    if penalty.get("initials"):
        words = f"{words}, {penalty['initials']}"
    return f"{words}: {figures(tuple(penalty['points']))}"


def differences(before: Result, after: Result) -> list[str]:
    """Return the second's differences from the first: totals, and of one kind everything else."""
    found = [
        _instead(_position(seat), figures((new,)), figures((old,)))
        for seat, (old, new) in enumerate(zip(before[1], after[1], strict=True), start=1)
        if old != new
    ]
    if not are_of_one_kind(before[0], after[0]):
        return found
    games = [
        {row["no"]: (_kind(row), figures(tuple(row["points"]))) for row in content.get("rows", ())}
        for content, _totals in (before, after)
    ]
    for number in sorted({*games[0], *games[1]}):
        old, new = (each.get(number, ("", "")) for each in games)
        if old != new:
            # What is the same in both is left out.
            pairs = list(zip(new, old, strict=True))
            is_now, was = (
                ", ".join(pair[at] for pair in pairs if pair[0] != pair[1] and pair[at])
                for at in (0, 1)
            )
            found.append(_instead(_game_name(number), is_now, was))
    # Besides games and totals: time, struck games, solos, penalties.
    lines, lines_now = _lines_beside_result(before), _lines_beside_result(after)
    for place in [*lines_now, *(place for place in lines if place not in lines_now)]:
        if lines.get(place) != lines_now.get(place):
            found.append(_instead(place, lines_now.get(place, ""), lines.get(place, "")))
    return found


def _kind(row: Mapping[str, Any]) -> str:
    words = row_kind(row["kind"])
    if row.get("soloist") is not None:
        words = gettext("%(game)s of position %(seat)s") % {"game": words, "seat": row["soloist"]}
    if row.get("forced"):
        words = f"{words}, {gettext('forced')}"
    return f"{words}, {dealt_by(row.get('dealer'))}" if row.get("out_of_turn") else words


def _lines_beside_result(result: Result) -> dict[str, str]:
    content, totals = result
    bare = {**content, "rows": ()} if "rows" in content else content
    lines = sheet_lines(bare, totals)
    del lines[gettext("Total")]
    return lines


def _instead(place: str, new: str, old: str) -> str:
    words = {"place": place, "new": new or gettext("nothing"), "old": old or gettext("nothing")}
    return gettext("%(place)s: %(new)s instead of %(old)s") % words


OUTCOMES: dict[str, str | Promise] = {
    "accepted": pgettext_lazy("score sheet", "entered"),
    "agreed": pgettext_lazy("table", "confirmed"),
    "confirmed": pgettext_lazy("table", "confirmed"),
    "repeated": pgettext_lazy("score sheet", "unchanged"),
    "stopped": pgettext_lazy("score sheet", "typed differently"),
    "unchanged": pgettext_lazy("score sheet", "unchanged"),
}
SENTENCES: dict[str, str | Promise] = {
    "accepted": _("Table %(table)s is saved: %(totals)s."),
    "agreed": _("Table %(table)s is confirmed."),
    "confirmed": _("The totals agree with the list of table %(table)s: %(totals)s."),
    "repeated": _("Table %(table)s was saved like this already: %(totals)s."),
    "stopped": _("Table %(table)s was typed differently the second time. Entered: %(totals)s."),
    "unchanged": _("Table %(table)s was saved like this already: %(totals)s."),
}

SOLO_WAY_OUT = _(
    "If it cannot be played any more, the direction enters the totals of the table and accepts "
    "the missing solo with a reason."
)
"""The way out for a list that only lacks a compulsory solo."""
PLAYERS_GONE = _("The players have left, the compulsory solo was not played any more.")
"""A reason by the direction that fits a list without a compulsory solo."""


def outcome_sentence(outcome: str, table: int, totals: Sequence[int]) -> str:
    """Return what became of a table's sheet, with the totals that count."""
    return str(SENTENCES[outcome]) % {"table": table, "totals": figures(tuple(totals))}


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


Penalty = Mapping[str, Any]  # as on a sheet


def added_words(penalties: Iterable[Penalty]) -> str:
    """Say which penalties were added to the totals typed, to follow another sentence."""
    return "".join(
        " " + gettext("Added to what was typed: %(penalty)s.") % {"penalty": penalty_words(penalty)}
        for penalty in penalties
    )


def suspicion_words(one: Sequence[object], other: Sequence[object]) -> str:
    """Return the slips that would explain the difference, to follow a sentence; often ""."""
    words = []
    for suspicion in suspicions(one, other):
        if suspicion.slip is Slip.SIGNS:
            words.append(gettext("All signs look reversed."))
        else:
            sentence = gettext("Positions %(one)s and %(other)s look exchanged.")
            words.append(sentence % dict(zip(("one", "other"), suspicion.seats, strict=True)))
    return "".join(f" {sentence}" for sentence in words)


Content = Mapping[str, Any]


def stopped_sentence(table: int, version: SheetVersion, typed: Content, first: Verification) -> str:
    """Say how the totals just typed differ from the version, or did when `first` was typed."""
    words: dict[str, object] = {"table": table}
    if version.totals != typed["totals"]:
        words["entered"] = figures(tuple(version.totals))
        words["typed"] = figures(tuple(typed["totals"]))
        words["suspicion"] = suspicion_words(version.totals, typed["totals"])
        sentence = gettext(
            "Table %(table)s, verification: it has not been the same. Entered: %(entered)s. "
            "Typed now: %(typed)s.%(suspicion)s Somebody has to decide."
        )
    elif _games_played(typed) not in (
        _games_played(version.content),
        games_on_sheet(version.content),
    ):
        words |= {"entered": _games_played(version.content), "typed": _games_played(typed)}
        sentence = gettext(
            "Table %(table)s, verification: the totals are the same, the number of games is not. "
            "Entered: %(entered)s. Typed now: %(typed)s. Somebody has to decide."
        )
    elif solos_on_sheet(version.content) != solos_on_sheet(typed):
        sentence = gettext(
            "Table %(table)s, verification: the totals are the same, the compulsory solos are not. "
            "Somebody has to decide."
        )
    else:
        words["typed"] = figures(tuple(first.totals))
        if first.content and _games_played(first.content) != _games_played(version.content):
            words["typed"] = gettext("%(totals)s with %(games)s games") % {
                "totals": words["typed"],
                "games": _games_played(first.content),
            }
        sentence = gettext(
            "Table %(table)s, verification: the same now, but typed differently before: "
            "%(typed)s. Somebody has to decide."
        )
    return sentence % words


def _games_played(content: Content) -> int:
    return len(content["rows"]) if "rows" in content else int(content["games_played"])
