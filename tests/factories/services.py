"""Where the services lie: the `writes` of every noun."""

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
TOURNAMENT = PROJECT / "tournament"
FILES = sorted([*TOURNAMENT.glob("*/writes.py"), *TOURNAMENT.glob("*/writes/[!_]*.py")])
MODULES = [".".join(each.relative_to(PROJECT).with_suffix("").parts) for each in FILES]
