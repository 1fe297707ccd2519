"""Identification of people in an imported list of results."""

from collections.abc import Sequence
from dataclasses import replace

from tournament.people.reads.clubs import club_called, known_clubs
from tournament.people.reads.people import KnownPeople, known_people
from tournament.people.rules.people import Identified, Match, identified
from tournament.people.rules.registration import PlayerRow
from tournament.series.rules.result_lists import ResultLine
from tournament.shared.rules.clubs import ClubName
from tournament.shared.rules.fields import PlayerData
from tournament.shared.rules.names import CLUB_CODE, split_name


def recognised_lines(lines: Sequence[ResultLine]) -> list[Identified]:
    """Identify each line, certainly or perhaps; three queries."""
    people = known_people()
    clubs = known_clubs()
    called = {line.club: club_called(line.club, clubs) for line in lines}
    rows = {line.line: _row(line, called[line.club]) for line in lines}
    spoken = {(row.player.last_name, row.player.first_name): row.text for row in rows.values()}

    def find(player: PlayerData) -> Match:
        return _match(people, player, spoken[player.last_name, player.first_name])

    return identified(rows.values(), find)


def _match(people: KnownPeople, player: PlayerData, spoken: str) -> Match:
    """Match the name as split, else with any start of the last name: "Ute von der Heide"."""
    found = people.match(player)
    words = spoken.split()
    if found.same or "," in spoken:
        return found
    for at in range(1, len(words)):
        last, first = " ".join(words[at:]), " ".join(words[:at])
        other = people.match(replace(player, last_name=last, first_name=first))
        if other.same:
            return other
    return found


def _row(line: ResultLine, club: ClubName | None) -> PlayerRow:
    name = split_name(line.name)
    is_code = CLUB_CODE.fullmatch(line.club)
    code, full = (line.club, "") if is_code else ("", line.club)
    if club:
        code, full = club.code, club.name
    player = PlayerData(name.last_name, name.first_name, club_name=full, club_code=code)
    return PlayerRow(line.line, line.name, player)
