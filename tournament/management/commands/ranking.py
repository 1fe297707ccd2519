"""`ranking FILES... --window M --minimum R --format F -o F`: archives of several clubs added up."""

from collections.abc import Iterator
from pathlib import Path

from django.core.management.base import CommandParser
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from tournament.exports.list_files import counted_as, csv_of
from tournament.imports.rankings import read_ranked
from tournament.labels.counting import NOT_COUNTED
from tournament.labels.faults import system_reason
from tournament.labels.rankings import (
    FLAWS,
    KINDS,
    OUTCOMES,
    UNSIGNED_COUNTS,
    ranking_sentence,
    ranking_title,
)
from tournament.labels.refusals import refusal_sentence
from tournament.lists.rankings import ranking_list
from tournament.management.base import (
    REFUSED,
    Options,
    TournamentCommand,
    as_json,
    as_text,
    iso_date,
)
from tournament.rankings.reads.archives import (
    ArchiveFile,
    ArchiveRanking,
    Judged,
    judge_archives,
    rank_archives,
)
from tournament.rankings.rules import (
    LEAST_ROUNDS,
    LIMITS,
    MINIMUM,
    OPEN,
    WINDOW,
    Flaw,
    Kind,
    Outcome,
    RankingRules,
)
from tournament.standings.rules.checksum import short_checksum


class Command(TournamentCommand):
    help = (
        "Adds up archives of several installations: everybody's points per round. The database is "
        "neither read nor changed. Each archive that is missing, changed, unsigned or doubled is "
        "named (exit code 1): one that is missing or changed does not count, an unsigned one with "
        "--unsigned alone, a doubled one once (the signed one, else the one written last). The "
        "same name in the same club is one person; who else may be one is listed and kept apart, "
        "until a file says so (--same)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        about = "archives as `archive` writes them, of a tournament, or of a season, cup or series"
        parser.add_argument("files", nargs="+", metavar="FILE", help=about)
        parser.add_argument("--window", type=int, default=WINDOW, metavar="MONTHS")
        parser.add_argument("--minimum", type=int, default=MINIMUM, metavar="ROUNDS")
        parser.add_argument(
            "--on", type=iso_date, metavar="DAY", help="last day that counts; else the newest one"
        )
        parser.add_argument(
            "--kind",
            choices=[kind.value for kind in Kind],
            default=Kind.AVERAGE.value,
            help="states: the best result above 0 of each federal state, added up",
        )
        parser.add_argument(
            "--least-rounds",
            type=int,
            default=LEAST_ROUNDS,
            metavar="ROUNDS",
            help="that a tournament must have to count",
        )
        parser.add_argument("--unsigned", action="store_true", help="count unsigned archives too")
        answers = parser.add_mutually_exclusive_group()
        answers.add_argument(
            "--same",
            metavar="ANSWERS",
            help="a file with lines such as “Maier, Uli; DU ZHN = Meyer, Uli; B BÄR” (one person) "
            "or with ≠ (two); the questions are printed as such lines, with a question mark",
        )
        answers.add_argument(
            "--ask",
            metavar="ANSWERS",
            help="the same, and what is still asked is written at the end of that file, which is "
            "made if it is missing: answer there, and call the command again",
        )
        formats = ("text", "json", "csv", "xlsx", "pdf")
        parser.add_argument("--format", choices=formats, default="text")
        self.add_output_argument(parser)

    def run(self, options: Options) -> None:
        for name, (least, most) in LIMITS.items():
            if not least <= options[name] <= most:
                words = {"option": f"--{name.replace('_', '-')}", "least": least, "most": most}
                self.wrong_call(gettext("%(option)s is from %(least)s to %(most)s.") % words)
        rules = RankingRules(
            Kind(options["kind"]),
            options["window"],
            options["minimum"],
            options["least_rounds"],
        )
        asks = options["ask"]
        path = options["same"] or asks
        is_to_come = asks and not Path(path).exists()
        known = b"" if path is None or is_to_come else self.read_input(path)
        files = [each for path in options["files"] for each in _read(path)]
        takes_unsigned = options["unsigned"]
        judged, on = judge_archives(files, rules, options["on"], takes_unsigned=takes_unsigned)
        answers = known.decode("utf-8-sig", errors="replace")
        ranking = rank_archives(judged, rules, on, answers)
        self.write_output(options["output"], _content(ranking, options["format"]))
        for each in judged:
            for line in _about(each):
                self.stderr.write(line)
        self._ask(ranking, asks)
        if asks and (questions := _questions(ranking, answers)):
            self.write_output(asks, known + questions.encode())
        if any(each.flaws for each in judged):
            raise SystemExit(REFUSED)

    def _ask(self, ranking: ArchiveRanking, asks: str | None) -> None:
        """Print lines of answers that cannot be used, and the questions, or where they stand."""
        for number, line in ranking.answers.unreadable:
            words = {"number": number, "line": line}
            sentence = gettext("Answers, line %(number)s cannot be read: %(line)s")
            self.stderr.write(sentence % words)
        for number, line in ranking.answers.unknown:
            words = {"number": number, "line": line}
            sentence = gettext("Answers, line %(number)s names nobody of these archives: %(line)s")
            self.stderr.write(sentence % words)
        if ranking.asked:
            sentence = ngettext(
                "%(count)s question: one person? Until it is answered they are two.",
                "%(count)s questions: one person? Until they are answered they are two.",
                len(ranking.asked),
            )
            self.stderr.write(sentence % {"count": len(ranking.asked)})
            if asks:
                sentence = gettext("Answer in “%(file)s”: put = or ≠ for the question mark.")
                self.stderr.write(sentence % {"file": asks})
                return
        for line in _open_lines(ranking):
            self.stderr.write(line)


def _open_lines(ranking: ArchiveRanking) -> list[str]:
    return [f"{one}{OPEN}{other}" for one, other in ranking.asked]


def _questions(ranking: ArchiveRanking, answers: str) -> str:
    """Return what is written behind these answers: the questions that do not stand there yet."""
    lines = answers.splitlines()
    added = [line for line in _open_lines(ranking) if line not in lines]
    if added and not answers:
        added.insert(0, gettext("# Answer by = (one person) or ≠ (two) for the question mark."))
    is_whole = not answers or answers.endswith("\n")
    return ("" if is_whole else "\n") + "".join(f"{line}\n" for line in added) if added else ""


def _read(path: str) -> list[ArchiveFile]:
    """Return what a file has; one that cannot be opened does not keep the others from counting."""
    try:
        return read_ranked(path, Path(path).read_bytes())
    except OSError as error:
        return [ArchiveFile(path, unopened=f"{capfirst(system_reason(error))}.")]


def _about(judged: Judged) -> Iterator[str]:
    """Yield what is to be said of a file."""
    refused = judged.file.refused
    reason = refusal_sentence(refused) if refused else judged.file.unopened
    words = {"file": judged.file.name, "twin": judged.twin, "reason": reason}
    for flaw in judged.flaws:
        is_taken = flaw is Flaw.UNSIGNED and judged.outcome is not Outcome.FLAWED
        yield (str(UNSIGNED_COUNTS if is_taken else FLAWS[flaw]) % words).strip()
    if judged.outcome in OUTCOMES:
        yield str(OUTCOMES[judged.outcome]) % words
    elif judged.outcome in NOT_COUNTED:
        yield f"{judged.file.name} {NOT_COUNTED[judged.outcome]}."


def _content(ranking: ArchiveRanking, file_format: str) -> str | bytes:
    listed = ranking_list(ranking.rules.kind, ranking.rows, ranking.counting)
    if file_format == "json":
        rows = zip(listed.by_key(), ranking.rows, strict=True)
        by_state = ranking.rules.kind is Kind.STATES
        told = counted_as(ranking.counting)
        return as_json(
            [r | told | ({"best": dict(row.line.best)} if by_state else {}) for r, row in rows]
        )
    if file_format == "csv":
        return csv_of(listed, ranking.counting)
    title, notes = ranking_title(KINDS[ranking.rules.kind], ranking.on), _notes(ranking)
    if file_format == "text":
        return f"{title}\n\n{as_text(listed.without())}\n" + "".join(f"{note}\n" for note in notes)
    from tournament.exports.rankings import ranking_paper, ranking_workbook

    make = ranking_workbook if file_format == "xlsx" else ranking_paper
    return make(title, listed, notes)


def _notes(ranking: ArchiveRanking) -> list[str]:
    """Return what counts, whose archives were added up, and what is wrong with some."""
    signers: dict[str, int] = {}
    counted = [each for each in ranking.files if each.outcome is Outcome.COUNTS]
    for each in counted:
        signer = each.file.event.signer if each.file.event else ""
        signers[signer] = signers.get(signer, 0) + 1
    many = ngettext("%(count)s archive counts.", "%(count)s archives count.", len(counted))
    told = [
        f"{short_checksum(signer) if signer else gettext('without a signature')}: {number}"
        for signer, number in sorted(signers.items())
    ]
    signed_by = gettext("By installation: %(told)s.") % {"told": "; ".join(told)} if told else ""
    flaws = [line for each in ranking.files for line in _about(each) if each.flaws]
    return [
        ranking_sentence(ranking.rules, ranking.counting),
        f"{many % {'count': len(counted)}} {signed_by}".strip(),
        *flaws,
    ]
