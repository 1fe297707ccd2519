"""Every address of the program, filled in for one tournament."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tournament.models import (
    Adjustment,
    Call,
    Club,
    Cup,
    DayTeam,
    Entry,
    GameTable,
    JournalEntry,
    KnownHeading,
    League,
    LeagueTeam,
    Membership,
    Payment,
    Penalty,
    Person,
    PlayerImport,
    PointsDeduction,
    PrizeAward,
    Protest,
    Ranking,
    RankingIssue,
    Round,
    Series,
    SeriesEvening,
    Stage,
    TeamPlayer,
    Tournament,
    User,
)

# What the number at the end of an address names.
NAMED = {
    "account-link": User,
    "account-switch": User,
    "call-withdraw": Call,
    "deduction-revoke": Adjustment,
    "money-person": Entry,
    "money-promised-undo": JournalEntry,
    "payment-take-back": Payment,
    "penalty-revoke": Penalty,
    "heading-forget": KnownHeading,
    "club": Club,
    "club-merge": Club,
    "person": Person,
    "person-data": Person,
    "person-delete": Person,
    "person-merge": Person,
    "person-separate": Person,
    "player": Entry,
    "player-check-in": Entry,
    "player-edit": Entry,
    "player-fee": Entry,
    "player-remove": Entry,
    "player-status": Entry,
    "players-import-preview": PlayerImport,
    "players-import-undo": PlayerImport,
    "prize-hand-out": PrizeAward,
    "protest": Protest,
    "evening-remove": SeriesEvening,
    **dict.fromkeys(("ranking-issue", "ranking-issue-file", "ranking-withdraw"), RankingIssue),
    **dict.fromkeys(("league-team", "league-team-stop", "league-team-return"), LeagueTeam),
    "league-player-remove": TeamPlayer,
    "league-give-back": PointsDeduction,
    **dict.fromkeys(("league-lineup", "league-forfeit", "league-substitute"), DayTeam),
    "role-take": Membership,
}
OF_NO_TOURNAMENT = (User, KnownHeading, RankingIssue)
"""Models whose rows belong to the installation."""
OF_TOURNAMENT = {
    Adjustment: "entry__tournament",
    Club: "entries__tournament",
    Payment: "entry__tournament",
    Person: "entries__tournament",
    LeagueTeam: "division__days__tournament",
    DayTeam: "day__tournament",
    **dict.fromkeys((TeamPlayer, PointsDeduction), "team__division__days__tournament"),
    **dict.fromkeys((Call, Penalty, Protest), "table__round__tournament"),
}

ALIKE = {
    **dict.fromkeys(("stage", "division", "day"), 1),
    "kind": "club",
    "picture": "clock",
    "digest": "none",
}
"""What stands for a parameter in every scene."""


def patterns() -> dict[str, URLPattern]:
    """Return the program's patterns by name, without those of Django's admin."""
    return {pattern.name or str(pattern.pattern): pattern for pattern in _walk(get_resolver())}


def _walk(resolver: URLResolver) -> Iterator[URLPattern]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        elif pattern.namespace != "admin":
            yield from _walk(pattern)


def parameters(name: str) -> set[str]:
    """Return the parameter names of an address, including the tournament's slug."""
    ways = get_resolver().reverse_dict.getlist(name)
    return {parameter for way in ways for _, names in way[0] for parameter in names}


@dataclass(frozen=True)
class Scene:
    """One tournament, and the round and table in it that addresses name."""

    tournament: Tournament
    round: Round
    table: GameTable
    token: str = "no-such-token"

    def address(self, name: str, **instead: object) -> str:
        """Return the address of this name; `instead` replaces what the scene would fill in."""
        filled = {parameter: self._value(name, parameter) for parameter in parameters(name)}
        return reverse(name, kwargs={**filled, **instead})

    def _value(self, name: str, parameter: str) -> object:
        """Return what stands for a parameter; only what is asked for is looked up."""
        here = self.tournament
        match parameter:
            case "slug":
                return here.slug
            case "number":
                return self.round.number
            case "table":
                return self.table.number
            case "token":
                return self.token
            case "code":
                return self._code(name)
            case "key":
                return "sheets" if name == "paper-of-round" else "participants"
            case "player":
                return here.entries.values_list("pk", flat=True)[0]
            case "series":
                return _slug(Series.objects.filter(evenings__tournament=here))
            case "cup":
                return _slug(Cup.objects.filter(stages__tournament=here))
            case "ranking":
                return _slug(Ranking.objects.all())
            case "league":
                return _slug(League.objects.filter(divisions__days__tournament=here))
            case _:
                return ALIKE[parameter] if parameter in ALIKE else self.named(name)

    def _code(self, name: str) -> str | None:
        """Screens have their own code besides that of the phones."""
        stage = Stage.objects.filter(tournament=self.tournament).first()
        return stage.code if stage and name.startswith("screen") else self.tournament.phone_code

    def named(self, name: str) -> int:
        """Return the primary key of the object an address names."""
        if name == "evening-edit":  # only those without a tournament are edited
            listed = SeriesEvening.objects.filter(tournament=None).order_by("pk")
            return listed.values_list("pk", flat=True).get(
                series__evenings__tournament=self.tournament
            )
        model = NAMED[name]
        things = model.objects.order_by("pk")
        if model not in OF_NO_TOURNAMENT:
            things = things.filter(**{OF_TOURNAMENT.get(model, "tournament"): self.tournament})
        return things.values_list("pk", flat=True)[0]


def _slug(things: QuerySet) -> str | None:
    return things.values_list("slug", flat=True).first()
