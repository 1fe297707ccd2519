"""Groupings with few tables for the rounds, or with five-tables: one round, rotated.

The people are on rings of `modulus` places each, with the remaining ones beside them. From one
round to the next everybody on a ring moves on by one place, so one starter round makes as many
rounds as a ring has places. Two people meet again only if another pair of the same rings is the
same distance apart at some table. So nobody meets twice if all distances in the starter round are
different.

People on one ring take turns at the five-tables automatically.

The starter rounds were found by scripts/find_starter_rounds.py; a test checks each of them. They
share out the five-tables as evenly as possible; of two, the one with fewer rounds does it better.
"""

from dataclasses import dataclass
from itertools import islice

from tournament.draw.table_sizes import FOUR_TABLE, table_sizes

POINTS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""One character for each person: ring by ring, then those who stay where they are."""


def points(word: str) -> list[list[int]]:
    """Return the tables of a round written as one word: four-tables first."""
    waiting = iter(word)
    return [
        [POINTS.index(character) for character in islice(waiting, size)]
        for size in table_sizes(len(word)).sizes
    ]


@dataclass(frozen=True, slots=True)
class Starter:
    """One round that gives `modulus` rounds by rotation."""

    modulus: int
    word: str

    @property
    def one_each(self) -> list[int]:
        """The first ring and the first beside the rings, as many people as there are tables."""
        people = len(self.word)
        beside = people - people % self.modulus
        return [*range(self.modulus), *range(beside, beside + people // FOUR_TABLE - self.modulus)]

    def developed(self) -> list[list[list[int]]]:
        """Return all its rounds, each a list of tables of people 0, 1, 2 ..."""
        size, tables = self.modulus, points(self.word)
        on_rings = len(self.word) - len(self.word) % size
        rounds = []
        for shift in range(size):
            moved = [one - one % size + (one + shift) % size for one in range(on_rings)]
            moved += range(on_rings, len(self.word))
            rounds.append([[moved[person] for person in table] for table in tables])
        return rounds


_WRITTEN = """
7 15g6a784bm3jdkih92nf0lec 6 5m6fd71bk8coeg3j04i92lnah 5 4cia16b928oplhjmeknd57fg03
5 lhkj5d2p0eq9o71m8b3in46acgf 9 rm4cqa3ibo8dn62h0k71gjplfe95 7 s8e0gfrkobpd3lc5h4qn6i9aj127m
6 mi6hpgkq4b39rdj2atc0n1fe5os7l8 7 6b1a9ncf8j2phso34ltgd5iker0mq7 6 9f2gep465uirbtlmkqo0hsc3871ndja
7 g19n2jrtsde3fupaio78cbk4065qlmh 7 vl0jp5imc9hru3qegd1wtbnf47ks6a82o
6 ovf17q0ux9p3kw4dsecibnj6h85gamltr2 7 v86hdow5jq3tgxpbsl94uank71imc2rfe0
7 p31ue2hmy96t7roibxajlnc5vqfgsw84dk0 9 65zdbp9ewhln1a84txu7g2foAcsmv3ijqky0r
7 810m5ikpyvdhtBneoAw94zlucjb2s6f3xgraq7 9 Bbu8cwiA7gknmseqh193ltj4x0rzp265ydfvao
7 4htxgn2zuj7cv9CrqdB6Alf3akmeis5b80ow1py 9 fqvAu5g3nCbx1i27Bkz6aphrc9dm4jl0sotwy8e
9 tsacibmeoxnqCv0hDkz1gB7plEy53ufA6wr42d98j 8 E3ixDd7svt45qfcjpzl8Cmw1oeFnB92k0a6byrguhA
9 a8yFBsmcj4elhtD0nCfxE1zqdu7bAg2k35pr69wivo 8 ozdyqEa49A86pxr2lbG3ihnv7kDFgB10sftjcuCw5me
9 B8grGfsn1yoCF2ctjD094qAbeluE5a6vhwk3xzp7mid 9 qv9aiD526nCAu7r31wlkfz0bxhF8GoHdEBsemtcpgyjI4
9 c5spA6gnwdlfzFJiv2ouhIeqBrEDby0738Hm9tjxk41GaC 9 iFa1m8z7CwK2qBeJvAtj6ghHynI3k9dr4c0xGbD5Espoluf
9 mwdA1FzM67Dnv2kLKpuCJ5sjExtfiglG8rac03B9IhobHyqe4
9 4hlKd9DAGr1E6uce8HvNFM5ozLfm7ijCtg2Jqwnxp3Bs0Iabky
9 Gy9Nv4ME0DmJ1weOdiHKBLf8h57sFntqkgoxj2zur6bl3caACIp
9 HJn3eqv0NxE4GkC5K6oaLAgytMdjrIOpl2usPF9iQBbw87hfD1czm
9 mHzui0BbvpgFDCrK4oI3adPljeJ9L6cGMR2q8fwxtk1NEA7nhsOyQ5
9 zeQBg2wGonJyEkLCirShKud618H5PpsaNAvIc3l4q7FjxtMR0ODbmf9"""
"""The modulus of each starter round, and its word."""
STARTERS: dict[int, tuple[Starter, ...]] = {}
"""24: seven rounds, where difference rows end at five; 28: nine, where they end at seven; the
others have five-tables."""
for _modulus, _word in zip(_WRITTEN.split()[::2], _WRITTEN.split()[1::2], strict=True):
    STARTERS[len(_word)] = (*STARTERS.get(len(_word), ()), Starter(int(_modulus), _word))

_WRITTEN_FOR_LISTS = """
8 8 0trqA4if5yka3zcp2uxl1ojm8hswe6vdgbn79 9 8 4btlp7nkw09ve2zBjs8cAyh6rm1g5faodqux3i
9 9 i5Ch8mkga0vE2wdloBx7b49r3nsuf6DzyAjct1peq 8 8 l7gnecb5pa2sEDt89hv6Fqzm4Bwo1ACj3rfxidyu0k
9 9 kzAd1nDr9y7F6Btbhea2j5fqEp8w4Coxg0suvlicm3 8 8 dal6oFDkAuz3vm901jwtB8hE5rbGxpef4nsqC2iy7cg
9 9 1fGleiAyb7Fkg6xB3CorscD5Etn84zmuw9j0qp2ahvd 9 8 DC2fxF0H5cpjky4lz8qrKwBaoGJu79gd3tmhiIvse6bnAE1
9 9 coAJDz6Ml8wkC4iaj1txnBLrh5GIdqg27esf3FumKbHvEy0p9
9 9 rj4ayLbEvmKDqlg59s0t2cCGpA6dJuHo1eiMBz8Nnh3xfFIk7w
9 9 cpILBuKlAMg2nkr4hD7owJ9HFf8sNaz1yO6qvtbj5Gxe3Cd0miE"""
"""Modulus, fewest rounds and word of each starter round with one of `one_each` at each table."""
STARTERS_FOR_LISTS: dict[tuple[int, int], Starter] = {}
"""By people and rounds; in fewer rounds a search does as well, and fewer club mates meet."""
_PARTS = _WRITTEN_FOR_LISTS.split()
for _modulus, _fewest, _word in zip(_PARTS[::3], _PARTS[1::3], _PARTS[2::3], strict=True):
    for _rounds in range(int(_fewest), int(_modulus) + 1):
        STARTERS_FOR_LISTS[len(_word), _rounds] = Starter(int(_modulus), _word)
