"""Which certificates are printed, and on what."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.focus import FocusesErrors


class CertificatesForm(FocusesErrors, forms.Form):
    """The number of places, or one player; an optional background picture."""

    places = forms.IntegerField(
        label=_("to place"),
        min_value=1,
        max_value=9999,
        help_text=_("Everybody who shares it as well"),
    )
    number = forms.IntegerField(
        label=_("Only start number"),
        required=False,
        min_value=1,
        help_text=_("For one player alone, whatever the place"),
    )
    picture = forms.FileField(
        label=_("Your own background"),
        required=False,
        help_text=_(
            "PNG or JPEG, up to 4 MB. It covers the sheet (A4, upright), without frame and sign; "
            "leave its middle pale. It is not kept."
        ),
        widget=forms.FileInput(attrs={"accept": ".png,.jpg,.jpeg"}),
    )
