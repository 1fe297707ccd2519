"""What is said of cups: refusals, how far a stage is, who goes on, ties."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from tournament.cup.rules import CutLine, Fate
from tournament.labels.counting import (
    carried_words,
    counting_sentences,
    counting_words,
    recounted_sentence,
    standings_words,
)
from tournament.labels.filling import Sentence, begun_and_gone, placed
from tournament.labels.points import NONE_YET, signed
from tournament.labels.standings import decision_words
from tournament.models import CupStage, Tournament
from tournament.models.cup import counting_of_cup, ends_cup, has_cut
from tournament.standings.rules.counting import Counting
from tournament.trust.rules.recount_cup import Column, Difference, Figure

CUP_REFUSALS: dict[str, str | Promise] = {
    "cup_consolation_there": _("The consolation tournament is there already."),
    "cup_all_go_on": _(
        "The largest group has %(size)s teams: of each group at most %(most)s can go on."
    ),
    "cup_changed_meanwhile": _(
        "Meanwhile others go on than were shown. Please look at the page again."
    ),
    "cup_gone_on": _("“%(stage)s” is followed by another stage already."),
    "cup_has_begun": _("The first stage is there already."),
    "cup_line_without_team": _(
        "Line %(line)s: “%(text)s” names no team. Right is “Team: Name; Name; Name; Name”."
    ),
    "cup_line_wrong": _("Line %(line)s, %(name)s: %(sentence)s"),
    "cup_list_empty": _("Choose a tournament, or write down who plays."),
    "cup_lot_there": _("The lot between %(names)s is drawn already."),
    "cup_nobody_out": _("Nobody is out after this stage."),
    "cup_not_begun": _("The cup has no stage yet."),
    "cup_not_decided": _("“%(stage)s” is not over yet."),
    "cup_not_going_on": _("Choose one who goes on."),
    "cup_not_withdrawn": _("This withdrawal is taken back already."),
    "cup_not_tied": _("They are not equal at the cut any more. Please look at the page again."),
    "cup_seed_missing": _("The number for the lot is missing."),
    "cup_stage_drawn": _(
        "The tournament of “%(stage)s” is drawn already: what changes now, changes there."
    ),
    "cup_stage_elsewhere": _("“%(name)s” is a stage of “%(cup)s” already."),
    "cup_stage_lost": _("“%(stage)s” has no tournament any more."),
    "cup_team_size": _("Team “%(team)s” has %(size)s players; right are %(right)s."),
    "cup_tied": _("First the lot between those who are equal: %(names)s."),
    "cup_tied_behind": _(
        "Nobody moves up yet, they are equal: %(names)s. Draw the lot before the next stage is "
        "made."
    ),
    "cup_too_few_teams": _("Groups need at least three teams; %(teams)s are entered."),
    "cup_was_last": _("The last stage: nobody goes on after it."),
}

FATES: dict[Fate, Promise] = {
    Fate.GOES_ON: _("goes on"),
    Fate.OUT: _("out"),
    Fate.TIED: _("equal at the cut"),
    Fate.WITHDREW: _("withdrew"),
}

COLUMNS: dict[Column, Promise] = {
    Column.TOTAL: _("Total"),
    Column.RANK: _("Rank"),
    Column.FATE: _("Next stage"),
}
"""Columns of a stage in which a recount may differ."""

ASTRAY: dict[str, Promise] = {
    "missing": _("goes on, but is not in the next stage"),
    "there": _("is in the next stage, but does not go on"),
    "consoled": _("goes on, but is in the consolation tournament"),
}

STATES: dict[str, Promise] = {
    "lost": _("its tournament was deleted"),
    "waiting": _("no result yet"),
    "playing": _("running"),
    "damaged": _("a result cannot be read"),
    "tied": _("a lot decides"),
    "decided": _("decided"),
    "gone_on": _("decided"),
}

CUP_ACTIONS: dict[str, Sentence] = {
    **placed(
        _("Cup “%(cup)s”, stage %(stage)s"),
        {
            "cup_consolation": _("consolation tournament “%(slug)s” made."),
            "cup_followed": _(
                "exchanged in the next stage after a correction: %(gone)s out, %(come)s in."
            ),
            "cup_groups_drawn": _("groups drawn by the number %(seed)s."),
            "cup_lot_drawn": _("lot between %(among)s drawn by the number %(seed)s (%(reason)s)."),
            "cup_returned": _("%(who)s plays on after all."),
            "cup_stage_edited": _("name or who goes on changed."),
            "cup_withdrawn": _("%(who)s does not play on (%(reason)s); %(risen)s moves up."),
        },
    ),
    **placed(
        _("Cup “%(cup)s”"),
        {
            **begun_and_gone("cup"),
            "cup_edited": _("name or rules changed."),
            "cup_stage_begun": _("tournament “%(slug)s” is stage %(stage)s."),
            "cup_stage_removed": _("stage “%(name)s” taken out; its tournament stays."),
        },
    ),
}


def fate_words(line: CutLine) -> str:
    """Say what becomes of a contestant; empty after the last stage."""
    if line.moves_up:
        return gettext("moves up")
    return str(FATES[line.fate]) if line.fate else ""


def decided_words(line: CutLine, chain: Sequence[str]) -> str:
    """Say what decided over the next place: "last round +25 : +20", or the lot; else empty."""
    if line.by_lot:
        return gettext("by lot")
    return decision_words(chain, line.decision)


CUTS: dict[str, Promise] = {
    "all": _("Next stage: place %(places)s."),
    "group": _("Next stage: place %(places)s of each group."),
    "club": _("Next stage: place %(places)s of each club."),
    "state": _("Next stage: place %(places)s of each federal state."),
}
WITHOUT: dict[str, Promise] = {"club": _("Without a club"), "state": _("Without a federal state")}


def cut_sentence(go_on: int, per: str) -> str:
    """Say who goes on after a stage."""
    if not go_on:
        return gettext("The last stage: nobody goes on after it.")
    return str(CUTS[per]) % {"places": "1" if go_on == 1 else f"1–{go_on}"}


WITH_CARRIED = gettext_noop("with the points carried over")


def stage_title(name: str, *, is_decided: bool) -> str:
    """Return the title of a stage on paper."""
    return f"{name}: {gettext('Who goes on')}" if is_decided else name


def shown_title(stage: CupStage) -> str:
    """Return the title of a stage before everybody: who goes on, or the end of the cup."""
    if stage.go_on:
        return stage_title(stage.name, is_decided=True)
    return f"{stage.cup.name}: {gettext('Final standings')}"


def shown_sentence(stage: CupStage, counting: Counting) -> str:
    """Say before everybody, in few words, who goes on and what is ranked."""
    words = (_carried(stage), counting_words(counting))
    cut = cut_sentence(stage.go_on, stage.per) if stage.go_on else ""
    return " ".join(filter(None, (cut, *(f"{capfirst(each)}." for each in words if each))))


def stage_sentences(stage: CupStage, counting: Counting) -> list[str]:
    """Say on page and paper who goes on, and what is ranked."""
    carried = _carried(stage)
    told = [cut_sentence(stage.go_on, stage.per), *counting_sentences(counting)]
    return [*told, *([f"{capfirst(carried)}."] if carried else [])]


def _carried(stage: CupStage) -> str:
    return gettext(WITH_CARRIED) if stage.number > 1 and stage.cup.carry_points else ""


def first_places_words(tournament: Tournament) -> str:
    """Say what the podium is of: of the cup that a tournament decides, else what is ranked."""
    if not ends_cup(tournament):
        return standings_words(tournament)
    carries = gettext(WITH_CARRIED) if carried_words(tournament) else ""
    counting = counting_of_cup(tournament)
    words = shown_title(tournament.cup_stage), counting_words(counting), carries
    return " · ".join(filter(None, words))


def cut_words(tournament: Tournament) -> str:
    """Return what leads to who goes on after a tournament, or to the end of its cup; or ""."""
    if ends_cup(tournament):
        return gettext("Final standings of the cup")
    return gettext("Who goes on") if has_cut(tournament) else ""


def cut_difference_sentence(differs: Difference, where: str) -> str:
    """Say which figure of a stage is another one when it is counted again."""

    def words(figure: Figure) -> str:
        if figure is None:
            return NONE_YET
        if isinstance(figure, str):
            return str(FATES[Fate(figure)])
        return signed(figure) if differs.cell.column is Column.TOTAL else str(figure)

    column = COLUMNS[differs.cell.column]
    return recounted_sentence(where, column, words(differs.counted), words(differs.claimed))
