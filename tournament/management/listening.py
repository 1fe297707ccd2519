"""Sockets to serve at, and who else serves there."""

import json
import os
import socket
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

WAIT_FOR_ANSWER = 30  # seconds: it may be loading the example
LONGEST_ANSWER = 1000  # bytes


def parse_address(text: str) -> tuple[str, int]:
    """Host and port of "127.0.0.1:8000" or "[::1]:8000"; ValueError for anything else."""
    host, colon, port = text.rpartition(":")
    if not (colon and host and 0 < int(port) < 65536):
        raise ValueError(text)
    return host.strip("[]"), int(port)


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens already, so that no second program can take the port."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name == "posix":  # elsewhere the option would let two programs share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    return listener


def version_at(address: str) -> str:
    """The version of Kreuzdame that answers at a web address; empty where there is none."""
    place = urlsplit(address)
    with closing(
        HTTPConnection(place.hostname or "", place.port, timeout=WAIT_FOR_ANSWER)
    ) as asked:
        try:
            asked.request("GET", "/health/")
            return str(json.loads(asked.getresponse().read(LONGEST_ANSWER))["version"])
        except (OSError, HTTPException, ValueError, KeyError, TypeError):
            return ""
