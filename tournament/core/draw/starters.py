"""The starter rounds by the number of people, as scripts/find_starter_rounds.py found them.

Each gives as many rounds without a repeated pair as its first number says, and shares out the
five-tables of these rounds as evenly as can be. Where there are two, fewer rounds do it better.
"""

from tournament.core.draw.starter_rounds import Starter

STARTERS = {
    24: (Starter(7, "15g6 a784 bm3j dkih 92nf 0lec"),),
    25: (Starter(6, "5m6f d71b k8co eg3j 04i9 2lnah"),),
    26: (Starter(5, "4cia 16b9 28op lhjm eknd5 7fg03"),),
    27: (Starter(5, "lhkj 5d2p 0eq9 o71m8 b3in4 6acgf"),),
    28: (Starter(9, "rm4c qa3i bo8d n62h 0k71 gjpl fe95"),),
    29: (Starter(7, "s8e0 gfrk obpd 3lc5 h4qn 6i9a j127m"),),
    30: (
        Starter(6, "mi6h pgkq 4b39 rdj2 atc0 n1fe5 os7l8"),
        Starter(7, "6b1a 9ncf 8j2p hso3 4ltg d5ike r0mq7"),
    ),
    31: (
        Starter(6, "9f2g ep46 5uir btlm kqo0h sc387 1ndja"),
        Starter(7, "g19n 2jrt sde3 fupa io78c bk406 5qlmh"),
    ),
    33: (Starter(7, "vl0j p5im c9hr u3qe gd1w tbnf 47ks 6a82o"),),
    34: (
        Starter(6, "ovf1 7q0u x9p3 kw4d seci bnj6 h85ga mltr2"),
        Starter(7, "v86h dow5 jq3t gxpb sl94 uank 71imc 2rfe0"),
    ),
    35: (Starter(7, "p31u e2hm y96t 7roi bxaj lnc5v qfgsw 84dk0"),),
    37: (Starter(9, "65zd bp9e whln 1a84 txu7 g2fo Acsm v3ij qky0r"),),
    38: (
        Starter(7, "810m 5ikp yvdh tBne oAw9 4zlu cjb2 s6f3x graq7"),
        Starter(9, "Bbu8 cwiA 7gkn mseq h193 ltj4 x0rz p265y dfvao"),
    ),
    39: (
        Starter(7, "4htx gn2z uj7c v9Cr qdB6 Alf3 akmei s5b80 ow1py"),
        Starter(9, "fqvA u5g3 nCbx 1i27 Bkz6 aphr c9dm4 jl0so twy8e"),
    ),
    41: (Starter(9, "tsac ibme oxnq Cv0h Dkz1 gB7p lEy5 3ufA 6wr4 2d98j"),),
    42: (
        Starter(8, "E3ix Dd7s vt45 qfcj pzl8 Cmw1 oeFn B92k 0a6by rguhA"),
        Starter(9, "a8yF Bsmc j4el htD0 nCfx E1zq du7b Ag2k 35pr6 9wivo"),
    ),
    43: (
        Starter(8, "ozdy qEa4 9A86 pxr2 lbG3 ihnv 7kDF gB10s ftjcu Cw5me"),
        Starter(9, "B8gr Gfsn 1yoC F2ct jD09 4qAb eluE 5a6vh wk3xz p7mid"),
    ),
    45: (Starter(9, "qv9a iD52 6nCA u7r3 1wlk fz0b xhF8 GoHd EBse mtcp gyjI4"),),
    46: (Starter(9, "c5sp A6gn wdlf zFJi v2ou hIeq BrED by07 38Hm 9tjxk 41GaC"),),
    47: (Starter(9, "iFa1 m8z7 CwK2 qBeJ vAtj 6ghH ynI3 k9dr 4c0xG bD5Es poluf"),),
    49: (Starter(9, "mwdA 1FzM 67Dn v2kL KpuC J5sj Extf iglG 8rac 03B9 Ihob Hyqe4"),),
    50: (Starter(9, "4hlK d9DA Gr1E 6uce 8HvN FM5o zLfm 7ijC tg2J qwnx p3Bs0 Iabky"),),
    51: (Starter(9, "Gy9N v4ME 0DmJ 1weO diHK BLf8 h57s Fntq kgox j2zur 6bl3c aACIp"),),
    53: (Starter(9, "HJn3 eqv0 NxE4 GkC5 K6oa LAgy tMdj rIOp l2us PF9i QBbw 87hf D1czm"),),
    54: (Starter(9, "mHzu i0Bb vpgF DCrK 4oI3 adPl jeJ9 L6cG MR2q 8fwx tk1N EA7nh sOyQ5"),),
    55: (Starter(9, "zeQB g2wG onJy EkLC irSh Kud6 18H5 Ppsa NAvI c3l4 q7Fjx tMR0O Dbmf9"),),
}
"""24: seven rounds, where difference rows end at five; 28: nine, where they end at seven; the
others have five-tables."""
