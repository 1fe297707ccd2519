"""The acts of the torture tournament: by command where there is one, else through the pages."""

from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from scoring.json_format import sheet_from_json
from scoring.notation import line_of
from tests.factories.visitor import Visitor
from tests.tournament.day.acts import by_lane
from tests.tournament.day.hall import T
from tests.tournament.torture.counting import TORTURE, Json, read

SLUG = T.split("/")[2]
"""The tournament that the acts of the whole day address."""


def run(command: str, *arguments: str) -> tuple[int, str, str]:
    """Return exit code, standard output and standard error of a command."""
    out, wrong = StringIO(), StringIO()
    code: Any = 0
    try:
        call_command(command, SLUG, *arguments, stdout=out, stderr=wrong)
    except SystemExit as end:
        code = end.code
    return code, out.getvalue(), wrong.getvalue()


def file(name: str) -> str:
    """Return the path of a file of the event."""
    return str(TORTURE / name)


class ByCommand:
    """Tournament, players and sheets by the public commands."""

    def __init__(self, owner: Visitor) -> None:
        self.owner = owner

    def create(self, event: Json) -> None:
        chain = [word for code in event["tie_breaks"] for word in ("--tie-break", code)]
        named = ("--name", event["name"], "--date", event["date"], "--place", event["place"])
        assert run("create_tournament", *named, "--rounds", str(event["rounds"]), *chain)[0] == 0

    def register(self, name: str, people: int, doubtful: int) -> None:
        code, told, _ = run("import_players", file(name))
        said = f"{people - doubtful} eingetragen, 0 bekannt, {doubtful} nicht übernommen.\n"
        assert (code, told) == (int(doubtful > 0), said)
        if not doubtful:
            return
        code, told, _ = run("import_players", file(name), "--accept-doubtful")
        known = f"{people - doubtful} bekannt"
        assert (code, told) == (0, f"{doubtful} eingetragen, {known}, 0 nicht übernommen.\n")

    def enter(self, name: str, reason: str = "") -> None:
        replacing = ("--replace", "--reason", reason) if reason else ()
        code, told, wrong = run("import_sheets", file(name), *replacing)
        assert (code, wrong) == (0, ""), wrong
        count = len(read(name)["sheets"])
        said = "0 unverändert, 0 bestätigt, 0 abgelehnt."
        assert told.splitlines()[-1] == f"{count} erfasst, {said}"

    def refuse(self, name: str) -> None:
        count = len(read(name)["sheets"])
        code, told, _ = run("import_sheets", file(name))
        said = f"0 erfasst, 0 unverändert, 0 bestätigt, {count} abgelehnt.\n"
        assert (code, told) == (1, said)


class ByPages:
    """The same through the pages, games typed line by line."""

    def __init__(self, owner: Visitor) -> None:
        self.owner = owner

    def create(self, event: Json) -> None:
        self.owner.open("/tournaments/new/")
        typed = {key: event[key] for key in ("name", "date", "place")}
        typed |= {"rounds_planned": event["rounds"], "slug": SLUG}
        self.owner.press("Turnier anlegen", typed)
        self.owner.open(f"{T}settings/")
        chain = {f"tie_breaks_{at}": code for at, code in enumerate(event["tie_breaks"])}
        self.owner.press("Speichern", chain)

    def register(self, name: str, people: int, doubtful: int) -> None:
        self.owner.open(f"{T}players/import/")
        upload = SimpleUploadedFile(name, Path(file(name)).read_bytes())
        self.owner.press("Liste lesen", {"file": upload})
        button = f"{people - doubtful} Teilnehmer übernehmen"
        lines = self.owner.choices(button, "accept") if doubtful else []
        assert len(lines) == doubtful
        self.owner.press(button, {"accept": lines} if doubtful else {})

    def enter(self, name: str, reason: str = "") -> None:
        for entry in read(name)["sheets"]:
            number, table = entry["round"], entry["table"]
            if "totals" not in entry:
                self.type_lines(number, table, entry["sheet"], reason)
            elif reason or entry["games_played"] % 6:
                self.type_totals(entry, reason)
            else:
                by_lane(self.owner, number, table, entry["totals"], booked="in")

    def type_lines(self, number: int, table: int, content: Json, reason: str) -> None:
        sheet = sheet_from_json(content)
        self.owner.open(f"{T}rounds/{number}/tables/{table}/?kind=rows")
        typed: Json = {
            f"l{row.no}": line_of(row, [each for each in sheet.penalties if each.row == row.no])
            for row in sheet.rows
        }
        if sheet.time_limit_after_row is not None:
            typed |= {"time_limit": sheet.time_limit_after_row, "struck": sheet.struck_games}
        self.save(table, typed, reason)

    def type_totals(self, entry: Json, reason: str) -> None:
        table = entry["table"]
        self.owner.open(f"{T}rounds/{entry['round']}/tables/{table}/?kind=totals")
        typed: Json = {f"t{seat}": figure for seat, figure in enumerate(entry["totals"], 1)}
        self.save(table, typed | {"games_played": entry["games_played"]}, reason)

    def save(self, table: int, typed: Json, reason: str) -> None:
        """Save a sheet, confirming once what is unusual."""
        if "reason" in self.owner.fields("Liste speichern"):
            typed = {**typed, "reason": reason}
        self.owner.press("Liste speichern", typed)
        for _ in range(3):
            if f"Tisch {table} ist gespeichert" in self.owner.text:
                return
            self.owner.press("Liste speichern")
        raise AssertionError(self.owner.text[:3000])

    def refuse(self, name: str) -> None:
        """Send as the lane's script does; that all solos were played is stated elsewhere."""
        for entry in read(name)["sheets"]:
            if len(entry["compulsory_solos"]) == len(entry["totals"]):
                typed = {key: entry[key] for key in ("table", "totals")}
                typed |= {"submission": str(uuid4()), "answers": {}}
                address = f"{T}rounds/{entry['round']}/totals/save/"
                told = self.owner.client.post(address, typed, content_type="application/json")
                assert told.json()["state"] in ("refused", "unsaved"), told.json()
