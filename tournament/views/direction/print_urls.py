"""Addresses of the documents."""

from django.urls import URLPattern, path

from tournament.views.direction import printing

urlpatterns: list[URLPattern] = [
    path("print/", printing.print_documents, name="print"),
    path("print/<int:number>/seats/", printing.print_seats, name="print-seats"),
    path("print/<int:number>/sheets/", printing.print_sheets, name="print-sheets"),
    path("print/<int:number>/result/", printing.print_round_result, name="print-round-result"),
    path("print/standings/", printing.print_standings, name="print-standings"),
    path("print/plan/", printing.print_plan, name="print-plan"),
    path("print/tents/", printing.print_tents, name="print-tents"),
    path("print/commitment/", printing.print_commitment, name="print-commitment"),
    path("print/proof/", printing.print_proof, name="print-proof"),
    path("print/workbook/", printing.workbook, name="workbook"),
]
