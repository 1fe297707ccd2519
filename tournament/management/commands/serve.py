"""`serve`: everything from an empty directory to the address in the browser."""

import contextlib
import socket
import threading
import webbrowser

from django.conf import settings
from django.core.management.base import CommandParser
from django.db import DEFAULT_DB_ALIAS, connections
from django.urls import reverse
from django.utils.translation import gettext

from tournament.accounts.reads import example_is_due
from tournament.accounts.writes import START_LINK_LIFETIME, owner_start_link
from tournament.backup.restoring import is_update_due, update_database
from tournament.backup.sqlite import database_file, is_one_file
from tournament.exports.pdf.layout import has_pango
from tournament.exports.pdf.paper import missing_for_pdf
from tournament.imports.example import import_example
from tournament.labels.faults import system_reason
from tournament.management.base import Options, TournamentCommand
from tournament.management.server import (
    CopyKeeper,
    SecondComputer,
    listening_socket,
    parse_address,
    serve_forever,
    version_at,
)
from tournament.permissions import COMMAND_LINE
from tournament.privacy.writes import purge_contacts
from tournament.shared.rules.version import VERSION
from tournament.standby.standing import refresh, standing

ALL_ADDRESSES = ("0.0.0.0", "::")  # noqa: S104  # recognised here, chosen by the user


class Command(TournamentCommand):
    help = (
        "Prepares the database and serves the program at the address in KREUZDAME_LISTEN "
        "(default 127.0.0.1:8000)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--prepare",
            action="store_true",
            help="prepare the database and end; before gunicorn serves it (docs/server.md)",
        )
        parser.add_argument(
            "--browser",
            action="store_true",
            help="open the program in the browser when it is ready",
        )

    def run(self, options: Options) -> None:
        if options["prepare"]:
            self._prepare_database(with_example=False)
            self._say_link(sign_in_address(web_addresses(*parse_address(settings.LISTEN))[0]))
            return
        # The address first: a second instance must not touch anything.
        given = settings.LISTEN
        try:
            host, port = parse_address(given)
        except ValueError:
            self.wrong_call(
                gettext("KREUZDAME_LISTEN must look like 127.0.0.1:8000, not “%(given)s”.")
                % {"given": given}
            )
        listener = self._listen(host, port, options["browser"])
        with contextlib.suppress(KeyboardInterrupt):
            self._prepare_database(with_example=True)
            if not has_pango() and (missing := missing_for_pdf()):
                self.stderr.write(missing)
            addresses = web_addresses(host, port)
            words = {"addresses": "  ".join(addresses)}
            self._say(gettext("Kreuzdame is ready: %(addresses)s") % words)
            link = sign_in_address(addresses[0])
            self._say_link(link)
            if options["browser"]:
                self._say(gettext("To stop: close this window"))
                # A text browser in the terminal would only return once it is closed.
                shown = [link or addresses[0]]
                threading.Thread(target=webbrowser.open, args=shown, daemon=True).start()
            else:
                self._say(gettext("To stop: Ctrl+C"))
            connections.close_all()
            CopyKeeper().start()
            if is_one_file():
                # Open only if it exists: one that was moved away must not become an empty one.
                address = f"{database_file().resolve().as_uri()}?mode=rw"
                connections.databases[DEFAULT_DB_ALIAS]["NAME"] = address
                SecondComputer().start()
            serve_forever(listener)

    def _listen(self, host: str, port: int, wants_browser: bool) -> socket.socket:
        try:
            return listening_socket(host, port)
        except OSError as error:
            # A second start opens the browser if the running instance has this version.
            address = web_addresses(host, port)[0]
            running = version_at(address) if wants_browser else ""
            if running == VERSION:
                self._say(gettext("Kreuzdame runs already: %(address)s") % {"address": address})
                webbrowser.open(address)
                raise SystemExit(0) from error
            if running:
                self.refuse(
                    gettext(
                        "Kreuzdame %(running)s runs already. Please close its window, then start "
                        "Kreuzdame %(version)s again."
                    )
                    % {"running": running, "version": VERSION}
                )
            self.refuse(
                gettext(
                    "Cannot listen at %(host)s, port %(port)s: %(reason)s. Perhaps the program "
                    "runs already. Another port: KREUZDAME_LISTEN=127.0.0.1:8001"
                )
                % {"host": host, "port": port, "reason": system_reason(error)}
            )

    def _prepare_database(self, *, with_example: bool) -> None:
        str(settings.SECRET_KEY), str(settings.SIGNING_SECRET)  # created, or their error reported
        if is_update_due():
            self._say(gettext("Preparing the database ..."))
            update_database()
        refresh()
        if not standing.takes_entries:
            return
        purge_contacts(COMMAND_LINE, settings.CONTACT_MONTHS)
        if with_example and example_is_due():
            self._say(gettext("Loading the example tournament ..."))
            import_example(COMMAND_LINE)

    def _say_link(self, link: str) -> None:
        if link:
            words = gettext("Sign in with this link (once, within %(minutes)s minutes):")
            self._say(words % {"minutes": START_LINK_LIFETIME.seconds // 60})
            self._say(f"  {link}")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def sign_in_address(address: str) -> str:
    """Return a new link for the first owner; "" with a password, or if it takes no entries."""
    token = owner_start_link(COMMAND_LINE) if standing.takes_entries else ""
    return address.rstrip("/") + reverse("sign-in-link", args=[token]) if token else ""


def web_addresses(host: str, port: int) -> list[str]:
    """Return the addresses to type into a browser, this machine's own first."""
    others = [name for name in settings.ALLOWED_HOSTS if name not in settings.LOCAL_HOSTS]
    if settings.SESSION_COOKIE_SECURE and others:
        return [f"https://{name}/" for name in others]
    if host in ALL_ADDRESSES:
        names = ["127.0.0.1", *others]
    else:
        names = [f"[{host}]" if ":" in host else host]
    return [f"http://{name}:{port}/" for name in names]
