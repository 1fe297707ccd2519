"""The form of the club's own mark and stylesheet."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import FocusesErrors

MOST_LETTERS = 100_000


class HouseStyleForm(FocusesErrors, forms.Form):
    """The mark, which may be taken away again, and the stylesheet."""

    logo = forms.FileField(
        label=_("The club’s own mark"),
        required=False,
        help_text=_(
            "PNG or JPEG, up to 4 MB, best on a clear or white ground. Choose none and the present "
            "one stays."
        ),
        widget=forms.FileInput(attrs={"accept": ".png,.jpg,.jpeg"}),
    )
    no_logo = forms.BooleanField(label=_("Show the club’s own mark no longer"), required=False)
    stylesheet = forms.CharField(
        label=_("Stylesheet (CSS) for papers one keeps"),
        required=False,
        max_length=MOST_LETTERS,
        strip=True,
        help_text=_(
            "What it says wins over ours. It can load our typefaces and the mark, nothing else."
        ),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, has_logo: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_logo:
            del self.fields["no_logo"]
