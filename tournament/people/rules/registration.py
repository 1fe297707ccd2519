"""A list of players: rows judged alone, against each other, and against the entered players."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tournament.people.rules.ages import AgeCategory, by_age
from tournament.shared.rules.fields import YEAR, PlayerData
from tournament.shared.rules.names import ClubName, Names, contradicts, find_club


class Verdict(StrEnum):
    """The fate of a row: taken, taken if accepted, known already, or refused."""

    OK = "ok"
    DOUBTFUL = "doubtful"
    REFUSED = "refused"
    KNOWN = "known"


NOT_WRITTEN = "contact_not_written"
NEED_A_WORD = frozenset(
    {"number_unclear", "title", "guest", "birth_name", "nickname", "footnote", "state_is_country"}
    | {
        "fee_unclear",
        "fee_only_how",
        "contact_unclear",
        "year_unclear",
        NOT_WRITTEN,
        "known_spelt_otherwise",
        "known_other_number",
        "known_fee_kept",
        "known_other_fee",
    }
)
OF_FEE = frozenset({"fee_unclear", "fee_only_how"})
NOT_AT_ONCE = frozenset(
    {"stays_away", "called_off", "section", "placeholder", "heading_again", "perhaps_heading"}
    | {"sum_row", "double", "same_name_other_club", "entered_with_other_club"}
    | {"entered_in_other_order", "two_people", "family", "companion", "brings_others"}
    | {"perhaps_two"}
)
"""Doubts that are no player more, or another one: not ticked with all others."""
SEVERAL = frozenset({"two_people", "family"})
PART = 100_000
"""More than a file has lines: the second player of a line has its number and this one more."""


def file_line(line: int) -> int:
    """Return the line of the file that the number of a row is about."""
    return line % PART


@dataclass(frozen=True, slots=True)
class RowFinding:
    """A remark about a row: a code with its parameters."""

    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One row: its line, its text, the player understood, the number asked for, verdict.

    - line: of the file; that of each further player of a line is `PART` more.
    - contact: e-mail and telephone by column: for somebody new; of others it may be offered.
    - people: the names it may mean instead, one or several, to choose from.
    """

    line: int
    text: str
    player: PlayerData
    number: int | None = None
    verdict: Verdict = Verdict.OK
    findings: tuple[RowFinding, ...] = ()
    contact: Mapping[str, str] = field(default_factory=dict)
    people: tuple[str, ...] = ()

    @property
    def file_line(self) -> int:
        """The line of the file."""
        return file_line(self.line)

    @property
    def is_ticked_with_all(self) -> bool:
        """Whether a doubtful row is ticked when all are."""
        return NOT_AT_ONCE.isdisjoint(finding.code for finding in self.findings)

    @property
    def asks_for_money(self) -> bool:
        """Whether nobody can tell if the fee is paid."""
        return any(finding.code == "fee_unclear" for finding in self.findings)

    @property
    def needs_a_word(self) -> bool:
        """Whether something of a clear row was read otherwise than written, or left out."""
        return any(finding.code in NEED_A_WORD for finding in self.findings)

    @property
    def is_several(self) -> bool:
        """Whether it may be several people, who never come in as one."""
        return any(finding.code in SEVERAL for finding in self.findings)

    def noted(self, code: str, **params: str | int) -> "PlayerRow":
        """Return the row with one more finding, which changes nothing."""
        return replace(self, findings=(*self.findings, RowFinding(code, params)))

    def doubted(self, code: str, **params: str | int) -> "PlayerRow":
        """Return the row with one more doubt; a refused row stays refused."""
        verdict = Verdict.REFUSED if self.verdict is Verdict.REFUSED else Verdict.DOUBTFUL
        return replace(self, verdict=verdict, findings=(*self.findings, RowFinding(code, params)))

    def known_as(self, number: int, entered: PlayerData) -> "PlayerRow":
        """Return the row as that of a player already entered with this number and this name.

        What the list writes otherwise is told; none of it is taken.
        """
        doubt = RowFinding("entered_in_other_order", {"number": number})
        found = [each for each in self.findings if each != doubt]
        found.append(RowFinding("known", {"number": number}))
        found += [*self._contact_findings(), *self._spelling_findings(entered)]
        if self.number is not None and self.number != number:
            other = {"written": self.number, "stands": number}
            found.append(RowFinding("known_other_number", other))
        return replace(self, verdict=Verdict.KNOWN, findings=tuple(found))

    def completed(self, player: PlayerData) -> "PlayerRow":
        """Return the row of somebody known with this data: another name, and contact, are told."""
        found = (*self.findings, *self._contact_findings(), *self._spelling_findings(player))
        return replace(self, player=player, findings=found)

    def aged(self, ages: Iterable[AgeCategory]) -> "PlayerRow":
        """Return the row with the categories that follow from its year of birth."""
        tags = by_age(self.player.tags, self.contact.get(YEAR, ""), ages)
        return replace(self, player=replace(self.player, tags=tuple(tags)))

    def _contact_findings(self) -> list[RowFinding]:
        return [RowFinding(NOT_WRITTEN, {"text": text}) for text in self.contact.values()]

    def _spelling_findings(self, known: PlayerData) -> list[RowFinding]:
        written, stands = (
            Names(each.last_name, each.first_name, is_public=True).name
            for each in (self.player, known)
        )
        if written == stands:
            return []
        return [RowFinding("known_spelt_otherwise", {"written": written, "stands": stands})]

    def without(self, codes: Collection[str]) -> "PlayerRow":
        """Return the row without findings that do not hold, which change nothing."""
        found = tuple(each for each in self.findings if each.code not in codes)
        return replace(self, findings=found)

    def with_fee_of(self, told: str, *, is_paid: bool) -> "PlayerRow":
        """Return the row of a player entered, with what becomes of what it says of the fee.

        It is kept if nobody has said anything yet: neither a list before (`told`) nor the till.
        """
        says = self.player.fee_told
        if says and not told and not is_paid:
            return self.noted("known_fee_kept", text=says)
        row = self.without(OF_FEE)
        if says and told not in ("", says) and not is_paid:
            row = row.noted("known_other_fee", written=says, stands=told)
        return row

    @property
    def keeps_fee(self) -> bool:
        """Whether what it says of the fee is kept for a player entered already."""
        return any(finding.code == "known_fee_kept" for finding in self.findings)

    @property
    def known_number(self) -> int | None:
        """The start number of the player already entered, if any."""
        numbers = (each.params["number"] for each in self.findings if each.code == "known")
        return next(map(int, numbers), None)


def doubt_doubles(rows: Iterable[PlayerRow]) -> tuple[PlayerRow, ...]:
    """Return the rows, those with a name of an earlier row in doubt, in the same club or not."""
    seen: dict[tuple[str, ...], PlayerRow] = {}  # by each spelling
    judged = []
    for row in rows:
        spelt = frozenset() if row.verdict is Verdict.REFUSED else row.player.name_words
        first = next((seen[words] for words in sorted(spelt) if words in seen), None)
        for words in spelt:
            seen.setdefault(words, row)
        if first is None:
            judged.append(row)
            continue
        code = "double" if first.player.same_club(row.player) else "same_name_other_club"
        judged.append(row.doubted(code, line=first.file_line))
    return tuple(judged)


def doubt_clubs(rows: Iterable[PlayerRow], known: Iterable[ClubName]) -> tuple[PlayerRow, ...]:
    """Doubt rows whose club name contradicts its code; accepted, they get the known club."""
    clubs = list(known)
    meant: dict[ClubName, ClubName] = {}
    judged = []
    for row in rows:
        wanted = row.player.club
        if not any(wanted) or row.verdict is Verdict.REFUSED:
            judged.append(row)
            continue
        if wanted not in meant:
            meant[wanted] = find_club(wanted, clubs) or wanted
            clubs.append(meant[wanted])
        found = meant[wanted]
        is_other = contradicts(wanted, found)
        told = {"short": found.code, "name": found.name}
        judged.append(row.doubted("club_named_otherwise", **told) if is_other else row)
    return tuple(judged)


def compare_with_entered(
    rows: Iterable[PlayerRow], entered: Iterable[tuple[int, PlayerData]]
) -> tuple[PlayerRow, ...]:
    """Return the rows, those whose person and club are entered already as known.

    Every entry matches one row only: two people of one name and club are both found, or one of
    them. The same name from another club, or in another order, is in doubt. A person with several
    names is in `entered` once for each, first by the one that stands on lists.
    """
    by_name: dict[tuple[str, ...], list[tuple[int, PlayerData]]] = defaultdict(list)
    stands: dict[int, PlayerData] = {}
    for number, player in entered:
        stands.setdefault(number, player)
        for words in player.name_words:
            by_name[words].append((number, player))
    used: set[int] = set()
    judged = []
    for row in rows:
        if row.verdict is Verdict.REFUSED:
            judged.append(row)
            continue
        found = (each for words in sorted(row.player.name_words) for each in by_name[words])
        namesakes = [each for each in found if each[0] not in used]
        equal = [each for each in namesakes if each[1].name_keys & row.player.name_keys]
        here = [number for number, player in equal if player.same_club(row.player)]
        if here:
            used.add(here[0])
            judged.append(row.known_as(here[0], stands[here[0]]))
        elif equal:
            judged.append(row.doubted("entered_with_other_club", number=equal[0][0]))
        elif namesakes:
            judged.append(row.doubted("entered_in_other_order", number=namesakes[0][0]))
        else:
            judged.append(row)
    return tuple(judged)


def number_rows(rows: Sequence[PlayerRow], taken: Iterable[int]) -> list[tuple[int, PlayerRow]]:
    """Number the rows as the list does if all are free and unique, else after the highest."""
    used = set(taken)
    wanted = [row.number for row in rows if row.number is not None]
    unique = len(set(wanted)) == len(wanted) and used.isdisjoint(wanted)
    last = max([*used, *(wanted if unique else ())], default=0)
    numbered = []
    for row in rows:
        number = row.number if unique else None
        if number is None:
            number = last = last + 1
        numbered.append((number, row))
    return numbered


def in_its_team(player: PlayerData, spellings: Mapping[str, str]) -> PlayerData:
    """Return the player with the team in its known spelling; case does not distinguish teams."""
    return replace(player, team=spellings.get(player.team.casefold(), player.team))
