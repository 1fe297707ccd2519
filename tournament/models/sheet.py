"""Score sheets: immutable versions, and drafts that never count."""

from uuid import uuid4

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models.account import User, acting_account
from tournament.models.round import GameTable


class SheetKind(models.TextChoices):
    """Whether a sheet was entered game by game or by its totals alone; or a ruling in its place."""

    ROWS = "rows", _("all games")
    TOTALS = "totals", _("totals only")
    RULING = "ruling", _("set by the direction")


TYPED_KINDS = (SheetKind.ROWS, SheetKind.TOTALS)
"""What is typed from a paper."""


class SheetVersion(models.Model):
    """One version of a table's result. Never changed (a database trigger refuses); only followed.

    `content` is the sheet in the public format: with kind rows formats.md section 2, with kind
    totals the keys `totals`, `games_played`, `compulsory_solos` and `penalties` of section 3, with
    kind ruling what `tournament.sheets.rules.rulings` writes.
    """

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(_("Version"))
    kind = models.CharField(max_length=10, choices=SheetKind.choices)
    content = models.JSONField()
    # Points of each position, penalties included: what the standings count. None where a ruling
    # gives the average of the other rounds, which is known once they are asked for.
    totals = models.JSONField()
    # What the direction accepted though it breaks a rule: [{"code": ..., "seat": ...}].
    accepted = models.JSONField(default=list, blank=True)
    # The number of the version it was based on; empty for the first.
    based_on = models.PositiveIntegerField(null=True, blank=True)
    reason = models.TextField(_("Reason"), blank=True)
    # Made up by the page that sent it: sent twice, it is saved once.
    submission = models.UUIDField(null=True, blank=True)
    # The accounts whose typing its figures are, None for the command line: a penalty makes nobody
    # their author; who restores a version answers for it beside those who had typed it.
    typists = models.JSONField(default=list, blank=True)
    user = acting_account()
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

    @property
    def is_ruling(self) -> bool:
        """Whether the direction has set the points of a table that cannot be counted."""
        return self.kind == SheetKind.RULING


class Verification(models.Model):
    """One act of verifying a version: somebody has typed it again, or compared it with the paper.

    What agrees confirms the version, and so does what differs once somebody has decided, for a
    reason, that the version is right. Until then that account has seen both: nothing it types
    verifies this version.
    """

    class How(models.TextChoices):
        """How a version was verified."""

        BLIND = "blind", _("totals typed again")
        PERSON = "person", _("compared by a second person")
        TYPED = "typed", _("sheet typed apart from it")

    version = models.ForeignKey(
        SheetVersion, on_delete=models.CASCADE, related_name="verifications"
    )
    how = models.CharField(max_length=10, choices=How.choices)
    agrees = models.BooleanField(default=True)
    # Whether none of those who typed the version has verified it, or decided about it.
    by_second_person = models.BooleanField(default=False)
    user = acting_account()
    at = models.DateTimeField(default=timezone.now)
    # Points of each position as typed then, none where somebody has compared; the whole sheet in
    # the form of a version, empty as well where totals alone were typed beside a list.
    totals = models.JSONField(default=list, blank=True)
    content = models.JSONField(null=True, blank=True)
    # That the version is right all the same.
    decided_by = acting_account()
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(_("Reason"), blank=True)

    class Meta:
        verbose_name = _("Verification")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.version_id}: {self.how}"


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
