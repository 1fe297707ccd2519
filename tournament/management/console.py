"""Standard output and standard error of a command; failures there never interrupt its work.

The reader may close the pipe (`| head -1`), and the target may be full or closed. The sheets of a
round are entered all the same; lost output is reported at the end.
"""

import contextlib
import errno
import os
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django.core.management.base import OutputWrapper

# Control characters a terminal obeys, and characters that make one line look like two.
_OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Joiners that some scripts need inside a name.
_JOINERS = "\u200c\u200d"


class Console(OutputWrapper):
    """One of the two streams, silent from its first failure on; a text becomes a harmless line."""

    def __init__(self, wrapped: OutputWrapper) -> None:
        # Typed as Any: tests pass other streams, a closed one is None.
        self._stream = cast(Any, wrapped._out)
        super().__init__(self._stream)
        self.style_func = wrapped.style_func
        self.failure: OSError | None = None
        if self._stream is None:  # closed before the program began
            self.failure = OSError(errno.EBADF, os.strerror(errno.EBADF))

    def write(  # type: ignore[override]  # as Django's, which is not that of a plain stream
        self,
        msg: str = "",
        style_func: Callable[[str], str] | None = None,
        ending: str | None = None,
    ) -> None:
        """Write a line."""
        line = visible(msg.removesuffix("\n"))
        self._attempt(partial(super().write, line, style_func, ending))

    def write_document(self, data: bytes) -> None:
        """Write a whole file unchanged, as bytes: a Windows console would reject the minus sign."""
        binary = getattr(self._stream, "buffer", None)
        if binary is None:
            self._attempt(partial(super().write, data.decode(errors="replace"), None, ""))
        else:
            self.flush()
            self._attempt(partial(binary.write, data))

    def flush(self) -> None:
        """Write what is still buffered."""
        self._attempt(super().flush)

    def finish(self) -> None:
        """Write what is still buffered, or discard it: the interpreter would try again."""
        self.flush()
        if self.failure is not None:
            with contextlib.suppress(OSError, AttributeError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, self._stream.fileno())
                os.close(nowhere)

    def _attempt(self, write: Callable[[], object]) -> None:
        if self.failure is None:
            try:
                write()
            except OSError as failure:
                self.failure = failure


def visible(text: str) -> str:
    """Return the text with terminal control characters, such as escape, spelled out."""
    return "".join(
        each
        if each in _JOINERS or unicodedata.category(each) not in _OBEYED
        else each.encode("unicode_escape").decode()
        for each in text
    )
