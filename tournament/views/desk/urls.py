"""URLs of these pages."""

from django.urls import URLPattern, path

from tournament.views.desk import (
    calls,
    live,
    referee,
    sheets,
    totals_lane,
    verification,
)

_TABLE = "rounds/<int:number>/tables/<int:table>/"

urlpatterns: list[URLPattern] = [
    path("rounds/<int:number>/totals/", totals_lane.totals_lane, name="totals-lane"),
    path("rounds/<int:number>/totals/save/", totals_lane.totals_lane_save, name="totals-lane-save"),
    path(_TABLE, sheets.sheet, name="sheet"),
    path(f"{_TABLE}check/", live.sheet_check, name="sheet-check"),
    path(f"{_TABLE}draft/", live.sheet_draft, name="sheet-draft"),
    path(f"{_TABLE}doctor/", live.sheet_doctor, name="sheet-doctor"),
    path(f"{_TABLE}value/", live.game_value, name="sheet-value"),
    path(f"{_TABLE}versions/", sheets.sheet_versions, name="sheet-versions"),
    path(f"{_TABLE}take-back/", sheets.sheet_take_back, name="sheet-take-back"),
    path(f"{_TABLE}ruling/", sheets.sheet_ruling, name="sheet-ruling"),
    path("rounds/<int:number>/verification/", verification.verification, name="verification"),
    path(
        f"{_TABLE}verification/",
        verification.decision,
        name="verification-decision",
    ),
    path("penalties/", calls.penalties, name="penalties"),
    path("penalties/<int:pk>/revoke/", calls.penalty_revoke, name="penalty-revoke"),
    path("calls/", calls.calls, name="calls"),
    path("calls/new/", calls.call_new, name="call-new"),
    path("calls/<int:pk>/withdraw/", calls.call_withdraw, name="call-withdraw"),
    path("protests/new/", calls.protest_new, name="protest-new"),
    path("protests/<int:pk>/", calls.protest, name="protest"),
    path("referee/", referee.referee, name="referee"),
    path("referee/call/", referee.referee_call, name="referee-call"),
    path("referee/violation/", referee.referee_violation, name="referee-violation"),
    path("referee/complaint/", referee.referee_complaint, name="referee-complaint"),
    path("referee/conduct/", referee.referee_conduct, name="referee-conduct"),
    path("referee/deal/", referee.referee_deal, name="referee-deal"),
    path("referee/value/", referee.referee_value, name="referee-value"),
    path("deductions/", calls.deductions, name="deductions"),
    path("deductions/new/", calls.deduction_new, name="deduction-new"),
    path("deductions/<int:pk>/revoke/", calls.deduction_revoke, name="deduction-revoke"),
]
