"""The Python of the program, parsed once for all tests that search it."""

import ast
from functools import cache
from pathlib import Path


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return every node of a file that no test changes, as `ast.walk` finds them."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
