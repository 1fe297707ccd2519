"""Several workers for a club's server: `gunicorn -c deploy/gunicorn.conf.py` (docs/server.md)."""

import os
import shutil
import tempfile
from pathlib import Path

from gunicorn.glogging import Logger

wsgi_app = "tournament.config.wsgi"
bind = os.environ.get("KREUZDAME_BIND", "127.0.0.1:8000")
# A save waits for the database most of the time: threads are cheap, workers use the other cores.
workers = int(os.environ.get("KREUZDAME_WORKERS", "2"))
threads = 4
timeout = 120  # seconds; the longest act is a draw or a large print
graceful_timeout = 30  # whoever saves while the server is stopped gets an answer
preload_app = True
control_socket_disable = True
os.environ["KREUZDAME_SERVER"] = "1"

_figures = Path(tempfile.mkdtemp(prefix="kreuzdame-figures-"))
# All workers count here, and whichever is asked adds up. Set before the program is loaded.
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_figures)


class logger_class(Logger):  # noqa: N801  # the name gunicorn looks for
    """Its own lines look as those of the program, and have the same time (UTC)."""

    def setup(self, cfg: object) -> None:
        """Take the program's form for what is written on standard error."""
        from tournament.config.logs import JsonLines

        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonLines())


def when_ready(server: object) -> None:
    """Load every page before the workers part: what they only read is in memory once."""
    from tournament.management.server import keep_what_is_loaded

    keep_what_is_loaded()


def child_exit(server: object, worker: object) -> None:
    """Forget what a worker that is gone was doing."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)


def on_exit(server: object) -> None:
    """Figures are those of one run."""
    shutil.rmtree(_figures, ignore_errors=True)
