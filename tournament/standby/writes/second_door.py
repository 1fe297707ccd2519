"""Answers to the other computer's questions, all encrypted with a shared secret."""

import time
from hashlib import sha256

from tournament.errors import Refused
from tournament.standby.channel import THIS_PROCESS, Message, opened, sealed
from tournament.standby.feed import feed
from tournament.standby.rules.standby import MARK_LENGTH, notice_in
from tournament.standby.standing import Way, standing
from tournament.standby.writes.second_computer import bind_second, give_way, own_mark


def answer_other(token: bytes) -> bytes:
    """Return the encrypted answer to an encrypted question. Refused: `standby_code_wrong`."""
    secret, question = _open_with_any_key(token)
    words = {
        "question": question.words.get("question"),
        "process": THIS_PROCESS,
        "now": time.time(),
    }
    if question.words.get("process") == THIS_PROCESS:
        return sealed(secret, Message(words))
    try:
        found = _hear(question) if secret == standing.key else _give_pages(question)
    except Refused as refusal:
        found = Message({"refused": refusal.code})
    return sealed(secret, Message({**words, **found.words}, found.content))


def _open_with_any_key(token: bytes) -> tuple[str, Message]:
    follower = standing.others.get(Way.FOLLOWER)
    for secret in (follower.code if follower else "", standing.key):
        if secret:
            try:
                return secret, opened(secret, token)
            except Refused:
                continue
    raise Refused("standby_code_wrong")


def _hear(question: Message) -> Message:
    """Handle the notice of another active computer; answer with the newest epoch known here."""
    try:
        notice = notice_in(question.words)
    except ValueError as error:
        raise Refused("standby_damaged") from error
    gives_way = give_way(notice)
    mark = own_mark(standing.key)
    return Message({"epoch": standing.newest_epoch, "gives_way": gives_way, "mark": mark})


def _give_pages(question: Message) -> Message:
    held, mark = question.words.get("held"), question.words.get("mark")
    if not (isinstance(held, str) and isinstance(mark, str) and len(mark) <= MARK_LENGTH):
        raise Refused("standby_damaged")
    if standing.others[Way.FOLLOWER].mark != mark:
        bind_second(mark)
    changes = feed.changes(held)
    return Message(
        {
            "name": changes.name,
            "is_whole": changes.is_whole,
            "digest": sha256(changes.content).hexdigest(),
            "now": time.time(),
        },
        changes.pages,
    )
