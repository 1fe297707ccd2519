"""URLs of these pages."""

from django.urls import path

from tournament.views.cup import cup, stages

_CUP = "cups/<slug:cup>/"
_STAGE = f"{_CUP}<int:stage>/"

urlpatterns = [
    path(_CUP, cup.cup_stages, name="cup"),
    path(f"{_CUP}people/", cup.cup_people, name="cup-people"),
    path(f"{_CUP}people/file/", cup.cup_people_file, name="cup-people-file"),
    path(f"{_CUP}next/", stages.stage_next, name="cup-next"),
    path(_STAGE, stages.stage_settings, name="cup-stage"),
    path(f"{_STAGE}file/", stages.stage_file, name="cup-stage-file"),
    path(f"{_STAGE}groups/", stages.stage_groups, name="cup-groups"),
    path(f"{_STAGE}lot/", stages.stage_lot, name="cup-lot"),
    path(f"{_STAGE}withdraw/", stages.stage_withdraw, name="cup-withdraw"),
    path(f"{_STAGE}return/", stages.stage_return, name="cup-return"),
    path(f"{_STAGE}follow/", stages.stage_follow, name="cup-follow"),
    path(f"{_STAGE}consolation/", stages.stage_consolation, name="cup-consolation"),
    path(f"{_STAGE}remove/", stages.stage_remove, name="cup-stage-remove"),
]
