"""Standard output and standard error of a command, which never interrupt its work.

Who reads the output may go away (`| head -1`), and what it is written to may be full or closed.
The sheets of a round are entered all the same; that the output was lost is told at the end.
"""

import contextlib
import errno
import os
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from django.core.management.base import OutputWrapper

# What a terminal obeys instead of showing it, or what makes one line look like two.
_OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Joiners that some scripts need inside a name.
_JOINERS = "\u200c\u200d"


class Console(OutputWrapper):
    """One of the two streams. Its first failure is kept in `failure`; from then on it is silent.

    Whatever is written is one line, in which a terminal finds nothing to obey.
    """

    def __init__(self, wrapped: OutputWrapper) -> None:
        # Typed as nothing known: tests give other streams, a closed one is None.
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
        """Write a whole file as it is.

        As bytes where possible: a Windows console would refuse the true minus sign.
        """
        binary = getattr(self._stream, "buffer", None)
        if binary is None:
            self._attempt(partial(super().write, data.decode(errors="replace"), None, ""))
        else:
            self.flush()
            self._attempt(partial(binary.write, data))

    def flush(self) -> None:
        """Write what is still held back."""
        self._attempt(super().flush)

    def finish(self) -> None:
        """Write what is still held back, or throw it away: the interpreter would try again."""
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
    """The text with everything spelled out that a terminal would obey, such as escape."""
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character in _JOINERS or unicodedata.category(character) not in _OBEYED:
        return character
    return character.encode("unicode_escape").decode()
