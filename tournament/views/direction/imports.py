"""Importing a list of players: file, preview, decision."""

from collections import defaultdict
from dataclasses import astuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext

from tournament.exports.list_files import template_of_players
from tournament.forms.people import PlayerFileForm
from tournament.imports.apart import read_apart
from tournament.imports.letters import CODECS
from tournament.imports.player_tables import NO_HEADING, PlayerTable, read_player_table
from tournament.imports.players import player_rows
from tournament.imports.tables import by_spelling
from tournament.labels.filling import fill
from tournament.labels.journal import ACTIONS
from tournament.labels.people import (
    LETTERS,
    LIST_COLUMNS,
    VERDICTS,
    field_words,
    row_finding_sentence,
    unused_column,
    unused_names,
    years_left_out,
)
from tournament.models import Entry, PlayerImport, Tournament
from tournament.people.reads.people import contact_offered, known_clubs, known_people
from tournament.people.reads.players import (
    entered_lists,
    entered_players,
    known_headings,
    tell_fees,
)
from tournament.people.rules.people import identified
from tournament.people.rules.registration import (
    NOT_WRITTEN,
    PlayerRow,
    Verdict,
    compare_with_entered,
    doubt_clubs,
)
from tournament.people.writes import players as services
from tournament.permissions import may_import_players
from tournament.shared.rules.fields import PLAYER_FIELDS, Of
from tournament.shared.rules.names import tidy
from tournament.shared.rules.typed import key_in
from tournament.views.access import Request, tournament_page
from tournament.views.answers import (
    REFUSED,
    as_response,
    button,
    form_page,
    refusals_in,
    show_refusals,
)
from tournament.views.new_people import candidates, recognised_in
from tournament.views.uploads import (
    BYTES,
    Packed,
    column_choice,
    kept_bytes,
    kept_with,
    letters_choice,
    read_again,
    read_upload,
    remembered_sentence,
)

_TOLD = [field for field in PLAYER_FIELDS if field.is_listed and field.of in (Of.PERSON, Of.ENTRY)]
# What needs a decision comes first.
_ORDER = (Verdict.DOUBTFUL, Verdict.REFUSED, Verdict.OK, Verdict.KNOWN)


@tournament_page(may_import_players)
def players_import(request: Request, tournament: Tournament) -> HttpResponse:
    """Upload and read a file; nothing is entered before the preview is confirmed."""
    form = PlayerFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data["file"]
        with refusals_in(form, field="file"):
            data = read_upload(upload)
            table = read_apart(read_player_table, data, known_headings())
            packed = {**table.to_json(), **kept_bytes(data, table.letters)}
            if not tournament.age_categories:
                edit = {"years": False}
                packed = {**_edited(table, edit).to_json(), **kept_with(packed, edit)}
            kept = services.keep_player_list(request.actor, tournament, upload.name, packed)
            return redirect("players-import-preview", tournament.slug, kept.pk)
    lists = entered_lists(tournament)
    context = {
        "form": form,
        "understood": ", ".join(map(str, LIST_COLUMNS.values())),
        "entered": [each for each in lists if not each.held_by],
        "held": [each for each in lists if each.held_by],
    }
    return form_page(request, "direction/players_import.html", context)


@button(tournament_page(may_import_players), "players-import")
def players_import_undo(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Remove the players entered from a list."""
    kept = get_object_or_404(PlayerImport, pk=pk, tournament=tournament)
    removed = services.undo_player_list(request.actor, kept)
    messages.success(request, fill(ACTIONS["players_import_undone"], {"removed": removed}))
    return redirect("players", tournament.slug)


@tournament_page(may_import_players)
def players_template(request: Request, tournament: Tournament) -> HttpResponse:
    """Return an empty player list with all headings the import understands."""
    return as_response(template_of_players(tournament))


@tournament_page(may_import_players)
def players_import_preview(request: Request, tournament: Tournament, pk: int) -> HttpResponse:
    """Preview the list row by row; a POST enters the players.

    `columns` sets what each column holds, `letters` how it is read, `mended` new texts for a row;
    `mend` shows the fields for that. Every button submits what is typed there. `all`
    ticks the doubtful rows that may be a player each. What an unknown heading means is remembered
    when the list is entered.
    """
    kept = get_object_or_404(PlayerImport, pk=pk, tournament=tournament, entered=[])
    kept.tournament = tournament  # read already
    table = PlayerTable.from_json(kept.table) if kept.table else PlayerTable(NO_HEADING, ())
    if "columns" in request.POST:
        with show_refusals(request):
            typed = [request.POST.get(f"column-{place}", "") for place in range(table.width)]
            columns = [name if name in LIST_COLUMNS else None for name in typed]
            edit = {"columns": columns, "heading": "heading" in request.POST}
            _keep_edited(request, kept, table, edit)
            return redirect("players-import-preview", tournament.slug, kept.pk)
    elif request.POST.get("letters") in CODECS and BYTES in kept.table:
        with show_refusals(request):
            letters = request.POST["letters"]
            chosen = read_again(read_player_table, _edited, kept.table, letters)
            services.change_player_list(request.actor, kept, chosen.to_json())
            return redirect("players-import-preview", tournament.slug, kept.pk)
    elif request.method == "POST":
        before, table = table, _mend(request, kept, table)
        enters = request.POST.keys().isdisjoint(("mend", "mended", "people", "drop", "all"))
        if enters and table == before:
            answers = _ticked(request, "accept"), recognised_in(request)
            with show_refusals(request):
                entered = services.enter_player_list(
                    *(request.actor, kept, player_rows(table), *answers),
                    contacts=_ticked(request, "contact"),
                    headings=by_spelling(table.explained),
                )
                words = {"added": entered.added, "known": entered.known}
                words["left_out"] = len(entered.left_out)
                sentence = gettext("%(added)s added, %(known)s known, %(left_out)s left out.")
                messages.success(request, sentence % words)
                here = Entry.objects.filter(pk__in=[*entered.entries, *entered.kept])
                told = here.exclude(fee_told="").count()
                if told:
                    sentence = ngettext(
                        "Of %(told)s player the list says something about the fee: the page "
                        "“Till” books it.",
                        "Of %(told)s players the list says something about the fee: the page "
                        "“Till” books it.",
                        told,
                    )
                    messages.info(request, sentence % {"told": told})
                return redirect("players", tournament.slug)
            return _show(request, kept, table, status=REFUSED)
        if enters:
            sentence = gettext(
                "The row you were changing is corrected as typed. Please look again."
            )
            messages.warning(request, sentence)
    return _show(request, kept, table)


def _mend(request: Request, kept: PlayerImport, table: PlayerTable) -> PlayerTable:
    """Return the list with the edits to one of its rows, whichever button was pressed."""
    line = key_in(request.POST.get("mended") or request.POST.get("mending", ""))
    typed = {
        column: tidy(request.POST[f"cell-{column}"])
        for column in table.heading.places
        if f"cell-{column}" in request.POST
    }
    row = next((each for each in table.rows if each.line == line), table.heading.row)
    changed = {name: text for name, text in typed.items() if table.heading.cell(row, name) != text}
    named, dropped = (key_in(request.POST.get(name, "")) for name in ("people", "drop"))
    edit = {"line": (typed and line) or 0, "cells": changed, "people": named, "drop": dropped}
    return _keep_edited(request, kept, table, edit)


def _keep_edited(
    request: Request, kept: PlayerImport, table: PlayerTable, edit: Packed
) -> PlayerTable:
    """Return the list after an edit, saved if it has changed."""
    edited = _edited(table, edit)
    if edited != table:
        packed = {**edited.to_json(), **kept_with(kept.table, edit)}
        services.change_player_list(request.actor, kept, packed)
    return edited


def _edited(table: PlayerTable, edit: Packed) -> PlayerTable:
    """Return the list with other columns, other texts in a row, a row split, a row left out."""
    if "years" in edit:
        return table.without_years()
    if "columns" in edit:
        return table.with_columns(edit["columns"], has_heading=edit["heading"])
    edited = table.mended(edit["line"], edit["cells"])
    # Read anew: what the row names may just have been typed.
    for row in player_rows(edited) if edit["people"] is not None else ():
        if row.line == edit["people"] and row.people:
            edited = edited.with_people(row.line, row.people)
    return edited if edit["drop"] is None else edited.without(edit["drop"])


def _show(
    request: Request, kept: PlayerImport, table: PlayerTable, status: int = 200
) -> HttpResponse:
    tournament = kept.tournament
    read = doubt_clubs(player_rows(table), known_clubs())
    compared = compare_with_entered(read, entered_players(tournament))
    known = tell_fees(tournament, identified(compared, known_people(tournament).match))
    found = contact_offered(request.actor, tournament, known)
    offered = {line: new for line, (_person, new) in found.items() if new}
    groups: dict[Verdict, list[tuple[PlayerRow, list[str]]]] = defaultdict(list)
    rows = [each.row.aged(tournament.age_categories) for each in known]
    for row in rows:
        told = row.without([NOT_WRITTEN] if row.line in found else ())
        groups[row.verdict].append((row, list(map(row_finding_sentence, told.findings))))
    doubtful = [row for row, _sentences in groups[Verdict.DOUBTFUL]]
    to_tick = {row.line for row in doubtful if row.is_ticked_with_all}
    line = key_in(request.POST.get("mend", ""))
    columns = {place: name for name, place in table.heading.places.items()}
    context = {
        "kept": kept,
        "table": table,
        **column_choice(
            request,
            table.heading.row,
            table.rows,
            [columns.get(place, "") for place in range(table.width)],
            LIST_COLUMNS,
            has_heading=bool(table.has_heading),
        ),
        "remembered": remembered_sentence(table.explained, LIST_COLUMNS),
        "letters": LETTERS.get(table.letters, ""),
        "letters_choice": letters_choice(kept.table),
        "unused": [unused_column(*astuple(each)) for each in table.unused],
        "years": [] if tournament.age_categories else list(map(years_left_out, table.years)),
        "unused_names": [unused_names(*astuple(each)) for each in table.unused_names],
        "groups": [
            (verdict, VERDICTS[verdict], groups[verdict]) for verdict in _ORDER if groups[verdict]
        ],
        "figures": [(words, len(groups[verdict])) for verdict, words in VERDICTS.items()],
        "counts": {verdict.value: len(groups[verdict]) for verdict in Verdict},
        "rows": len(table.rows),
        "asked": candidates(known),
        "answers": recognised_in(request),
        "accepted": _ticked(request, "accept") | (to_tick if "all" in request.POST else set()),
        "to_tick": len(to_tick),
        "not_at_once": [row for row in doubtful if row.line not in to_tick],
        "money_asked": [
            row
            for verdict in (Verdict.OK, Verdict.DOUBTFUL, Verdict.KNOWN)
            for row, _sentences in groups[verdict]
            if row.asks_for_money
        ],
        # By line, e-mail and telephone that may be written to somebody known.
        "offered": {line: ", ".join(each.values()) for line, each in offered.items()},
        "keeps": bool(offered) or any(each.row.keeps_fee for each in known),
        "offers_taken": _ticked(request, "contact"),
        "mending": line,
        # Editable cells of that row: column name, label, text.
        "fields": [
            (each, LIST_COLUMNS[each], table.heading.cell(row, each))
            for row in table.rows
            if row.line == line
            for each in table.heading.places
        ],
        "told_fields": [
            (field, field_words(field))
            for field in _TOLD
            if any(getattr(row.player, field.name) for row in rows)
        ],
        "recognised": sum(each.person is not None for each in known),
    }
    return render(request, "direction/players_import_preview.html", context, status=status)


def _ticked(request: Request, name: str) -> set[int]:
    """Return the lines that were ticked."""
    lines = map(key_in, request.POST.getlist(name))
    return {line for line in lines if line is not None}
