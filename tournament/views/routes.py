"""How requests are named where codes and links may not stand."""

from django.http import HttpRequest

NO_ROUTE = "none"


def route_of(request: HttpRequest) -> str:
    """The name of the page that was asked for; "none" where there is no such page."""
    match = request.resolver_match
    return NO_ROUTE if match is None else match.view_name or match.route
