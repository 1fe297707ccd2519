"""Score sheets: immutable versions, and drafts that never count."""

from uuid import uuid4

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.account import User
from tournament.models.round import GameTable


class SheetKind(models.TextChoices):
    """Whether a sheet was entered game by game or by its totals alone."""

    ROWS = "rows", _("all games")
    TOTALS = "totals", _("totals alone")


class SheetVersion(models.Model):
    """One version of a table's result. Never changed (a database trigger refuses); only followed.

    `content` is the sheet in the public format: with kind rows formats.md section 2, with kind
    totals the keys `totals`, `games_played`, `compulsory_solos` and `penalties` of section 3.
    """

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(_("version"))
    kind = models.CharField(max_length=10, choices=SheetKind.choices)
    content = models.JSONField()
    # Points of each position, penalties included: what the standings count.
    totals = models.JSONField()
    # What the direction accepted though it breaks a rule: [{"code": ..., "seat": ...}].
    accepted = models.JSONField(default=list, blank=True)
    # The number of the version it was based on; empty for the first.
    based_on = models.PositiveIntegerField(null=True, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    # Made up by the page that sent it: sent twice, it is saved once.
    submission = models.UUIDField(null=True, blank=True)
    user = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("version of a score sheet")
        verbose_name_plural = _("versions of score sheets")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="version_number_once"),
            models.UniqueConstraint(fields=["table", "submission"], name="version_submitted_once"),
            models.CheckConstraint(
                condition=models.Q(kind__in=SheetKind.values), name="version_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(based_on__isnull=True, number=1)
                | models.Q(based_on=models.F("number") - 1),
                name="version_follows_its_base",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} v{self.number}"


class SecondLook(models.Model):
    """Somebody has looked at a version a second time and found the same: it is confirmed.

    Or it was typed differently, and somebody has decided, for a reason, that it is right.
    """

    version = models.OneToOneField(
        SheetVersion, on_delete=models.CASCADE, related_name="second_look"
    )
    # SecondLookRule: typed again blindly, or by a second person; "decided" where it had differed.
    how = models.CharField(max_length=10)
    reason = models.TextField(_("reason"), blank=True)
    user = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("second look")
        verbose_name_plural = _("second looks")

    def __str__(self) -> str:
        return f"{self.version_id}: {self.how}"


class DifferentLook(models.Model):
    """Somebody has typed a sheet a second time and it was not the same.

    From then on that account has seen both, so nothing it types is a second look at this version.
    """

    version = models.ForeignKey(
        SheetVersion, on_delete=models.CASCADE, related_name="different_looks"
    )
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    # Points of each position as typed then.
    totals = models.JSONField()
    # The whole sheet as typed then, in the form of a version; empty where totals alone were typed
    # beside a list.
    content = models.JSONField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("second look that differed")
        verbose_name_plural = _("second looks that differed")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.version_id}: {self.totals}"


class SheetDraft(models.Model):
    """What one person has typed for a table and not submitted. Never counts.

    There is one, unless two windows have gone on from the same place: then each has its own until
    the person chooses.
    """

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="drafts")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=SheetKind.choices)
    # The form as typed, right or wrong.
    content = models.JSONField(default=dict)
    based_on = models.PositiveIntegerField(null=True, blank=True)
    # Another one after every save: whoever names an older one has not seen what is typed here.
    revision = models.UUIDField(default=uuid4)
    # The window it was last typed in, a mark made up there; empty where the page has no script.
    window = models.CharField(max_length=36, blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("unfinished score sheet")
        verbose_name_plural = _("unfinished score sheets")
        constraints = [
            models.UniqueConstraint(
                fields=["table", "user", "revision"], name="draft_revision_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.user}"
