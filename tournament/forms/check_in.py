"""What the script of the check-in desk sends: one act with its own id."""

from typing import Any

from django import forms

CHECK_IN, FEE, POOL = "check_in", "fee", "pool-"
"""What is switched; the id of a side pool is appended."""
ON, OFF = "1", "0"


class DeskActForm(forms.Form):
    """Somebody typed or chosen, a switch pressed (`entry`, `what`, `on`), or an act to undo.

    `with_fee`: checking in also marks the fee as paid.
    """

    mark = forms.UUIDField()
    typed = forms.CharField(max_length=100, required=False)
    undo = forms.UUIDField(required=False)
    entry = forms.IntegerField(required=False)
    what = forms.RegexField(rf"^({CHECK_IN}|{FEE}|{POOL}\d{{1,9}})$", required=False)
    on = forms.ChoiceField(choices=[(ON, ""), (OFF, "")], required=False)
    with_fee = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse none of the three, or several at once."""
        act = self.cleaned_data
        pressed = bool(act.get("entry") and act.get("what") and act.get("on"))
        if [bool(act.get("typed")), bool(act.get("undo")), pressed].count(True) != 1:
            raise forms.ValidationError("no act")
        return act
