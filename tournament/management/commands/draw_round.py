"""`draw_round SLUG [--seed S] [--redraw --reason TEXT]`: draw, or publish the next round."""

from functools import partial

from django.core.management.base import CommandParser
from django.utils.text import capfirst
from django.utils.translation import gettext

from tournament.errors import Refused
from tournament.labels.draws import wish_lines
from tournament.labels.refusals import refusal_sentence
from tournament.labels.rounds import places_in_words, quality_sentence, rounds_in_words
from tournament.management.base import Options, TournamentCommand
from tournament.models import Draw, Round
from tournament.permissions import COMMAND_LINE
from tournament.seating.reads.draws import plan_quality
from tournament.seating.writes.draws import draw_next_round, redraw_rounds
from tournament.seating.writes.lots import Lots, calculate_unlocked


class Command(TournamentCommand):
    help = "Draws the seats of all rounds and publishes round 1; later calls publish the next."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--seed", help="makes the draw repeatable; made up if left out")
        parser.add_argument("--redraw", action="store_true", help="draw open rounds again")
        parser.add_argument("--reason", default="", help="why drawn again")

    def run(self, options: Options) -> None:
        tournament = self.tournament(options["slug"])
        seed, reason = options["seed"], options["reason"]
        if options["redraw"]:
            act = partial(redraw_rounds, COMMAND_LINE, tournament, reason, Lots(seed=seed))
            redrawn = calculate_unlocked(act)
            self._say_drawn(redrawn.draw)
            if redrawn.outlook.drafts:
                lost = gettext("Unfinished score sheets are lost: %(places)s.")
                self.stdout.write(lost % {"places": places_in_words(redrawn.outlook.drafts)})
            return
        if reason:
            self.wrong_call(gettext("A reason is only for drawing again (--redraw)."))
        draws_before = tournament.draws.count()
        try:
            published = draw_next_round(COMMAND_LINE, tournament, seed)
        except Refused as refusal:
            if refusal.code == "seed_without_draw":
                self.wrong_call(refusal_sentence(refusal))
            raise
        if tournament.draws.count() > draws_before:
            self._say_drawn(published.draw)
        self.stdout.write(gettext("Round %(round)s published.") % {"round": published.number})

    def _say_drawn(self, draw: Draw) -> None:
        rounds = Round.objects.filter(draw=draw).order_by("number")
        first, last = rounds[0], rounds.reverse()[0]
        self.stdout.write(
            gettext("%(rounds)s drawn for %(players)s players. Seed: %(seed)s")
            % {
                "rounds": capfirst(rounds_in_words(first.number, last.number)),
                "players": first.seats.count(),
                "seed": draw.seed,
            }
        )
        self.stdout.write(quality_sentence(draw))
        if plan := plan_quality(draw.tournament):
            for line in wish_lines(plan.certificate, has_teams=plan.has_teams):
                self.stdout.write(f"{line.title}: {line.sentence}")
