"""What everything that changes or makes a tournament asks first."""

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug

from scoring.rulesets import WrongOption, WrongOptionCode, rule_set
from scoring.rulesets.options import OptionValue
from tournament.errors import Refused
from tournament.models import Tournament
from tournament.permissions import THOUGH_FROZEN, Actor, Permission, require
from tournament.shared.reads.prepared import Prepared

_LOCKED = Prepared(lambda tournament: Tournament.objects.select_for_update().filter(pk=tournament))
REFUSED_OPTIONS = {
    WrongOptionCode.UNKNOWN_RULES: "rules_unknown",
    WrongOptionCode.NOT_AN_OBJECT: "rule_options_no_object",
    WrongOptionCode.UNKNOWN_OPTION: "rule_option_unknown",
    WrongOptionCode.WRONG_VALUE: "rule_option_wrong",
}


def open_for(permission: Permission, actor: Actor, tournament: Tournament) -> Tournament:
    """The tournament as `open_tournament` gives it, for who may do this; `PermissionDenied`."""
    require(permission, actor, tournament)
    return open_tournament(tournament, though_frozen=permission in THOUGH_FROZEN)


def open_tournament(tournament: Tournament, *, though_frozen: bool = False) -> Tournament:
    """The tournament as it is now, locked until the end of the transaction.

    Whoever locks rounds or tables as well does it after this. `though_frozen`: the act changes
    nothing in the standings, so it may be over. Refused: `tournament_finished` until it is resumed.
    """
    locked = _LOCKED.one(tournament.pk)
    if locked is None:
        raise Tournament.DoesNotExist
    if locked.is_over and not though_frozen:
        raise Refused("tournament_finished")
    return locked


def require_free_slug(slug: str) -> None:
    """Refuse "slug_invalid" and "tournament_exists". For services that make a tournament."""
    try:
        validate_slug(slug)
    except ValidationError as error:
        raise Refused("slug_invalid", slug=slug) from error
    if Tournament.objects.filter(slug=slug).exists():
        raise Refused("tournament_exists", slug=slug)


def rules_known(rules: str, options: object) -> dict[str, OptionValue]:
    """The options of a rule set as they are stored.

    Refused: "rules_unknown", "rule_options_no_object", "rules_without_options",
    "rule_option_unknown", "rule_option_wrong".
    """
    try:
        return rule_set(rules, options).options
    except WrongOption as wrong:
        code = REFUSED_OPTIONS[wrong.code]
        if code == "rule_option_unknown" and not wrong.allowed:
            raise Refused("rules_without_options", rules=rules, name=wrong.name) from wrong
        raise Refused(code, name=wrong.name, allowed=", ".join(wrong.allowed)) from wrong
