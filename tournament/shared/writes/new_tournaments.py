"""Common checks of services that create a tournament."""

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug

from scoring.rulesets import RuleSet, WrongOption, WrongOptionCode, rule_set, rule_set_to_choose
from scoring.rulesets.ruleset import OptionValue
from tournament.errors import Refused
from tournament.models import Tournament
from tournament.shared.rules.names import free_slug

REFUSED_OPTIONS = {
    WrongOptionCode.UNKNOWN_RULES: "rules_unknown",
    WrongOptionCode.NOT_AN_OBJECT: "rule_options_no_object",
    WrongOptionCode.UNKNOWN_OPTION: "rule_option_unknown",
    WrongOptionCode.WRONG_VALUE: "rule_option_wrong",
    WrongOptionCode.EXCLUDED: "rule_options_exclude",
    WrongOptionCode.NEEDED: "rule_option_needs",
}


def require_free_slug(slug: str) -> None:
    """Refuse "slug_invalid" and "tournament_exists". For services that create a tournament."""
    try:
        validate_slug(slug)
    except ValidationError as error:
        raise Refused("slug_invalid", slug=slug) from error
    if Tournament.objects.filter(slug=slug).exists():
        raise Refused("tournament_exists", slug=slug)


def free_tournament_slug(name: str) -> str:
    """Return an unused short name made from the name of a tournament to come; one query."""
    return free_slug(name, set(Tournament.objects.values_list("slug", flat=True)))


def rules_chosen(rules: str, options: object) -> dict[str, OptionValue]:
    """Return the options of a rule set as stored, if somebody may choose them.

    Refused: what `rules_known` refuses, "rule_options_exclude", "rule_option_needs".
    """
    return _options(rules, options, rule_set_to_choose)


def rules_known(rules: str, options: object) -> dict[str, OptionValue]:
    """Return the options of a rule set as stored; those chosen earlier may contradict each other.

    Refused: "rules_unknown", "rule_options_no_object", "rules_without_options",
    "rule_option_unknown", "rule_option_wrong".
    """
    return _options(rules, options, rule_set)


def _options(
    rules: str, options: object, find: Callable[[str, object], RuleSet]
) -> dict[str, OptionValue]:
    try:
        return find(rules, options).options
    except WrongOption as wrong:
        code = REFUSED_OPTIONS[wrong.code]
        if code == "rule_option_unknown" and not wrong.allowed:
            raise Refused("rules_without_options", rules=rules, name=wrong.name) from wrong
        raise Refused(code, name=wrong.name, allowed=", ".join(wrong.allowed)) from wrong
