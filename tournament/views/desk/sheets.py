"""The score sheet of a table: its form or its result, and saving without losing anything typed.

Every version of it: restoring one, taking one back, points set by a ruling.
"""

from contextlib import suppress
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext

from scoring.terms import figures
from tournament.errors import Refused
from tournament.forms.calls import RulingForm
from tournament.forms.rounds import ReasonForm
from tournament.forms.score_sheets import LinesForm, SheetForm, TotalsForm
from tournament.journal.reads import SHEETS, heads_but_for
from tournament.labels.findings import finding_sentence, row_kind
from tournament.labels.journal import PENALTY_ACTS, act_sentence
from tournament.labels.refusals import refusal_sentence
from tournament.labels.sheets import (
    PLAYERS_GONE,
    SOLO_WAY_OUT,
    added_words,
    by_position,
    differences,
    exception_words,
    outcome_sentence,
    penalty_words,
    sheet_lines,
    suspicion_words,
)
from tournament.models import TYPED_KINDS, SheetDraft, SheetKind, Tournament, Verification
from tournament.permissions import (
    may_accept_exceptions,
    may_rule_table,
    may_see_tournament,
    may_submit_sheets,
    require,
)
from tournament.shared.reads.kept import Heads
from tournament.shared.rules.typed import Fields, readable, uuid_in, version_number, whole_number
from tournament.sheets.reads.sheets import (
    CheckedSheet,
    acceptable,
    missing_tables,
    only_lacks_a_solo,
    revisions_at,
)
from tournament.sheets.reads.table_totals import averages_at
from tournament.sheets.reads.verifications import is_confirmed_at
from tournament.sheets.writes.progress import discard_draft, save_draft
from tournament.sheets.writes.sheets import (
    NO_WINDOW,
    Outcome,
    SheetConflict,
    SheetDoubted,
    SheetNotSaved,
    SheetRefused,
    Submission,
    Window,
    restore_version,
    submit_sheet,
    take_sheet_back,
)
from tournament.sheets.writes.verification import confirm_dealt_out_of_turn
from tournament.trust.reads.journal import sheet_acts
from tournament.views.access import Request, tournament_page
from tournament.views.answers import done, form_page, reasons, show_refusals
from tournament.views.desk.desk import (
    MISSING,
    Desk,
    draft_context,
    head_context,
    is_in_result,
    notes_of,
    show_form,
    window_of,
)
from tournament.views.direction.papers import print_results_again
from tournament.views.kept_pages import kept_page

FORBIDDEN, CONFLICT, REFUSED = 403, 409, 422
SAVED = "saved"

# Posted along with the fields of the sheet, but no part of it.
AROUND = frozenset(
    {
        *("csrfmiddlewaretoken", "based_on", "action", "kind", "accept", "submission"),
        *("table", "window", "draft", "discard", "sure"),
    }
)
NOT_FOUND, GONE = 404, 409


@tournament_page(may_see_tournament)
def sheet(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Show a table's score sheet: a form for those who may save it, else the result, read-only."""
    if request.method != "POST":
        return _page(request, tournament, number=number, table=table)
    require(may_submit_sheets, request.actor, tournament)
    try:
        desk = Desk.find(request, tournament, number, table)
    except Http404:
        return table_gone(request, tournament, typed_fields(request), NOT_FOUND)
    if not desk.table.round.published_at:
        is_redrawn = request.POST.get("table", "") not in ("", str(desk.table.pk))
        why = "" if is_redrawn else refusal_sentence(Refused("round_not_published", round=number))
        return table_gone(request, tournament, typed_fields(request), why=why)
    if request.POST.get("action") != "discard" and "discard" not in request.POST:
        return save(desk)
    # Discard this window's draft, or the one named, and show what is left.
    other = uuid_in(request.POST.get("discard", ""))
    window = Window(revision=other) if other else window_of(request.POST)
    discard_draft(request.actor, desk.table, window)
    messages.info(request, gettext("The draft is discarded."))
    return HttpResponseRedirect(request.path)


def _known_by(
    request: Request, tournament: Tournament, now: Heads, /, *, number: int, table: int
) -> object:
    """Return what the page of a table is known by: its last change, and the reader's drafts.

    A sheet saved at another table changes it only where it says which tables are missing.
    """
    drafts = revisions_at(tournament, number, table, request.user)
    if SAVED in request.GET:
        return now, drafts
    return heads_but_for(tournament, now, SHEETS, table), drafts


@kept_page(known_by=_known_by, kind="sheet")
def _page(request: Request, tournament: Tournament, *, number: int, table: int) -> HttpResponse:
    desk = Desk.find(request, tournament, number, table)
    if desk.may_submit:
        return _form(desk)
    rows: list[dict[str, Any]] = []
    others: dict[str, str] = {}
    if desk.version is not None:
        content = desk.version.content
        rows = [{**row, "kind": row_kind(row["kind"])} for row in content.get("rows", ())]
        lines = sheet_lines(content, desk.version.totals)
        others = dict(list(lines.items())[len(rows) :])
    awarded = [penalty_words(penalty) for penalty in desk.awarded] if not desk.version else []
    context = {**head_context(desk), "rows": rows, "others": others, "awarded": awarded}
    return render(request, "desk/sheet_read.html", context)


def _form(desk: Desk) -> HttpResponse:
    """Show the form with the reader's draft, else the version that counts, else empty."""
    version, asked = desk.version, desk.request.GET
    number = version.number if version else None
    drafts = [
        draft
        for draft in desk.drafts
        # One that was still being sent while the sheet was saved equals the result.
        if version is None
        or draft.kind != version.kind
        or draft.based_on == number
        or not is_in_result(desk, draft)
    ]
    kind = asked.get("kind", "")
    if kind not in TYPED_KINDS:
        kinds = [each.kind for each in (*drafts, version) if each and each.kind in TYPED_KINDS]
        kind = next(iter(kinds), SheetKind.ROWS)
    drafts = [draft for draft in drafts if draft.kind == kind]
    # The draft that is asked for, else the latest; none right after saving.
    latest = drafts[0] if drafts and SAVED not in asked else None
    revision = uuid_in(asked.get("draft", ""))
    draft = next((draft for draft in drafts if draft.revision == revision), latest)
    more = draft_context(desk, draft)
    if draft is not None:
        more |= {"draft": draft, "draft_is_outdated": draft.based_on != number}
        based_on = draft.based_on if version else None
        return show_form(desk, desk.form(kind, draft.content), based_on, more)
    if SAVED in asked:
        missing = missing_tables(desk.table.round)
        later = [number for number in missing if number > desk.table.number]
        next_table = next(iter([*later, *missing]), None)
        more |= {"just_saved": True, "missing": missing, "next_table": next_table}
    return show_form(desk, desk.form_of_version(kind), number, more)


def save(desk: Desk) -> HttpResponse:
    """Save what was posted, or show it again with everything that is wrong."""
    post, fields = desk.request.POST, typed_fields(desk.request)
    try:
        desk.require_drawn(post.get("table", ""))
        is_totals = post.get("kind") == SheetKind.TOTALS
        form = desk.form(SheetKind.TOTALS if is_totals else SheetKind.ROWS, fields)
        based_on = version_number(post.get("based_on", ""))
        if form.problems():
            return _refused(desk, form, desk.checked(form), based_on)
        return _saved(desk, form, based_on)
    except Refused as refusal:
        if refusal.code != "table_gone":
            raise
        return table_gone(desk.request, desk.tournament, fields)


def _saved(desk: Desk, form: SheetForm, based_on: int | None) -> HttpResponse:
    request, post = desk.request, desk.request.POST
    accepted: list[dict[str, object]] = []  # ticks without that permission are ignored
    if may_accept_exceptions(request.actor, desk.tournament):
        chosen = (value.partition(":") for value in post.getlist("accept"))
        accepted = [{"code": code, "seat": whole_number(seat)} for code, _colon, seat in chosen]
    try:
        submission = submit_sheet(
            request.actor,
            desk.table,
            form.kind,
            form.content(),
            based_on=based_on,
            reason=form.fields.get("reason", ""),
            accepted=accepted,
            submission=uuid_in(post.get("submission", "")),
            window=window_of(post),
            contained=form.contained if isinstance(form, TotalsForm) else (),
            sure=post.get("sure", "").split(),
        )
    except SheetRefused as refused:
        return _refused(desk, form, refused.sheet, based_on)
    except SheetDoubted as doubted:
        # The cursor stands on the button: saving again confirms the doubtful totals.
        more = {
            **draft_context(desk, _keep_draft(desk, form, based_on)),
            "doubts": [finding_sentence(found) for found in doubted.doubts.values()],
            "sure": " ".join([post.get("sure", ""), *doubted.doubts]).strip(),
        }
        return show_form(desk, form, based_on, more, REFUSED)
    except SheetConflict as conflict:
        return _conflict(desk, form, conflict, based_on)
    except Refused as refusal:
        if refusal.code == "table_gone":
            raise
        if refusal.code == "sheet_taken_back":
            # Having read that, the user may save it as a sheet for the empty table.
            based_on = None
        checked = refusal.sheet if isinstance(refusal, SheetNotSaved) else desk.checked(form)
        why = {"needs_reason": True, "focus_on": "reason"} if "reason" in refusal.code else {}
        sentence = refusal_sentence(refusal)
        return _refused(desk, form, checked, based_on, refused=sentence, **why)
    except PermissionDenied:
        # The round was closed while the user typed: the input stays on the screen.
        return show_form(desk, form, based_on, {"refused": closed_sentence()}, FORBIDDEN)
    if submission.outcome is Outcome.STOPPED:
        _keep_draft(desk, form, based_on)
        return HttpResponseRedirect(desk.url("verification-decision"))
    return _respond_saved(desk, form, submission)


def _respond_saved(desk: Desk, form: SheetForm, submission: Submission) -> HttpResponse:
    request = desk.request
    outcome, version = submission.outcome, submission.version
    sentence = outcome_sentence(outcome, desk.table.number, version.totals)
    messages.success(request, sentence + added_words(getattr(form, "added", [])))
    if outcome is Outcome.REPEATED and version.pk != desk.table.current_version_id:
        messages.warning(request, gettext("Since then it has been changed: see below."))
    for finding in submission.warnings:
        messages.warning(request, finding_sentence(finding))
    if desk.table.round.closed_at:
        print_results_again(request, desk.tournament, [desk.table.round.number])
    return HttpResponseRedirect(f"{request.path}?{SAVED}")


def typed_fields(request: Request) -> dict[str, str]:
    """Return the fields of the sheet as posted."""
    posted = readable(request.POST.dict())
    return {name: text for name, text in posted.items() if name not in AROUND}


def closed_sentence() -> str:
    """Return the sentence on who may still save in a closed round."""
    return gettext("The round is closed. Only the direction corrects a sheet, with a reason.")


def _refused(
    desk: Desk,
    form: SheetForm,
    checked: CheckedSheet,
    based_on: int | None,
    **why: object,
) -> HttpResponse:
    """Show the form as typed with everything that is wrong; no result was saved."""
    problems, wrong = form.problems(), checked.errors
    notes = notes_of(form, checked.findings)
    errors = [note for note in notes if note.severity == "error"]
    is_only_missing = all(note.code in MISSING for note in errors)
    # What the direction may accept is offered only if nothing else is wrong.
    offered = []
    may_accept = may_accept_exceptions(desk.request.actor, desk.tournament)
    if not problems and may_accept and all(acceptable(checked.kind, error) for error in wrong):
        chosen = desk.request.POST.getlist("accept")
        for error in wrong:
            value = f"{error.code}:{error.seat or ''}"
            text = finding_sentence(error)
            offered.append({"value": value, "text": text, "is_accepted": value in chosen})
    names_way = not problems and only_lacks_a_solo(wrong)
    more = {
        **draft_context(desk, _keep_draft(desk, form, based_on)),
        "summary": errors,
        "refused": gettext("The sheet cannot be saved like this."),
        "way_out": SOLO_WAY_OUT if names_way and not offered else "",
        "acceptable": offered,
        "reasons": [PLAYERS_GONE] if names_way and offered else [],
        "focus_on": errors[0].anchor if errors and is_only_missing else "",
        **why,
    }
    return show_form(desk, form, based_on, more, REFUSED)


def _conflict(
    desk: Desk, form: SheetForm, conflict: SheetConflict, based_on: int | None
) -> HttpResponse:
    """Show both sheets side by side, and the possible ways on."""
    draft = _keep_draft(desk, form, based_on)
    current, typed = conflict.current, conflict.sheet
    lines = by_position((current.content, current.totals), (typed.content, typed.totals))
    context = {
        **head_context(desk),
        "kind": form.kind,
        "current": current,
        "penalty": act_sentence(sheet_acts(desk.tournament, *PENALTY_ACTS).get(current.pk)),
        "lines": lines,
        "differences": sum(line.differs for line in lines),
        "suspicion": suspicion_words(current.totals, typed.totals),
        "fields": form.fields,
        "revision": draft.revision if draft else "",
        "submission": uuid4(),
    }
    return render(desk.request, "desk/conflict.html", context, status=CONFLICT)


def _keep_draft(desk: Desk, form: SheetForm, based_on: int | None) -> SheetDraft | None:
    """Save a rejected sheet as the user's draft.

    None where only the direction may still type: then it stays on the screen alone.
    """
    window = window_of(desk.request.POST)
    actor, table = desk.request.actor, desk.table
    with suppress(PermissionDenied):
        return save_draft(actor, table, form.kind, form.fields, based_on, window)
    return None


def table_gone(
    request: Request, tournament: Tournament, fields: Fields, status: int = GONE, why: str = ""
) -> HttpResponse:
    """Show what was typed, to be copied: a redraw has put other people at that number, or `why`."""
    sizes = tournament.rule_set.table_sizes
    size = max((size for size in sizes if f"t{size}" in fields), default=sizes[0])
    form = LinesForm(tournament.at_table(size), fields)
    numbers = range(1, form.rows_typed + 1)
    columns = (
        (gettext("Lines"), [form.line_text(number) for number in numbers]),
        (capfirst(gettext("on the score sheet")), [form.paper_text(number) for number in numbers]),
    )
    totals = [fields.get(f"t{seat}", "").strip() for seat in form.seats]
    context = {
        "columns": [(label, texts) for label, texts in columns if any(texts)],
        "totals": " / ".join(total or "–" for total in totals) if any(totals) else "",
        "penalties": [" ".join(filter(None, line.texts)) for line in form.penalties],
        "reason": fields.get("reason", ""),
        "why": why,
    }
    return render(request, "desk/table_gone.html", context, status=status)


@tournament_page(may_see_tournament)
def sheet_versions(
    request: Request, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """List all versions, the one that counts first; restore one, or confirm deals out of turn."""
    desk = Desk.find(request, tournament, number, table)
    if request.method != "POST":
        return _history(desk)
    fields = readable(request.POST.dict())
    if "confirm" in request.POST:
        version = whole_number(fields.get("confirm", "")) or 0
        try:
            confirm_dealt_out_of_turn(request.actor, desk.table, version=version)
        except Refused as refusal:
            return _history(desk, refused=refusal_sentence(refusal))
        sentence = gettext("Table %(table)s: games dealt out of turn confirmed.")
        messages.success(request, sentence % {"table": table})
        return HttpResponseRedirect(desk.url())
    require(may_submit_sheets, request.actor, tournament)
    wanted = whole_number(fields.get("version", "")) or 0
    seen, reason = version_number(fields.get("based_on", "")), fields.get("reason", "")
    try:
        restored = restore_version(request.actor, desk.table, wanted, reason, based_on=seen)
    except (Refused, SheetRefused) as error:
        return _history(desk, wanted, reason, reasons(error))
    except PermissionDenied:
        if desk.may(may_submit_sheets):
            raise  # what only the direction accepts
        page = _history(desk, wanted, reason, closed_sentence())
        page.status_code = FORBIDDEN
        return page
    words = {"number": wanted, "version": restored.number}
    sentence = gettext("Version %(number)s is restored; it is version %(version)s now.")
    messages.success(request, sentence % words)
    print_results_again(request, tournament, [number])
    return HttpResponseRedirect(request.path)


def _history(desk: Desk, wanted: int = 0, reason: str = "", refused: str = "") -> HttpResponse:
    taken_back = sheet_acts(desk.tournament, "sheet_taken_back")
    made_by = sheet_acts(desk.tournament, "sheet_restored", *PENALTY_ACTS)
    may_accept = may_accept_exceptions(desk.request.actor, desk.tournament)
    history: list[dict[str, object]] = []
    verified = Prefetch("verifications", Verification.objects.select_related("user", "decided_by"))
    made = desk.table.versions.annotate(is_confirmed=is_confirmed_at("pk")).order_by("number")
    versions = [*made.select_related("user").prefetch_related(verified)]
    for before, version in zip([None, *versions], versions, strict=False):
        changes, kind_changed = [], ""
        if before:
            earlier = before.content, before.totals
            changes = differences(earlier, (version.content, version.totals))
        if before and before.kind != version.kind:
            words = {"before": before.get_kind_display(), "after": version.get_kind_display()}
            kind_changed = gettext("Entered as: %(after)s, before: %(before)s.") % words
        act = made_by.get(version.pk)
        restored = act.data.get("restored") if act else None
        history.append(
            {
                "version": version,
                "differences": changes,
                "kind_changed": kind_changed,
                "is_like_before": before is not None
                and (before.kind, before.content) == (version.kind, version.content),
                "exceptions": exception_words(version.accepted),
                "lines": sheet_lines(version.content, version.totals),
                "taken_back": taken_back.get(version.pk),
                "restored": restored,
                "penalty": "" if restored else act_sentence(act),
                # What was typed for the one that was refused stays, whatever is offered now.
                "may_restore": version.number == wanted
                or (
                    version != desk.version
                    and desk.may_submit
                    and (may_accept or not (version.accepted or version.kind == SheetKind.RULING))
                ),
                "is_wanted": version.number == wanted,
            }
        )
    context = {
        **head_context(desk),
        "kind": "versions",
        "history": list(reversed(history)),
        "reason": reason,
        "refused": refused,
    }
    return form_page(desk.request, "desk/versions.html", context)


@tournament_page(may_submit_sheets)
def sheet_take_back(
    request: Request, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Take back the version named by its number: nobody takes back one they have not seen."""
    desk = Desk.find(request, tournament, number, table)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        seen = version_number(request.POST.get("version", "")) or 0
        reason = form.cleaned_data["reason"]
        try:
            with show_refusals(request):
                take_sheet_back(request.actor, desk.table, reason, version=seen)
                words = gettext("The sheet of table %(table)s is withdrawn.") % {"table": table}
                return done(request, words, "sheet-versions", tournament.slug, number, table)
        except PermissionDenied:
            # The round was closed while the user typed, as where a sheet is saved.
            form.add_error(None, closed_sentence())
    elif not desk.may_take_back:
        return redirect("sheet-versions", tournament.slug, number, table)
    return form_page(request, "desk/take_back.html", {**head_context(desk), "form": form})


@tournament_page(may_rule_table)
def sheet_ruling(request: Request, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Set or change the points that players get where a table cannot be counted, with a reason."""
    desk = Desk.find_published(request, tournament, number, table)
    found = averages_at([desk.table.pk])
    averages = [found[desk.table.pk, seat.position] for seat in desk.seats]
    ruled = desk.version.content if desk.version and desk.table.is_ruled else {}
    post = request.POST
    form = RulingForm(averages, ruled, post or None)
    if request.method == "POST" and form.is_valid():
        content = form.cleaned_data["content"]
        try:
            desk.require_drawn(post.get("table", ""))
            submit_sheet(
                request.actor,
                desk.table,
                SheetKind.RULING,
                content,
                based_on=version_number(post.get("based_on", "")),
                reason=content["reason"],
                submission=uuid_in(post.get("submission", "")),
                window=NO_WINDOW,  # the typed list stays: the sheet may still be found
            )
        except SheetConflict as conflict:
            sentence = gettext(
                "Meanwhile there is another result: %(totals)s. Set the points once more to "
                "replace it."
            )
            form.add_error(None, sentence % {"totals": figures(tuple(conflict.current.totals))})
        except SheetRefused as refused:
            for finding in refused.findings:
                field = f"points{finding.seat}" if finding.seat else None
                form.add_error(field, finding_sentence(finding))
        except Refused as refusal:
            form.add_error(None, refusal_sentence(refusal))
        else:
            messages.success(request, gettext("Table %(table)s is saved.") % {"table": table})
            print_results_again(request, tournament, [number])
            return redirect("round", tournament.slug, number)
    head = head_context(desk)
    if request.method != "POST" and not head["may_rule"]:
        return redirect("sheet", tournament.slug, number, table)
    context = {
        **head,
        "form": form,
        "lines": list(zip(desk.seats, form.lines(), strict=True)),
        "awarded": [penalty_words(penalty) for penalty in desk.awarded],
        "submission": post.get("submission") or uuid4(),
    }
    return form_page(request, "desk/ruling.html", context)
