"""Words about leagues: refusals, what decides, how far a day is, and what the journal says."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.labels.counting import recounted_sentence
from tournament.labels.filling import Sentence, begun_and_gone, placed
from tournament.labels.points import NONE_YET, match_points_words, signed
from tournament.league.rules import DAY_WINS, LAST_DAY, LeagueRules, Zone, open_places
from tournament.models import Division, MatchDay, PointsDeduction, Tournament
from tournament.models.fields import longest
from tournament.trust.rules.recount_season import TEAM_COLUMNS, Cell, Column, Difference, Figure

LEAGUE_TIE_BREAK_NAMES: dict[str, Promise] = {
    DAY_WINS: _("more groups won"),
    LAST_DAY: _("better last match day"),
}

COLUMNS: dict[Column, Promise] = {
    Column.PLACE: _("Rank"),
    Column.MATCH_POINTS: _("Match points"),
    Column.GAME_POINTS: _("Game points"),
    Column.RANK: _("Rank"),
    Column.ROUNDS: _("Rounds"),
    Column.TOTAL: _("Total"),
}
"""Columns of a season in which a recount may differ."""

ZONES: dict[Zone, Promise] = {
    Zone.UP: _("goes up"),
    Zone.DOWN: _("goes down"),
    Zone.AT_LINE: _("shared, open"),
}

LEAGUE_REFUSALS: dict[str, str | Promise] = {
    "league_team_nameless": _("The name of the team is missing."),
    "league_team_twice": _("“%(name)s” stands there twice. Give each team a name of its own."),
    "league_teams_number": ngettext_lazy(
        "%(count)s team is given; a division has %(fewest)s to %(most)s. Write one team in each "
        "line.",
        "%(count)s teams are given; a division has %(fewest)s to %(most)s. Write one team in each "
        "line.",
        "count",
    ),
    "league_days_number": _("%(count)s match days are given; a season has 1 to %(most)s."),
    "league_lines_cross": _(
        "More teams go up and down than the %(teams)s of the division. Lower one of the two "
        "numbers."
    ),
    "season_is_drawn": _(
        "The match days are drawn: teams and days stay as they are. A team that does not come is "
        "marked on the match day."
    ),
    "season_not_drawn": _("The match days are not drawn yet. Draw them on the page of the season."),
    "team_player_asked": _(
        "Somebody of this name is known already. Say below who is meant: %(names)s."
    ),
    "team_player_twice": _(
        "“%(name)s” is typed twice. Leave one out; if these are two people, add them one by one."
    ),
    "lineup_empty": _("Nobody is named yet. Name the players of the team who will sit."),
    "player_is_in_lineup": _(
        "%(name)s is in the lineup of match day %(day)s. Change that lineup first."
    ),
    "player_is_drawn": _(
        "%(name)s is in the lineup of match day %(day)s, which is drawn, and stays in the team."
    ),
    "nothing_deducted": _("Say how many match points or game points are deducted."),
    "deducted_meanwhile": _(
        "The same deduction of “%(team)s” has been stored meanwhile, from here or from another "
        "window. Deduct again only if it is a second one."
    ),
    "deduction_given_back": _("These points are given back already."),
    "lineup_changed": _(
        "Another lineup was handed in meanwhile: %(names)s. Hand this one in again to replace it."
    ),
    "lineup_twice": _(
        "%(name)s is in the lineup twice. Choose somebody else for one of the places."
    ),
    "lineup_elsewhere": _("%(name)s plays for “%(team)s” on this day. Choose somebody else."),
    "lineups_missing": ngettext_lazy(
        "The lineup of %(teams)s has fewer than %(seats)s players. Complete it, or mark the team "
        "as forfeited.",
        "The lineups of %(teams)s have fewer than %(seats)s players. Complete them, or mark the "
        "teams as forfeited.",
        "count",
    ),
    "day_is_drawn": _(
        "The tournament of this day is drawn: the lineups stay. Somebody who has to leave is "
        "replaced by a substitute."
    ),
    "drawn_without_team": _(
        "The tournament of this day is drawn without “%(team)s”: it cannot play any more."
    ),
    "day_has_tournament": _("This day has its tournament already: “%(name)s”."),
    "day_without_tournament": _(
        "This team is in no tournament of this day, so nobody can be replaced. Change its lineup."
    ),
    "no_days_to_come": _("No match day to come would change by that."),
    "group_without_team": _(
        "On match day %(day)s two teams would be left in a group: put the others into new groups."
    ),
    "too_few_to_regroup": _("At least %(fewest)s teams have to play on."),
    "team_is_withdrawn": _("“%(team)s” is withdrawn already."),
    "team_plays_already": _("“%(team)s” plays already on all match days to come."),
    "team_forfeits_already": _("“%(team)s” has forfeited this match day already."),
    "team_comes_already": _("“%(team)s” plays on this match day already."),
    "team_does_not_come": _(
        "“%(team)s” does not play on this match day. Let it play again first: below, or, if it is "
        "withdrawn, on its own page."
    ),
    "groups_changed_meanwhile": _(
        "The groups of this match day have changed meanwhile: below is how they are now."
    ),
    "same_group": _("Choose two teams of different groups."),
    "substitute_missing": _("Say who comes: a player of the team, or the name of somebody new."),
}

LEAGUE_ACTIONS: dict[str, Sentence] = {
    **placed(
        _("League “%(league)s”, division %(division)s, match day %(day)s"),
        {
            "lineup_handed_in": ngettext_lazy(
                "lineup of team %(team)s with %(players)s player.",
                "lineup of team %(team)s with %(players)s players.",
                "players",
            ),
            "team_forfeited": _("team %(team)s forfeits."),
            "team_plays_after_all": _("team %(team)s plays after all."),
            "day_teams_exchanged": _("teams %(team)s and %(other)s have changed groups."),
        },
    ),
    **placed(
        _("League “%(league)s”, division %(division)s, team %(team)s"),
        {
            "team_players_added": ngettext_lazy(
                "%(players)s player added.", "%(players)s players added.", "players"
            ),
            "team_player_removed": _("a player taken out."),
            "team_points_deducted": _(
                "deducted %(match_points)s match points and %(points)s game points."
            ),
            "team_points_given_back": _(
                "given back %(match_points)s match points and %(points)s game points."
            ),
        },
    ),
    **placed(
        _("League “%(league)s”, division %(division)s"),
        {
            "season_drawn": ngettext_lazy(
                "%(days)s match day drawn.", "%(days)s match days drawn.", "days"
            ),
            "match_days_set": _("date, place or host of match days set."),
            "league_team_edited": _("name or club of team %(team)s changed."),
            "league_team_withdrawn": ngettext_lazy(
                "team %(team)s withdrawn, %(days)s match day to come.",
                "team %(team)s withdrawn, %(days)s match days to come.",
                "days",
            ),
            "league_team_returns": ngettext_lazy(
                "team %(team)s plays again, on %(days)s match day to come.",
                "team %(team)s plays again, on %(days)s match days to come.",
                "days",
            ),
            "season_regrouped": ngettext_lazy(
                "new groups on %(days)s match day to come.",
                "new groups on %(days)s match days to come.",
                "days",
            ),
            "league_day_made": _("tournament “%(slug)s” is match day %(day)s."),
        },
    ),
    **placed(
        _("League “%(league)s”"),
        {
            **begun_and_gone("league"),
            "league_edited": _("name or rules changed."),
            "league_counted_anew": ngettext_lazy(
                "name or rules changed; %(moved)s team has another place.",
                "name or rules changed; %(moved)s teams have another place.",
                "moved",
            ),
            "division_added": ngettext_lazy(
                "division %(division)s with %(teams)s team added.",
                "division %(division)s with %(teams)s teams added.",
                "teams",
            ),
            "division_edited": _("division %(division)s changed."),
        },
    ),
}

DAY_ACTIONS: dict[str, str | Promise] = {
    "league_day_made": _(
        "Made for match day %(day)s of division %(division)s of the league “%(league)s”."
    ),
    "league_groups_set": _("Other teams in the groups than before, as the league says."),
}
"""What the journal of the day's tournament says."""


def day_title(day: MatchDay) -> str:
    """Return the name of a match day: "Match day 3"."""
    return gettext("Match day %(number)s") % {"number": day.number}


def tournament_name(day: MatchDay, division: Division, *, alone: bool) -> str:
    """Return what the tournament of a match day is called, with as much before it as fits.

    alone: the league has one division, which needs no name.
    """
    title, league = day_title(day), str(division.league)
    names = [league] if alone else [league, division.name]
    for before in (", ".join(names), division.name):
        if len(name := f"{before}: {title}") <= longest(Tournament, "name"):
            return name
    return title


def league_sentences(rules: LeagueRules, sizes: Sequence[int]) -> list[str]:
    """Say how a season is added up: match points by size of a group, and what decides."""
    worth = [
        gettext("groups of %(size)s: %(points)s")
        % {"size": size, "points": "/".join(map(str, rules.of_places(size)))}
        for size in sorted(set(sizes), reverse=True)
    ]
    words = gettext("Match points by place, %(groups)s; those who share a place get the average.")
    sentences = [words % {"groups": "; ".join(worth)}]
    chain = [str(LEAGUE_TIE_BREAK_NAMES[code]) for code in rules.tie_breaks]
    then = ", ".join([gettext("game points"), *chain])
    sentences.append(gettext("Then decided by: %(criteria)s.") % {"criteria": then})
    return sentences


def minimum_sentence(rounds: int) -> str:
    """Say how many rounds a player needs for a rank; empty where none are needed."""
    words = ngettext(
        "For a rank a player needs %(count)s round.",
        "For a rank a player needs %(count)s rounds.",
        rounds,
    )
    return words % {"count": rounds} if rounds else ""


def meetings_sentence(most: int, fewest: int, bound: int, *, after: int = 0) -> str:
    """Say how often two teams meet in a season, and the least possible.

    after: so many days were played before others stopped, and stay as they are.
    """
    if most == fewest:
        words = ngettext(
            "Every two teams meet exactly once.",
            "Every two teams meet exactly %(count)s times.",
            most,
        )
        return words % {"count": most}
    words = gettext("Two teams meet %(fewest)s to %(most)s times; %(bound)s is the least possible.")
    if after:
        words = gettext(
            "Two teams that play on meet %(fewest)s to %(most)s times; after match day %(after)s "
            "better than at most %(bound)s is not possible."
        )
    return words % {"fewest": fewest, "most": most, "bound": bound, "after": after}


def changed_days_sentence(days: Sequence[int]) -> str:
    """Say on which days that count teams get other match points; empty without any."""
    words = gettext("Other match points: match day %(days)s.")
    return words % {"days": ", ".join(map(str, days))} if days else ""


def lost_exchanges_sentence(days: Sequence[int]) -> str:
    """Say on which days an exchange of two teams is undone by new groups; empty without any."""
    words = gettext("New groups undo the exchange of teams (match day %(days)s).")
    return words % {"days": ", ".join(map(str, days))} if days else ""


def deducted_sentence(deduction: PointsDeduction) -> str:
    """Say what is deducted from a team: "Von „Asse“ abgezogen: Siegpunkte 1 (zu spät)."."""
    taken = {
        gettext("Match points"): deduction.match_points,
        gettext("Game points"): deduction.points,
    }
    what = ", ".join(f"{words} {count}" for words, count in taken.items() if count)
    told = {"team": deduction.team.name, "what": what, "reason": deduction.reason}
    return gettext("Deducted from “%(team)s”: %(what)s (%(reason)s).") % told


def lineup_words(team: str, names: Sequence[str]) -> str:
    """Say that a lineup is handed in, and which players are missing in it."""
    words = gettext("The lineup of “%(team)s” is handed in.")
    places = open_places(names)
    if not names:
        words = gettext("The lineup of “%(team)s” is taken back.")
    elif places:
        words = ngettext(
            "The lineup of “%(team)s” is kept; player %(places)s is missing.",
            "The lineup of “%(team)s” is kept; players %(places)s are missing.",
            len(places),
        )
    return words % {"team": team, "places": ", ".join(map(str, places))}


def turns_sentence(size: int, most: int, fewest: int, apart: int) -> str:
    """Say on how many days teams are in a group of a size that not all groups have."""
    if most == fewest:
        words = ngettext(
            "Every team is once in a group of %(size)s.",
            "Every team is %(count)s times in a group of %(size)s.",
            most,
        )
        return words % {"count": most, "size": size}
    words = gettext(
        "Each is %(fewest)s to %(most)s times in a group of %(size)s; the least possible "
        "difference is %(apart)s."
    )
    return words % {"fewest": fewest, "most": most, "size": size, "apart": apart}


def season_sentence(
    differs: Difference, division: str, teams: Mapping[int, str], people: Mapping[int, str]
) -> str:
    """Say which figure of a season is another one when it is counted again."""
    cell = differs.cell
    who = teams.get(cell.who) if cell.column in TEAM_COLUMNS else people.get(cell.who)
    day = gettext("Match day %(number)s") % {"number": cell.day} if cell.day else ""
    where = ", ".join(filter(None, (division, day, who or "?")))
    figures = _figure(cell, differs.counted), _figure(cell, differs.claimed)
    return recounted_sentence(where, COLUMNS[cell.column], *figures)


def _figure(cell: Cell, figure: Figure) -> str:
    if figure is None:
        return NONE_YET
    if cell.column is Column.MATCH_POINTS:
        return match_points_words(figure)
    return signed(int(figure)) if cell.column in (Column.GAME_POINTS, Column.TOTAL) else str(figure)
