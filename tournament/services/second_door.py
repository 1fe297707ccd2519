"""What the other computer asks this one, and the answers, all of it sealed with their code."""

import time
from hashlib import sha256
from typing import Any

from tournament.errors import Refused
from tournament.models import OtherComputer
from tournament.services.second_computer import bind_second, give_way, standing_changed
from tournament.standby.channel import THIS_PROCESS, Message, opened, sealed
from tournament.standby.feed import feed
from tournament.standby.standing import refresh, standing


def answer_other(token: bytes) -> bytes:
    """The sealed answer to a sealed question. Refused: `standby_code_wrong`."""
    other, question = _opened_by_any(token)
    words = {"question": question.words["question"], "process": THIS_PROCESS, "now": time.time()}
    try:
        answer = _answer(other, question.words)
    except Refused as refusal:
        answer = Message({"refused": refusal.code})
    return sealed(other.code, Message({**words, **answer.words}, answer.content))


def _opened_by_any(token: bytes) -> tuple[OtherComputer, Message]:
    for other in standing.others.values():
        if other.code:
            try:
                return other, opened(other.code, token)
            except Refused:
                continue
    raise Refused("standby_code_wrong")


def _answer(other: OtherComputer, words: dict[str, Any]) -> Message:
    if words["wants"] == "give_way":
        give_way(words["epoch"], words["url"], other.code, words["last_entry"])
        refresh()
        standing_changed.set()
        return Message({"epoch": standing.epoch})
    if standing.others[other.way].mark != words["mark"]:
        bind_second(words["mark"])
    changes = feed.changes(words["held"])
    return Message(
        {
            "name": changes.name,
            "is_whole": changes.is_whole,
            "digest": sha256(changes.content).hexdigest(),
            "now": time.time(),
        },
        changes.pages,
    )
