"""Penalty points by paragraph of the TSR, and the patterns in which they are booked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.findings import Code, Finding, error, warning
from scoring.model import FREE, Figures, Penalty, Row
from scoring.pattern import is_whole
from scoring.rulesets import DDV, Penalties, RuleSet
from scoring.terms import dealer_sits_out

ABSAGEN = range(5)  # none, no 90, no 60, no 30, schwarz


class Offender(StrEnum):
    """The role of the offender to which a paragraph applies."""

    ANYONE = "anyone"
    SOLOIST = "soloist"
    AGAINST_SOLOIST = "against_soloist"


class Credit(StrEnum):
    """Who receives what the offender loses."""

    ALL_OTHERS = "all_others"
    SOLOIST = "soloist"  # all others where there is none, or he is the offender
    EITHER = "either"


@dataclass(frozen=True, slots=True)
class Rule:
    """A paragraph: number, subject, offender, credit, weight.

    - words: English and untranslated.
    - loss: the offender's loss without Absagen; each Absage of the other party adds
      `loss_per_absage`. The three others share it equally, or the soloist gets all of it.
    - in_announced_solo: whether it can be booked beside one.
    - replaces_points: if the soloist is credited, that is all he and the others get for the game
      (TSR 9.4.2, 9.4.4).
    """

    paragraph: str
    words: str
    offender: Offender
    credit: Credit
    loss: int = 3
    loss_per_absage: int = 0
    in_announced_solo: bool = True
    replaces_points: bool = False

    @property
    def breaks_off(self) -> bool:
        """Whether the game is broken off: a serious violation (TSR 9.4.2)."""
        return self.counts_absagen

    @property
    def counts_absagen(self) -> bool:
        """Whether the Absagen of the other party raise the penalty."""
        return self.loss_per_absage > 0


RULES: dict[str, Rule] = {
    rule.paragraph: rule
    for rule in (
        Rule(
            "9.3.2",
            "minor violation in a normal game",
            Offender.ANYONE,
            Credit.ALL_OTHERS,
            in_announced_solo=False,
        ),
        Rule("9.3.3a", "minor violation by the soloist", Offender.SOLOIST, Credit.ALL_OTHERS),
        Rule(
            "9.3.3b1",
            "minor violation against the soloist, possibly to the soloist’s disadvantage",
            Offender.AGAINST_SOLOIST,
            Credit.SOLOIST,
        ),
        Rule(
            "9.3.3b2",
            "minor violation against the soloist, not to the soloist’s disadvantage",
            Offender.AGAINST_SOLOIST,
            Credit.ALL_OTHERS,
        ),
        Rule(
            "9.4.3",
            "serious violation, the game is not played",
            Offender.ANYONE,
            Credit.ALL_OTHERS,
            loss=12,
            loss_per_absage=3,
        ),
        Rule(
            "9.4.4",
            "serious violation in a solo",
            Offender.ANYONE,
            Credit.SOLOIST,
            loss=12,
            loss_per_absage=3,
            replaces_points=True,
        ),
        Rule("9.5.1", "violation in a game already decided", Offender.ANYONE, Credit.EITHER),
    )
}


def pattern(
    rule: str,
    offender: int,
    soloist: int | None,
    table_size: int,
    sitting_dealer: int | None = None,
    absagen: int = 0,
) -> Figures:
    """Return the points per seat of a penalty, None for the sitting dealer of a five-table.

    `soloist` is None in a game of two against two; `absagen` counts those of the other party
    (0..4). Under 9.5.1 two patterns can fit an offence against a soloist; this one credits all
    others, `allowed_patterns` has both. Raises ValueError for an unknown paragraph, one that does
    not apply to the offender, and for anyone who does not play.
    """
    catalogued = RULES.get(rule)
    if catalogued is None or absagen not in ABSAGEN:
        raise ValueError(f"no penalty under {rule!r} with {absagen} Absagen")
    if not _fits(catalogued, offender, soloist, table_size, sitting_dealer):
        raise ValueError(f"{rule} does not fit offender {offender} and soloist {soloist}")
    receiver = _receivers(catalogued, offender, soloist)[0]
    return _booked(catalogued, offender, receiver, table_size, sitting_dealer, absagen)


def allowed_patterns(
    rule: str,
    offender: int,
    soloist: int | None,
    table_size: int,
    sitting_dealer: int | None = None,
) -> tuple[Figures, ...]:
    """Return every pattern allowed on a list, for all numbers of Absagen.

    Empty where `pattern` refuses.
    """
    catalogued = RULES.get(rule)
    if catalogued is None or not _fits(catalogued, offender, soloist, table_size, sitting_dealer):
        return ()
    return tuple(
        _booked(catalogued, offender, receiver, table_size, sitting_dealer, absagen)
        for receiver in _receivers(catalogued, offender, soloist)
        for absagen in (ABSAGEN if catalogued.counts_absagen else (0,))
    )


def free_points(
    offender: int, loss: int, table_size: int, sitting_dealer: int | None, rules: RuleSet
) -> Figures | None:
    """Return the points of a penalty by rules without a catalogue.

    The others share the offender's loss, None if they cannot equally; or nobody gets it, and then
    the sitting dealer is irrelevant.
    """
    if rules.penalties is Penalties.DEDUCTION:
        return tuple(-loss if seat == offender else 0 for seat in range(1, table_size + 1))
    others = rules.players(table_size) - 1
    if loss % others:
        return None
    return tuple(
        None if seat == sitting_dealer else -loss if seat == offender else loss // others
        for seat in range(1, table_size + 1)
    )


def breaks_parity(points: Figures) -> bool:
    """Whether booking these points mixes odd and even totals (TSR 7.3.3)."""
    return len({figure % 2 for figure in points if is_whole(figure)}) > 1


def last_row_for(rule: str, rows: Sequence[Row], sitting: int | None) -> int:
    """Return the row of a penalty that names none: the last possible one.

    `sitting` is who sat out in its game at a five-table, if known.
    """
    catalogued = RULES.get(rule)
    for number in range(len(rows), 0, -1):
        row = rows[number - 1]
        is_beside = catalogued is None or catalogued.in_announced_solo
        if (is_beside or not row.kind.is_announced_solo) and sitting in (None, row.dealer_named):
            return number
    return len(rows)


def replaces_points(penalties: Iterable[Penalty]) -> bool:
    """Whether one of these may be all that is booked for the game."""
    return any(each.rule in RULES and RULES[each.rule].replaces_points for each in penalties)


def _fits(
    rule: Rule, offender: int, soloist: int | None, table_size: int, sitting_dealer: int | None
) -> bool:
    players = {*range(1, table_size + 1)} - {sitting_dealer}
    if offender not in players or soloist not in {None, *players}:
        return False
    if rule.offender is Offender.SOLOIST:
        return soloist == offender
    if rule.offender is Offender.AGAINST_SOLOIST:
        return soloist not in (None, offender)
    return True


def _receivers(rule: Rule, offender: int, soloist: int | None) -> tuple[int | None, ...]:
    """Return who may get the offender's loss: the soloist, or None for the three others."""
    if rule.credit is Credit.ALL_OTHERS or soloist in (None, offender):
        return (None,)
    return (None, soloist) if rule.credit is Credit.EITHER else (soloist,)


def _booked(
    rule: Rule,
    offender: int,
    receiver: int | None,
    table_size: int,
    sitting_dealer: int | None,
    absagen: int,
) -> Figures:
    """Return the points per seat; with `receiver` None the three others share them."""
    loss = rule.loss + absagen * rule.loss_per_absage

    def figure(seat: int) -> int | None:
        if seat == sitting_dealer:
            return None
        if seat == offender:
            return -loss
        if receiver is None:
            return loss // 3
        return loss if seat == receiver else 0

    return tuple(figure(seat) for seat in range(1, table_size + 1))


def check_penalty(
    penalty: Penalty,
    table_size: int,
    soloists: Iterable[int],
    sitting_dealers: Iterable[int],
    *,
    announced_solo: bool = False,
    game_points: bool = False,
    rules: RuleSet = DDV,
) -> Finding | None:
    """Return what is wrong with a penalty, or None.

    `soloists` and `sitting_dealers` (at a five-table) are the possible ones in the game; several
    where the list does not tell. `announced_solo`: the game certainly was one; `game_points`:
    somebody has points for it.
    """
    points = [figure for figure in penalty.points if figure is not None]
    whole = [figure for figure in points if is_whole(figure)]
    row, seat, rule = penalty.row, penalty.offender, penalty.rule
    if rules.penalties.adds_up_to_0 and len(whole) == len(points) and sum(whole) != 0:
        return error(Code.PENALTY_NONZERO_SUM, row, seat, rule=rule, sum=sum(whole))
    reason = None
    if rules.penalties is Penalties.CATALOGUE:
        reason = _misfit(penalty, table_size, tuple(soloists), tuple(sitting_dealers))
        if reason is None:  # what is valid alone may not be beside its game
            loss = -min(whole)
            to_soloist = loss in penalty.points  # three others would have a third each
            if announced_solo and not RULES[rule].in_announced_solo:
                reason = "announced_solo"
            elif game_points and RULES[rule].replaces_points and to_soloist:
                reason = "game_points"
    elif rule != FREE:  # without a catalogue: points and a reason
        reason = "not_free"
    elif not penalty.reason.strip():
        reason = "no_reason"
    elif not any(whole) or len(whole) != len(points):
        reason = "pattern"
    elif rules.penalties is Penalties.DEDUCTION:
        losing = [place for place, figure in enumerate(penalty.points, start=1) if figure]
        reason = None if losing == [seat] and sum(whole) < 0 else "deduction"
    if reason is None:
        return None
    return error(Code.PENALTY_AMOUNT, row, seat, rule=rule, reason=reason)


def initials_finding(penalty: Penalty, rules: RuleSet = DDV) -> Finding | None:
    """Return the warning for missing initials of a penalty (TSR 8.2.2), or None.

    Initials are not needed by rules without a catalogue.
    """
    if penalty.initials.strip() or rules.penalties is not Penalties.CATALOGUE:
        return None
    return warning(Code.INITIALS_MISSING, penalty.row, penalty.offender, rule=penalty.rule)


def _misfit(
    penalty: Penalty,
    table_size: int,
    soloists: tuple[int, ...],
    sitting_dealers: tuple[int, ...],
) -> str | None:
    if penalty.rule not in RULES:
        return "unknown_rule"
    allowed = {
        points
        for soloist in soloists or (None,)
        for sitting in (sitting_dealers if dealer_sits_out(table_size) else (None,))
        for points in allowed_patterns(penalty.rule, penalty.offender, soloist, table_size, sitting)
    }
    if not allowed:
        return "offender"
    whole = all(figure is None or is_whole(figure) for figure in penalty.points)
    return None if whole and penalty.points in allowed else "pattern"
