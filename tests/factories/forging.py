"""A tournament with everything the journal keeps, and every way to tamper with it."""

from django.db import connection
from django.db.models import Model

from tests.factories.journal import drop_triggers
from tests.factories.sheets import rows_content, totals_content
from tests.factories.tournaments import make_owner, make_user
from tests.factories.words import text
from tournament.accounts.writes import give_role
from tournament.models import Entry, Person, Role, Tournament
from tournament.models.triggers import triggers
from tournament.people.writes.players import add_player
from tournament.permissions import Actor
from tournament.referee.writes.penalties import award_penalty, deduct_points
from tournament.rounds.writes import close_round, end_clock, extend_time, start_clock
from tournament.seating.writes.draws import draw_rounds, publish_next_round
from tournament.seating.writes.lots import Lots, publish_commitment
from tournament.shared.rules.fields import PlayerData
from tournament.sheets.writes.progress import receive_sheet
from tournament.sheets.writes.sheets import submit_sheet
from tournament.tournaments.writes.tournaments import create_tournament, edit_tournament

BROKEN = text(
    "The journal was changed behind the program's back: entry %(place)s (%(time)s) does not follow "
    "from those before it.",
    place="\0",
    time="",
).partition("\0")[0]
KEEPS_TRIGGERS_AWAY = "a trigger of the database dropped"


def played_tournament() -> Tournament:
    """Create eleven players, one sitting out; round 1 of 2 is played and closed, round 2 drawn."""
    helga, ulla = Actor(make_owner("helga")), Actor(make_owner("ulla"))
    tournament = create_tournament(helga, slug="herbst", name="Herbst", rounds=2)
    give_role(helga, tournament, make_user(username="tom"), Role.TYPIST)
    edit_tournament(helga, tournament, {"verification": "person"})
    for number in range(1, 12):
        player = PlayerData(f"Spieler {number}", "Uli", club_code="DU", club_name="Duisburg")
        add_player(helga, tournament, player)
    publish_commitment(helga, tournament, 1)
    draw_rounds(helga, tournament, Lots(sit_out=1))
    round = publish_next_round(helga, tournament)
    start_clock(helga, round)
    one, two = round.tables.order_by("number")
    extend_time(helga, one, 5, "Getränk verschüttet", "SR")
    receive_sheet(helga, one)
    submit_sheet(helga, one, "rows", rows_content(5), based_on=None)
    content = rows_content(5, winners=(1, 3))
    submit_sheet(helga, one, "rows", content, based_on=1, reason="Spalten")
    submit_sheet(ulla, one, "rows", rows_content(5), based_on=None)
    award_penalty(helga, one, rule="9.3.2", offender=3, row=5, initials="SR", note="Renonce")
    totals = totals_content([6, 2, -2, -6, 0])
    for actor in (helga, ulla):
        submit_sheet(actor, two, "totals", totals, based_on=None)
    deduct_points(helga, tournament.entries.get(number=4), 6, "Lärm", round)
    close_round(helga, end_clock(helga, round, early=True), contradicted=[1])
    tournament.refresh_from_db()
    return tournament


def forge(name: str) -> None:
    """Tamper as somebody who has the database file and restores the triggers."""
    drop_triggers()
    statements, _sentence = FORGERIES[name]
    with connection.cursor() as cursor:
        for statement in statements.split(";"):
            cursor.execute(statement)
        if name != KEEPS_TRIGGERS_AWAY:
            for trigger in triggers(connection.vendor):
                cursor.execute(trigger.statement)


OF_VERSION = "UPDATE tournament_sheetversion SET "
OF_ROUND = "UPDATE tournament_round SET "
OF_PLAYER = "UPDATE tournament_entry SET "
OF_SETTINGS = "UPDATE tournament_tournament SET "
OF_TABLE = "UPDATE tournament_gametable SET "
OF_PENALTY = "UPDATE tournament_penalty SET "
TABLE_1 = " WHERE extra_minutes = 5"
EARLY = "'2026-01-01 10:00:00'"


def _copied(model: type[Model], **others: str) -> str:
    """Return SQL that puts in rows of a model again, with other values in these columns."""
    table = model._meta.db_table
    columns = [each.column for each in model._meta.concrete_fields if not each.primary_key]
    values = [others.get(each, each) for each in columns]
    return f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} FROM {table}"


FORGERIES: dict[str, tuple[str, str]] = {
    "the totals of a sheet": (
        OF_VERSION + "totals = '[2, 6, -2, -6, 0]' WHERE kind = 'totals'",
        "Runde 1, Tisch 2, Fassung 1, Tischergebnis: gespeichert +2 / +6 / −2 / −6 / 0, laut "
        "Journal +6 / +2 / −2 / −6 / 0.",
    ),
    "a game of a list": (
        OF_VERSION + "content = '{\"rows\": []}' WHERE number = 2",
        "Runde 1, Tisch 1, Fassung 2, Spiele und Vermerke: gespeichert Prüfsumme ",
    ),
    "who entered a sheet": (
        OF_VERSION + "user_id = NULL WHERE kind = 'totals'",
        "Runde 1, Tisch 2, Fassung 1, Konto: gespeichert –, laut Journal Konto helga.",
    ),
    "when a sheet was entered": (
        OF_VERSION + f"created_at = {EARLY} WHERE kind = 'totals'",
        "Runde 1, Tisch 2, Fassung 1, Zeit: gespeichert 1. Januar 2026 ",
    ),
    "the reason for a correction": (
        OF_VERSION + "reason = 'Laune' WHERE number = 2",
        "Runde 1, Tisch 1, Fassung 2, Begründung: gespeichert Laune, laut Journal Spalten.",
    ),
    "an exception put in": (
        OF_VERSION + 'accepted = \'[{"code": "x", "seat": 1}]\' WHERE number = 2',
        "Runde 1, Tisch 1, Fassung 2, zugelassene Ausnahmen: gespeichert ",
    ),
    "which version counts": (
        OF_TABLE + "current_version_id = "
        "(SELECT id FROM tournament_sheetversion WHERE number = 2)" + TABLE_1,
        "Runde 1, Tisch 1, geltende Fassung: gespeichert Runde 1, Tisch 1, Fassung 2, laut "
        "Journal Runde 1, Tisch 1, Fassung 3.",
    ),
    "a version deleted": (
        "DELETE FROM tournament_verification WHERE NOT agrees; "
        "DELETE FROM tournament_sheetversion WHERE number = 2",
        "Runde 1, Tisch 1, Fassung 2: gespeichert nichts, laut Journal vorhanden.",
    ),
    "a version put in": (
        "INSERT INTO tournament_sheetversion (table_id, number, kind, content, totals, accepted, "
        "based_on, reason, typists, created_at) SELECT table_id, 2, kind, content, totals, "
        "accepted, 1, 'x', typists, created_at FROM tournament_sheetversion WHERE kind = 'totals'",
        "Runde 1, Tisch 2, Fassung 2: gespeichert vorhanden, laut Journal nichts.",
    ),
    "a verification deleted": (
        "DELETE FROM tournament_verification WHERE agrees",
        "Runde 1, Tisch 2, Fassung 1, Konto ulla, Zweite Prüfung: gespeichert nichts, laut Journal "
        "vorhanden.",
    ),
    "how a sheet was verified": (
        "UPDATE tournament_verification SET how = 'blind' WHERE agrees",
        "Runde 1, Tisch 2, Fassung 1, Konto ulla, Zweite Prüfung, Art: gespeichert ",
    ),
    "what was typed differently": (
        "UPDATE tournament_verification SET totals = '[0, 0, 0, 0, 0]' WHERE NOT agrees",
        "Runde 1, Tisch 1, Fassung 2, ",
    ),
    "the points of a penalty": (
        OF_PENALTY + "points = '[0, 0, 0, 0, null]'",
        "Runde 1, Tisch 1, Strafe 9.3.2, Punkte: gespeichert ",
    ),
    "the game of a penalty": (
        OF_PENALTY + '"row" = 6',
        "Runde 1, Tisch 1, Strafe 9.3.2, Spiel: gespeichert 6, laut Journal 5.",
    ),
    "what a penalty was for": (
        OF_PENALTY + "note = ''",
        "Runde 1, Tisch 1, Strafe 9.3.2, Was geschah: gespeichert Prüfsumme ",
    ),
    "a penalty deleted": (
        "DELETE FROM tournament_penalty",
        "Runde 1, Tisch 1, Strafe 9.3.2: gespeichert nichts, laut Journal vorhanden.",
    ),
    "a deduction made smaller": (
        "UPDATE tournament_adjustment SET points = -1",
        "Startnummer 4, Punktabzug, Punkte: gespeichert −1, laut Journal −6.",
    ),
    "a deduction deleted": (
        "DELETE FROM tournament_adjustment",
        "Startnummer 4, Punktabzug: gespeichert nichts, laut Journal vorhanden.",
    ),
    "extra time": (
        OF_TABLE + "extra_minutes = 9" + TABLE_1,
        "Runde 1, Tisch 1, Nachspielzeit in Minuten: gespeichert 9, laut Journal 5.",
    ),
    "who received a sheet": (
        OF_TABLE + "received_by_id = NULL" + TABLE_1,
        "Runde 1, Tisch 1, angenommen von: gespeichert –, laut Journal Konto helga.",
    ),
    "the code of a table": (
        OF_TABLE + "code = '99'" + TABLE_1,
        "Runde 1, Tisch 1, Listencode: gespeichert 99, laut Journal ",
    ),
    "somebody else on a seat": (
        "UPDATE tournament_seat SET entry_id = "
        "(SELECT entry_id FROM tournament_bye WHERE id = (SELECT MIN(id) FROM tournament_bye)) "
        "WHERE position = 1 AND table_id = "
        f"(SELECT id FROM tournament_gametable {TABLE_1})",
        "Runde 1, Tisch 1, Position 1, Teilnehmer: gespeichert Startnummer ",
    ),
    "a seat deleted": (
        "DELETE FROM tournament_seat WHERE position = 5 AND table_id = "
        f"(SELECT id FROM tournament_gametable {TABLE_1})",
        "Runde 1, Tisch 1, Position 5: gespeichert nichts, laut Journal vorhanden.",
    ),
    "who sits out": (
        "DELETE FROM tournament_bye WHERE round_id = "
        "(SELECT id FROM tournament_round WHERE number = 2)",
        "Runde 2, Startnummer ",
    ),
    "when a round was published": (
        OF_ROUND + f"published_at = {EARLY} WHERE number = 2",
        "Runde 2, veröffentlicht: gespeichert 1. Januar 2026 ",
    ),
    "when a clock was started": (
        OF_ROUND + f"started_at = {EARLY} WHERE number = 1",
        "Runde 1, Uhr gestartet: gespeichert 1. Januar 2026 ",
    ),
    "when a round was closed for the first time": (
        OF_ROUND + "first_closed_at = NULL WHERE number = 1",
        "Runde 1, zum ersten Mal abgeschlossen: gespeichert –, laut Journal ",
    ),
    "a round opened again": (
        OF_ROUND + "closed_at = NULL WHERE number = 1",
        "Runde 1, abgeschlossen: gespeichert –, laut Journal ",
    ),
    "the name of a player": (
        "UPDATE tournament_person SET last_name = 'Spieler 9' WHERE last_name = 'Spieler 3'",
        "Startnummer 3, Nachname: gespeichert Prüfsumme ",
    ),
    "two players exchanged": (
        OF_PLAYER
        + "number = 99 WHERE number = 1; "
        + OF_PLAYER
        + "number = 1 WHERE number = 2; "
        + OF_PLAYER
        + "number = 2 WHERE number = 99",
        "Startnummer 1, Startnummer: gespeichert 1, laut Journal 2.",
    ),
    "whether a player is ranked": (
        OF_PLAYER + "status = 'unranked' WHERE number = 3",
        "Startnummer 3, Status: gespeichert spielt außer Wertung, laut Journal nimmt teil.",
    ),
    "the categories of a player": (
        OF_PLAYER + "tags = '[\"Damen\"]' WHERE number = 3",
        "Startnummer 3, Kategorien: gespeichert Damen, laut Journal –.",
    ),
    "a fixed table": (
        OF_PLAYER + "fixed_table = 2 WHERE number = 3",
        "Startnummer 3, Fester Tisch: gespeichert 2, laut Journal –.",
    ),
    "who keeps no list": (
        OF_PLAYER + "keeps_list = NOT keeps_list WHERE number = 3",
        "Startnummer 3, führt die Liste: gespeichert nein, laut Journal ja.",
    ),
    "an entry fee": (
        OF_PLAYER + "fee_paid = NOT fee_paid WHERE number = 3",
        "Startnummer 3, Startgeld bezahlt: gespeichert ja, laut Journal nein.",
    ),
    "the club of all players": (
        "UPDATE tournament_club SET code = 'XX'",
        "Startnummer 1, Vereinskürzel: gespeichert XX, laut Journal DU.",
    ),
    "a player put in": (
        _copied(Person, last_name="'Geist'", salt="'x'")
        + " WHERE id = (SELECT person_id FROM tournament_entry WHERE number = 1); "
        + _copied(Entry, person_id="(SELECT MAX(id) FROM tournament_person)", number="77")
        + " WHERE number = 1",
        "Startnummer 77: gespeichert vorhanden, laut Journal nichts.",
    ),
    "how equal totals are ranked": (
        OF_SETTINGS + "tie_breaks = '[\"best_round\"]'",
        "Turnier, Entscheidung bei Gleichstand: gespeichert ",
    ),
    "who must verify": (
        OF_SETTINGS + "verification = 'none'",
        "Turnier, Zweite Prüfung der Ergebnisse: gespeichert ",
    ),
    "a tournament finished": (
        OF_SETTINGS + "status = 'finished'",
        "Turnier, Status: gespeichert beendet, laut Journal läuft.",
    ),
    "the secret of a commitment": (
        "UPDATE tournament_commitment SET secret = 'aaaa'",
        "Prüfwert 1, Geheimnis: gespeichert Prüfsumme ",
    ),
    "who drew": (
        "UPDATE tournament_draw SET user_id = NULL",
        "Auslosung 1, Konto: gespeichert –, laut Journal Konto helga.",
    ),
    "when seats were drawn": (
        f"UPDATE tournament_draw SET created_at = {EARLY}",
        "Auslosung 1, Zeit: gespeichert 1. Januar 2026 ",
    ),
    "a step of the proof": (
        'UPDATE tournament_sealedstep SET step = \'{"seal": "0", "kind": "list"}\'',
        "Schritt des Nachweises 1, Inhalt: gespeichert Prüfsumme ",
    ),
    "the proof deleted": (
        "DELETE FROM tournament_sealedstep",
        "Schritt des Nachweises 1: gespeichert nichts, laut Journal vorhanden.",
    ),
    "a role put in": (
        "INSERT INTO tournament_membership (tournament_id, user_id, role) "
        "SELECT tournament_id, user_id, 'direction' FROM tournament_membership "
        "WHERE role = 'typist'",
        "Konto tom, Rolle: gespeichert vorhanden, laut Journal nichts.",
    ),
    "a role taken away": (
        "DELETE FROM tournament_membership WHERE role = 'typist'",
        "Konto tom, Rolle: gespeichert nichts, laut Journal vorhanden.",
    ),
    "an account made an owner": (
        "UPDATE tournament_user SET is_superuser = NOT is_superuser WHERE username = 'tom'",
        "Konto tom, Administrator-Status: gespeichert ja, laut Journal nein.",
    ),
    "an account put in": (
        "INSERT INTO tournament_user (password, is_superuser, username, first_name, last_name, "
        "email, is_staff, is_active, date_joined, salt) SELECT password, is_superuser, 'geist', "
        "'', '', '', is_staff, is_active, date_joined, salt FROM tournament_user "
        "WHERE username = 'tom'",
        "Konto geist: gespeichert vorhanden, laut Journal nichts.",
    ),
    "an entry of the journal changed": (
        "UPDATE tournament_journalentry SET data = '{}' WHERE action = 'points_deducted'",
        BROKEN,
    ),
    "an entry of the journal deleted": (
        "DELETE FROM tournament_journalentry WHERE action = 'points_deducted'",
        BROKEN,
    ),
    "an entry of the journal put in": (
        "INSERT INTO tournament_journalentry (tournament_id, at, action, data, facts, seal) "
        "SELECT tournament_id, at, action, data, facts, seal FROM tournament_journalentry "
        "WHERE action = 'points_deducted'",
        BROKEN,
    ),
    "an entry of the installation's journal changed": (
        'UPDATE tournament_journalentry SET data = \'{"slug": "x"}\' '
        "WHERE action = 'tournament_created' AND tournament_id IS NULL",
        f"{text('Journal of the installation')}: {BROKEN}",
    ),
    KEEPS_TRIGGERS_AWAY: (
        "SELECT 1",
        text(
            "The trigger “%(name)s” of the database is missing or changed.",
            name="tournament_draw_immutable",
        ),
    ),
}
"""By change: the statements, and the beginning of the sentence that names it."""
