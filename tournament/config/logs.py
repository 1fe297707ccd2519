"""The log of a club's server: one JSON object per line, without names."""

import json
import logging
import traceback
from datetime import UTC, datetime

from django.http import HttpRequest


class JsonLines(logging.Formatter):
    """Time, level, logger and message; for a request its route instead of its address."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line, whatever the message contains."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            # Not above: the log is set up before there are models.
            from tournament.views.middleware import route_of

            # Django's sentence ends with the address, which may be a sign-in link.
            message = record.getMessage().removesuffix(request.path).rstrip(": ")
            line |= {"message": message, "route": route_of(request)}
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0]:
            # An error's own text may contain user input.
            line["error"] = record.exc_info[0].__name__
            line["at"] = traceback.format_tb(record.exc_info[2])
        return json.dumps(line, ensure_ascii=False, default=str)
