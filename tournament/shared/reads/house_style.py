"""What the club's papers, phones and welcome screen are dressed in, as the owner has chosen."""

from tournament.models import HouseStyle


def house_style() -> HouseStyle:
    """Return the mark and the stylesheet; both empty where none was chosen. One query."""
    return HouseStyle.objects.first() or HouseStyle()
