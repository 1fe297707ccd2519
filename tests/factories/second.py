"""What this process knows of another computer."""

from tournament.standby.standing import Feed, Standing, feed, standing


def forget_other_computer() -> None:
    """Begin as if no other computer had ever asked or been asked."""
    if feed._watch:
        feed._watch.close()
    vars(feed).update(vars(Feed()))
    vars(standing).update(vars(Standing()))
