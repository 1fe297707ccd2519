"""Every option of every rule set with each of its values, and others beside it."""

from scoring.rulesets import RULE_SETS, WrongOption, rule_set


def values_of(allowed):
    """Return the values to try: all named ones, and both ends of a range."""
    chosen = [value for value in allowed.values if value is not False]
    return [*chosen, *((allowed.numbers[0], allowed.numbers[-1]) if allowed.numbers else ())]


CHOICES = [
    (name, option, value)
    for name, rules in RULE_SETS.items()
    for option, allowed in rules.known_options.items()
    for value in values_of(allowed)
]


def with_and_without(name, option, value, random):
    """Return rules with some random options, and the same with this one more."""
    while True:
        others = {
            each: random.choice(values_of(allowed))
            for each, allowed in RULE_SETS[name].known_options.items()
            if each != option and random.random() < 0.3
        }
        try:
            return rule_set(name, {**others, option: value}), rule_set(name, others)
        except WrongOption:
            continue
