"""Where the cursor stands when a form comes back with errors."""

from typing import Any

from django import forms


class FocusesErrors(forms.BaseForm):
    """A form whose first wrong field has the cursor, whoever finds the error."""

    def add_error(self, field: str | None, error: Any) -> None:
        """Note the error; the cursor goes to the first field that has one, else to the first."""
        super().add_error(field, error)
        shown = [name for name, each in self.fields.items() if not each.widget.is_hidden]
        wrong = [name for name in shown if name in self.errors]
        for name, each in self.fields.items():
            each.widget.attrs.pop("autofocus", None)
            if name in (wrong or shown)[:1]:
                each.widget.attrs["autofocus"] = True
