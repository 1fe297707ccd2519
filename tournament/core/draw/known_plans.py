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
    (20, 6): KnownPlan(  # repeated pairs: 6
        (
            "3i7b 9dea 54jf c601 h2g8",
            "1ej8 ia2f h3c5 d407 96bg",
            "63fe 1g4i djhb 8c7a 0529",
            "hi0e 6j72 3948 ab51 gdcf",
            "cgd1 30ja i586 e42b hf97",
            "08fb 6ha4 5e7g i9jc 321d",
        )
    ),
    (20, 7): KnownPlan(  # repeated pairs: 20
        (
            "9f14 2hi3 0e6a dc85 gjb7",
            "bha9 4205 ejcf 683g d17i",
            "i0c9 46h7 3je8 2bfd 15ga",
            "fgc6 9ij0 153a h784 2ebd",
            "162j c3b4 d0gh 8ifa 79e5",
            "81b0 i4ge a7c2 69d3 5fjh",
            "ib56 ce1h aj4d 7f30 928g",
        )
    ),
    (20, 8): KnownPlan(  # repeated pairs: 50
        (
            "0j1h ebca 9fg5 i4d3 2786",
            "1d2b 0ie8 cg46 fj3a 97h5",
            "2j5c 3d07 18e9 6gbi af4h",
            "b489 ga20 j5fd 1hi6 73ce",
            "2ief 7g8j 54a1 cb3h 6d90",
            "10fc 2bj4 hdeg 9i7a 8365",
            "2h39 8dfc e6aj 74g1 0ib5",
            "45e0 3g12 6fb7 da8h cj9i",
        )
    ),
    (20, 9): KnownPlan(  # repeated pairs: 80
        (
            "c21g dhbj 8470 96i3 f5ea",
            "fgjh 9d01 bi4e 657c 8a23",
            "idaj 91b2 60ge 8h54 c3f7",
            "cd8i fg17 2he9 056j 34ab",
            "g78b 4a16 h3de j5i9 2cf0",
            "j81e a76d 25ih c49g bf30",
            "cje3 fi6b 5801 a7h9 4dg2",
            "bce5 iga0 8f9d 274j 13h6",
            "268b e17i 0cha 9jf4 35dg",
        )
    ),
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
    (24, 8): KnownPlan(  # repeated pairs: 18
        (
            "15g6 a784 bm3j dkih 92nf 0lec",
            "26h0 b895 cm4k 7eji a3ng 1lfd",
            "30i1 c9a6 dm5e 8fkj b4nh 2lg7",
            "41j2 dab0 7m6f 9gek c5ni 3lh8",
            "52k3 7bc1 8m0g ahfe d6nj 4li9",
            "63e4 8cd2 9m1h bigf 70nk 5lja",
            "04f5 9d73 am2i cjhg 81ne 6lkb",
            "nlm4 fch3 856i 2bde 1agk 97j0",
        )
    ),
    (33, 8): KnownPlan(  # repeated pairs: 2
        (
            "jim3 spon c0lv e6uw graq 21t8 57fk 94dbh",
            "frv3 9qm5 tdc6 ajnl 4w8p o2ek s7hi u01gb",
            "lkt3 n2hg usv8 r046 7a9e mbcw o5dj 1fipq",
            "b7n3 kmp0 2asw g6v5 lidu 1ro9 jf4t cheq8",
            "trsm qb6k 052i uf9c vpjh ad83 n14e 7wlgo",
            "lbf2 0n89 35wh kcir q7dv etpg 1s6j uoma4",
            "5rpb 24c7 9gjk io86 1mlh vawt 3nqu 0fdes",
            "lqs4 oth0 jru7 mfg8 1c5a kndw ebvi 263p9",
        )
    ),
    (33, 9): KnownPlan(  # repeated pairs: 11, five-tables beyond the fair share: 1
        (
            "o654 8kf9 1ndr hucv ibtl jae3 2qsw 7mpg0",
            "6ehi u1gf r3bm p9qj 820o 5c7k wnvt as4dl",
            "mcqt p687 nfos 9vgr ahk2 3l0u 1b4e j5dwi",
            "w80r ocde uq5a 1mik psbh 3vf4 nl79 g6j2t",
            "vq6d 12lc 5g3n 4hm8 9i0s oart j7fb kpuew",
            "4igq 8bdu k3s6 olpv f0ht rncj 17aw em592",
            "a196 c3i8 n24p bv50 7tse dhwg umjo frqlk",
            "niva j0k4 t15p r6su dmf2 leg8 bcw9 73hoq",
            "i7u2 9dt3 obkg fcap qn0e 45rh 6lmw 81jsv",
        )
    ),
    (34, 8): KnownPlan(  # repeated pairs: 3, five-tables beyond the fair share: 1
        (
            "lpf6 evxh i52u 8349 agcb rqdw 7tmkj n1so0",
            "nd9p quec ams3 4bjo ih7l x02t 5f1w8 k6vgr",
            "8r0i 4cmv g5ts uknl 192e xfjq wopa7 6b3hd",
            "qh8t 906a kds2 jp5v c3io wxl4 1rb7u gnfme",
            "tfro 21ha m5b9 sv87 upgx k3we 6q4ni d0lcj",
            "vbf0 4hpr uj6s 8ela 1imd ntcw xo59k 372qg",
            "8nbx mo26 jigw qk1p 5l3r e740 dauvt hc9sf",
            "5c76 fa4k tx31 9lvq 8god j2rn mh0uw espbi",
        )
    ),
    (35, 8): KnownPlan(  # repeated pairs: 5, five-tables beyond the fair share: 3
        (
            "hop9 7q1w vm3n fly4 a2rc 6kx5e 0bitu gsj8d",
            "ce1s 6nal ujx4 v95b t8hk 0pwr3 7ydi2 oqfmg",
            "lhj7 vf1r xokd ne90 wm4t q6us2 pbycg 3ai85",
            "9y8q c60f boaw tl3d 7uve 2j1kp rg54n xmshi",
            "p4sa tv6g dbme 8wxc rqji 9k3f7 o0l25 hn1uy",
            "ytrx 91i4 w5fu 2e3g cjno ahvd0 qksbl p6m87",
            "oer8 s57t ivlp m0jy kaug b2xfn 4qhc3 19w6d",
            "nikw 82v4 5qdp brh6 os3y m9cul 1g07x atfej",
        )
    ),
}
"""By the number of people and of rounds."""
