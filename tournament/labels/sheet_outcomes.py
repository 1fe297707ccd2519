"""What became of a submitted sheet, in one word."""

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

OUTCOMES: dict[str, str | Promise] = {
    "accepted": pgettext_lazy("score sheet", "entered"),
    "confirmed": pgettext_lazy("score sheet", "confirmed"),
    "unchanged": pgettext_lazy("score sheet", "unchanged"),
}
