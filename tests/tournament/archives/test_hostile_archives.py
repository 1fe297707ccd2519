"""Any changed byte of an archive is noticed, and a hostile one harms nobody."""

import json
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.db import transaction

from tests.factories.effort import tries
from tests.factories.forging import played_tournament
from tests.factories.pages import signed_in
from tournament.archives.reads import archive_contradictions
from tournament.archives.rules import archive as form
from tournament.archives.rules.archive import ArchiveFault, Finding
from tournament.archives.writes import open_archive, require_whole
from tournament.errors import Refused
from tournament.exports.archive import archive_file
from tournament.imports.apart import read_apart
from tournament.imports.archives import read_archive
from tournament.permissions import COMMAND_LINE
from tournament.shared.writes.signing import public_key, signature_of
from tournament.trust.reads.audit import contradictions

SEED = 1
VERSION_1 = Path(__file__).parents[3] / "fixtures" / "archives" / "version-1.zip"


@pytest.fixture(scope="module")
def content() -> bytes:
    """Return the stored archive: nothing here needs a database."""
    return VERSION_1.read_bytes()


def parts_of(content: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(content)) as file:
        return {name: file.read(name) for name in file.namelist()}


def signed(parts: dict[str, bytes], **about: object) -> bytes:
    """Sign these parts as this installation: a liar can do that, too."""
    contents = json.loads(parts[form.CONTENTS]) | {"signer": public_key()} | about
    others = {
        name: part for name, part in parts.items() if name not in (form.CONTENTS, form.SIGNATURE)
    }
    text = form.as_json({**contents, "parts": form.list_parts(others)})
    signature = f"{signature_of(text)}\n".encode()
    return form.pack({form.CONTENTS: text, form.SIGNATURE: signature, **others})


def refusal(content: bytes) -> str:
    with pytest.raises(Refused) as caught:
        read_archive(content)
    return caught.value.code


def zipped(*parts: tuple[str, bytes]) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        for name, part in parts:
            file.writestr(name, part)
    return out.getvalue()


def test_every_changed_byte_is_noticed(content: bytes) -> None:
    """Refused, or named as something that is not opened."""
    random, noticed = Random(SEED), 0
    count = tries(200, 3000)
    for _ in range(count):
        at, changed = random.randrange(len(content)), bytearray(content)
        changed[at] ^= random.randrange(1, 256)
        try:
            noticed += bool(read_archive(bytes(changed)).findings)
        except Refused:
            noticed += 1
    assert noticed == count


@pytest.mark.parametrize("end", [0, 1, 100, 5000, -70])
def test_file_that_was_cut_off_is_refused(content: bytes, end: int) -> None:
    assert refusal(content[:end]) == "archive_no_zip"


def test_opened_part_is_refused_once_changed(content: bytes) -> None:
    parts = parts_of(content)
    for name in form.OPENED:
        changed = form.pack({**parts, name: parts[name] + b" "})
        assert refusal(changed) == "archive_changed"
        assert refusal(form.pack({k: v for k, v in parts.items() if k != name})) == (
            "archive_changed"
        )
    text = parts[form.CONTENTS].replace(b'"place":"', b'"place":"Bad ')
    assert refusal(form.pack({**parts, form.CONTENTS: text})) == "archive_unsigned"
    signature = parts[form.SIGNATURE].upper()
    assert refusal(form.pack({**parts, form.SIGNATURE: signature})) == "archive_unsigned"


def test_unopened_part_is_named_and_does_not_matter(content: bytes) -> None:
    parts = parts_of(content)
    del parts["papers/proof.pdf"]
    parts |= {"papers/standings.pdf": b"%PDF", "papers/virus.exe": b"MZ"}
    assert read_archive(form.pack(parts)).findings == (
        Finding("papers/proof.pdf", "missing", matters=False),
        Finding("papers/standings.pdf", "changed", matters=False),
        Finding("papers/virus.exe", "unknown", matters=False),
    )
    repacked = zipped(*parts_of(content).items())
    assert read_archive(repacked).findings == (Finding("", "repacked", matters=False),)


@pytest.mark.parametrize(
    "name", ["../data.json", "/etc/passwd", "C:\\data.json", "däta.json", "a/b/c.json", "data"]
)
def test_names_that_lead_elsewhere_are_refused(content: bytes, name: str) -> None:
    assert refusal(zipped(*parts_of(content).items(), (name, b"x"))) == "archive_part_name"


def test_part_is_there_once(content: bytes) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        twice = zipped(*parts_of(content).items(), ("data.json", b"{}"))
    assert refusal(twice) == "archive_part_twice"


def test_bomb_is_not_unpacked(content: bytes) -> None:
    zeros = bytes(20 * form.MEGABYTE)
    assert refusal(zipped(("data.json", zeros))) == "archive_bomb"
    many = ((f"papers/{number}.pdf", b"") for number in range(form.MOST_PARTS + 1))
    assert refusal(zipped(*many)) == "archive_too_many_parts"
    assert refusal(bytes(form.MOST_MEGABYTES * form.MEGABYTE + 1)) == "archive_too_large"


def test_part_larger_than_declared_is_never_unpacked_whole() -> None:
    """The list of parts says ten bytes, the packed part is 50 MB."""
    packed = bytearray(zipped(("data.json", bytes(50 * form.MEGABYTE))))
    told = (50 * form.MEGABYTE).to_bytes(4, "little")
    lying = bytes(packed).replace(told, (10).to_bytes(4, "little"))
    assert lying != bytes(packed)
    found = form.unpack(lying)["data.json"]
    assert found is None or len(found) <= 11


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"[" * 200_000, "archive_no_json"),
        (b'{"a": NaN}', "archive_no_json"),
        (b'{"a": "\\ud800"}', "archive_no_json"),
        (b'{"a": "\\u0000"}', "archive_no_json"),
        (b'{"a": ' + b"9" * 5000 + b"}", "archive_no_json"),
        (b"\xff", "archive_no_json"),
        (b"[]", "archive_no_rows"),
        (b'{"seat": {"fields": ["a"], "rows": [[1]]}}', "archive_no_rows"),
        (b'{"seat": {"fields": ["a"], "rows": [[1, 2], [1, 3]]}}', "archive_no_rows"),
        (b'{"seat": {"fields": [1], "rows": []}}', "archive_no_rows"),
        (b'{"seat": [1]}', "archive_no_rows"),
    ],
)
def test_signed_nonsense_is_refused(content: bytes, text: bytes, code: str) -> None:
    assert refusal(signed({**parts_of(content), form.DATA: text})) == code


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"version": 2}, "archive_too_new"),
        ({"version": "1"}, "archive_no_zip"),
        ({"format": "Kreuzdame"}, "archive_no_zip"),
        ({"tournament": {}}, "archive_no_rows"),
        ({"counts": {"entry": "viele"}}, "archive_no_rows"),
    ],
)
def test_contents_of_another_form_are_refused(
    content: bytes, changed: dict[str, object], code: str
) -> None:
    assert refusal(signed(parts_of(content), **changed)) == code


@pytest.mark.parametrize(
    ("model", "field", "value", "row"),
    [
        ("seat", "position", 8, "seat:"),
        ("seat", "entry", 987654, "seat:"),
        ("seat", "table", "eins", "seat:"),
        ("tournament", "name", "x" * 201, "tournament:"),
        ("tournament", "rules", "skat", "tournament:"),
        ("tournament", "tie_breaks", ["wurf"], "tournament:"),
        ("tournament", "hall", "überall", "tournament:"),
        ("sheetversion", "totals", ["viel"], "sheetversion:"),
        ("sheetversion", "created_at", "gestern", "sheetversion:"),
        ("sheetversion", "totals", 10**30, "sheetversion:"),
        ("entry", "number", 10**30, "entry:"),
        ("entry", "tags", [None], "entry:"),
        ("draw", "method", "würfeln", "tournament:"),
        ("sheetversion", "typists", [987654], "sheetversion:"),
        ("entry", "number", None, "entry:"),
        ("gametable", "current_version", 987654, "gametable:"),
    ],
)
@pytest.mark.django_db
def test_values_that_suit_no_field_are_refused(
    content: bytes, model: str, field: str, value: object, row: str
) -> None:
    parts = parts_of(content)
    data = json.loads(parts[form.DATA])
    at = data[model]["fields"].index(field) + 1
    data[model]["rows"][-1][at] = value
    archive = read_archive(signed({**parts, form.DATA: form.as_json(data)}))
    with pytest.raises(Refused) as caught:
        open_archive(COMMAND_LINE, archive)
    assert caught.value.code == "archive_contradicts"
    assert str(caught.value.params["row"]).startswith(row)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("at", "2026-01-01"),
        ("action", "geknobelt"),
        ("account", 987654),
        ("data", {"entry": "eins"}),
        ("data", []),
    ],
)
@pytest.mark.django_db
def test_journal_entries_without_a_sentence_are_refused(
    content: bytes, field: str, value: object
) -> None:
    parts = parts_of(content)
    journal = json.loads(parts[form.JOURNAL])
    journal[-1][field] = value
    changed = signed({**parts, form.JOURNAL: form.as_json(journal)})
    with pytest.raises(Refused, match=r"archive_contradicts|archive_no_rows"):
        open_archive(COMMAND_LINE, read_archive(changed))


@pytest.mark.django_db
def test_entry_without_a_sentence_is_named(content: bytes) -> None:
    parts = parts_of(content)
    journal = json.loads(parts[form.JOURNAL])
    journal[2]["action"] = "nothing_tells"
    changed = signed({**parts, form.JOURNAL: form.as_json(journal)})
    with pytest.raises(Refused) as refused:
        open_archive(COMMAND_LINE, read_archive(changed))
    assert refused.value.params == {"row": "journalentry:3"}


WRONG = (
    *(None, True, -1, 0, 1.5, 10**12, 2**63, "", "x" * 300, "<script>", "2026-01-01", "\x01"),
    *([], {}, [1, "a"], [None], [[["a"]]], {"a": 1}, json.loads("[" * 300 + "]" * 300)),
)


def one_wrong_value(random: Random, parts: dict[str, bytes]) -> bytes:
    """Return an archive with one value of a row or journal entry replaced."""
    data, journal = json.loads(parts[form.DATA]), json.loads(parts[form.JOURNAL])
    if random.random() < 0.2:
        entry = random.choice(journal)
        place = random.choice([entry, entry["data"] or entry])
        place[random.choice(sorted(place))] = random.choice(WRONG)
    else:
        row = random.choice(random.choice([table["rows"] for table in data.values()]) or [[0, 0]])
        row[random.randrange(1, len(row))] = random.choice(WRONG)
    changed = {form.DATA: form.as_json(data), form.JOURNAL: form.as_json(journal)}
    return signed({**parts, **changed})


@pytest.mark.slow
@pytest.mark.django_db
def test_wrong_values_are_refused_or_harm_no_page(content: bytes) -> None:
    random, parts, client = Random(1), parts_of(content), signed_in()
    opened = 0
    for _ in range(600):
        point = transaction.savepoint()
        with suppress(Refused):
            open_archive(COMMAND_LINE, read_archive(one_wrong_value(random, parts)))
            opened += 1
            for page in ("", "players/", "journal/", "standings/", "settings/", "draw/", "prizes/"):
                assert client.get(f"/t/herbst/{page}").status_code in (200, 302)
        transaction.savepoint_rollback(point)
    assert opened > 50


@pytest.mark.django_db
def test_parts_unknown_to_this_program_are_named(content: bytes) -> None:
    parts = parts_of(content)
    data = json.loads(parts[form.DATA])
    data["seat"]["fields"].append("handicap")
    data["seat"]["rows"] = [[*row, 1] for row in data["seat"]["rows"]]
    data["wager"] = {"fields": [], "rows": []}
    archive = read_archive(signed({**parts, form.DATA: form.as_json(data)}))
    with pytest.raises(Refused) as caught:
        require_whole(archive)
    assert (caught.value.code, caught.value.params) == (
        "archive_unknown_rows",
        {"names": "wager, seat.handicap"},
    )


@pytest.mark.django_db
def test_archive_of_version_1_is_opened(content: bytes) -> None:
    """Written by 0.4.0 and kept: changes of a model must keep it readable."""
    archive = read_apart(read_archive, content)
    assert (archive.findings, archive.about["version"]) == ((), 1)
    opened = open_archive(COMMAND_LINE, archive)
    assert (opened.same_standings, archive_contradictions(archive)) == (True, 0)
    assert contradictions(opened.tournament) == ()


@pytest.mark.django_db
def test_new_archive_has_the_models_and_fields_of_the_stored_one(content: bytes) -> None:
    """Nothing promised is removed; new fields may be added."""
    written = parts_of(archive_file(played_tournament()).content)
    then, now = (json.loads(each[form.DATA]) for each in (parts_of(content), written))
    for model, table in then.items():
        assert set(table["fields"]) <= set(now[model]["fields"]), model


def test_fault_of_a_part_says_which() -> None:
    with pytest.raises(ArchiveFault) as caught:
        form.from_json("data.json", b"{")
    assert (caught.value.code, caught.value.params) == ("archive_no_json", {"part": "data.json"})
