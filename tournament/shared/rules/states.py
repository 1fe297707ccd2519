"""Federal states as people write them: by name in German or English, or in short.

What is typed stays as typed; whatever compares or groups people by their state asks `state_key`.
"""

import re
from collections.abc import Mapping

from tournament.shared.rules.names import plain_text, tidy

GERMAN: Mapping[str, str] = {
    "Baden-Württemberg": "BW",
    "Bayern": "BY Bavaria",
    "Berlin": "BE",
    "Brandenburg": "BB",
    "Bremen": "HB",
    "Hamburg": "HH",
    "Hessen": "HE Hesse",
    "Mecklenburg-Vorpommern": "MV",
    "Niedersachsen": "NI NDS LowerSaxony",
    "Nordrhein-Westfalen": "NW NRW NorthRhineWestphalia",
    "Rheinland-Pfalz": "RP RLP RhinelandPalatinate",
    "Saarland": "SL",
    "Sachsen": "SN Saxony",
    "Sachsen-Anhalt": "ST LSA SaxonyAnhalt",
    "Schleswig-Holstein": "SH",
    "Thüringen": "TH Thuringia",
}
"""The sixteen, each with what else it is called."""
AUSTRIAN = (
    *("Burgenland", "Kärnten", "Niederösterreich", "Oberösterreich", "Salzburg"),
    *("Steiermark", "Tirol", "Vorarlberg", "Wien"),
)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", plain_text(text))


_CALLED = {
    _letters(called): name
    for name, others in [*GERMAN.items(), *((name, "") for name in AUSTRIAN)]
    for called in (name, *others.split())
}


def state_called(text: str) -> str:
    """Return the name of the federal state that a text means; any other text as it is, tidied."""
    return _CALLED.get(_letters(text)) or tidy(text)


def state_key(text: str) -> str:
    """Return a key equal for texts that mean one federal state: "NI", " niedersachsen"."""
    return plain_text(state_called(text))


def is_state(text: str) -> bool:
    """Whether a text names a federal state of Germany or Austria."""
    return _letters(text) in _CALLED
