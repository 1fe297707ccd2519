"""Focus of the cursor when a form comes back with errors."""

from typing import Any

from django import forms


class FocusesErrors(forms.BaseForm):
    """A form that focuses its first wrong field, whoever finds the error."""

    def add_error(self, field: str | None, error: Any) -> None:
        """Add the error; focus the first field with one, else the first field."""
        super().add_error(field, error)
        shown = [name for name, each in self.fields.items() if not each.widget.is_hidden]
        wrong = [name for name in shown if name in self.errors]
        for name, each in self.fields.items():
            each.widget.attrs.pop("autofocus", None)
            if name in (wrong or shown)[:1]:
                each.widget.attrs["autofocus"] = True
