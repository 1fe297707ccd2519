"""Documents as answers to the browser."""

from django.http import HttpResponse

from tournament.exports.base import PDF, Document


def as_response(document: Document) -> HttpResponse:
    """Render a document. Paper is shown in the browser, where one prints it; a workbook is saved.

    Nobody keeps it on the way: the next one may hold other figures. Raises what rendering raises.
    """
    place = "inline" if document.content_type == PDF else "attachment"
    return HttpResponse(
        document.render(),
        content_type=document.content_type,
        headers={
            "Content-Disposition": f'{place}; filename="{document.file_name}"',
            "Cache-Control": "no-store",
        },
    )
