"""The example tournament as a Django fixture: writes fixtures/beispiel.json.

    python -m tools.example_fixture [FILE]

Made anew in a database of its own, at one fixed moment. A test holds the file equal to what this
writes; run it after a change of the example or of the tables.
"""

import json
import os
import random
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import time_machine

PROJECT = Path(__file__).resolve().parents[1]
FIXTURE = PROJECT / "fixtures" / "beispiel.json"
MADE_AT = datetime(2026, 5, 23, 16, 0, tzinfo=UTC)


@time_machine.travel(MADE_AT, tick=False)
def write_fixture(file: Path) -> None:
    """Create the example in an empty database, migrated or not, and write every row of it."""
    import django

    django.setup()
    from django.apps import apps
    from django.core import serializers
    from django.core.management import call_command

    from tournament.imports.example import import_example
    from tournament.permissions import COMMAND_LINE

    call_command("migrate", verbosity=0)
    # Salts of people who do not exist: the same each time, so that the file can be compared.
    salts = random.Random(0)
    with patch("secrets.token_hex", lambda length: salts.randbytes(length).hex()):
        import_example(COMMAND_LINE)
    models = serializers.sort_dependencies([(apps.get_app_config("tournament"), None)])
    rows = (row for model in models for row in model.objects.order_by("pk"))
    data = json.loads(serializers.serialize("json", rows))
    lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in data)
    file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "tournament.config.settings"}
        os.environ |= {"KREUZDAME_VAR": folder}
        os.environ.pop("DATABASE_URL", None)
        write_fixture(Path(sys.argv[1]) if len(sys.argv) > 1 else FIXTURE)
