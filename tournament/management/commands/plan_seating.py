"""`plan_seating PLAYERS.csv|xlsx|json --rounds R --seed S [--method M] [-o PLAN.json]`."""

import json
from collections import Counter
from dataclasses import asdict
from operator import attrgetter

from django.core.management.base import CommandParser
from django.utils.translation import gettext

from tournament.draw import BY_STANDINGS, METHODS, DrawRequest, draw
from tournament.draw.certificate import certificate
from tournament.errors import Refused
from tournament.imports.seating import StandingsSoFar, read_seating_list, read_standings
from tournament.labels.draws import wish_lines
from tournament.labels.people import row_sentence
from tournament.management.base import REFUSED, Options, TournamentCommand
from tournament.seating.writes.lots import LONGEST_SEED

MOST_ROUNDS = 100


class Command(TournamentCommand):
    help = "Draws a seating plan for a list; needs no database. Exit code 1 if any row stayed out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("players", help="a list of players: .json, .csv or .xlsx")
        parser.add_argument("--rounds", type=int, required=True)
        parser.add_argument("--seed", required=True, help="any text; it decides the draw")
        parser.add_argument("--method", choices=tuple(METHODS), default="plan")
        parser.add_argument(
            "--standings", metavar="FILE", help="rounds played, and the ranking for the next one"
        )
        self.add_output_argument(parser)

    def run(self, options: Options) -> None:
        if not 1 <= options["rounds"] <= MOST_ROUNDS:
            self.wrong_call(
                gettext("The number of rounds is from 1 to %(most)s.") % {"most": MOST_ROUNDS}
            )
        by_standings = options["method"] in BY_STANDINGS
        if by_standings and options["standings"] is None:
            self.wrong_call(gettext("A draw by the standings needs them (--standings)."))
        if not options["seed"].strip() or len(options["seed"]) > LONGEST_SEED:
            raise Refused("seed_invalid", longest=LONGEST_SEED)
        path = options["players"]
        people = read_seating_list(self.read_input(path), is_json=path.lower().endswith(".json"))
        if people.table:
            self.tell_of_list(people.table)
        for row in sorted((*people.left_out, *people.noted), key=attrgetter("line")):
            self.stderr.write(row_sentence(row))
        so_far = StandingsSoFar((), ())
        if options["standings"] is not None:
            so_far = read_standings(self.read_input(options["standings"]))
        request = DrawRequest(
            entrants=people.entrants,
            rounds=1 if by_standings else options["rounds"],
            seed=options["seed"],
            method=options["method"],
            history=so_far.rounds,
            ranking=so_far.ranking,
        )
        plan = draw(request)
        found = certificate(people.entrants, (*request.history, *plan.rounds))
        teams = Counter(entrant.team for entrant in people.entrants if entrant.team)
        for line in wish_lines(found, has_teams=any(size > 1 for size in teams.values())):
            self.stderr.write(f"{line.title}: {line.sentence}")
        content = {
            "players": people.players,
            "rounds": plan.rounds,
            "seed": plan.seed,
            "method": plan.method,
            "quality": asdict(plan.quality),
        }
        self.write_output(options["output"], json.dumps(content, ensure_ascii=False) + "\n")
        if people.left_out:
            raise SystemExit(REFUSED)
