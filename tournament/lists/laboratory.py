"""The rules laboratory in words: who would have won, and the list beside the real one."""

from collections.abc import Iterable

from django.utils.translation import gettext, ngettext

from tournament.lists.columns import Column, Kind, List, affiliation_column
from tournament.lists.standings import decision_column, idle_columns, name_of, points_column
from tournament.standings.reads.laboratory import Moved, Trial, winners
from tournament.standings.reads.standings import StandingRow
from tournament.standings.rules.checksum import short_checksum


def trial_list(trial: Trial, *, public: bool = True) -> List:
    """Return everybody by the other rules, with rank and total of the real list."""
    decided = decision_column(trial.tried.chain)
    columns = (
        Column("rank", gettext("Rank"), lambda each: each.row.rank, Kind.NUMBER, "rank", "–"),
        Column(
            *("move", "▲▼", lambda each: each.places, Kind.MOVE, "move"),
            spoken=gettext("Moved"),
        ),
        Column(
            *("real_rank", gettext("Real rank"), lambda each: each.real.rank, Kind.NUMBER),
            *("number minor", "–"),
        ),
        Column("number", gettext("No."), _number, Kind.NUMBER, "number minor number"),
        Column("name", gettext("Name"), lambda each: name_of(each.row, public), Kind.NAME, "name"),
        affiliation_column(lambda each: each.row.affiliation, shows_teams=trial.tried.shows_teams),
        points_column("total", gettext("Total"), lambda each: each.row.total, "total main"),
        points_column("real_total", gettext("Real total"), lambda each: each.real.total, "minor"),
        Column(
            *("decided", decided.heading, lambda each: decided.value(each.row)),
            classes="decided minor",
        ),
    )
    idle = idle_columns(columns, trial.rows, "move", "decided")
    return List(columns, trial.rows, idle, lambda each: each.row.entry_id)


def _number(each: Moved) -> int:
    return each.row.number


def trial_sentences(trial: Trial) -> list[str]:
    """Say who would have won, how many would have another rank, and what stays as entered."""
    said = [_winner_sentence(trial)] if winners(trial.tried) else []
    if trial.checksums[0] == trial.checksums[1]:
        words = {"checksum": short_checksum(trial.checksums[0])}
        said.append(gettext("Nothing moves: the list has the same checksum, %(checksum)s.") % words)
    else:
        said.append(_moved_sentence(trial))
    if trial.as_entered:
        count = len(trial.as_entered)
        sentence = ngettext(
            "%(count)s table shows no games on its list and counts as entered.",
            "%(count)s tables show no games on their lists and count as entered.",
            count,
        )
        said.append(sentence % {"count": count})
    return said


def _winner_sentence(trial: Trial) -> str:
    tried, real, count = winners(trial.tried), winners(trial.real), len(winners(trial.tried))
    same = {row.entry_id for row in tried} == {row.entry_id for row in real}
    if trial.real.complete and same:
        sentence = ngettext(
            "%(names)s wins by these rules, too.", "%(names)s win by these rules, too.", count
        )
    elif same:
        sentence = ngettext(
            "%(names)s leads by these rules, too.", "%(names)s lead by these rules, too.", count
        )
    elif trial.real.complete:
        sentence = ngettext(
            "By these rules %(names)s would have won, not %(others)s.",
            "By these rules %(names)s would have won together, not %(others)s.",
            count,
        )
    else:
        sentence = ngettext(
            "By these rules %(names)s would lead, not %(others)s.",
            "By these rules %(names)s would lead together, not %(others)s.",
            count,
        )
    return sentence % {"names": _names(tried), "others": _names(real)}


def _moved_sentence(trial: Trial) -> str:
    count, all_of_them = len(trial.moved), len(trial.rows)
    if not count:
        return gettext("Totals change, but nobody has another rank.")
    sentence = ngettext(
        "%(count)s of %(all)s has another rank; the longest way is that of %(name)s, "
        "from %(real)s to %(rank)s.",
        "%(count)s of %(all)s have another rank; the longest way is that of %(name)s, "
        "from %(real)s to %(rank)s.",
        count,
    )
    most = trial.moved[0]
    return sentence % {
        "count": count,
        "all": all_of_them,
        "name": most.row.name,
        "real": most.real.rank,
        "rank": most.row.rank,
    }


def _names(rows: Iterable[StandingRow]) -> str:
    return ", ".join(row.name for row in rows)
