"""Figures of size, before and after a change: `python -m tools.counts [DIRECTORY]`.

With `--once` it lists the functions with one caller instead. Figures describe, they decide nothing:
what decides is how long a stranger takes to add something.
"""

import ast
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

LONG_FUNCTION, LONG_FILE = 50, 600  # lines
CATALOGUE = "tournament/locale/de/LC_MESSAGES/django.po"
Function = ast.FunctionDef | ast.AsyncFunctionDef
Trees = dict[Path, ast.Module]


def main(directory: Path, *, is_list_asked: bool) -> None:
    """Print the figures of the files git tracks there."""
    listed = subprocess.run(["git", "ls-files"], cwd=directory, capture_output=True, check=True)
    files = [Path(each) for each in listed.stdout.decode().splitlines()]
    of = {
        top: [each for each in files if each.parts[0] == top]
        for top in ("tournament", "scoring", "templates")
    }
    python = {
        top: [each for each in of[top] if each.suffix == ".py" and "migrations" not in each.parts]
        for top in ("tournament", "scoring")
    }
    lines = {each: (directory / each).read_bytes().count(b"\n") for each in files}
    trees = {
        each: ast.parse((directory / each).read_text())
        for each in (*python["tournament"], *python["scoring"])
    }
    functions = [each for tree in trees.values() for each in _functions(tree)]
    once = list(_called_once(trees))
    if is_list_asked:
        for file, each in once:
            print(f"{file}:{each.lineno} {each.name} {_length(each)}")
        return
    imported = sum(
        len(each.names)
        for tree in trees.values()
        for each in ast.walk(tree)
        if isinstance(each, ast.Import | ast.ImportFrom)
    )
    private = [each for _, each in once if each.name.startswith("_")]
    texts = (directory / CATALOGUE).read_text().splitlines()
    figures = {
        "lines of tournament/ without migrations": sum(
            lines[each] for each in python["tournament"]
        ),
        "lines of scoring/": sum(lines[each] for each in python["scoring"]),
        "lines of templates/": sum(lines[each] for each in of["templates"]),
        "texts": sum(line.startswith("msgid ") for line in texts) - 1,
        "files of Python": len(trees),
        "files over 600 lines": sum(lines[each] > LONG_FILE for each in trees),
        "functions": len(functions),
        "functions over 50 lines": sum(_length(each) > LONG_FUNCTION for each in functions),
        "functions with one caller, %": round(100 * len(once) / len(functions), 1),
        "of them private, %": round(100 * len(private) / len(functions), 1),
        "names imported per 100 lines": round(100 * imported / sum(lines[e] for e in trees), 2),
    }
    for name, figure in figures.items():
        print(f"{figure:>8}  {name}")


def _functions(tree: ast.AST) -> Iterator[Function]:
    return (each for each in ast.walk(tree) if isinstance(each, Function))


def _length(function: Function) -> int:
    return (function.end_lineno or 0) - function.lineno + 1


def _called_once(trees: Trees) -> Iterator[tuple[Path, Function]]:
    """Yield each function whose name is read in one place, a call.

    A view in a table of addresses is read, not called. A name is read where it stands in a file
    that defines or imports it, or behind a dot anywhere.
    """
    read: dict[Path | None, Counter[str]] = defaultdict(Counter)
    called: dict[Path | None, set[str]] = defaultdict(set)
    importers: dict[tuple[str, str], list[tuple[Path, str]]] = defaultdict(list)
    for file, node in ((file, node) for file, tree in trees.items() for node in ast.walk(tree)):
        match node:
            case ast.Name(id=name):
                read[file][name] += 1
            case ast.Attribute(attr=name):
                read[None][name] += 1
            case ast.Call(func=ast.Name(id=name)):
                called[file].add(name)
            case ast.Call(func=ast.Attribute(attr=name)):
                called[None].add(name)
            case ast.ImportFrom(module=str(module), names=names):
                for each in names:
                    key = (module.rpartition(".")[2], each.name)
                    importers[key].append((file, each.asname or each.name))
    for file, tree in trees.items():
        classes = (each for each in ast.walk(tree) if isinstance(each, ast.ClassDef))
        methods = {id(member) for each in classes for member in each.body}
        module = file.parent.name if file.stem == "__init__" else file.stem
        for function in _functions(tree):
            name = function.name
            places: list[tuple[Path | None, str]] = [(None, name)]
            if id(function) not in methods:
                places += [(file, name), *importers[module, name]]
            reads = sum(read[place][known_as] for place, known_as in places)
            is_called = any(known_as in called[place] for place, known_as in places)
            if reads == 1 and is_called and not name.startswith("__"):
                yield file, function


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if each != "--once"]
    main(Path(given[0] if given else "."), is_list_asked="--once" in sys.argv)
