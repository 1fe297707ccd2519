"""A process that saves sheet after sheet and says so, to be killed by a test.

usage: python -m tests.processes.saving FIRST LAST

Save number N goes to the tables in turn, as a correction once the table has a result. "N" is
printed after its transaction is over: from then on it counts as acknowledged.
"""

import sys

import django

IN_ONE_TOTAL = 40


def totals_of(number: int) -> list[int]:
    """Return unique totals: the number is written in the first two."""
    tens, ones = divmod(number, IN_ONE_TOTAL)
    return [2 * tens, 2 * ones, -2 * (tens + ones), 0]


def number_of(totals: list[int]) -> int:
    """Return the number of the save with these totals."""
    return (totals[0] * IN_ONE_TOTAL + totals[1]) // 2


def main(first: int, last: int) -> None:
    """Save the sheets FIRST to LAST."""
    django.setup()
    from tests.factories.sheets import totals_content
    from tournament.models import GameTable, SheetKind
    from tournament.permissions import COMMAND_LINE
    from tournament.sheets.writes.sheets import submit_sheet

    tables = list(GameTable.objects.order_by("number").values_list("pk", flat=True))
    for number in range(first, last + 1):
        table = GameTable.objects.select_related("current_version").get(
            pk=tables[number % len(tables)]
        )
        current = table.current_version
        submit_sheet(
            COMMAND_LINE,
            table,
            SheetKind.TOTALS,
            totals_content(totals_of(number)),
            based_on=current.number if current else None,
            reason="Noch einmal gelesen" if current else "",
        )
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
