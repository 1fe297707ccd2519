"""A context of the browser that tests pass on to each other, as a new one takes a while."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

UNDONE = {"add_cookies", "clear_cookies", "cookies", "new_cdp_session", "new_page"}
UNDONE |= {"expect_page", "route", "unroute", "unroute_all", "set_offline"}
"""What a test may ask of the context: nothing of it is left when the pages are closed."""
STORES = "local_storage,indexeddb,service_workers,cache_storage"


class SharedContext:
    """Lends a page without cookies or anything kept, in the context of the test before.

    After a test that asks its context for anything else than `UNDONE`, such as a clock, the next
    one has a new context. Static files stay in the browser.
    """

    def __init__(self, browser: Browser, patience: int, **options: Any) -> None:
        self._browser, self._patience, self._options = browser, patience, options
        self._page: Page | None = None
        self._is_changed = False

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        """Notice what is asked of contexts, and of their clocks."""
        clock = type(self.lend().clock)
        for owner, harmless in ((BrowserContext, UNDONE), (clock, set())):
            for name in {*dir(owner)} - harmless:
                method = getattr(owner, name)
                if not name.startswith("_") and callable(method):
                    patch.setattr(owner, name, self._noted(method))

    def _noted(self, method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def noted(*arguments: Any, **named: Any) -> Any:
            self._is_changed = True
            return method(*arguments, **named)

        return noted

    def lend(self) -> Page:
        """Return the page for the next test."""
        if self._page is None:
            context = self._browser.new_context(**self._options)
            context.set_default_timeout(self._patience)
            self._page = context.new_page()
        self._is_changed = False
        return self._page

    def take_back(self) -> None:
        """Close the pages and forget what they kept."""
        assert self._page
        context, used = self._page.context, self._page.context.pages
        if self._is_changed:
            self._page = None
            context.close()
            return
        self._page = context.new_page()  # first, so that the process that shows pages stays
        for page in used:
            page.close()
        context.unroute_all()  # not before: what waits in a page would be sent
        context.set_offline(False)
        context.clear_cookies()
        network = context.new_cdp_session(self._page)
        stores = {"origin": self._options["base_url"], "storageTypes": STORES}
        network.send("Storage.clearDataForOrigin", stores)
        network.detach()
