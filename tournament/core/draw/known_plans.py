"""Plans for the sizes where neither difference rows nor a starter round reach: the best known.

They were found by long searches (scripts/find_known_plan.py); a test recounts each of them.
"""

from dataclasses import dataclass

from tournament.core.draw.field import Tables
from tournament.core.draw.starter_rounds import points

_WRITTEN = """
20 people, 6 rounds, 6 repeats
3i7b 9dea 54jf c601 h2g8
1ej8 ia2f h3c5 d407 96bg
63fe 1g4i djhb 8c7a 0529
hi0e 6j72 3948 ab51 gdcf
cgd1 30ja i586 e42b hf97
08fb 6ha4 5e7g i9jc 321d
20 people, 7 rounds, 20 repeats
9f14 2hi3 0e6a dc85 gjb7
bha9 4205 ejcf 683g d17i
i0c9 46h7 3je8 2bfd 15ga
fgc6 9ij0 153a h784 2ebd
162j c3b4 d0gh 8ifa 79e5
81b0 i4ge a7c2 69d3 5fjh
ib56 ce1h aj4d 7f30 928g
20 people, 8 rounds, 50 repeats
0j1h ebca 9fg5 i4d3 2786
1d2b 0ie8 cg46 fj3a 97h5
2j5c 3d07 18e9 6gbi af4h
b489 ga20 j5fd 1hi6 73ce
2ief 7g8j 54a1 cb3h 6d90
10fc 2bj4 hdeg 9i7a 8365
2h39 8dfc e6aj 74g1 0ib5
45e0 3g12 6fb7 da8h cj9i
20 people, 9 rounds, 80 repeats
c21g dhbj 8470 96i3 f5ea
fgjh 9d01 bi4e 657c 8a23
idaj 91b2 60ge 8h54 c3f7
cd8i fg17 2he9 056j 34ab
g78b 4a16 h3de j5i9 2cf0
j81e a76d 25ih c49g bf30
cje3 fi6b 5801 a7h9 4dg2
bce5 iga0 8f9d 274j 13h6
268b e17i 0cha 9jf4 35dg
21 people, 5 rounds, 0 repeats
61c2 b7h4 eja3 k0di f98g5
ciga d718 fj0b 2439 65hek
8i46 g2jk 1b9e 05a7 h3cdf
5cj4 83kb h10g da96 e7if2
763g c08e j9hi db52 a14kf
21 people, 6 rounds, 6 repeats
6eh0 4f2b 3g58 caij 19d7k
4aek 1gjb 9h03 78c2 f6d5i
5a7e gd20 bik3 c1fh j6984
k08f bc95 ed3j 62a1 i7g4h
k6gc 2ei9 4150 73fj hd8ab
3dc4 60b7 f9ga ei81 j5hk2
21 people, 7 rounds, 29 repeats
ib8j 6fhc 1gka 2d94 703e5
54ci ea9j df01 h3kb 26g78
j3d6 gb40 2ha5 ce81 79fik
i7a3 6e4k 908h gf5j d12bc
2k0j abc7 6195 38f4 higde
dk58 ia06 e2fb 93cg h147j
6b95 eh7g cjk0 123i 8daf4
22 people, 4 rounds, 0 repeats
cf08 g4ik j96b 71a2d leh53
fha4 8d9l 1eg6 c2jk3 ib057
gdc5 ilja 602h b8431 ke9f7
10lk ebca 4592 hg8j7 d3fi6
22 people, 6 rounds, 3 repeats
4b9g 62fh ld0c a8ej3 1i57k
0h53 ai2c bj97 461ed k8fgl
3g6i 08b1 jd2k ce5f9 la7h4
3k4c j65l ba1f 72ge0 8id9h
68c7 5gad ebkh l3129 0ji4f
lebi 8542 7df3 a0k96 c1hjg
23 people, 4 rounds, 0 repeats
e0j3 am4c 2785f b96kd hli1g
jhf9 d1a8 i24k3 5l60c 7gemb
klfm e126 07a9i 4jdg5 c8hb3
dl73 gc29 ijm86 5ehka 40b1f
23 people, 6 rounds, 3 repeats
1lf8 bi7d hjgek 504cm 2a369
ef0a hdc6 7k8m2 5b31j 49gli
3h48 ga57 c9fkb ei16m l0dj2
3e7c jlm9 5ifh2 68gb0 14adk
l56k 2e4b fmdg3 179h0 8icja
ik03 2gc1 hbmal j647f 98ed5
23 people, 7 rounds, 41 repeats
65k3 bja1 l8m07 fi2he gc9d4
cjh0 6mi9 flkag 52814 b73de
cle5 gb2m 917hk 6j8fd 43a0i
i1dl g38h 4kemj 095fb a27c6
cibf 48k7 60g1e 5mahd 92j3l
9ae8 d2k0 1mfc3 64lhb 5ijg7
5j0g f473 9a1md e2l6h kcbi8
24 people, 8 rounds, 18 repeats
15g6 a784 bm3j dkih 92nf 0lec
26h0 b895 cm4k 7eji a3ng 1lfd
30i1 c9a6 dm5e 8fkj b4nh 2lg7
41j2 dab0 7m6f 9gek c5ni 3lh8
52k3 7bc1 8m0g ahfe d6nj 4li9
63e4 8cd2 9m1h bigf 70nk 5lja
04f5 9d73 am2i cjhg 81ne 6lkb
nlm4 fch3 856i 2bde 1agk 97j0
24 people, 9 rounds, 48 repeats
72bn ej04 mckh dlfg 39a8 i651
2if3 5egh aj6c 1nk9 708l 4bdm
254d f9ma b0h1 3g6k enlc 8i7j
khjf ing4 ab6l c975 e1d8 023m
4k97 l1jm c8g2 a0id 36nh 5fbe
14l3 2eka 6d7h g9bj if0c m58n
142c 0mg6 5jan bkd8 fe37 l9ih
c3dj ah84 0lk5 e629 7mbi 1fng
86f4 3cb5 kmie 09dn jh2l g1a7
25 people, 7 rounds, 12 repeats
an9g 1h0b e6do 27j3 5fm8 iclk4
ek79 1jnl 3ba8 46hm 5cdg fi20o
4jed g70m 2kah 89lo fcnb 65i13
8kn0 o3g4 d7ib 6ajf hl5e 921mc
5j90 eima 8471 conh 3dfk l2bg6
md2n a57o 30ce 1k6l f9b4 hgj8i
7c68 3ih9 1gfe 45n2 la0d mokjb
25 people, 8 rounds, 30 repeats
mec2 8079 5g6b loda nh3i 1kjf4
mlfb c065 1g9i 4k2o 3nj7 adh8e
b8jo f03e n1ca k96h mg4d i52l7
82bk 76fd l01h 4ne5 miaj c9go3
86i4 bd13 fa95 nlck moh7 jeg20
icfo 04ab hljg 2d9n 617e 8k5m3
fg8n dki0 a623 15oe jl9m c7bh4
b9ei j5cd ga7k 21hf 438l m06on
25 people, 9 rounds, 61 repeats
7540 6fij dgab nm3k h9lo c81e2
i4kd 62hj cona g87f l135 em0b9
0cg4 em1b n8li fkh9 5jao 2d763
k25b fdmc 4njl 6goe 71i9 3a80h
3eia ml27 8gkj 0hdn c965 o1f4b
bj93 1dgh i0o2 e5nf m684 ca7lk
h4e7 63bl af5m 01jc 2g9n dkio8
bhci 7jmo 95d8 6a1n e34k fl0g2
4a29 eljd 8b7n o3cf 610k ig5hm
26 people, 6 rounds, 2 repeats
n0c9 3p7l odmf 2a58 e4kb1 hgij6
9d5g b263 e7if jc1l oha4n 80kmp
i394 kfc5 mh21 0lo6 7bng8 pdeja
40d2 gcpe 76ka io18 mn5j3 fl9bh
dch7 bp5o m69e f8j4 ink2l 1g3a0
mgl4 h5e0 bcai 38dk 2jo79 6pn1f
26 people, 7 rounds, 11 repeats
fp4d 62e0 bhm1 n7ol 85k3c i9gja
b3pe jod6 mc0i 41g8 na7h5 9klf2
5pi6 n89e j3mg h427 10ald fkcob
io82 pjk1 6h3l ndgc b5049 emf7a
3d97 1oe5 apc2 blgi n4k6m 8h0fj
9ohp md25 a6b8 0g7k ce4jl ni31f
l8mp ao43 2njb g5f0 17c69 kiedh
26 people, 8 rounds, 39 repeats
h5a1 9l8b do3g cp0j keim6 fn472
fa0k li3j gmb2 4168 hed7c po5n9
e9j4 d01b fpgl o26h mcna3 8k75i
b6ap g8e3 ih4f n9d5 70omj k2l1c
ep12 n6kj fc8o bh37 ig9a0 45ldm
c976 i1om k34p bf5e nlhg0 j82da
j17g ncib d9fk 8mph 05632 oea4l
ne08 pdi2 l76a g4c5 193mf jbkoh
26 people, 9 rounds, 73 repeats
oc5i eba2 pfhl m86k g914j dn730
62cl jo39 pmn1 a457 h08ie dgkfb
nl4b 6f5j 83g7 edpc iam0o h219k
i3lg dajh knco 4p02 e9f5m 71b68
phmg 8jan i2f7 cb09 1old5 4ek36
o7le 160f gna9 d2m3 bjipk c548h
01gc h7je pb35 kmla 96din 842of
n3fh 052k ld98 1ie4 opga6 7jmbc
ohb6 k9p7 0jl8 d4mi 2gn5e 31fca
27 people, 6 rounds, 4 repeats
mjhg 51fo idbp n63lk a7q2c e9048
9hla 0oqk 587p mn42d ficg3 1bj6e
cbl4 6f9m ieq5 3pho2 1gd0a 8k7jn
29ki 1nhc qd68 30bm5 4jfap go7el
gk45 82bf en3a 07i6h od9jc 1lqpm
5cp6 1347 2lj0 hdfek im8ao 9bqng
27 people, 7 rounds, 20 repeats
pokj 0l34 fq2m i1a7e 59h86 cndgb
am8k 60df i3gh p5cqe o42b7 j91nl
8b1q inf5 de4j c97hk 20a3p go6ml
684i alcb 52nk dmph1 e39fo 7qjg0
q3oc hle2 n67p 0bim9 8aj5d g1fk4
6c21 pa9g hfjb en80o 5734m dkqli
d29g ijmc 501o 7f8lp b6ek3 aq4nh
27 people, 8 rounds, 46 repeats
75ce blg1 0k2j i8of6 hmd49 3pnaq
956e 8a14 bpfj 0oc2m hi73l qgdkn
f97k ida6 neb0 hg8oj 2lqc4 3m15p
9al0 jm7q cfhn 3g4b6 2ei8p k1o5d
8c93 mn62 qo4f pjled gi701 hb5ak
850q j2h3 dibc fegam 1n9ol k647p
p0h4 3oek d78n qimb9 1aj6c l5g2f
qe1h gp9c ml8k f63d0 in45j 2ba7o
27 people, 9 rounds, 84 repeats
ifb8 apg4 15jm n9lc2 7q6he 3ko0d
9phf 5cgo 3826 jebi0 n4mk7 ad1ql
hia3 lj79 cmdb kgpq2 n1e5f 40o68
e4kg 6nli hm0c 2a7jf p1bo3 8q95d
824d honj 9cae bpmq0 g61i7 l5fk3
4910 p37c qleo b8gna 6jdfm h2ik5
o78f q02n p1id cjk6a 3gme9 l54hb
om12 a507 k6b9 i4cqf jep8l 3nhdg
0fgl 34qj 5p6n be7d2 i9aom 1ch8k
29 people, 8 rounds, 10 repeats
cb5f ra0s 7k9e pl2h mg13 86n4 dijqo
hed6 jkr4 lmo9 0qc2 iba3 5sng p7f18
fq6g np0j hc9s bd72 mr8i 5o1k 4lea3
fmdk 3ron ca16 jge2 ih70 l58q 9sp4b
3e0f 8cbj 5d9r lkni qh14 gpoa s27m6
1bne f24o jahm clr7 qs3k p6i5 8dg09
8k2a dl1s ci4g o0b6 n9fh 735j peqmr
219i 7qna o8es 5m04 lfj6 dp3c hkbgr
29 people, 9 rounds, 29 repeats
d9l7 hp82 cbkg 1inm 0qs3 o54j rf6ea
sk8r qlod fh7c 36m1 2ie5 gpj9 anb04
m4r2 hbi6 g5ls kqje 8dcn f019 p7o3a
c2qa n7r5 4pk1 fdmg 89o6 sbe3 i0lhj
7k60 amjl 3rb8 2e1d pf5q hgon 9i4sc
1sah f8l4 gri3 j56d o0ce 29nk bmqp7
qi78 lenp c1rj g620 4dh3 59ba ofskm
6scp 7eg4 5m80 lb12 jnf3 dkia h9orq
oibf d0pr nq64 m9he 7js2 81ag 53lck
30 people, 8 rounds, 18 repeats
03mp ocqa lf9k h8jt 41n5 7s6be dgi2r
sk3c qrfn he49 1gam 0875 62jdp toibl
mn69 1ts2 bhq5 7rpo k0gj celd8 f3ia4
e8g6 ih7m c2b4 0fdo nlps jq931 5rtak
fa6h bn38 0iqs 71kd jrl4 52emo pctg9
re3h 0la2 59sd io16 7ctn p8k4q bjfmg
b9da c5ij rm8s 06t4 pfe1 gql37 o2knh
bpki l635 og4s qtmd jaen h01rc 7f982
30 people, 9 rounds, 39 repeats
4nah 5sqf bmc7 8kp6 rie0 9jl12 g3otd
184g c0oq b3ji 9tra 5lep f7kn2 shd6m
38dr ae57 lkgq o24b ftjm pinc1 sh069
h28c po0j 3n56 q1te dmk9 sr4l7 biagf
32a0 fp9g 16o7 lqim 8snj khrbe 5c4dt
64i9 cj5r sk13 nb0g fd2e 7qpth ol8ma
spba jkt4 m051 no9e d7i8 26qgr lcf3h
l6tb f804 escg mrnp 2739 hiko5 jqda1
i2ts ka6c rfo1 7jgh l0dn me43p 58bq9
31 people, 8 rounds, 22 repeats
arin qegu hp7m 341b 2lks0 do9t6 8c5fj
293e kijq 4mca gf6h 0r1pt 57ons lubd8
tu2s jl61 b9pi 5mfr 7ae08 c3hko q4dgn
g6i0 2b7o h1ne 5ltc pafkd u4sjm q839r
4rek jpgo hst8 q0mb nf2l9 ci17d 36ua5
ift4 0jn3 ped5 k9u7 81mg2 lahoq rbs6c
684p bg5k nc0u 9s1a 7qf3t dhjr2 emlio
rg7l uo1f c2qp dis3 jaetb 40h95 knm68
31 people, 9 rounds, 45 repeats
rm4o ik9c j3s5 epa0 6b2lg 1d87n fqhtu
r2fa bnmc he97 u4gs t80o5 jidp6 l31kq
0dgn 8sh2 kqpf mu3e c6a1t bi59r 4l7jo
9f10 8m6h tps7 iaul 25n4q gdrc3 jboek
4607 d9qe ifsb 8plr kmt2g hon3a j5cu1
q83b tjrn 0m1i lcph o9u62 4sakd 5fe7g
ocsq 4b1h teil 6n3f m2dp5 rk70u ja8g9
opg1 732i k5a6 tbud n9slm hqr0j ef84c
kn8u fldo c02j h5ig 1sr6e qb7am 439pt
33 people, 8 rounds, 2 repeats
jim3 spon c0lv e6uw graq 21t8 57fk 94dbh
frv3 9qm5 tdc6 ajnl 4w8p o2ek s7hi u01gb
lkt3 n2hg usv8 r046 7a9e mbcw o5dj 1fipq
b7n3 kmp0 2asw g6v5 lidu 1ro9 jf4t cheq8
trsm qb6k 052i uf9c vpjh ad83 n14e 7wlgo
lbf2 0n89 35wh kcir q7dv etpg 1s6j uoma4
5rpb 24c7 9gjk io86 1mlh vawt 3nqu 0fdes
lqs4 oth0 jru7 mfg8 1c5a kndw ebvi 263p9
33 people, 9 rounds, 11 repeats
o654 8kf9 1ndr hucv ibtl jae3 2qsw 7mpg0
6ehi u1gf r3bm p9qj 820o 5c7k wnvt as4dl
mcqt p687 nfos 9vgr ahk2 3l0u 1b4e j5dwi
w80r ocde uq5a 1mik psbh 3vf4 nl79 g6j2t
vq6d 12lc 5g3n 4hm8 9i0s oart j7fb kpuew
4igq 8bdu k3s6 olpv f0ht rncj 17aw em592
a196 c3i8 n24p bv50 7tse dhwg umjo frqlk
niva j0k4 t15p r6su dmf2 leg8 bcw9 73hoq
i7u2 9dt3 obkg fcap qn0e 45rh 6lmw 81jsv
34 people, 8 rounds, 3 repeats
lpf6 evxh i52u 8349 agcb rqdw 7tmkj n1so0
nd9p quec ams3 4bjo ih7l x02t 5f1w8 k6vgr
8r0i 4cmv g5ts uknl 192e xfjq wopa7 6b3hd
qh8t 906a kds2 jp5v c3io wxl4 1rb7u gnfme
tfro 21ha m5b9 sv87 upgx k3we 6q4ni d0lcj
vbf0 4hpr uj6s 8ela 1imd ntcw xo59k 372qg
8nbx mo26 jigw qk1p 5l3r e740 dauvt hc9sf
5c76 fa4k tx31 9lvq 8god j2rn mh0uw espbi
34 people, 9 rounds, 14 repeats
sk8j p95a gtu2 7fcr e63v bqhi o1lmd wnx04
2ar4 kqvl tj9h n73s wu6m dpf8 c5o0b gix1e
m0f3 1npj esl9 4i8c rg5q auvx twdbk 6oh72
7aw5 emrt 1v08 knhf bljg 3i92 4uoqp scdx6
x2pb 8wr9 0ij6 47tl q3da nkoe vmhcg 1u5sf
ed52 ojrx lcun g8a6 sqt0 w3h1 pimk7 4bfv9
vsiw 3top k1c2 dg9n m45j qxf6 b78eu alrh0
bsam k34g 8ohx urdi cp0e q179 wl2fj vn5t6
d7vj 0ku9 lx53 esh4 1rb6 gwcp n82qm oiaft
35 people, 8 rounds, 5 repeats
hop9 7q1w vm3n fly4 a2rc 6kx5e 0bitu gsj8d
ce1s 6nal ujx4 v95b t8hk 0pwr3 7ydi2 oqfmg
lhj7 vf1r xokd ne90 wm4t q6us2 pbycg 3ai85
9y8q c60f boaw tl3d 7uve 2j1kp rg54n xmshi
p4sa tv6g dbme 8wxc rqji 9k3f7 o0l25 hn1uy
ytrx 91i4 w5fu 2e3g cjno ahvd0 qksbl p6m87
oer8 s57t ivlp m0jy kaug b2xfn 4qhc3 19w6d
nikw 82v4 5qdp brh6 os3y m9cul 1g07x atfej
35 people, 9 rounds, 19 repeats
83ux j40w kcr6 fh7n vgdp 5mesa oi19l tybq2
0dot 3jb1 vusr 6ya9 ckfm 7w5lx qhpe4 gi2n8
xkag snjq oue2 bdrl m98p 4tvc7 y3wif 1056h
cl3h w6en 1stx fup5 yo4g aq0r8 9ibvk 72djm
pait 0vel n5bm wkoq 178y 9gucj hx2rf d6s34
q1vf 6gb7 jyre 9ltn mx4i p2k30 uwahd 58ocs
sykh 0i7u 5l24 9dxq cebp wr1gm vo3an fjt68
hvji f4ba 53tg por7 29ws 0cyxn 8dek1 mq6ul
7e39 r5iq c1a2 8hwb mydv nkt4u lsf0g pjx6o"""
"""After each heading a line for each round, in it a word for each table: four-tables first."""


@dataclass(frozen=True, slots=True)
class KnownPlan:
    """The lines of a plan, and how many meetings beyond the first it has."""

    repeats: int
    lines: tuple[str, ...]


def _read(written: str) -> dict[tuple[int, int], KnownPlan]:
    """The plans by their numbers of people and rounds."""
    plans: dict[tuple[int, int], KnownPlan] = {}
    lines = iter(written.split("\n")[1:])
    for heading in lines:
        people, rounds, repeats = (int(part.split()[0]) for part in heading.split(", "))
        plans[people, rounds] = KnownPlan(repeats, tuple(next(lines) for _ in range(rounds)))
    return plans


KNOWN_PLANS = _read(_WRITTEN)
"""By the number of people and of rounds."""
BEST_IN_PART = {21: 5}
"""Rounds of the known plan by the number of people; fewer of them, well chosen, are as fair at the
five-tables as is proven possible."""


def known_plan(people: int, rounds: int) -> list[Tables] | None:
    """The best known plan, people as numbers; None where a design or a search does as well."""
    known = KNOWN_PLANS.get((people, rounds))
    return [points(line) for line in known.lines] if known else None


def longer_plan(people: int, rounds: int) -> list[Tables] | None:
    """A known plan of more rounds; None where some of its rounds are not the best of so many."""
    longer = BEST_IN_PART.get(people, 0)
    return known_plan(people, longer) if 1 < rounds < longer else None
