"""Forms about archives."""

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from tournament.archives.rules.archive import MOST_MEGABYTES
from tournament.labels.filling import fill
from tournament.models import Tournament
from tournament.models.fields import longest


class ArchiveFileForm(forms.Form):
    """An archive to upload."""

    file = forms.FileField(
        label=_("Archive of a tournament"),
        help_text=lazy(fill, str)(
            _("The file that “Write archive” has made (.zip), up to %(megabytes)s MB"),
            {"megabytes": MOST_MEGABYTES},
        ),
        widget=forms.FileInput(attrs={"accept": ".zip"}),
    )


class OpenArchiveForm(forms.Form):
    """The short name under which an archive is opened."""

    slug = forms.SlugField(
        label=_("Short name"),
        max_length=longest(Tournament, "slug"),
        help_text=_("Stands in addresses and stays; it need not be the one it had."),
    )
