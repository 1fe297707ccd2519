"""The options of a rule set: names, allowed values, and errors."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.terms import is_whole

Json = Any
OptionValue = bool | int | str | None
Chosen = tuple[tuple[str, OptionValue], ...]
"""Names and values in the order of the rule set; a tuple, so that rule sets are comparable."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """The allowed values of an option: one of these, or an integer in this range."""

    values: tuple[OptionValue, ...] = ()
    numbers: range = range(0)

    def holds(self, value: OptionValue) -> bool:
        """Whether the option may have this value."""
        if is_whole(value):
            return value in self.numbers
        return any(value == one and type(value) is type(one) for one in self.values)

    def words(self) -> tuple[str, ...]:
        """Return the values as written in JSON, a range of numbers as "4..99"."""
        numbers = (f"{self.numbers[0]}..{self.numbers[-1]}",) if self.numbers else ()
        return (*numbers, *(_WRITTEN.get(value, str(value)) for value in self.values))


CHOSEN = Allowed((True,))
"""An option that is chosen or absent."""
_WRITTEN: Mapping[OptionValue, str] = {True: "true", None: "null"}


class WrongOptionCode(StrEnum):
    """The kind of error in a rule set's name or options."""

    UNKNOWN_RULES = "unknown_rules"
    NOT_AN_OBJECT = "not_an_object"
    UNKNOWN_OPTION = "unknown_option"
    WRONG_VALUE = "wrong_value"


class WrongOption(ValueError):
    """An unknown rule set, or an option it does not have.

    `name` is the wrong name; `allowed` are the existing names or values.
    """

    def __init__(self, code: WrongOptionCode, name: str, allowed: tuple[str, ...] = ()) -> None:
        super().__init__(f"{code.value}: {name}")
        self.code = code
        self.name = name
        self.allowed = allowed


def read_options(options: Json, known: Mapping[str, Allowed]) -> Chosen:
    """Return the chosen options. Raises WrongOption for the first wrong one."""
    if not isinstance(options, Mapping):
        raise WrongOption(WrongOptionCode.NOT_AN_OBJECT, "options")
    for name, value in options.items():
        if name not in known:
            raise WrongOption(WrongOptionCode.UNKNOWN_OPTION, str(name), tuple(known))
        if not known[name].holds(value):
            raise WrongOption(WrongOptionCode.WRONG_VALUE, name, known[name].words())
    return tuple((name, options[name]) for name in known if name in options)
