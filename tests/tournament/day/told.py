"""The day in the journal and on papers."""

import re
from html import unescape

from tests.factories.visitor import Visitor
from tests.factories.words import entry
from tests.tournament.day.acts import paper, plain
from tests.tournament.day.hall import ROUNDS, Hall, T
from tests.tournament.day.lists import Line
from tests.tournament.day.money import Winner
from tournament.labels.referee import decision_words
from tournament.labels.sheets import figure_words

ACTS: list[tuple[str, int]] = [
    ("tournament_created", 1),
    ("players_imported", 1),
    ("role_given", 3),
    ("player_checked_in", 58),
    *[("player_added", 1), ("player_checked_in", 1)] * 3,
    ("money_set", 2),
    ("fee_paid", 60),
    ("payment_taken", 25),
    ("payment_taken_back", 1),
    ("commitment_published", 1),
    ("drawn_list_closed", 1),
    ("rounds_drawn", 1),
    ("round_published", 1),
    # One does not come, one is late.
    ("player_status_set", 1),
    ("player_checked_in", 1),
    ("fee_paid", 1),
    ("seats_repaired", 1),
    ("player_status_set", 2),
    # Round 1: six penalties on lists and in totals, then events without points.
    ("clock_started", 1),
    *[("penalty_awarded", 1), ("call_logged", 1)] * 6,
    ("penalty_awarded", 1),
    ("call_logged", 4),
    *[("points_deducted", 1), ("call_logged", 1)] * 2,
    ("protest_lodged", 1),
    ("protest_rejected", 1),
    ("time_extended", 2),
    ("sheet_entered", 15),
    ("clock_ended", 1),
    ("round_closed", 1),
    ("payment_taken", 1),
    # Round 2: a substitute, a lost list.
    ("round_published", 1),
    ("player_substituted", 1),
    ("clock_started", 1),
    ("clock_ended", 1),
    ("sheet_entered", 14),
    ("sheet_ruled", 1),
    ("round_closed", 1),
    ("rankings_set", 1),
    # Round 3: one leaves, one is disqualified.
    ("round_published", 1),
    ("player_status_set", 1),
    ("seats_repaired", 1),
    ("clock_started", 1),
    ("player_status_set", 1),
    ("call_logged", 1),
    ("sheet_entered", 15),
    ("clock_ended", 1),
    ("round_closed", 1),
    ("cash_counted", 1),
    ("prizes_set", 3),
    ("prizes_assigned", 1),
    ("prize_handed_out", 0),
    ("cash_counted", 1),
    ("standings_frozen", 1),
    ("tournament_finished", 1),
]
"""Every act in order; repeated ones are counted, prizes elsewhere."""
READ_OUT = ("Beste Runde", "Mannschaftstopf", "Damen", "Junioren", "Plätze")
LOG: list[str | tuple[str, str]] = [
    ("9.3.2", " +1 / +1 / −3 / +1 zu früh ausgespielt KS, karl"),
    "Protest abgelehnt, 2 zu 1 Stimmen – es war nicht zu früh · Schiedsgericht",
    "1 1 – – – 10 Minuten Nachspielzeit",
    ("9.3.3a", ""),
    ("9.3.3b1", ""),
    ("9.3.3b2", ""),
    ("9.4.3", " +6 / −18 / +6 / +6"),
    ("9.4.4", " −15 / 0 / 0 / +15 nicht bedient"),
    "kein Regelverstoß",
    ("9.2.3", ""),
    ("9.7.2a", " – hat über das Spiel geredet"),
    ("9.7.2b", " −5 hat weiter geredet KS, anna"),
    ("9.7.3", " −3 Telefon"),
    "1 11 – – – 10 Minuten Nachspielzeit",
    ("9.5.1", ""),
    ("9.7.2c", " – hat dem Nachbarn in die Karten gesehen, zum dritten Mal"),
]
"""The log of the day, by round and table: words, or a decision by its paragraph and the rest."""


def papers_say_so(hall: Hall, lines: list[Line], winners: set[Winner], direction: Visitor) -> None:
    """Read back prize list, standings and the log of the day."""
    prizes = paper(direction, "print/prizes/")
    titles = [prizes.index(title) for title in READ_OUT]
    assert titles == sorted(titles)
    assert [line for line in _prize_lines(hall, winners) if line not in prizes] == []
    text = " ".join(paper(direction, "print/standings/").replace("§", "").split())
    assert "Herbstpokal · 21. November 2026 Endstand" in text
    assert [line for line in _standings_lines(hall, lines) if line not in text] == []
    log = paper(direction, "print/calls/")
    lines_of_log = [
        line if isinstance(line, str) else decision_words(line[0]) + line[1] for line in LOG
    ]
    assert _not_in_order(lines_of_log, log) == [], log


def journal_says_so(hall: Hall, winners: set[Winner], direction: Visitor) -> None:
    """Check the key facts, in the order in which they happened."""
    assert _not_in_order(_key_facts(hall, winners), "\n".join(_journal(direction))) == []


def acts_done(winners: set[Winner]) -> list[tuple[str, int]]:
    """Return every act in order, with how many prizes were handed out."""
    return [(act, len(winners) if act == "prize_handed_out" else count) for act, count in ACTS]


def _key_facts(hall: Hall, winners: set[Winner]) -> list[str]:
    people = {number: f"{each.name} (Nummer {number})" for number, each in hall.players.items()}
    names = {number: each.name for number, each in hall.players.items()}
    first, _second, third = (
        {table: hall.seats[of, table] for table in hall.tables(of)} for of in ROUNDS
    )
    own = figure_words("average")
    totals = " / ".join(signed(hall.players[number].points[1]) for number in first[15])
    return [
        "Turnier angelegt.",
        "Teilnehmerliste eingelesen: 62 eingetragen, 0 bekannt, 0 nicht übernommen.",
        f"{people[61]}: da.",
        f"{names[63]} mit Nummer 63 eingetragen.",
        "Startgelder: alle 15,00 €, Junioren 8,00 €. Nebenwertungen: Beste Runde 5,00 €, "
        "Mannschaftstopf 2,50 €.",
        f"{people[7]}: Startgeld bezahlt, 8,00 €.",
        f"{people[9]}: Zahlung von 5,00 € bar für Beste Runde zurückgenommen. "
        "Begründung: verklickt",
        "Auslosung 1: Runden 1 bis 3 für 61 Teilnehmer ausgelost.",
        "Runde 1 veröffentlicht.",
        f"{people[5]}: zurückgezogen. Begründung: nicht erschienen",
        f"{people[62]}: Startgeld bezahlt, 15,00 €.",
        # Whether somebody changes tables for a club mate depends on the lot.
        entry(
            "seats_repaired", {"first": 1, "last": 3, "gone": 1, "come": 1, "walks": 0}
        ).partition(";")[0],
        "Runde 1 gestartet.",
        "Runde 1, Tisch 1: Strafe gegen Position 3 (+1 / +1 / −3 / +1): 9.3.2.",
        "Runde 1, Tisch 5: Strafe gegen Position 2 (+6 / −18 / +6 / +6): 9.4.3.",
        "Runde 1, Tisch 6: Strafe gegen Position 1 (−15 / 0 / 0 / +15): 9.4.4.",
        f"Runde 1, Tisch 8: Reklamation gegen {names[first[8][3]]}: {decision_words('9.7.2a')}.",
        f"{names[first[9][1]]}: Punktabzug −5. Begründung: hat weiter geredet",
        f"{names[first[10][0]]}: Punktabzug −3. Begründung: Telefon",
        f"Runde 1, Tisch 1: Protest von {names[first[1][2]]}.",
        f"Runde 1, Tisch 1: Protest von {names[first[1][2]]} vom Schiedsgericht abgelehnt (1:2). "
        "Begründung: alle haben es gesehen",
        "Runde 1, Tisch 1: 10 Minuten Nachspielzeit (KS). Begründung: alle haben es gesehen",
        "Runde 1, Tisch 11: 10 Minuten Nachspielzeit (KS). Begründung: alle haben es gesehen",
        f"Runde 1, Tisch 15: Liste erfasst ({totals}).",
        "Runde 1 beendet.",
        "Runde 1 abgeschlossen.",
        f"{people[48]}: 15,00 € mit Karte bezahlt für das Startgeld.",
        "Runde 2 veröffentlicht.",
        f"{people[48]} übernimmt ab Runde 2 die Plätze von Nummer 20: spielt außer Wertung. "
        "Begründung: Magen",
        "Runde 2, Tisch 4: von der Turnierleitung festgesetzt (Spielliste verloren): "
        f"{own} / {own} / {own} / 0. Begründung: Kaffee über der Liste",
        "Runde 2 abgeschlossen.",
        entry("rankings_set", {"rankings": {"club": [3, False], "team": [None, False]}}),
        f"{people[41]}: zurückgezogen. Begründung: muss heim",
        f"{people[third[2][0]]}: disqualifiziert. Begründung: hat dem Nachbarn in die Karten "
        "gesehen, zum dritten Mal",
        "Runde 3 abgeschlossen.",
        "Kasse gezählt: 1.059,00 €, erwartet 1.059,00 €, Differenz 0,00 €.",
        f"{len(winners)} Preise zugewiesen, zusammen 974,00 €, Losschlüssel 4711.",
        "Kasse gezählt: 85,00 €, erwartet 85,00 €, Differenz 0,00 €.",
        "Turnier beendet.",
    ]


def _journal(direction: Visitor) -> list[str]:
    """Return the journal's sentences on all pages, oldest act first, each act's own in order."""
    acts: list[list[str]] = []
    address = "journal/"
    while address:
        page = direction.open(f"{T}{address}").content.decode()
        for act in page.split('<ul class="story">')[1].split("<li>")[1:]:
            found = re.findall(r'<span class="sentence">(.*?)</span>', act, re.DOTALL)
            acts.append([unescape(sentence) for sentence in found])
        following = re.findall(r'href="\?(page=\d+)">\s*Weiter', page)
        address = f"journal/?{following[0]}" if following else ""
    return [plain(sentence) for act in reversed(acts) for sentence in act]


def _prize_lines(hall: Hall, winners: set[Winner]) -> list[str]:
    """Return winner, club, amount and thing as printed."""
    lines = []
    for _for, who, cents, thing in winners:
        player = hall.players.get(int(who)) if who.isdigit() else None
        name = f"{player.list_name} {player.club}".strip() if player else who
        amount = f"{cents // 100},{cents % 100:02} €"
        lines.append(f"{name} {amount}, {thing}".removesuffix(", "))
    return lines


def _standings_lines(hall: Hall, lines: list[Line]) -> list[str]:
    """Return each printed line of the standings."""
    found = []
    for place, number, points, fined, total, out in lines:
        player = hall.players[number]
        note = f" ({out})" if out else ""
        figures = [*points, *([fined] if fined else []), total]
        told = " ".join("–" if figure is None else signed(figure) for figure in figures)
        name = f"{place or '–'} {number} {player.list_name}{note}"
        found.append(" ".join(f"{name} {player.club} {told}".split()))
    return found


def _not_in_order(sentences: list[str], text: str) -> list[str]:
    """Return those that do not follow the one before."""
    at, missing = 0, []
    for sentence in sentences:
        found = text.find(sentence, at)
        if found < 0:
            missing.append(sentence)
        at = max(at, found)
    return missing


def signed(figure: int) -> str:
    """Return +4, 0, −4 with the printed sign."""
    return f"{figure:+}".replace("-", "−") if figure else "0"
