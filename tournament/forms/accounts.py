"""Forms of signing in, accounts and roles."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import FocusesErrors
from tournament.models import Role, User


class SignInForm(FocusesErrors, forms.Form):
    """Name and password. The cursor is in the name; after a refusal in the password, to retype."""

    username = forms.CharField(
        label=_("Account name"),
        max_length=150,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "autofocus": True}
        ),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=4096,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def add_error(self, field: str | None, error: Any) -> None:
        """Add the error; focus the password if it concerns neither field alone."""
        super().add_error(field, error)
        if field is None:
            self.fields["username"].widget.attrs.pop("autofocus", None)
            self.fields["password"].widget.attrs["autofocus"] = True


class AccountForm(forms.ModelForm):
    """A new account."""

    is_superuser = forms.BooleanField(
        label=_("Owner of the installation"),
        required=False,
        help_text=_("Accounts, new tournaments, and everything in every tournament."),
    )

    class Meta:
        model = User
        fields = ["username", "first_name", "last_name", "is_superuser"]
        labels = {"username": _("Account name")}
        help_texts = {"username": _("To sign in with. Letters, digits and @ . + - _")}
        widgets = {"username": forms.TextInput(attrs={"autocapitalize": "none"})}

    def clean_username(self) -> str:
        """Refuse a name that differs from an existing one only in capitalisation."""
        username: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=username).exists():
            raise forms.ValidationError(_("There is an account of this name already."))
        return username


class RoleForm(forms.Form):
    """A role for an account."""

    account = forms.ModelChoiceField(label=_("Account"), queryset=User.objects.none())
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["account"]
        field.queryset = User.objects.filter(is_active=True).order_by("username")
