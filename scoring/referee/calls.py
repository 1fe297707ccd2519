"""Whether an announcement or an Absage is in time (TSR 4.4.4, 6.1 to 6.4).

Other rules have other deadlines and other levels: `Calling` says which.

The game must be determined: the reservation query is over and a solo is named (6.2.1). The caller
need not be on turn (6.4.1). A card is in the hand until it has openly touched the table (6.1.1).

Where the TSR are silent, the calculator assumes:
- A reply follows the highest call of the opponents by the latest moment for that call, also if they
  skipped lower ones or called early (6.1.2 says that calling early moves no later reply).
- A call that counts already because a higher one skipped it, and that nobody has spoken, is no
  identical repetition (6.4.7). It is allowed as long as it would have been in time, and adds
  nothing (6.4.6).
- A reply that came too late for a first announcement bars the whole party from Absagen, also a
  partner who still holds more cards (the wording of 6.4.4).
- Calls made too late that nobody complained about are valid (9.6.3): they are entered as made.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from scoring.game import Party
from scoring.referee.problems import ImpossibleCase, ProblemCode
from scoring.rulesets.ddv import CALLING
from scoring.rulesets.ruleset import Calling

FULL_HAND = CALLING.hand
LAST_CLARIFYING_TRICK = 3


class Call(IntEnum):
    """The possible calls, ascending; each includes the ones before it (6.4.3)."""

    ANNOUNCEMENT = 1  # Re or Kontra
    NO_90 = 2
    NO_60 = 3
    NO_30 = 4
    SCHWARZ = 5


class Wedding(StrEnum):
    """Whether a wedding was announced, and in which trick it was clarified (4.4.3).

    A silent wedding counts as none (4.4.5). `NEVER`: its holder took the first three tricks, so
    the third one counts as the clarifying trick and the game goes on as a solo.
    """

    NONE = "none"
    NOT_YET = "not_yet"
    FIRST_TRICK = "first_trick"
    SECOND_TRICK = "second_trick"
    THIRD_TRICK = "third_trick"
    NEVER = "never"


CLARIFYING_TRICK = {
    Wedding.FIRST_TRICK: 1,
    Wedding.SECOND_TRICK: 2,
    Wedding.THIRD_TRICK: LAST_CLARIFYING_TRICK,
    Wedding.NEVER: LAST_CLARIFYING_TRICK,
}


class Reason(StrEnum):
    """Why a call is right or not."""

    IN_TIME = "in_time"
    REPLY = "reply"  # right, and only because the opponents called
    SKIPPING = "skipping"  # right; the levels left out count as well
    COUNTS_ALREADY = "counts_already"  # right, and adds nothing

    TOO_LATE = "too_late"
    TOO_LATE_TO_REPLY = "too_late_to_reply"
    SKIPPED_TOO_LATE = "skipped_too_late"  # a level left out is not in time any more
    ANNOUNCEMENT_MISSING = "announcement_missing"  # and not in time any more
    REPLY_ONLY = "reply_only"  # the party may still reply, but not with an Absage
    AFTER_LATE_REPLY = "after_late_reply"
    REPEATED = "repeated"
    NOT_IN_THIS_GAME = "not_in_this_game"  # by these rules nobody can call it
    ONLY_A_REPLY = "only_a_reply"  # Re, where the soloist may only reply to Kontra
    LEFT_OUT = "left_out"  # the level below has to be called first
    WEDDING_NOT_CLARIFIED = "wedding_not_clarified"

    @property
    def is_right(self) -> bool:
        """Whether the call may be made."""
        return self in (Reason.IN_TIME, Reason.REPLY, Reason.SKIPPING, Reason.COUNTS_ALREADY)


PARAGRAPHS = {
    # In time and too late depend on the call, see `judge_call`.
    Reason.REPLY: "6.4.4",
    Reason.SKIPPING: "6.4.3",
    Reason.COUNTS_ALREADY: "6.4.6",
    Reason.TOO_LATE_TO_REPLY: "6.4.4",
    Reason.SKIPPED_TOO_LATE: "6.4.3",
    Reason.ANNOUNCEMENT_MISSING: "6.3.2",
    Reason.REPLY_ONLY: "6.4.4",
    Reason.AFTER_LATE_REPLY: "6.4.4",
    Reason.REPEATED: "6.4.7",
    # The TSR have neither of these.
    **dict.fromkeys((Reason.NOT_IN_THIS_GAME, Reason.ONLY_A_REPLY, Reason.LEFT_OUT), ""),
    Reason.WEDDING_NOT_CLARIFIED: "4.4.4",
}


@dataclass(frozen=True, slots=True)
class Situation:
    """The situation of a party when one of its players calls.

    `cards` are those in the caller's hand (0..12). `called` are his party's calls so far,
    `opponents` the highest call of the other party. `replied_with`: if the own announcement was a
    reply, the number of cards its speaker held; else None. `party`: which one calls, where it
    matters; `calling`: what may be called in this game.

    Raises ImpossibleCase: `cards_out_of_range`, `wedding_clarified_by_now`,
    `reply_without_announcement`, `reply_to_nothing`.
    """

    cards: int
    wedding: Wedding = Wedding.NONE
    called: frozenset[Call] = frozenset()
    opponents: Call | None = None
    replied_with: int | None = None
    party: Party | None = None
    calling: Calling = CALLING

    def __post_init__(self) -> None:
        hand = self.calling.hand
        for cards in (self.cards, self.replied_with or 0):
            if not 0 <= cards <= hand:
                raise ImpossibleCase(ProblemCode.CARDS_OUT_OF_RANGE, cards=cards, most=hand)
        fewest = hand - LAST_CLARIFYING_TRICK
        if self.wedding is Wedding.NOT_YET and self.cards < fewest:
            raise ImpossibleCase(
                ProblemCode.WEDDING_CLARIFIED_BY_NOW, cards=self.cards, fewest=fewest
            )
        if self.replied_with is None:
            return
        if Call.ANNOUNCEMENT not in self.called:
            raise ImpossibleCase(ProblemCode.REPLY_WITHOUT_ANNOUNCEMENT)
        if self.opponents is None:
            raise ImpossibleCase(ProblemCode.REPLY_TO_NOTHING)

    @property
    def highest(self) -> int:
        """The highest level of the party, 0 for none."""
        return max(self.called, default=0)

    @property
    def earliest_cards(self) -> int | None:
        """The most cards with which this party may call; None while a wedding is unclarified."""
        if self.wedding is Wedding.NONE or self.calling.wedding is None:
            return self.calling.hand
        trick = CLARIFYING_TRICK.get(self.wedding)
        return None if trick is None else self.calling.hand - trick

    @property
    def levels(self) -> tuple[Call, ...]:
        """What can be called at all in this game, in rising order."""
        return tuple(Call(level) for level, _cards in self.calling.latest)

    @property
    def missing(self) -> tuple[Call, ...]:
        """The levels that the party has not reached yet."""
        return tuple(call for call in self.levels if call > self.highest)

    def latest(self, call: Call) -> int:
        """The fewest cards with which this level may be reached, whatever was called before."""
        return latest_cards(call, CLARIFYING_TRICK.get(self.wedding), self.calling)

    @property
    def latest_reply(self) -> int | None:
        """The fewest cards for a reply, None where there is nothing to reply to (6.4.4)."""
        if self.opponents is None:
            return None
        return self.latest(self.opponents) - self.calling.reply

    @property
    def replied_late(self) -> bool:
        """Whether the own announcement was right only as a reply."""
        return self.replied_with is not None and self.replied_with < self.latest(Call.ANNOUNCEMENT)


@dataclass(frozen=True, slots=True)
class CallVerdict:
    """The answer, for the judge to read out.

    The call is right from `earliest_cards` in the hand down to `latest_cards`. None: with no number
    of cards; for `earliest_cards`: not before the wedding is clarified. `missing` is the lower
    level that prevents it. `counts` are the levels this call makes count, `possible` all effective
    calls now.
    """

    call: Call
    reason: Reason
    paragraph: str
    earliest_cards: int | None
    latest_cards: int | None
    missing: Call | None
    counts: tuple[Call, ...]
    possible: tuple[Call, ...]

    @property
    def in_time(self) -> bool:
        """Whether the call may be made."""
        return self.reason.is_right


def latest_cards(
    call: Call, clarifying_trick: int | None = None, calling: Calling = CALLING
) -> int:
    """Return the fewest cards in the hand with which a call is in time (6.2.2, 6.3.4, 6.4.2).

    In an announced wedding it depends on the clarifying trick (1..3).
    """
    cards = dict(calling.latest)[call]
    if clarifying_trick is None or calling.wedding is None:
        return cards
    return cards - calling.wedding - (clarifying_trick - 1)


def latest_table() -> dict[int, dict[Call, int]]:
    """Return all latest numbers of cards: by clarifying trick (1: the normal case), by call."""
    tricks = range(1, LAST_CLARIFYING_TRICK + 1)
    return {trick: {call: latest_cards(call, trick) for call in Call} for trick in tricks}


def judge_call(call: Call, situation: Situation) -> CallVerdict:
    """Judge a call: whether it is right, why, until when, and what is possible now."""
    reason, latest = _judge(call, situation)
    missing = None
    if reason in _NAMES_MISSING:
        missing = situation.missing[0]
    new = (each for each in situation.missing if each <= call)
    return CallVerdict(
        call=call,
        reason=reason,
        paragraph=_paragraph(call, reason, situation),
        earliest_cards=situation.earliest_cards,
        latest_cards=latest,
        missing=missing,
        counts=tuple(new) if reason.is_right else (),
        possible=tuple(each for each in situation.missing if _judge(each, situation)[0].is_right),
    )


_NAMES_MISSING = (
    Reason.ANNOUNCEMENT_MISSING,
    Reason.REPLY_ONLY,
    Reason.SKIPPED_TOO_LATE,
    Reason.LEFT_OUT,
)


def _paragraph(call: Call, reason: Reason, situation: Situation) -> str:
    """Return what says so: a paragraph of the TSR, or the rule of the calling."""
    calling, paragraph = situation.calling, PARAGRAPHS.get(reason)
    if paragraph is not None:
        return calling.other_rule or paragraph or calling.rule
    if calling.rule:
        return calling.rule
    if situation.wedding is not Wedding.NONE:
        return "6.4.2"
    return "6.2.2" if call is Call.ANNOUNCEMENT else "6.3.4"


def _judge(call: Call, situation: Situation) -> tuple[Reason, int | None]:
    """Return the reason, and the fewest cards for this call in this situation."""
    if call not in situation.levels:
        return Reason.NOT_IN_THIS_GAME, None
    earliest = situation.earliest_cards
    if earliest is None:
        return Reason.WEDDING_NOT_CLARIFIED, None
    reason, latest = _judge_lateness(call, situation)
    too_early = situation.cards > earliest
    return (Reason.WEDDING_NOT_CLARIFIED if too_early else reason), latest


def _judge_lateness(call: Call, situation: Situation) -> tuple[Reason, int | None]:
    if call in situation.called:
        return Reason.REPEATED, None
    if call < situation.highest:
        latest = situation.latest(call)
        in_time = situation.cards >= latest
        return (Reason.COUNTS_ALREADY if in_time else Reason.TOO_LATE), latest
    calling = situation.calling
    is_re = situation.party is Party.RE
    if is_re and calling.re_replies and situation.opponents is None:
        return Reason.ONLY_A_REPLY, None
    cards, lowest = situation.cards, situation.missing[0]
    latest, reply = situation.latest(lowest), situation.latest_reply
    can_reply = reply is not None and cards >= reply
    if call is Call.ANNOUNCEMENT:
        if cards >= latest:
            return Reason.IN_TIME, latest if reply is None else reply
        if reply is None:
            return Reason.TOO_LATE, latest
        return (Reason.REPLY if can_reply else Reason.TOO_LATE_TO_REPLY), reply
    if situation.replied_late:
        return Reason.AFTER_LATE_REPLY, None
    # For an Absage above all earlier calls, the lowest level still missing decides.
    if call is lowest:
        return (Reason.IN_TIME if cards >= latest else Reason.TOO_LATE), latest
    if cards >= latest:
        return (Reason.SKIPPING if calling.skips else Reason.LEFT_OUT), latest
    if lowest is not Call.ANNOUNCEMENT:
        return Reason.SKIPPED_TOO_LATE, latest
    return (Reason.REPLY_ONLY if can_reply else Reason.ANNOUNCEMENT_MISSING), latest
