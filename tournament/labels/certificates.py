"""The certificate of a plan in words a player understands."""

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from scoring.terms import SIX_TABLE
from tournament.core.draw.certificate import Certificate, Figure, PlanQuality
from tournament.core.draw.displacement import DrawnByStandings
from tournament.labels.seat_changes import listed
from tournament.labels.table_sizes import tables_of


@dataclass(frozen=True, slots=True)
class CertificateLine:
    """One figure: what it is about, the figure, the best possible, and all of it in a sentence.

    `figure` is None where it says nothing beside that of another way of drawing.
    """

    title: str
    figure: Figure | None
    sentence: str


def certificate_lines(plan: PlanQuality) -> tuple[CertificateLine, ...]:
    """What there is to say of a plan; what cannot occur in it (no clubs, no byes) is left out."""
    certificate, byes = plan.certificate, plan.byes
    lines = [
        CertificateLine(
            gettext("Repeat meetings"), certificate.repeated_pairs, _repeats(certificate)
        ),
        CertificateLine(gettext("Positions"), certificate.seat_spread, _spread(certificate)),
    ]
    if plan.has_clubs:
        clubs = certificate.same_club_pairs
        lines.append(CertificateLine(gettext("Club mates"), clubs, _mates(clubs)))
    if plan.has_teams:
        teams = certificate.same_team_pairs
        lines.append(CertificateLine(gettext("Team mates"), teams, _mates(teams)))
    if plan.has_fives:
        fives = certificate.most_five_tables
        lines.append(CertificateLine(gettext("Tables of five"), fives, _fives(fives)))
    if plan.at_sixes is not None:
        lines.append(CertificateLine(tables_of(SIX_TABLE), plan.at_sixes, _most(plan.at_sixes)))
    if byes.value:
        lines.append(CertificateLine(gettext("Sitting out"), byes, _most(byes)))
    lines += [
        CertificateLine(gettext("Places off the standings"), None, _by_standings(drawn))
        for drawn in plan.by_standings
    ]
    return tuple(lines)


def _by_standings(drawn: DrawnByStandings) -> str:
    """How far people sit from where the standings put them, and what the top tables are."""
    rounds = ngettext("Round %(list)s:", "Rounds %(list)s:", len(drawn.rounds)) % {
        "list": listed(drawn.rounds)
    }
    return " ".join(filter(None, [rounds, _off(drawn), _avoided(drawn), _top_tables(drawn)]))


def _off(drawn: DrawnByStandings) -> str:
    found = drawn.displacement
    if not found.ranks:
        return gettext("Everybody sits exactly where the standings put them.")
    words = gettext(
        "On average somebody sits %(mean)s places off the table that is due to them, nobody more "
        "than %(furthest)s."
    )
    mean = number_format(found.ranks / found.seats, decimal_pos=1)
    return words % {"mean": mean, "furthest": found.furthest}


def _avoided(drawn: DrawnByStandings) -> str:
    """What being off is good for."""
    pairs = drawn.displacement.repeats_avoided
    if not drawn.displacement.ranks:
        return ""
    if not pairs:
        return gettext("0 would be the best.")
    words = ngettext(
        "Exactly by the standings would be 0, but then %(count)s pair more would meet again.",
        "Exactly by the standings would be 0, but then %(count)s pairs more would meet again.",
        pairs,
    )
    return words % {"count": pairs}


def _top_tables(drawn: DrawnByStandings) -> str:
    if drawn.is_snake:
        return gettext(
            "There is no top table: each has one from every part of the standings, so all are "
            "equally strong."
        )
    return gettext("Table 1 is the top table with the best four, table 2 has the next four.")


def _repeats(certificate: Certificate) -> str:
    figure = certificate.repeated_pairs
    if not figure.value:
        return _judged(gettext("No two players meet twice."), figure)
    words = ngettext(
        "%(count)s time two people meet who have met before.",
        "%(count)s times two people meet who have met before.",
        figure.value,
    )
    return _judged(words % {"count": figure.value}, figure)


def _spread(certificate: Certificate) -> str:
    figure = certificate.seat_spread
    if not figure.value:
        words = gettext("Everybody has every position equally often.")
    else:
        words = ngettext(
            "Nobody sits in one position more than once more often than in another.",
            "Somebody sits in one position %(count)s times more often than in another.",
            figure.value,
        )
    return _judged(words % {"count": figure.value}, figure)


def _mates(figure: Figure) -> str:
    if not figure.value:
        return _judged(gettext("No two of them sit at one table."), figure)
    words = ngettext(
        "%(count)s time two of them sit at one table.",
        "%(count)s times two of them sit at one table.",
        figure.value,
    )
    return _judged(words % {"count": figure.value}, figure)


def _fives(figure: Figure) -> str:
    if not figure.is_best:
        unfair = ngettext(
            "Somebody sits at a table of five %(count)s times; fair would be once at most.",
            "Somebody sits at a table of five %(count)s times; fair would be %(best)s times at "
            "most.",
            figure.best,
        )
        return unfair % {"count": figure.value, "best": figure.best}
    return _most(figure)


def _most(figure: Figure) -> str:
    """How often it is the turn of whoever it is most often."""
    words = ngettext("Nobody more than once.", "Nobody more than %(count)s times.", figure.value)
    return _judged(words % {"count": figure.value}, figure)


def _judged(sentence: str, figure: Figure) -> str:
    """The sentence, and how far that is from the best that is possible."""
    if figure.is_best:
        return f"{sentence} {gettext('That is the best possible.')}"
    if not figure.best:
        return f"{sentence} {gettext('0 would be the best.')}"
    words = gettext("%(best)s is the lowest possible with these players.")
    return f"{sentence} {words % {'best': figure.best}}"
