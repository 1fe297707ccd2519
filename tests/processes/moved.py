"""The program on a computer whose clock is shifted by as many seconds as a file says.

usage: python -m tests.processes.moved FILE PYTHON manage.py COMMAND
"""

import runpy
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from django.utils import timezone


def main(file: Path, program: list[str]) -> None:
    """Run the program with these arguments in this process."""
    right_time = time.time
    time.time = lambda: right_time() + float(file.read_text())
    timezone.now = lambda: datetime.fromtimestamp(time.time(), UTC)
    sys.path.insert(0, "")
    sys.argv = program
    runpy.run_path(program[0], run_name="__main__")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[3:])
