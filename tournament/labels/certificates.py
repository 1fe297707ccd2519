"""The certificate of a plan in words a player understands."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from tournament.core.draw.certificate import Certificate, Figure


@dataclass(frozen=True, slots=True)
class CertificateLine:
    """One figure: what it is about, the figure, the best possible, and all of it in a sentence."""

    title: str
    figure: Figure
    sentence: str


def certificate_lines(
    certificate: Certificate,
    byes: Figure,
    *,
    has_clubs: bool,
    has_teams: bool,
    has_fives: bool,
) -> tuple[CertificateLine, ...]:
    """What there is to say of a plan; what cannot occur in it (no clubs, no byes) is left out."""
    lines = [
        CertificateLine(
            gettext("Meeting again"), certificate.repeated_pairs, _repeats(certificate)
        ),
        CertificateLine(gettext("Positions"), certificate.seat_spread, _spread(certificate)),
    ]
    if has_clubs:
        clubs = certificate.same_club_pairs
        lines.append(CertificateLine(gettext("Club mates"), clubs, _club_mates(clubs)))
    if has_teams:
        teams = certificate.same_team_pairs
        lines.append(CertificateLine(gettext("Team mates"), teams, _team_mates(teams)))
    if has_fives:
        fives = certificate.most_five_tables
        lines.append(CertificateLine(gettext("Tables of five"), fives, _fives(fives)))
    if byes.value:
        lines.append(CertificateLine(gettext("Sitting out"), byes, _sitting_out(byes)))
    return tuple(lines)


def _repeats(certificate: Certificate) -> str:
    figure = certificate.repeated_pairs
    if not figure.value:
        return _judged(gettext("Nobody meets anybody twice."), figure)
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
            "Nobody has one position more than once oftener than another.",
            "Somebody has one position %(count)s times oftener than another.",
            figure.value,
        )
    return _judged(words % {"count": figure.value}, figure)


def _club_mates(figure: Figure) -> str:
    if not figure.value:
        return _judged(gettext("Nobody plays against somebody from the same club."), figure)
    words = ngettext(
        "%(count)s time two from the same club sit at one table.",
        "%(count)s times two from the same club sit at one table.",
        figure.value,
    )
    return _judged(words % {"count": figure.value}, figure)


def _team_mates(figure: Figure) -> str:
    if not figure.value:
        return _judged(gettext("Nobody plays against somebody from the same team."), figure)
    words = ngettext(
        "%(count)s time two from the same team sit at one table.",
        "%(count)s times two from the same team sit at one table.",
        figure.value,
    )
    return _judged(words % {"count": figure.value}, figure)


def _fives(figure: Figure) -> str:
    words = ngettext(
        "Nobody sits at a table of five more than once.",
        "Nobody sits at a table of five more than %(count)s times.",
        figure.value,
    )
    return _judged(words % {"count": figure.value}, figure)


def _sitting_out(figure: Figure) -> str:
    words = ngettext(
        "Nobody sits out more than once.",
        "Nobody sits out more than %(count)s times.",
        figure.value,
    )
    return _judged(words % {"count": figure.value}, figure)


def _judged(sentence: str, figure: Figure) -> str:
    """The sentence, and how far that is from the best that is possible."""
    if figure.is_best:
        return f"{sentence} {gettext('Better is not possible.')}"
    if not figure.best:
        return f"{sentence} {gettext('The best imaginable is 0.')}"
    words = gettext("Less than %(best)s is impossible with these players.")
    return f"{sentence} {words % {'best': figure.best}}"
