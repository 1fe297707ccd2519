"""The database versions that this program knows."""

from functools import cache

from django.db.migrations.loader import MigrationLoader


@cache
def known_migrations() -> frozenset[str]:
    """Return the migrations this version knows, and those they replace."""
    migrations = MigrationLoader(None).disk_migrations
    ours = {key: each for key, each in migrations.items() if key[0] == "tournament"}
    replaced = {name for each in ours.values() for _, name in each.replaces}
    return frozenset({name for _, name in ours} | replaced)
