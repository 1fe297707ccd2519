"""`ranking`: archives of several clubs added up, with no database at all."""

import errno
import json
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import call_command
from django.utils.text import capfirst
from openpyxl import load_workbook

from tests.factories.small_archives import (
    Player,
    Small,
    digits,
    key_of,
    sealed,
    small_archive,
    with_changed_byte,
    without_signature,
)
from tests.factories.words import refusal, text
from tournament.archives.rules import archive as form
from tournament.exports.archive import archive_file
from tournament.labels.counting import NOT_COUNTED
from tournament.labels.faults import system_reason
from tournament.labels.rankings import FLAWS, OUTCOMES, UNSIGNED_COUNTS
from tournament.lists.standings import rounded
from tournament.permissions import COMMAND_LINE
from tournament.rankings.rules import LIMITS, Flaw
from tournament.rehearsal.writes import generate_tournament
from tournament.rounds.writes import close_round

CLUBS = ("B BÄR", "DU ZHN", "HH KARL", "KS OBW", "L SOLO", "MH FUK")
STATES = ("Berlin", "Nordrhein-Westfalen", "Hamburg", "Hessen", "Sachsen", "Bayern")


def run(*arguments: object) -> tuple[object, str, list[str]]:
    """Return exit code, standard output and the lines of standard error."""
    out, wrong = StringIO(), StringIO()
    code: object = 0
    try:
        call_command("ranking", *map(str, arguments), stdout=out, stderr=wrong)
    except SystemExit as end:
        code = end.code
    return code, out.getvalue(), wrong.getvalue().splitlines()


def kept(folder: Path, **files: bytes) -> list[Path]:
    for name, content in files.items():
        (folder / f"{name}.zip").write_bytes(content)
    return [folder / f"{name}.zip" for name in files]


def said(code: Flaw, path: Path, **words: object) -> str:
    told = {"file": path, "reason": "", "twin": "", **words}
    return (str(FLAWS[code]) % told).strip()


ANNA = Player("Bär", "Anna", "B BÄR", "Berlin")
BEN = Player("Dorn", "Ben", "DU ZHN", "Nordrhein-Westfalen")
CARL = Player("Lux", "Carl", "HH KARL", "Hamburg")
DORA = Player("Wolf", "Dora")
FOUR = (ANNA, BEN, CARL, DORA)


def evening(name: str, day: str | None, *points: tuple[int | None, ...], **more: object) -> Small:
    return Small(name, day, dict(zip(FOUR, points, strict=True)), **more)  # type: ignore[arg-type]


SPRING = evening("Spring", "2026-03-01", (1, 2, 3), (4, 5, -6), (-5, -7, 3), (0, 0, 0))
AUTUMN = evening("Autumn", "2026-09-01", (9, 9, 9), (-9, -9, -9), (0, None, None), (0, 0, 0))


def rows_of(content: str) -> list[tuple[object, ...]]:
    keys = ("rank", "name", "rounds", "points")
    return [tuple(row[key] for key in keys) for row in json.loads(content)]


def test_everybody_with_enough_rounds_is_ranked_by_average(tmp_path: Path) -> None:
    files = kept(tmp_path, a=small_archive(SPRING, "Berlin"), b=small_archive(AUTUMN, "Duisburg"))
    code, out, wrong = run(*files, "--minimum", 4, "--format", "json")
    assert rows_of(out) == [
        (1, "Bär, Anna", 6, 33),
        (2, "Lux, Carl", 4, -9),
        (3, "Dorn, Ben", 6, -24),
    ]
    # Dora has no club in either installation: one name is not one person.
    assert (code, wrong[1:]) == (0, ["Wolf, Dora #{} ? Wolf, Dora #{}".format(*marks_of(DORA))])
    one, *_others = json.loads(out)
    assert one == {
        "rank": 1,
        "name": "Bär, Anna",
        "club": "B BÄR",
        "state": "Berlin",
        "tournaments": 2,
        "rounds": 6,
        "points": 33,
        "average": 5.5,
    }


def marks_of(player: Player) -> tuple[str, str]:
    salts = [digits(f"{each} {player}", 32) for each in ("Berlin", "Duisburg")]
    return digits(salts[0], 6), digits(salts[1], 6)


def test_window_ends_with_the_newest_tournament_or_a_day(tmp_path: Path) -> None:
    files = kept(tmp_path, a=small_archive(SPRING, "Berlin"), b=small_archive(AUTUMN, "Berlin"))
    outside = [str(OUTCOMES["outside"]) % {"file": files[0]}]
    every = ("--minimum", 1, "--format", "json")
    assert len(rows_of(run(*files, "--window", 7, *every)[1])) == 4
    code, out, wrong = run(*files, "--window", 6, *every)
    assert (code, wrong, rows_of(out)[0]) == (0, outside, (1, "Bär, Anna", 3, 27))
    code, out, wrong = run(*files, "--on", "2026-08-31", *every)
    assert rows_of(out)[0] == (1, "Bär, Anna", 3, 6)


def test_best_results_by_state(tmp_path: Path) -> None:
    """Anna's better evening in Hessen, and nothing for a total below 0."""
    hesse = [replace(each, state="Hessen") for each in (SPRING, AUTUMN)]
    berlin = evening("Asse", "2026-09-02", (1, 1, 1), (2, 2, 2), (-3, -3, -3), (0,) * 3)
    told = [*hesse, replace(berlin, state="Berlin")]
    files = kept(tmp_path, **{f"f{n}": small_archive(e, "Berlin") for n, e in enumerate(told)})
    code, out, _wrong = run(*files, "--kind", "states", "--format", "json")
    assert (code, json.loads(out)) == (
        0,
        [
            {
                "rank": 1,
                "name": "Bär, Anna",
                "club": "B BÄR",
                "state": "Berlin",
                "tournaments": 3,
                "rounds": 9,
                "best": {"Berlin": 3, "Hessen": 27},
                "points": 30,
            },
            {
                "rank": 2,
                "name": "Dorn, Ben",
                "club": "DU ZHN",
                "state": "Nordrhein-Westfalen",
                "tournaments": 2,
                "rounds": 6,
                "best": {"Berlin": 6, "Hessen": 3},
                "points": 9,
            },
        ],
    )


def test_flawed_archives_are_named_and_count_as_documented(tmp_path: Path) -> None:
    whole = small_archive(SPRING, "Berlin")
    changed = with_changed_byte(whole, 700)
    part = dict(form.unpack(whole)) | {form.STANDINGS: b"rank;number;r1;adjustment;total;name\n"}
    other = small_archive(AUTUMN, "Duisburg", 7)
    files = kept(
        tmp_path,
        whole=whole,
        again=whole,
        changed=changed,
        part=form.pack({name: content or b"" for name, content in part.items()}),
        unsigned=without_signature(other),
        nothing=b"no zip",
    )
    every = ("--minimum", 1, "--format", "json")
    code, out, wrong = run(*files, *every)
    again, unsigned = (files[at] for at in (1, 4))
    assert wrong[0] == said(Flaw.DOUBLED, again, twin=files[0])
    for line, path in zip(wrong[1:3], files[2:4], strict=True):
        assert line.startswith(said(Flaw.CHANGED, path))
    assert wrong[3] == said(Flaw.UNSIGNED, unsigned)
    assert wrong[4] == said(Flaw.CHANGED, files[5], reason=refusal("archive_no_zip"))
    assert (code, len(wrong), rows_of(out)[0]) == (1, 5, (1, "Bär, Anna", 3, 6))
    code, out, wrong = run(*files, *every, "--unsigned")
    assert (code, rows_of(out)[0]) == (1, (1, "Bär, Anna", 6, 33))
    assert wrong[3] == str(UNSIGNED_COUNTS) % {"file": unsigned}


def series_file(*archives: bytes, lists: int = 0) -> bytes:
    """Return the file of a series with these archives and lists, signed by Berlin."""
    about = {
        "format": form.COMPETITION,
        "version": form.VERSION,
        "written_at": "2026-11-20T10:00:00+00:00",
        "competition": {"kind": "series", "slug": "abende", "name": "Abende"},
        "contacts": False,
    }
    rows = [[number] for number in range(1, lists + 1)]
    data = {"eveningline": {"fields": [], "rows": rows}}
    parts = {form.CONTENTS: form.as_json(about), form.DATA: form.as_json(data)}
    inside = {form.part_of_tournament(at): each for at, each in enumerate(archives, start=1)}
    return sealed({**parts, **inside}, "Berlin")


def test_tournaments_of_a_competition_count_as_if_given_singly(tmp_path: Path) -> None:
    spring, autumn = small_archive(SPRING, "Berlin"), small_archive(AUTUMN, "Berlin")
    files = kept(tmp_path, liga=series_file(spring, autumn, lists=2), spring=spring)
    every = ("--minimum", 1, "--format", "json")
    singly = run(*kept(tmp_path, a=spring, b=autumn), *every)
    code, out, wrong = run(*files, *every)
    assert (singly[0], out) == (0, singly[1])
    inside = f"{files[0]}/tournaments/1.zip (Spring)"
    brought_in = str(OUTCOMES["brought_in"]) % {"file": files[0]}
    assert (code, wrong) == (1, [brought_in, said(Flaw.DOUBLED, files[1], twin=inside)])


def test_competition_is_whole_or_named(tmp_path: Path) -> None:
    spring, other = small_archive(SPRING, "Berlin"), small_archive(AUTUMN, "Duisburg")
    whole = series_file(spring)
    files = kept(
        tmp_path,
        changed=with_changed_byte(whole, len(whole) - 70),
        repacked=whole[:-64] + b"0" * 64,
        mixed=series_file(spring, other),
        empty=series_file(),
    )
    code, out, wrong = run(*files, "--minimum", 1, "--format", "json")
    assert (code, json.loads(out), len(wrong)) == (1, [], 4)
    for line, path in zip(wrong[:3], files[:3], strict=True):
        assert line.startswith(said(Flaw.CHANGED, path))
    assert wrong[3] == str(OUTCOMES["empty"]) % {"file": files[3]}
    assert run(files[3])[0] == 0


def test_unsigned_competition_has_what_is_signed_in_it(tmp_path: Path) -> None:
    signed, without = small_archive(SPRING, "Berlin"), without_signature(small_archive(AUTUMN, "B"))
    (path,) = kept(tmp_path, liga=without_signature(series_file(signed, without)))
    code, out, wrong = run(path, "--minimum", 1, "--format", "json")
    unsigned = f"{path}/tournaments/2.zip (Autumn)"
    assert (code, wrong) == (1, [said(Flaw.UNSIGNED, unsigned)])
    assert rows_of(out)[0] == (1, "Bär, Anna", 3, 6)


def test_doubled_is_one_tournament_under_any_name(tmp_path: Path) -> None:
    """Opened elsewhere it keeps its origin; typed in again it has the same names and points."""
    origin = digits("Berlin Spring 2026-03-01")
    moved = replace(SPRING, name="Frühling", origin=origin)
    typed = replace(SPRING, name="Nachgetippt")
    files = kept(
        tmp_path,
        old=small_archive(SPRING, "Berlin", 1),
        moved=small_archive(moved, "Duisburg", 3),
        typed=small_archive(typed, "Hamburg", 2),
    )
    code, out, wrong = run(*files, "--minimum", 1, "--format", "json")
    assert (code, rows_of(out)[0]) == (1, (1, "Bär, Anna", 3, 6))
    assert wrong == [said(Flaw.DOUBLED, files[at], twin=files[1]) for at in (0, 2)]


def why_not(outcome: str, file: str) -> str:
    """Return what the command says of a file that does not count."""
    if outcome in OUTCOMES:
        return str(OUTCOMES[outcome]) % {"file": file}
    return f"{file} {NOT_COUNTED[outcome]}."


@pytest.mark.parametrize(
    ("columns", "more", "outcome"),
    [
        ({"is_rehearsal": True}, {}, "made_up"),
        ({"rounds_planned": 4}, {}, "not_over"),
        ({}, {"sheets_missing": 1}, "not_over"),
        ({"games_four": 20}, {}, "other_rules"),
        ({}, {"points": {ANNA: (1, 2), BEN: (-1, -2)}}, "few_rounds"),
        ({"rounds_planned": 4, "frozen_at": "2026-04-01T10:00:00+00:00"}, {}, ""),
    ],
)
def test_what_does_not_count_is_named(
    tmp_path: Path, columns: dict[str, object], more: dict[str, object], outcome: str
) -> None:
    """An end declared early is an end."""
    points = {ANNA: (0, 0, 1), BEN: (0, 0, -1)}
    told = {"points": points, "columns": columns, **more}
    odd = replace(SPRING, name="Odd", **told)  # type: ignore[arg-type]
    files = kept(
        tmp_path,
        **{f"f{at}": small_archive(each, "Berlin") for at, each in enumerate((SPRING, AUTUMN))},
        odd=small_archive(odd, "Berlin"),
    )
    code, out, wrong = run(*files, "--minimum", 1, "--format", "json")
    assert code == 0
    expected = [why_not(outcome, files[2])] if outcome else []
    assert [line for line in wrong if ".zip" in line] == expected
    assert rows_of(out)[0] == (1, "Bär, Anna", *((6, 33) if outcome else (9, 34)))


def test_an_archive_without_a_state_is_named_where_states_count(tmp_path: Path) -> None:
    odd = replace(SPRING, name="Odd", points={ANNA: (0, 0, 5), BEN: (0, 0, -5)}, state="")
    spring = small_archive(replace(SPRING, state="Hessen"), "Berlin")
    files = kept(tmp_path, a=spring, odd=small_archive(odd, "Berlin"))
    told = [why_not("no_state", files[1])]
    code, _out, wrong = run(*files, "--kind", "states")
    assert (code, [line for line in wrong if ".zip" in line]) == (0, told)
    assert [line for line in run(*files)[2] if ".zip" in line] == []


@pytest.mark.parametrize("kind", ["average", "states"])
def test_points_and_table_points_of_archives_are_never_added(tmp_path: Path, kind: str) -> None:
    """One without a state counts nothing by states, but with the others what is counted."""
    made = {
        "a": replace(SPRING, state="Hessen", columns={"table_points": True}),
        "b": replace(AUTUMN, state="Berlin"),
        "c": replace(SPRING, name="Odd", points={BEN: (0, 0, 5)}, state=""),
    }
    every = ("--kind", kind, "--minimum", 1)
    files = kept(tmp_path, **{name: small_archive(each, "Berlin") for name, each in made.items()})
    _code, out, wrong = run(*files, *every, "--format", "json")
    assert why_not("in_table_points", files[0]) in wrong
    assert [row["points"] for row in json.loads(out) if row["name"] == "Bär, Anna"] == [27]
    assert "counted_as" not in out
    words = text("Table points")
    assert words not in run(*files, *every)[1]
    _code, out, wrong = run(*files[:2], *every, "--format", "json")
    assert why_not("in_points", files[1]) in wrong
    (row,) = [row for row in json.loads(out) if row["name"] == "Bär, Anna"]
    assert (row["points"], row["counted_as"]) == (6, "table_points")
    csv = run(*files[:2], *every, "--format", "csv")[1].splitlines()
    assert {line.rpartition(";")[2] for line in csv} == {"counted_as", "table_points"}
    assert words in run(*files[:2], *every)[1]


def test_answers_make_one_person_of_two(tmp_path: Path) -> None:
    """Ben has changed his club: asked about, kept apart, until a line says it is he."""
    moved = Player("Dorn", "Ben", "KS OBW", "Hessen")
    names = (ANNA, moved, CARL, DORA)
    points = dict(zip(names, ((1, 1, 1), (7, 7, 7), (0, 0, 0), (0, 0, 0)), strict=True))
    files = kept(
        tmp_path,
        a=small_archive(SPRING, "Berlin"),
        b=small_archive(Small("Winter", "2026-10-01", points), "Kassel"),
    )
    every = ("--minimum", 1, "--format", "json")
    question = "Dorn, Ben; DU ZHN ? Dorn, Ben; KS OBW"
    assert question in run(*files, *every)[2]
    answers = tmp_path / "answers.txt"
    answers.write_text(question.replace("?", "="), encoding="utf-8")
    code, out, wrong = run(*files, *every, "--same", answers)
    assert (code, question in wrong) == (0, False)
    assert (1, "Dorn, Ben", 6, 24) in rows_of(out)
    answers.write_text(f"{question.replace('?', '≠')}\nDorn, Ben = Niemand\nso\n", encoding="utf-8")
    code, out, wrong = run(*files, *every, "--same", answers)
    assert question not in wrong
    assert wrong[:2] == [
        text("Answers, line %(number)s cannot be read: %(line)s", number=3, line="so"),
        text(
            "Answers, line %(number)s names nobody of these archives: %(line)s",
            number=2,
            line="Dorn, Ben = Niemand",
        ),
    ]
    answers.write_text(f"{ANNA.label} = {CARL.label}", encoding="utf-8")
    assert run(*files, *every, "--same", answers) == (
        1,
        "",
        [refusal("people_are_two", one=ANNA.label, other=CARL.label)],
    )


def test_questions_are_written_into_the_file_of_answers(tmp_path: Path) -> None:
    """Answered there, a second call counts them; what stands in the file stays as it is."""
    moved = Player("Dorn", "Ben", "KS OBW", "Hessen")
    other = Player("Lux", "Carl", "MH FUK", "Hessen")
    points = dict(zip((ANNA, moved, other), ((1, 1, 1), (7, 7, 7), (0, 0, 0)), strict=True))
    files = kept(
        tmp_path,
        a=small_archive(SPRING, "Berlin"),
        b=small_archive(Small("Winter", "2026-10-01", points), "Kassel"),
    )
    answers = tmp_path / "ä answers.txt"
    every = (*files, "--minimum", 1, "--format", "json")
    asked = ["Dorn, Ben; DU ZHN ? Dorn, Ben; KS OBW", "Lux, Carl; HH KARL ? Lux, Carl; MH FUK"]
    code, _out, wrong = run(*every, "--ask", answers)
    told = text("Answer in “%(file)s”: put = or ≠ for the question mark.", file=answers)
    assert (code, wrong[-1], {*asked} & {*wrong}) == (0, told, set())
    remark, *lines = answers.read_text("utf-8").splitlines()
    assert (remark[0], sorted(lines)) == ("#", asked)

    mine = "\N{BYTE ORDER MARK}# ich\r\n" + asked[0].replace("?", "=")
    answers.write_bytes(mine.encode())
    _code, out, wrong = run(*every, "--ask", answers)
    assert (1, "Dorn, Ben", 6, 24) in rows_of(out)
    assert answers.read_bytes() == f"{mine}\n{asked[1]}\n".encode()
    before = answers.read_bytes()
    assert run(*every, "--ask", answers)[1:] == (out, wrong)
    assert answers.read_bytes() == before

    answers.write_text("".join(line.replace("?", "=") + "\n" for line in asked), "utf-8")
    assert run(*every, "--ask", answers)[2] == []
    answers.unlink()
    assert run(*every, "--same", answers)[0] == 2
    assert run(*every, "--ask", tmp_path)[0] == 2


def test_every_format_says_the_same(tmp_path: Path) -> None:
    files = kept(tmp_path, a=small_archive(SPRING, "Berlin"), b=small_archive(AUTUMN, "Berlin"))
    files += kept(tmp_path, c=without_signature(small_archive(SPRING, "Berlin")))
    made = {kind: tmp_path / f"list.{kind}" for kind in ("text", "csv", "xlsx", "pdf")}
    for kind, path in made.items():
        assert run(*files, "--minimum", 6, "--format", kind, "-o", path)[:2] == (1, "")
    lines = made["csv"].read_text("utf-8-sig").splitlines()
    assert lines[:2] == [
        "rank;name;club;state;tournaments;rounds;points;average",
        "1;Bär, Anna;B BÄR;Berlin;2;6;33;5,50",
    ]
    sheet = load_workbook(made["xlsx"]).worksheets[0]
    assert [cell.value for cell in sheet[5]][:7] == [1, "Bär, Anna", "B BÄR", "Berlin", 2, 6, 33]
    assert made["pdf"].read_bytes().startswith(b"%PDF")
    words = made["text"].read_text("utf-8")
    assert "+5,50" in words
    assert said(Flaw.UNSIGNED, files[2]) in words.splitlines()


@pytest.mark.parametrize("name", LIMITS)
def test_numbers_have_the_limits_of_the_page(tmp_path: Path, name: str) -> None:
    (path,) = kept(tmp_path, a=small_archive(SPRING, "Berlin"))
    option, (least, most) = f"--{name.replace('_', '-')}", LIMITS[name]
    words = {"option": option, "least": least, "most": most}
    refused = (2, "", [text("%(option)s is from %(least)s to %(most)s.", **words)])
    given = (least - 1, least, most, most + 1)
    assert [run(path, option, each) == refused for each in given] == [True, False, False, True]


def test_hostile_standings_are_refused_in_words(tmp_path: Path) -> None:
    """A signature says who has written a file, not that it makes sense."""
    refused = refusal("archive_contradicts", row=form.STANDINGS)
    parts = {name: part or b"" for name, part in form.unpack(small_archive(SPRING, "B")).items()}
    del parts[form.SIGNATURE]
    heading = "rank;number;r1;adjustment;total;name\n"
    told = ["1;9;3;0;3;Nobody", "1;1;3;0;4;Wrong", "1;1;x;0;3;Letter", "1;1", ";".join("1" * 9)]
    for at, line in enumerate(told):
        lied = sealed({**parts, form.STANDINGS: f"{heading}{line}\n".encode()}, "B")
        (path,) = kept(tmp_path, **{f"f{at}": lied})
        assert run(path, "--format", "csv")[2] == [said(Flaw.CHANGED, path, reason=refused)]
    data = form.from_json(form.DATA, parts[form.DATA])
    for model in ("gametable", "entry"):
        less = {**data, model: {"fields": [], "rows": [[1]]}}
        lied = sealed({**parts, form.DATA: form.as_json(less)}, "B")
        (path,) = kept(tmp_path, **{model: lied})
        assert run(path, "--format", "csv")[2] == [said(Flaw.CHANGED, path, reason=refused)]


@pytest.mark.django_db
def test_archives_as_the_program_writes_them(tmp_path: Path) -> None:
    """Two made-up tournaments out of this database: the figures are those of their standings."""
    expected: dict[str, int] = defaultdict(int)
    files = []
    for slug in ("eins", "zwei"):
        made = generate_tournament(COMMAND_LINE, slug=slug, players=8, rounds=3, seed=slug)
        close_round(COMMAND_LINE, made.rounds.get(number=3))
        files += kept(tmp_path, **{slug: archive_file(made).content})
        out = StringIO()
        call_command("standings", slug, "--format", "json", stdout=out)
        for row in json.loads(out.getvalue()):
            expected[row["name"]] += row["total"]
    code, out_text, _wrong = run(*files, "--minimum", 3, "--format", "json")
    found = {row["name"]: row["points"] for row in json.loads(out_text)}
    spoken = {" ".join(reversed(name.split(", "))): points for name, points in found.items()}
    assert (code, spoken) == (0, expected)


def crowd(random: Random) -> list[Player]:
    """Sixty people of six clubs, whose names nobody takes for another's."""
    letters = "bdfghklmnprstvwz"
    names = {
        "".join(random.choice(letters) + random.choice("aeiou") for _ in range(4)).title()
        for _ in range(90)
    }
    return [
        Player(name, random.choice(("Anna", "Ben", "Carl", "Dora")), CLUBS[at % 6], STATES[at % 6])
        for at, name in enumerate(sorted(names)[:60])
    ]


def tournaments(random: Random, people: list[Player]) -> list[tuple[str, Small]]:
    """Return sixty tournaments, ten for each club, who is there by lot."""
    made = []
    for at in range(60):
        players = random.sample(people, 20)
        rounds = random.choice((3, 3, 3, 4))
        points = {
            each: tuple(
                None if random.random() < 0.05 else random.randint(-40, 40) for _ in range(rounds)
            )
            for each in players
        }
        day = f"{random.choice((2024, 2025, 2026))}-{random.randint(1, 9):02}-{1 + at % 28:02}"
        state = STATES[at % 6] if at % 5 else ""
        made.append((CLUBS[at % 6], Small(f"Turnier {at}", day, points, state)))
    return made


def plain_averages(counted: list[Small], minimum: int) -> list[tuple[object, ...]]:
    """Count once more, plainly: rank, name, tournaments, rounds, points, average."""
    played: dict[Player, list[list[int]]] = defaultdict(list)
    for each in counted:
        for player, points in each.points.items():
            if results := [one for one in points if one is not None]:
                played[player].append(results)
    found = []
    for player, events in played.items():
        rounds, total = sum(map(len, events)), sum(map(sum, events))
        if rounds >= minimum:
            found.append((Fraction(total, rounds), player.listed, len(events), rounds, total))
    return sorted(
        (1 + sum(other[0] > one[0] for other in found), *one[1:], rounded(one[0])) for one in found
    )


def plain_states(counted: list[Small]) -> list[tuple[object, ...]]:
    best: dict[Player, dict[str, int]] = defaultdict(dict)
    for each in counted:
        for player, points in each.points.items():
            total = sum(filter(None, points))
            if each.state and total > 0:
                best[player][each.state] = max(total, best[player].get(each.state, 0))
    sums = {player.listed: sum(told.values()) for player, told in best.items()}
    return sorted((1 + sum(o > n for o in sums.values()), name, n) for name, n in sums.items())


def test_sixty_archives_of_six_clubs(tmp_path: Path) -> None:
    """With doubles, changed bytes and missing signatures, against a count of its own."""
    random = Random(35)
    made = tournaments(random, crowd(random))
    files = {f"f{at:02}": small_archive(each, club) for at, (club, each) in enumerate(made)}
    counted = {name: each for name, (_club, each) in zip(files, made, strict=True)}
    expected: list[str] = []
    # The last twelve are flawed: what they would say is that of nobody, or said already.
    for at, name in enumerate([*files][-12:]):
        twin = f"f{at:02}"
        club, before = made[at]
        if at < 4:
            files[name], flaw = with_changed_byte(files[name], random.randrange(10**6)), "changed"
        elif at < 8:
            files[name], flaw = without_signature(files[name]), "unsigned"
        elif at < 10:
            files[name], flaw = files[twin], "doubled"
        else:  # opened by another club, which has written it earlier
            origin = digits(f"{club} {before.name} {before.day}")
            other = CLUBS[(at + 1) % 6]
            moved = replace(before, name=f"Anders {at}", origin=origin)
            files[twin] = small_archive(before, club, 30)
            files[name], flaw = small_archive(moved, other, 20), "doubled"
        del counted[name]
        expected.append(f"{tmp_path / name}.zip {flaw}")
    paths = kept(tmp_path, **files)
    within = [each for each in counted.values() if "2024-09-16" <= str(each.day) <= "2026-09-15"]
    every = ("--on", "2026-09-15", "--format", "json")
    code, out, wrong = run(*paths, "--minimum", 30, *every)
    flaws = [str(each).partition(": ")[2].partition("%")[0].strip() for each in FLAWS.values()]
    named = [line for line in wrong if any(f".zip: {words}" in line for words in flaws)]
    assert [line.partition(": ")[0] for line in named] == [
        line.rpartition(" ")[0] for line in expected
    ]
    assert code == 1
    keys = ("rank", "name", "tournaments", "rounds", "points", "average")
    found = sorted(tuple(row[key] for key in keys) for row in json.loads(out))
    assert found == plain_averages(within, 30)
    assert 10 < len(found) < 60
    code, out, _wrong = run(*paths, "--kind", "states", *every)
    found = sorted((row["rank"], row["name"], row["points"]) for row in json.loads(out))
    assert found == plain_states(within)


def test_each_installation_has_its_own_key() -> None:
    assert len({key_of(club).public_key().public_bytes_raw() for club in CLUBS}) == 6


def test_missing_and_unreadable_files_are_named_and_the_others_count(tmp_path: Path) -> None:
    (there,) = kept(tmp_path, a=small_archive(SPRING, "Berlin"))
    missing, folder = tmp_path / "nirgends.zip", tmp_path
    code, out, wrong = run(missing, there, folder, "--minimum", 1, "--format", "json")
    assert (code, len(rows_of(out))) == (1, 4)
    errors = (OSError(number, "") for number in (errno.ENOENT, errno.EISDIR))
    reasons = [f"{capfirst(system_reason(error))}." for error in errors]
    paths = zip((missing, folder), reasons, strict=True)
    assert wrong == [said(Flaw.MISSING, path, reason=reason) for path, reason in paths]


def test_a_last_round_that_is_not_closed_does_not_count_yet(tmp_path: Path) -> None:
    """As on the pages: all sheets are in, and yet it is no final result (rules.md 7.8)."""
    (still_open,) = kept(tmp_path, a=small_archive(replace(SPRING, is_open=True), "Berlin"))
    code, out, wrong = run(still_open, "--minimum", 1, "--format", "json")
    told = [str(OUTCOMES["not_over"]) % {"file": still_open}]
    assert (code, rows_of(out), wrong) == (0, [], told)
