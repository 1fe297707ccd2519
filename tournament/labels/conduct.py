"""Who may complain, and what follows from unsporting conduct, to be read out at the table."""

from collections.abc import Collection, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.referee import LARGEST_DEDUCTION, Authority, Sanction, SanctionRuling
from tournament.labels.points import signed
from tournament.labels.referee import Line

SANCTIONS: Mapping[Sanction, str | Promise] = {
    Sanction.WARNING: _("warning"),
    Sanction.DEDUCTION: _("deduction from the total"),
    Sanction.DISQUALIFICATION: _("disqualification"),
    Sanction.BOUND: _("bound decision of the referee’s aids"),
}

AUTHORITIES: Mapping[Authority, str | Promise] = {
    Authority.REFEREE: _("The referee decides alone."),
    Authority.JURY: _("The jury decides: please call it together."),
}

CONSEQUENCES: Mapping[Sanction, str | Promise] = {
    Sanction.WARNING: _(
        "No points. Further unsporting conduct leads to a deduction or to disqualification."
    ),
    Sanction.DEDUCTION: _(
        "%(points)s off the total of the tournament, %(most)s at most. Nobody is credited, and "
        "nothing stands on the list."
    ),
    Sanction.DISQUALIFICATION: _("The player leaves the tournament. The others keep their points."),
    Sanction.BOUND: _(
        "%(points)s off the total of the tournament, %(most)s at most. Nobody is credited, and "
        "nothing stands on the list."
    ),
}


def conduct_lines(ruling: SanctionRuling) -> list[Line]:
    """What follows from a sanction, and who decides about it."""
    words = {"points": signed(ruling.adjustment), "most": LARGEST_DEDUCTION}
    return [
        (str(CONSEQUENCES[ruling.sanction]) % words, ruling.paragraph),
        (str(AUTHORITIES[ruling.decided_by]), ruling.paragraph),
    ]


def complaint_lines(entitled: Collection[int], acted: Collection[int]) -> list[Line]:
    """Who may complain, who no more, and what happens then."""
    left = sorted(set(entitled) - set(acted))
    lost = sorted(set(entitled) & set(acted))
    lines: list[Line] = []
    if left:
        lines.append((gettext("May complain: position %(seats)s.") % _seats(left), "9.6.1"))
    else:
        sentence = gettext("Nobody may complain any more: what was done stands.")
        lines.append((sentence, "9.6.3"))
    if lost:
        sentence = gettext("Position %(seats)s has played on and may complain no more.")
        lines.append((sentence % _seats(lost), "9.6.3"))
    if left:
        lines.append((gettext("The game rests, and the referee is called."), "9.6.5"))
        sentence = gettext("What is complained about first is punished, not what happened first.")
        lines.append((sentence, "9.6.6"))
    return lines


def _seats(seats: Collection[int]) -> dict[str, str]:
    return {"seats": ", ".join(map(str, seats))}
