"""Words around the proof of a draw."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from tournament.core.draw.proof.commitment import TO_NOTE
from tournament.core.draw.proof.steps import ListChanges

GROUP = 8
"""Figures that the eye takes in at once, also from the wall."""


def in_groups(figures: str) -> Sequence[str]:
    """A fingerprint in groups that can be compared aloud."""
    return [figures[start : start + GROUP] for start in range(0, len(figures), GROUP)]


def to_note(figures: str) -> str:
    """What one notes of a commitment or seal, in groups: "3f0c51ab 9d77e210"."""
    return " ".join(in_groups(figures[:TO_NOTE]))


def wishes_in_words(player: Mapping[str, Any]) -> str:
    """What the draw has to heed of a player as they stand in a step of the proof."""
    wishes = [player["team"] or ""]
    if player["table"] is not None:
        wishes.append(gettext("table %(number)s") % {"number": player["table"]})
    if player["no_list"]:
        wishes.append(gettext("does not keep the list"))
    return ", ".join(filter(None, wishes))


def changes_in_words(changes: ListChanges) -> list[tuple[str, str]]:
    """What has changed on a list of players: titles, and behind each who or what."""
    titles = (
        (gettext("New"), _people(changes.come)),
        (gettext("No longer on it"), _people(changes.gone)),
        (gettext("Changed"), _people(changes.changed)),
        (
            gettext("Besides"),
            gettext("standings, first round, or how many sit out") if changes.is_otherwise else "",
        ),
    )
    return [(title, words) for title, words in titles if words]


def _people(players: Iterable[Mapping[str, Any]]) -> str:
    return "; ".join(f"{player['id']} {player['name']}" for player in players)
