"""Made-up people for rehearsals, tests and benchmarks."""

from collections.abc import Iterator
from itertools import product
from random import Random

from tournament.draw.randomness import one_of, shuffled
from tournament.shared.rules.fields import PlayerData

WOMEN = (  # noqa: SIM905 - a list one can read
    "Änne Beate Birgit Britta Christa Dagmar Elke Frauke Gabi Gisela Hanna Heike Ilse Jutta Karin "
    "Lena Maren Monika Petra Renate Silke Swantje Tanja Ursula Wiebke"
).split()
MEN = (  # noqa: SIM905 - a list one can read
    "Achim Bernd Christian Detlef Dirk Eckhard Frank Günter Hartmut Holger Ingo Jörg Jürgen Klaus "
    "Lars Manfred Norbert Olaf Peter Rainer Sönke Thorsten Uwe Volker Wolfgang"
).split()
LAST_NAMES = (  # noqa: SIM905 - a list one can read
    "Ahlers Bäcker Behrens Böhm Brandt Brüggemann Claasen Dahlke Diekmann Dörr Eggers Ehlers Evers "
    "Fechner Freese Gerdes Goldschmidt Grönemann Hagedorn Harms Hübner Jansen Jürgens Kaminski "
    "Köhler Kröger Kuhlmann Lührs Lüders Mahlstedt Meinecke Möller Nußbaum Oltmanns Osterkamp "
    "Pape Petersen Preuß Quast Rahn Reimers Rößler Sander Schäfer Schierloh Schröter Stöver "
    "Tietjen Twiehaus Uhlig Vogt Vosshage Wedekind Wendt Wüstenberg Zander Zeidler Ziegenbein"
).split()
CLUBS = {
    "B ASS": "Berliner Asse",
    "BI KARO": "Karo-Könige Bielefeld",
    "BS HERZ": "Herzdamen Braunschweig",
    "DU FUX": "Fuchsjäger Duisburg",
    "GÖ DOKO": "Doko-Runde Göttingen",
    "H RE": "Re und Kontra Hannover",
    "HB PIK": "Pik-Buben Bremen",
    "HH KARL": "Karlchens Erben Hamburg",
    "K DULLE": "Dullenclub Köln",
    "KI FÖRDE": "Fördekarten Kiel",
    "KS TRUMPF": "Trumpf Kassel",
    "L SOLO": "Solisten Leipzig",
    "MS 240": "Zwohundertvierzig Münster",
    "OL STICH": "Letzter Stich Oldenburg",
    "S KREUZ": "Kreuzbuben Stuttgart",
}
WOMEN_TAG = "Damen"
MOST_PEOPLE = (len(WOMEN) + len(MEN)) * len(LAST_NAMES)
"""The number of different pairs of names."""
IN_A_CLUB, FEE_PAID = 0.85, 0.9


def made_up_people(count: int, random: Random) -> Iterator[PlayerData]:
    """Yield `count` people with different names, clubs and categories; at most MOST_PEOPLE."""
    for first_name, last_name in shuffled(product((*WOMEN, *MEN), LAST_NAMES), random)[:count]:
        code = one_of(tuple(CLUBS), random) if random.random() < IN_A_CLUB else ""
        yield PlayerData(
            last_name=last_name,
            first_name=first_name,
            club_code=code,
            club_name=CLUBS.get(code, ""),
            tags=(WOMEN_TAG,) if first_name in WOMEN else (),
            fee_paid=random.random() < FEE_PAID,
        )
