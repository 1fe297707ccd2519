"""Sockets to serve at."""

import os
import socket


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
