"""Who may do what: the one place where roles are enforced.

Every `may_<verb>_<noun>(actor, tournament)` is about one kind of act. The owner of the installation
is the direction of every tournament; the command line may do everything.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet

from tournament.models import Cup, League, Membership, Role, Round, Series, Tournament, User

Row = TypeVar("Row", bound=Model)
Permission = Callable[["Actor", Tournament], bool]


@dataclass(frozen=True)
class Actor:
    """Who acts: an account, or the command line (no account). Caches the roles it looked up."""

    user: User | None
    _roles: dict[int, frozenset[str]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def is_command_line(self) -> bool:
        """Whether a command acts: whoever can run one has the database file anyway."""
        return self.user is None

    @property
    def is_owner(self) -> bool:
        """Whether an owner of the installation acts."""
        return self.user is not None and self.user.is_owner

    def roles_in(self, tournament: Tournament) -> frozenset[str]:
        """Return the roles in this tournament; queried once."""
        if self.user is None or not self.user.is_active:
            return frozenset()
        if tournament.pk not in self._roles:
            roles = Membership.objects.filter(tournament=tournament, user=self.user)
            self._roles[tournament.pk] = frozenset(roles.values_list("role", flat=True))
        return self._roles[tournament.pk]


COMMAND_LINE = Actor(None)


def _role(*roles: Role) -> Permission:
    wanted = frozenset({Role.DIRECTION.value, *(role.value for role in roles)})

    def may(actor: Actor, tournament: Tournament) -> bool:
        return actor.is_command_line or actor.is_owner or bool(wanted & actor.roles_in(tournament))

    return may


# Everybody with a role reads everything in the tournament.
may_see_tournament = _role(Role.REFEREE, Role.TYPIST)

# Only the direction.
may_edit_tournament = _role()
may_edit_players = _role()
may_import_players = _role()
may_draw_round = _role()
may_redraw_round = _role()
may_move_players = _role()
may_close_round = _role()
may_correct_closed_round = _role()
may_accept_exceptions = _role()
may_rule_table = _role()
may_adjust_points = _role()
may_give_roles = _role()
may_freeze_standings = _role()
may_run_money = _role()  # fees, the till, prizes
may_run_stage = _role()  # what the screens in the hall show
may_let_phones_in = _role()  # what players see on their phones
may_release_standings = _role()
may_try_rules = _role()  # the rules laboratory
may_archive_tournament = _role()

# The referee: clock, extra time, penalties.
may_run_clock = _role(Role.REFEREE)
may_extend_time = _role(Role.REFEREE)
may_award_penalty = _role(Role.REFEREE)

# Everybody who walks through the hall.
may_report_games = _role(Role.REFEREE, Role.TYPIST)

# The desk: check-in, sheets, printing.
may_check_in_players = _role(Role.TYPIST)
may_submit_sheets = _role(Role.TYPIST)
may_print = _role(Role.REFEREE, Role.TYPIST)
may_export = _role(Role.REFEREE, Role.TYPIST)


# Does not affect the standings.
THOUGH_FROZEN = (may_check_in_players, may_run_money, may_let_phones_in, may_release_standings)


def may_now(permission: Permission, actor: Actor, tournament: Tournament) -> bool:
    """Whether a page offers an act: the actor may, and the tournament is not finished.

    Acts that do not affect the standings are offered after the end, too.
    """
    is_closed = tournament.is_over and permission not in THOUGH_FROZEN
    return not is_closed and permission(actor, tournament)


def may_change_round(actor: Actor, tournament: Tournament, round: Round) -> bool:
    """Whether the actor may still do at tables of this round what they may do in the tournament.

    Closed and unpublished rounds are the direction's.
    """
    is_open = bool(round.published_at) and not round.closed_at
    return is_open or may_correct_closed_round(actor, tournament)


def may_run_installation(actor: Actor) -> bool:
    """Whether the actor may run the installation: accounts, creating and deleting, its journal."""
    return actor.is_command_line or actor.is_owner


def may_delete_tournament(actor: Actor, tournament: Tournament) -> bool:
    """Whether the actor may delete a tournament: the owner, not the tournament's direction."""
    return may_run_installation(actor)


def may_copy_tournament(actor: Actor, tournament: Tournament) -> bool:
    """Whether the actor may create an evening like this one: anyone who may create tournaments."""
    return may_run_installation(actor)


def may_see_people(actor: Actor) -> bool:
    """Whether the actor may look up people: owners, and the direction of any tournament."""
    return _directs(actor)


def may_take_over(actor: Actor) -> bool:
    """Whether the actor may take over with the standby: owners, directions of any tournament."""
    return _directs(actor)


TOURNAMENTS_OF: dict[type[Model], str] = {
    Series: "evenings__tournament",
    League: "divisions__days__tournament",
    Cup: "stages__tournament",
}
"""The way from a competition to its tournaments: whoever directs one of them sees it."""


def seen_by(actor: Actor, every: QuerySet[Row]) -> QuerySet[Row]:
    """Return those competitions of one kind that the actor may see."""
    if may_run_installation(actor) or every.model not in TOURNAMENTS_OF:
        return every
    through = f"{TOURNAMENTS_OF[every.model]}__in"
    # Apart, so that whoever counts their rows counts all of them.
    mine = every.model._default_manager.filter(**{through: _directed(actor).values("tournament")})
    return every.filter(pk__in=mine.values("pk"))


def may_see_competition(actor: Actor, one: Model) -> bool:
    """Whether the actor runs the installation, or is the direction of one of its tournaments."""
    this = type(one)._default_manager.filter(pk=one.pk)
    return may_run_installation(actor) or seen_by(actor, this).exists()


def _directs(actor: Actor) -> bool:
    """Whether the actor runs the installation, or is the direction of any tournament."""
    return may_run_installation(actor) or _directed(actor).exists()


def _directed(actor: Actor) -> QuerySet[Membership]:
    """Return the roles by which the actor is the direction of tournaments."""
    mine = Membership.objects.filter(user=actor.user, user__is_active=True)
    return mine.filter(role=Role.DIRECTION)


def require(permission: Callable[..., bool], actor: Actor, *subject: Tournament | Round) -> None:
    """Raise `PermissionDenied` unless the actor may, in this tournament or round if about one."""
    if not permission(actor, *subject):
        raise PermissionDenied


def require_owner(actor: Actor) -> None:
    """Raise `PermissionDenied` unless the actor runs the installation."""
    require(may_run_installation, actor)
