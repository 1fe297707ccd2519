"""The best known plans for sizes without difference rows or a starter round.

They were found by long searches (scripts/find_known_plan.py); a test recounts each of them.
"""

from collections.abc import Sequence

from tournament.draw.designs.starter_rounds import STARTERS_FOR_LISTS, points
from tournament.draw.entrants import Tables
from tournament.draw.model import VERSION
from tournament.draw.table_sizes import FOUR_TABLE

_WRITTEN = """
20 people, 6 rounds, 6 repeats:
3i7b9dea54jfc601h2g8 1ej8ia2fh3c5d40796bg 63fe1g4idjhb8c7a0529 hi0e6j723948ab51gdcf
cgd130jai586e42bhf97 08fb6ha45e7gi9jc321d
20 people, 7 rounds, 20 repeats:
9f142hi30e6adc85gjb7 bha94205ejcf683gd17i i0c946h73je82bfd15ga fgc69ij0153ah7842ebd
162jc3b4d0gh8ifa79e5 81b0i4gea7c269d35fjh ib56ce1haj4d7f30928g
20 people, 8 rounds, 50 repeats:
0j1hebca9fg5i4d32786 1d2b0ie8cg46fj3a97h5 2j5c3d0718e96gbiaf4h b489ga20j5fd1hi673ce
2ief7g8j54a1cb3h6d90 10fc2bj4hdeg9i7a8365 2h398dfce6aj74g10ib5 45e03g126fb7da8hcj9i
20 people, 9 rounds, 80 repeats:
c21gdhbj847096i3f5ea fgjh9d01bi4e657c8a23 idaj91b260ge8h54c3f7 cd8ifg172he9056j34ab
g78b4a16h3dej5i92cf0 j81ea76d25ihc49gbf30 cje3fi6b5801a7h94dg2 bce5iga08f9d274j13h6
268be17i0cha9jf435dg
21 people, 5 rounds, 0 repeats:
61c2b7h4eja3k0dif98g5 cigad718fj0b243965hek 8i46g2jk1b9e05a7h3cdf 5cj483kbh10gda96e7if2
763gc08ej9hidb52a14kf
21 people, 6 rounds, 6 repeats:
6eh04f2b3g58caij19d7k 4aek1gjb9h0378c2f6d5i 5a7egd20bik3c1fhj6984 k08fbc95ed3j62a1i7g4h
k6gc2ei9415073fjhd8ab 3dc460b7f9gaei81j5hk2
21 people, 7 rounds, 29 repeats:
ib8j6fhc1gka2d94703e5 54ciea9jdf01h3kb26g78 j3d6gb402ha5ce8179fik i7a36e4k908hgf5jd12bc
2k0jabc7619538f4higde dk58ia06e2fb93cgh147j 6b95eh7gcjk0123i8daf4
22 people, 4 rounds, 0 repeats:
cf08g4ikj96b71a2dleh53 fha48d9l1eg6c2jk3ib057 gdc5ilja602hb8431ke9f7 10lkebca4592hg8j7d3fi6
22 people, 5 rounds, 0 repeats:
1fh560g9a4kc2b37dei8jl fd86kihbcj97a35gl012e4 k2g8cld10bj567ehafi934 6lb41gi7f2jaed9k50ch83
di0a5847h92lj1k36ebfcg
22 people, 6 rounds, 3 repeats:
4b9g62fhld0ca8ej31i57k 0h53ai2cbj97461edk8fgl 3g6i08b1jd2kce5f9la7h4 3k4cj65lba1f72ge08id9h
68c75gadebkhl31290ji4f lebi85427df3a0k96c1hjg
23 people, 4 rounds, 0 repeats:
e0j3am4c2785fb96kdhli1g jhf9d1a8i24k35l60c7gemb klfme12607a9i4jdg5c8hb3 dl73gc29ijm865ehka40b1f
23 people, 5 rounds, 0 repeats:
1lf8bi7dhjgek504cm2a369 ef0ahdc67k8m25b31j49gli 3h48ga57c9fkbei16ml0dj2
l56k2e4bfmdg3179h08icja ik032gc1hbmalj647f98ed5
23 people, 6 rounds, 3 repeats:
1lf8bi7dhjgek504cm2a369 ef0ahdc67k8m25b31j49gli 3h48ga57c9fkbei16ml0dj2 3e7cjlm95ifh268gb014adk
l56k2e4bfmdg3179h08icja ik032gc1hbmalj647f98ed5
23 people, 7 rounds, 41 repeats:
65k3bja1l8m07fi2hegc9d4 cjh06mi9flkag52814b73de cle5gb2m917hk6j8fd43a0i i1dlg38h4kemj095fba27c6
cibf48k760g1e5mahd92j3l 9ae8d2k01mfc364lhb5ijg7 5j0gf4739a1mde2l6hkcbi8
24 people, 8 rounds, 18 repeats:
15g6a784bm3jdkih92nf0lec 26h0b895cm4k7ejia3ng1lfd 30i1c9a6dm5e8fkjb4nh2lg7 41j2dab07m6f9gekc5ni3lh8
52k37bc18m0gahfed6nj4li9 63e48cd29m1hbigf70nk5lja 04f59d73am2icjhg81ne6lkb nlm4fch3856i2bde1agk97j0
24 people, 9 rounds, 48 repeats:
72bnej04mckhdlfg39a8i651 2if35eghaj6c1nk9708l4bdm 254df9mab0h13g6kenlc8i7j khjfing4ab6lc975e1d8023m
4k97l1jmc8g2a0id36nh5fbe 14l32eka6d7hg9bjif0cm58n 142c0mg65janbkd8fe37l9ih c3djah840lk5e6297mbi1fng
86f43cb5kmie09dnjh2lg1a7
25 people, 7 rounds, 12 repeats:
an9g1h0be6do27j35fm8iclk4 ek791jnl3ba846hm5cdgfi20o 4jedg70m2kah89lofcnb65i13
8kn0o3g4d7ib6ajfhl5e921mc 5j90eima8471conh3dfkl2bg6 md2na57o30ce1k6lf9b4hgj8i
7c683ih91gfe45n2la0dmokjb
25 people, 8 rounds, 30 repeats:
mec280795g6blodanh3i1kjf4 mlfbc0651g9i4k2o3nj7adh8e b8jof03en1cak96hmg4di52l7
82bk76fdl01h4ne5miajc9go3 86i4bd13fa95nlckmoh7jeg20 icfo04abhljg2d9n617e8k5m3
fg8ndki0a62315oejl9mc7bh4 b9eij5cdga7k21hf438lm06on
25 people, 9 rounds, 61 repeats:
75406fijdgabnm3kh9loc81e2 i4kd62hjconag87fl135em0b9 0cg4em1bn8lifkh95jao2d763
k25bfdmc4njl6goe71i93a80h 3eiaml278gkj0hdnc965o1f4b bj931dghi0o2e5nfm684ca7lk
h4e763blaf5m01jc2g9ndkio8 bhci7jmo95d86a1ne34kfl0g2 4a29eljd8b7no3cf610kig5hm
26 people, 6 rounds, 2 repeats:
n0c93p7lodmf2a58e4kb1hgij6 9d5gb263e7ifjc1loha4n80kmp i394kfc5mh210lo67bng8pdeja
40d2gcpe76kaio18mn5j3fl9bh dch7bp5om69ef8j4ink2l1g3a0 mgl4h5e0bcai38dk2jo796pn1f
26 people, 7 rounds, 11 repeats:
fp4d62e0bhm1n7ol85k3ci9gja b3pejod6mc0i41g8na7h59klf2 5pi6n89ej3mgh42710aldfkcob
io82pjk16h3lndgcb5049emf7a 3d971oe5apc2blgin4k6m8h0fj 9ohpmd25a6b80g7kce4jlni31f
l8mpao432njbg5f017c69kiedh
26 people, 8 rounds, 39 repeats:
h5a19l8bdo3gcp0jkeim6fn472 fa0kli3jgmb24168hed7cpo5n9 e9j4d01bfpglo26hmcna38k75i
b6apg8e3ih4fn9d570omjk2l1c ep12n6kjfc8obh37ig9a045ldm c976i1omk34pbf5enlhg0j82da
j17gncibd9fk8mph05632oea4l ne08pdi2l76ag4c5193mfjbkoh
26 people, 9 rounds, 73 repeats:
oc5ieba2pfhlm86kg914jdn730 62cljo39pmn1a457h08iedgkfb nl4b6f5j83g7edpciam0oh219k
i3lgdajhknco4p02e9f5m71b68 phmg8jani2f7cb091old54ek36 o7le160fgna9d2m3bjipkc548h
01gch7jepb35kmla96din842of n3fh052kld981ie4opga67jmbc ohb6k9p70jl8d4mi2gn5e31fca
27 people, 6 rounds, 4 repeats:
mjhg51foidbpn63lka7q2ce9048 9hla0oqk587pmn42dficg31bj6e cbl46f9mieq53pho21gd0a8k7jn
29ki1nhcqd6830bm54jfapgo7el gk4582bfen3a07i6hod9jc1lqpm 5cp613472lj0hdfekim8ao9bqng
27 people, 7 rounds, 20 repeats:
pokj0l34fq2mi1a7e59h86cndgb am8k60dfi3ghp5cqeo42b7j91nl 8b1qinf5de4jc97hk20a3pgo6ml
684ialcb52nkdmph1e39fo7qjg0 q3ochle2n67p0bim98aj5dg1fk4 6c21pa9ghfjben80o5734mdkqli
d29gijmc501o7f8lpb6ek3aq4nh
27 people, 8 rounds, 46 repeats:
75ceblg10k2ji8of6hmd493pnaq 956e8a14bpfj0oc2mhi73lqgdkn f97kida6neb0hg8oj2lqc43m15p
9al0jm7qcfhn3g4b62ei8pk1o5d 8c93mn62qo4fpjledgi701hb5ak 850qj2h3dibcfegam1n9olk647p
p0h43oekd78nqimb91aj6cl5g2f qe1hgp9cml8kf63d0in45j2ba7o
27 people, 9 rounds, 84 repeats:
ifb8apg415jmn9lc27q6he3ko0d 9phf5cgo3826jebi0n4mk7ad1ql hia3lj79cmdbkgpq2n1e5f40o68
e4kg6nlihm0c2a7jfp1bo38q95d 824dhonj9caebpmq0g61i7l5fk3 4910p37cqleob8gna6jdfmh2ik5
o78fq02np1idcjk6a3gme9l54hb om12a507k6b9i4cqfjep8l3nhdg 0fgl34qj5p6nbe7d2i9aom1ch8k
29 people, 8 rounds, 10 repeats:
cb5fra0s7k9epl2hmg1386n4dijqo hed6jkr4lmo90qc2iba35sngp7f18 fq6gnp0jhc9sbd72mr8i5o1k4lea3
fmdk3ronca16jge2ih70l58q9sp4b 3e0f8cbj5d9rlkniqh14gpoas27m6 1bnef24ojahmclr7qs3kp6i58dg09
8k2adl1sci4go0b6n9fh735jpeqmr 219i7qnao8es5m04lfj6dp3chkbgr
29 people, 9 rounds, 29 repeats:
d9l7hp82cbkg1inm0qs3o54jrf6ea sk8rqlodfh7c36m12ie5gpj9anb04 m4r2hbi6g5lskqje8dcnf019p7o3a
c2qan7r54pk1fdmg89o6sbe3i0lhj 7k60amjl3rb82e1dpf5qhgon9i4sc 1sahf8l4gri3j56do0ce29nkbmqp7
qi78lenpc1rjg6204dh359baofskm 6scp7eg45m80lb12jnf3dkiah9orq oibfd0prnq64m9he7js281ag53lck
30 people, 8 rounds, 18 repeats:
03mpocqalf9kh8jt41n57s6bedgi2r sk3cqrfnhe491gam087562jdptoibl mn691ts2bhq57rpok0gjceld8f3ia4
e8g6ih7mc2b40fdonlpsjq9315rtak fa6hbn380iqs71kdjrl452emopctg9 re3h0la259sdio167ctnp8k4qbjfmg
b9dac5ijrm8s06t4pfe1gql37o2knh bpkil635og4sqtmdjaenh01rc7f982
30 people, 9 rounds, 39 repeats:
4nah5sqfbmc78kp6rie09jl12g3otd 184gc0oqb3ji9tra5lepf7kn2shd6m 38drae57lkgqo24bftjmpinc1sh069
h28cpo0j3n56q1tedmk9sr4l7biagf 32a0fp9g16o7lqim8snjkhrbe5c4dt 64i9cj5rsk13nb0gfd2e7qpthol8ma
spbajkt4m051no9ed7i826qgrlcf3h l6tbf804escgmrnp2739hiko5jqda1 i2tska6crfo17jghl0dnme43p58bq9
31 people, 8 rounds, 22 repeats:
arinqeguhp7m341b2lks0do9t68c5fj 293ekijq4mcagf6h0r1pt57onslubd8 tu2sjl61b9pi5mfr7ae08c3hkoq4dgn
g6i02b7oh1ne5ltcpafkdu4sjmq839r 4rekjpgohst8q0mbnf2l9ci17d36ua5 ift40jn3ped5k9u781mg2lahoqrbs6c
684pbg5knc0u9s1a7qf3tdhjr2emlio rg7luo1fc2qpdis3jaetb40h95knm68
31 people, 9 rounds, 45 repeats:
rm4oik9cj3s5epa06b2lg1d87nfqhtu r2fabnmche97u4gst80o5jidp6l31kq 0dgn8sh2kqpfmu3ec6a1tbi59r4l7jo
9f108m6htps7iaul25n4qgdrc3jboek 4607d9qeifsb8plrkmt2ghon3aj5cu1 q83btjrn0m1ilcpho9u624sakd5fe7g
ocsq4b1hteil6n3fm2dp5rk70uja8g9 opg1732ik5a6tbudn9slmhqr0jef84c kn8ufldoc02jh5ig1sr6eqb7am439pt
33 people, 8 rounds, 2 repeats:
jim3sponc0lve6uwgraq21t857fk94dbh frv39qm5tdc6ajnl4w8po2eks7hiu01gb
lkt3n2hgusv8r0467a9embcwo5dj1fipq b7n3kmp02aswg6v5lidu1ro9jf4tcheq8
trsmqb6k052iuf9cvpjhad83n14e7wlgo lbf20n8935whkcirq7dvetpg1s6juoma4
5rpb24c79gjkio861mlhvawt3nqu0fdes lqs4oth0jru7mfg81c5akndwebvi263p9
33 people, 9 rounds, 11 repeats:
o6548kf91ndrhucvibtljae32qsw7mpg0 6ehiu1gfr3bmp9qj820o5c7kwnvtas4dl
mcqtp687nfos9vgrahk23l0u1b4ej5dwi w80rocdeuq5a1mikpsbh3vf4nl79g6j2t
vq6d12lc5g3n4hm89i0soartj7fbkpuew 4igq8bduk3s6olpvf0htrncj17awem592
a196c3i8n24pbv507tsedhwgumjofrqlk nivaj0k4t15pr6sudmf2leg8bcw973hoq
i7u29dt3obkgfcapqn0e45rh6lmw81jsv
34 people, 8 rounds, 3 repeats:
lpf6evxhi52u8349agcbrqdw7tmkjn1so0 nd9pquecams34bjoih7lx02t5f1w8k6vgr
8r0i4cmvg5tsuknl192exfjqwopa76b3hd qh8t906akds2jp5vc3iowxl41rb7ugnfme
tfro21ham5b9sv87upgxk3we6q4nid0lcj vbf04hpruj6s8ela1imdntcwxo59k372qg
8nbxmo26jigwqk1p5l3re740dauvthc9sf 5c76fa4ktx319lvq8godj2rnmh0uwespbi
34 people, 9 rounds, 14 repeats:
sk8jp95agtu27fcre63vbqhio1lmdwnx04 2ar4kqvltj9hn73swu6mdpf8c5o0bgix1e
m0f31npjesl94i8crg5qauvxtwdbk6oh72 7aw5emrt1v08knhfbljg3i924uoqpscdx6
x2pb8wr90ij647tlq3dankoevmhcg1u5sf ed52ojrxlcung8a6sqt0w3h1pimk74bfv9
vsiw3topk1c2dg9nm45jqxf6b78eualrh0 bsamk34g8ohxurdicp0eq179wl2fjvn5t6
d7vj0ku9lx53esh41rb6gwcpn82qmoiaft
35 people, 8 rounds, 5 repeats:
hop97q1wvm3nfly4a2rc6kx5e0bitugsj8d ce1s6nalujx4v95bt8hk0pwr37ydi2oqfmg
lhj7vf1rxokdne90wm4tq6us2pbycg3ai85 9y8qc60fboawtl3d7uve2j1kprg54nxmshi
p4satv6gdbme8wxcrqji9k3f7o0l25hn1uy ytrx91i4w5fu2e3gcjnoahvd0qksblp6m87
oer8s57tivlpm0jykaugb2xfn4qhc319w6d nikw82v45qdpbrh6os3ym9cul1g07xatfej
35 people, 9 rounds, 19 repeats:
83uxj40wkcr6fh7nvgdp5mesaoi19ltybq2 0dot3jb1vusr6ya9ckfm7w5lxqhpe4gi2n8
xkagsnjqoue2bdrlm98p4tvc7y3wif1056h cl3hw6en1stxfup5yo4gaq0r89ibvk72djm
pait0veln5bmwkoq178y9gucjhx2rfd6s34 q1vf6gb7jyre9ltnmx4ip2k30uwahd58ocs
sykh0i7u5l249dxqcebpwr1gmvo3anfjt68 hvjif4ba53tgpor729ws0cyxn8dek1mq6ul
7e39r5iqc1a28hwbmydvnkt4ulsf0gpjx6o"""
"""After each heading a word per round: table by table, four-tables first."""
_WRITTEN_FOR_LISTS = """
27 people, 5 rounds, 6 keep the list:
4cka0ifq2e895nlgh1b76d3opjm 1alj56qo39h72dpic4mfge0nbk8 36nc0gdj5epb48li72hqma1o9kf
1mni2gk74ohb0p96a3dlqe5f8cj 26lf1ph85kmd3igab4qnj90eoc7
29 people, 6 rounds, 7 keep the list:
0plc1b893geo5ra74fmk6hid2sqnj 6g8q0jfr4pod29ci1anm37sk5bhel 4lja0gbi6pf72kde1ohs59mq38nrc
6omr2l870daq4bsc1efi5gnk3ph9j 58sp6kjb3lmi4rqe2hfa0o9n17dgc 1qlk3bfd08hm47ni5coj2rpg6esa9
30 people, 5 rounds, 7 keep the list:
4mkl0foa2h7i1rse5cqd3ptg96bn8j 3rim1ftj0g7n6dpa5k8h2csl94eobq 1n9q6gem0cij2bpk38ol4rfhd5s7at
69ro28qa0dbt4nsi5fgl3ek7j1pmch 3sfb6qtl47c85rpj0eh92dnom1kiag
31 people, 5 rounds, 7 keep the list:
0ueq3n8a1ic75hfb6dgjr4ks9l2ptmo 0mcr2ine4pgh59uo6s7ab3tqlj1fd8k 4iod6nhl0kta2cj85rpe73sufm1gb9q
3bpd2kur5lgi1snt4ejam0h7986ofqc 0jno5dsq27fg6mi948rtb3kceh1upla
33 people, 6 rounds, 8 keep the list:
7kqp0ovh2dje58gu39rt4ami6cls1nbwf 29mo3nql0fiu5sta4hcw18kd7jvb6pger
2c8v4loe0ang6qf95bmp7wdr1ujt3iksh 0rbs6tw85fdo3vme4njk2qig1hlp7au9c
1msg7oin2lub38pf0ew96jah5ckr4dtqv 6udn2akw49sp3cob7tfg1vir5qhe0l8mj
33 people, 7 rounds, 8 keep the list:
5sio1kb80wma6dv92fet3chn7rlu4jpgq 5tmk2qhu6w8i1arj0vgf4snd3l9p7ocbe
5fa92nvm6ucg38do1eql7skp0jih4rwbt 2jkd3eig78fh5blv09cr4oum1nwp6tsqa
3jut0ls87vqw6poh5rne4ik92gba1cmdf 7aid3mrq4hev1gto5c8j0pub2sw96nflk
0qko79nt6mej1ivu2r8p4cal3fsb5dhgw
34 people, 6 rounds, 8 keep the list:
2wtn6gad0evu3iop7jqc4hk85l9sf1xbrm 4tbp7mun2e9h1fdq6olr5wxv0kijg3sca8
2jsb0mo87era49qv6cix5dkn1wlph3gftu 1eit39mk4swg0bfc7xdl2pru68vnj5qaoh
1uka2qg87iwf3lbv6msh5rjt4code0n9xp 5e8p0lat4rfn19gc3jhx7kos2dvmi6ubqw
35 people, 6 rounds, 8 keep the list:
1dfo08sw5ynk7mvu2iep3qbch4jx9t6larg 7cta09fu2rmj4bk85xdl1heys6ivqo3pgwn
0onb4wlf6c9e1uaq2hgk5mit87jydp3sxvr 0pcr4myg7h8x3oeu6dst1ijwk5abfv2ql9n
6xpm0vhj18cl3yia7fqk2bwtu5so9g4drne 38d95rwq7sbi6nuj1gtv0lkem4poha2fxyc
37 people, 7 rounds, 9 keep the list:
4one1ivq8rmz5hpy7sbf2du93wjA0lgx6katc 1arg8Adx6nbu2hkj0yco5zst3iel4fwq79mpv
6qol4hut2wea7czg1Aps0jvd89bi5knm3frxy 2cqx6vre4gjm5ufA3ks90tpb8nya7ido1hlwz
2ylb4rip3mdc1eft6g9w0kzA7qnh5avx8ojsu 4dsl6xpj1mbo0ahf7eky5cr93uzq8vwt2ingA
4xz96syi8fpk7alA1ncj3vgh0umw2rto5bdqe
38 people, 7 rounds, 9 keep the list:
0uoz2wle8mat3spj5gqf79Ai6hxb4rnvB1kycd 0etk3Bbf4xyA5iwz1mnh2sda7pcv6gu9l8jqor
2nqy1wsr7ghB8c9z4uak0pbd6vof3iemx5tljA 7nxt2zvA4peo5rby6dBi1ja98lkf0csmg3hqwu
4hjf5pmu2cti3Adr8wgv1qxl0B9y7obsk6nzea 2rhk4cbq6mwj3oag8sBA0iln7yeu5d9xv1tpzf
39kn6qst5Bco2xuj4gdz1bve7lmr8iyph0fawA
39 people, 7 rounds, 9 keep the list:
3Cxv0oqj2plA1brc7ask4tyw8zenf6hiuB59dmg 4dpu2rsh6wza8yqB7igA5lvn3fc9j1Ckom0bxet
2gtz1pye3uol8jms0a9i7nhb6qvdk4fArC5xwcB 7fvm4o9z5rkt8chd3ewA0CBl1uqan2jbiy6xpsg
1wid0rym6ofb5Cuz79pq8xAk2vcae3snBt4jlgh 6erl4isc7jux0ngk2Bdf1vt95yaAo3mzhq8pCwb
5qse6cCt3bga4nmx1AjB0pfh8vroi2wuk97dzly
50 people, 7 rounds, 12 keep the list:
3gmE5oxu9wtN7kiC4vqB0MIl1jeGbHcK6nFA2LhyasJrf8dpzD
9kqg8sFj4DfI1BrwacEA0NLd5CMp7vhz2teubJym6Hlix3KonG
bMoF9JKp3tqy1IxA8Nnr4kHuaGlh2sEw6CDc7dgB0zmei5Ljfv
6zsIbANf0ygHajKC5qin8leo2GpB1JLD3kFv4tmr7xwMc9uEhd
7ENJbslB0txj1iov9HrM2zfK3whD8ACL6quG4ydn5kIcmapegF
7HtAbiwdavDN9eIB0pch8mKx6fky4Jjo5GzE3LsM1ugln2qrCF
0fFu7GmD4lKNbxrgaLnw5edH1qcz3JCI6oEp2Mji9yAvs8thkB"""
"""Without a repeat; each table has one of the first so many people."""


def _read(written: str) -> dict[tuple[int, int], tuple[int, list[str]]]:
    plans: dict[tuple[int, int], tuple[int, list[str]]] = {}
    for line in written.split("\n")[1:]:
        if line.endswith(":"):
            people, rounds, repeats = (int(part.split()[0]) for part in line.split(", "))
            plans[people, rounds] = repeats, []
        else:
            plans[people, rounds][1].extend(line.split())
    return plans


KNOWN_PLANS = _read(_WRITTEN)
"""By number of people and rounds: the number of repeat meetings, and the words."""
SINCE = {(22, 5): 2, (23, 5): 2}
"""The version of the draw that used a plan first: older draws are repeated without it."""
FOR_LISTS = _read(_WRITTEN_FOR_LISTS)
"""By number of people and rounds: how many of the first keep the list, and the words."""
MOST_FOR_LISTS = {(30, 5): 9, (31, 5): 9, (33, 7): 11, (37, 7): 12, (50, 7): 12}
"""Where more keep the list, other plans do as well, with fewer club mates at one table."""
BEST_IN_PART = {21: 5}
"""Number of rounds of a known plan, by the number of people; a good choice of fewer of them is as
fair at the five-tables as proven possible."""


def known_plan(people: int, rounds: int, version: int = VERSION) -> list[Tables] | None:
    """Return the best plan known to this version of the draw, people as numbers.

    None where a design or a search is as good.
    """
    size = people, rounds
    known = KNOWN_PLANS.get(size) if version >= SINCE.get(size, 1) else None
    return [points(word) for word in known[1]] if known else None


def plan_for_lists(
    people: int, rounds: int, keepers: int
) -> tuple[Sequence[int], list[Tables]] | None:
    """Return some people and a plan, of so many rounds or more, with one of them at each table.

    None where none is known for so many `keepers`, or other designs are as good.
    """
    size = people, rounds
    if not people // FOUR_TABLE <= keepers <= MOST_FOR_LISTS.get(size, people):
        return None
    if size in FOR_LISTS:
        first, words = FOR_LISTS[size]
        return range(first), [points(word) for word in words]
    starter = STARTERS_FOR_LISTS.get(size)
    return (starter.one_each, starter.developed()) if starter else None


def longer_plan(people: int, rounds: int) -> list[Tables] | None:
    """Return a known plan of more rounds; None where a choice of its rounds is not optimal."""
    longer = BEST_IN_PART.get(people, 0)
    return known_plan(people, longer) if 1 < rounds < longer else None
