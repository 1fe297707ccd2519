"""The rules laboratory: the tournament counted again by other rules, beside its standings."""

from django.http import HttpResponse
from django.utils.translation import gettext

from tournament.forms.laboratory import LaboratoryForm
from tournament.lists.laboratory import trial_list, trial_sentences
from tournament.models import Tournament
from tournament.permissions import may_try_rules
from tournament.standings.reads.laboratory import try_rules
from tournament.tables import ListTable
from tournament.views.access import Request, tournament_page
from tournament.views.answers import list_page


@tournament_page(may_try_rules)
def laboratory(request: Request, tournament: Tournament) -> HttpResponse:
    """Show who would have won: `?solos=`, `?tie_breaks_0=` and so on. Nothing is stored."""
    asked = request.GET if "solos" in request.GET else None
    form = LaboratoryForm(tournament, asked)
    trial = try_rules(tournament, form.solos, form.chain, **form.counting)
    context: dict[str, object] = {"form": form, "report": trial.real}
    if not trial.real.nothing_played:
        context |= {
            "says": trial_sentences(trial),
            "table": ListTable(
                trial_list(trial, public=False),
                gettext("By other rules"),
                look="standings",
                order_by="rank",
            ),
        }
    return list_page(request, "direction/laboratory.html", context)
