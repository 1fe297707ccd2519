"""URLs of these pages."""

from django.urls import path

from tournament.views.money import prizes, till

urlpatterns = [
    path("players/all/", till.players_all, name="players-all"),
    path("money/", till.money, name="money"),
    path("money/settings/", till.money_settings, name="money-settings"),
    path("money/count/", till.money_count, name="money-count"),
    path("money/<int:pk>/", till.money_person, name="money-person"),
    path("money/payments/<int:pk>/", till.payment_take_back, name="payment-take-back"),
    path("prizes/", prizes.prizes, name="prizes"),
    path("prizes/edit/", prizes.prizes_edit, name="prizes-edit"),
    path("prizes/assign/", prizes.prizes_assign, name="prizes-assign"),
    path("prizes/unassign/", prizes.prizes_unassign, name="prizes-unassign"),
    path("prizes/<int:pk>/", prizes.prize_hand_out, name="prize-hand-out"),
]
