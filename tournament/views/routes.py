"""How requests are named where codes and links must not appear."""

from django.http import HttpRequest

NO_ROUTE = "none"


def route_of(request: HttpRequest) -> str:
    """Return the route name of the request; "none" if it matches no page."""
    match = request.resolver_match
    return NO_ROUTE if match is None else match.view_name or match.route
