"""URLs of these pages."""

from django.urls import path

from tournament.views.money import money

urlpatterns = [
    path("players/all/", money.players_all, name="players-all"),
    path("money/", money.money, name="money"),
    path("money/settings/", money.money_settings, name="money-settings"),
    path("money/count/", money.money_count, name="money-count"),
    path("money/promised/", money.money_promised, name="money-promised"),
    path("money/promised/<int:pk>/undo/", money.money_promised_undo, name="money-promised-undo"),
    path("money/<int:pk>/", money.money_person, name="money-person"),
    path("money/payments/<int:pk>/", money.payment_take_back, name="payment-take-back"),
    path("prizes/", money.prizes, name="prizes"),
    path("prizes/edit/", money.prizes_edit, name="prizes-edit"),
    path("prizes/assign/", money.prizes_assign, name="prizes-assign"),
    path("prizes/unassign/", money.prizes_unassign, name="prizes-unassign"),
    path("prizes/<int:pk>/", money.prize_hand_out, name="prize-hand-out"),
]
