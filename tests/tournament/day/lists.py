"""The lists of the day on pages and in files, compared with those added up by hand."""

from tests.factories.visitor import Visitor
from tests.tournament.day.acts import cells_of, csv_of
from tests.tournament.day.by_hand import Player, groups, standings
from tests.tournament.day.hall import JUNIORS_TAG, ROUNDS, WOMEN_TAG, T

SEATED = 62
Line = tuple[int | None, int, list[int | None], int, int, str]
"""Rank, start number, points of the rounds, deduction, total, note."""


def standings_are_right(players: list[Player], direction: Visitor) -> None:
    """Compare page and files with the sums by hand, in order: all, and two categories."""
    everybody = lines(players)
    assert len(everybody) == SEATED
    assert [line[0] for line in everybody[:3]] == [1, 1, 3]
    rows = csv_of(direction, "print/standings/?as=csv&after=3")
    assert [_in_file(row) for row in rows] == everybody
    page = cells_of(direction.open(f"{T}standings/").content.decode())
    assert [_on_page(cells) for cells in page] == everybody
    for tag in (WOMEN_TAG, JUNIORS_TAG):
        rows = csv_of(direction, f"print/standings/?as=csv&after=3&tag={tag}")
        assert [_in_file(row) for row in rows] == lines([p for p in players if tag in p.tags])
        assert rows


def rankings_are_right(players: list[Player], direction: Visitor) -> None:
    """Compare the best three of each club and all of each team; smaller clubs have no rank."""
    clubs = {player.number: player.club for player in players}
    teams = {player.number: player.team for player in players}
    for kind, names, best in (("club", clubs, 3), ("team", teams, None)):
        rows = csv_of(direction, f"print/ranking/?kind={kind}&as=csv&after=3")
        found = [(row["Platz"], [*row.values()][1], row["Gesamt"]) for row in rows]
        ranked = [(int(rank), name, int(total)) for rank, name, total in found if rank]
        assert ranked == sorted(groups(players, names, best))
        assert {name for _rank, name, _total in found} == {*names.values()} - {""}


def lines(players: list[Player]) -> list[Line]:
    """Return the standings by hand; equal ones by start number, unranked ones last."""
    places = standings(players)

    def order(player: Player) -> tuple[bool, int, int]:
        return not player.is_ranked, -player.total, player.number

    return [
        (
            places[each.number],
            each.number,
            [each.of_round(number) for number in ROUNDS],
            -each.deducted,
            each.total,
            each.out,
        )
        for each in sorted(players, key=order)
    ]


def _in_file(row: dict[str, str]) -> Line:
    """Return a line of the standings in a file."""
    played = [_figure(row[f"R{number}"]) for number in ROUNDS]
    fined, total = _figure(row["Abzug"]) or 0, _figure(row["Gesamt"]) or 0
    return _figure(row["Platz"]), int(row["Nr."]), played, fined, total, row["Hinweis"]


def _on_page(cells: list[str]) -> Line:
    """Return the same on the page."""
    place, _move, number, _name, _club, *played, fined, _course, total, note = cells
    figures = [_figure(each.removesuffix(" §")) for each in played]
    return _figure(place), int(number), figures, _figure(fined) or 0, _figure(total) or 0, note


def _figure(text: str) -> int | None:
    """Return a figure with any sign; None where there is nothing."""
    return None if text in ("", "–") else int(text.replace("−", "-"))
