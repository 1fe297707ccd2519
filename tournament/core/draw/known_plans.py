"""Plans for the sizes where neither difference rows nor a starter round reach: the best known.

They were found by long searches (scripts/find_known_plans.py); a test recounts each of them.
"""

from dataclasses import dataclass

from tournament.core.draw.field import Tables
from tournament.core.draw.starter_rounds import points


@dataclass(frozen=True, slots=True)
class KnownPlan:
    """All rounds of a plan; a word is a table, four-tables first."""

    written: tuple[str, ...]

    def rounds(self) -> list[Tables]:
        """The rounds, people as numbers."""
        return [points(tables) for tables in self.written]


KNOWN_PLANS = {
    (21, 5): KnownPlan(  # repeated pairs: 0, five-tables beyond the fair share: 2
        (
            "61c2 b7h4 eja3 k0di f98g5",
            "ciga d718 fj0b 2439 65hek",
            "8i46 g2jk 1b9e 05a7 h3cdf",
            "5cj4 83kb h10g da96 e7if2",
            "763g c08e j9hi db52 a14kf",
        )
    ),
    (22, 4): KnownPlan(  # repeated pairs: 0, five-tables beyond the fair share: 4
        (
            "cf08 g4ik j96b 71a2d leh53",
            "fha4 8d9l 1eg6 c2jk3 ib057",
            "gdc5 ilja 602h b8431 ke9f7",
            "10lk ebca 4592 hg8j7 d3fi6",
        )
    ),
    (23, 4): KnownPlan(  # repeated pairs: 0, five-tables beyond the fair share: 3
        (
            "e0j3 am4c 2785f b96kd hli1g",
            "jhf9 d1a8 i24k3 5l60c 7gemb",
            "klfm e126 07a9i 4jdg5 c8hb3",
            "dl73 gc29 ijm86 5ehka 40b1f",
        )
    ),
}
"""By the number of people and of rounds."""
