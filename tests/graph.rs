//! The dependence graph against brute force: small random nests are enumerated, and every dependence
//! that exists must have an edge with its direction and distance.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use warpcc::access::Access;
use warpcc::dependence::alias::Condition;
use warpcc::dependence::graph::Edge;
use warpcc::dependence::vector::{Component, Direction};
use warpcc::dependence::{Dependences, Verdict};
use warpcc::diag::Code;
use warpcc::id::LoopId;
use warpcc::machine::Machine;
use warpcc::policy::{Policy, SWITCHES};
use warpcc::{Analysis, analyze, ir};

const SEED: u64 = 0x5eed_0009;
const NESTS: usize = 300;

/// A generator of small numbers (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number
/// Generators", OOPSLA 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
}

/// `constant + Σ factors[l] * iv[l]`, the declared loop first.
#[derive(Clone, Debug)]
struct Subscript {
    constant: i64,
    factors: Vec<i64>,
}

impl Subscript {
    fn at(&self, ivs: &[i64]) -> i64 {
        self.constant + self.factors.iter().zip(ivs).map(|(f, i)| f * i).sum::<i64>()
    }

    fn text(&self) -> String {
        let terms = self.factors.iter().zip(NAMES);
        terms.fold(self.constant.to_string(), |sum, (f, iv)| format!("(+ {sum} (* {f} {iv}))"))
    }
}

const NAMES: [&str; 4] = ["i", "j", "k", "l"];

/// Loops with these numbers of iterations, the first declared parallel, around statements
/// `a[store] = a[load]`.
struct Nest {
    trips: Vec<i64>,
    statements: Vec<[Subscript; 2]>,
}

impl Nest {
    fn random(random: &mut Random) -> Nest {
        let depth = 2 + random.below(3) as usize;
        let trips: Vec<_> = (0..depth).map(|_| random.between(1, 4)).collect();
        let subscript = |random: &mut Random| {
            let factors = (0..depth)
                .map(|l| if l == 0 { random.between(0, 1) * 64 } else { random.between(-2, 4) });
            Subscript { factors: factors.collect(), constant: random.between(-3, 3) }
        };
        let statements =
            (0..=random.below(2)).map(|_| [subscript(random), subscript(random)]).collect();
        Nest { trips, statements }
    }

    /// The analysis of the nest with stores to `a` and loads from `source`.
    fn analyze(&self, source: &str) -> Analysis {
        let mut text = String::from(
            "(region \"g.c\" 1 g (directive \"target teams distribute parallel for\" (name-end 40)) \
             (symbols (symbol a ptr pointer parameter) (symbol b ptr pointer parameter)",
        );
        for iv in &NAMES[..self.trips.len()] {
            let _ = write!(text, " (symbol {iv} i32 scalar region)");
        }
        text.push_str(") (body ");
        for (iv, trips) in NAMES.iter().zip(&self.trips) {
            let _ = write!(text, "(for {iv} 0 < {trips} 1 declares braced ");
        }
        for [store, load] in &self.statements {
            let place = |base, s: &Subscript| format!("[{base} (index {} 8:i64)]:f64", s.text());
            let _ = write!(text, "(= {} {})", place("a", store), place(source, load));
        }
        text.push_str(&")".repeat(self.trips.len()));
        text.push_str("))");
        let region = ir::text::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        analyze(&region, <&Machine>::default(), &Policy::STANDARD)
    }

    /// Every iteration, in execution order.
    fn iterations(&self) -> Vec<Vec<i64>> {
        self.trips.iter().fold(vec![Vec::new()], |all, trips| {
            let next = |ivs: &Vec<i64>| {
                let ivs = ivs.clone();
                (0..*trips).map(move |i| ivs.iter().copied().chain([i]).collect())
            };
            all.iter().flat_map(next).collect()
        })
    }

    /// The subscript of an access: those of one statement are its load and its store, in an order
    /// that the kind tells.
    fn subscript(&self, access: &Access) -> &Subscript {
        let [store, load] = &self.statements[access.reference.stmt.index() - self.trips.len()];
        if access.reference.kind.writes() { store } else { load }
    }

    /// The distances over the loops that are not declared, from the first of the two to the second,
    /// of all pairs of different iterations that touch one element.
    fn conflicts(&self, a: &Access, b: &Access) -> BTreeSet<Vec<i64>> {
        let (f, g) = (self.subscript(a), self.subscript(b));
        let iterations = self.iterations();
        let mut found = BTreeSet::new();
        for x in &iterations {
            for y in iterations.iter().filter(|y| x[0] == y[0] && x != *y) {
                if f.at(x) == g.at(y) {
                    found.insert(y[1..].iter().zip(&x[1..]).map(|(y, x)| y - x).collect());
                }
            }
        }
        found
    }
}

fn matches(component: &Component, distance: i64) -> bool {
    match (&component.distance, component.direction) {
        (Some(constant), _) => *constant == distance,
        (None, Direction::Before) => distance > 0,
        (None, Direction::Same) => distance == 0,
        (None, Direction::After) => distance < 0,
        (None, Direction::Any) => true,
    }
}

/// Whether an edge of the pair stands for a conflict whose second access is `distance` behind the
/// first; the other way round where that is negative.
fn covers(edge: &Edge, first: warpcc::id::AccessId, distance: &[i64]) -> bool {
    let later = distance.iter().find(|d| **d != 0).is_some_and(|d| *d > 0);
    let symmetric = edge.source == edge.sink;
    let any = edge.vector.iter().any(|c| c.direction == Direction::Any);
    let oriented = symmetric || any || (edge.source == first) == later;
    let vector: Vec<_> = distance.iter().map(|d| if later { *d } else { -d }).collect();
    oriented && edge.vector.iter().zip(vector).all(|(c, d)| any || matches(c, d))
}

/// All real dependences of the nest as positive vectors, each checked to have an edge.
fn real_vectors(nest: &Nest, analysis: &Analysis) -> BTreeSet<Vec<i64>> {
    let mut vectors = BTreeSet::new();
    let dependences = &analysis.dependences;
    for (index, pair) in dependences.pairs.iter().enumerate() {
        for (a, b) in pair.same.iter().chain([&(pair.source, pair.sink)]) {
            let accesses = [a, b].map(|id| &analysis.accesses[id.index()]);
            for distance in nest.conflicts(accesses[0], accesses[1]) {
                let edges = dependences.graph.edges.iter().filter(|edge| edge.origin.0 == index);
                assert!(
                    edges.clone().any(|edge| covers(edge, pair.source, &distance)),
                    "no edge for {a:?} {b:?} at {distance:?}: {:?}\n{:?}\n{:?}",
                    edges.collect::<Vec<_>>(),
                    nest.statements,
                    pair.verdicts,
                );
                let later = distance.iter().find(|d| **d != 0).is_some_and(|d| *d > 0);
                vectors.insert(distance.iter().map(|d| if later { *d } else { -d }).collect());
            }
        }
    }
    vectors
}

fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, first) in items.iter().enumerate() {
        let rest: Vec<_> =
            items.iter().enumerate().filter(|(k, _)| *k != at).map(|(_, i)| *i).collect();
        all.extend(permutations(&rest).into_iter().map(|tail| [vec![*first], tail].concat()));
    }
    all
}

fn ids(loops: &[usize]) -> Vec<LoopId> {
    loops.iter().map(|l| LoopId::from_index(l + 1)).collect()
}

/// What the queries of one nest were worth: asked, answered "legal", and those that were legal.
#[derive(Default)]
struct Score {
    asked: u32,
    said: u32,
    legal: u32,
}

impl Score {
    fn add(&mut self, said: bool, legal: bool, what: &dyn Fn() -> String) {
        assert!(legal || !said, "{}", what());
        self.asked += 1;
        self.said += u32::from(said);
        self.legal += u32::from(legal);
    }
}

fn check_queries(
    nest: &Nest,
    dependences: &Dependences,
    real: &BTreeSet<Vec<i64>>,
    scores: &mut [Score; 3],
) {
    let graph = &dependences.graph;
    let inner: Vec<_> = (0..nest.trips.len() - 1).collect();
    let what =
        |query: &str, loops: &[usize]| format!("{query} {loops:?}: {:?} {real:?}", nest.statements);
    for order in permutations(&inner) {
        let positive =
            |v: &Vec<i64>| order.iter().map(|l| v[*l]).find(|d| *d != 0).is_none_or(|d| d > 0);
        let said = graph.reversed_by(&ids(&order)).next().is_none();
        scores[0].add(said, real.iter().all(positive), &|| what("order", &order));
    }
    for bits in 1..1_u32 << inner.len() {
        let set: Vec<_> = inner.iter().copied().filter(|l| bits >> l & 1 != 0).collect();
        let apart = |v: &Vec<i64>| {
            inner.iter().find(|l| v[**l] != 0).is_none_or(|first| !set.contains(first))
        };
        let said = graph.across(&ids(&set), &ids(&inner)).next().is_none();
        let legal = real.iter().all(apart);
        scores[1].add(said, legal, &|| what("parallel", &set));
    }
    for l in &inner {
        let carried = real.iter().any(|v| inner.iter().find(|k| v[**k] != 0) == Some(l));
        let said = graph.carried_by(LoopId::from_index(l + 1)).next().is_none();
        scores[2].add(said, !carried, &|| what("carried by", &[*l]));
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures are what a person runs it for")]
fn every_dependence_has_an_edge_and_queries_are_never_wrong() {
    println!("seed {SEED:#x}, {NESTS} nests");
    let mut random = Random(SEED);
    let mut scores: [Score; 3] = Default::default();
    let mut dependent = 0;
    for _ in 0..NESTS {
        let nest = Nest::random(&mut random);
        let analysis = nest.analyze("a");
        let real = real_vectors(&nest, &analysis);
        dependent += u32::from(!real.is_empty());
        check_queries(&nest, &analysis.dependences, &real, &mut scores);
    }
    for (query, score) in ["permutation", "parallel", "carried"].iter().zip(&scores) {
        println!(
            "{query}: {} of {} legal answers given, {} asked",
            score.said, score.legal, score.asked
        );
        assert!(score.said * 10 >= score.legal * 8, "{query} answers too rarely");
        assert!(score.legal < score.asked, "{query} was never asked in vain");
    }
    assert!(dependent > 50, "{dependent} nests with a dependence");
}

/// Of two pointers that may denote one array, every byte touched is in the ranges that must not
/// overlap.
#[test]
fn conditions_cover_every_byte_that_is_touched() {
    let mut random = Random(SEED + 1);
    let mut conditions = 0;
    for _ in 0..NESTS {
        let nest = Nest::random(&mut random);
        let analysis = nest.analyze("b");
        for pair in analysis.dependences.pairs.iter().filter(|pair| !pair.conditions.is_empty()) {
            let all = pair.same.iter().copied().chain([(pair.source, pair.sink)]);
            for id in all.flat_map(|(source, sink)| [source, sink]) {
                let access = &analysis.accesses[id.index()];
                let subscript = nest.subscript(access);
                for ivs in nest.iterations() {
                    let offset = 8 * subscript.at(&ivs);
                    assert!(
                        pair.conditions.iter().any(|c| covers_byte(c, access, offset)),
                        "{offset} of {subscript:?} is outside {:?}",
                        pair.conditions,
                    );
                }
            }
            conditions += pair.conditions.len();
        }
    }
    assert!(conditions > NESTS, "{conditions} conditions");
}

/// Whether a range of the access's root holds its 8 bytes at `offset`.
fn covers_byte(condition: &Condition, access: &Access, offset: i64) -> bool {
    [&condition.left, &condition.right].into_iter().any(|extent| {
        let first = extent.first.as_constant().expect("a number");
        let end = extent.end.as_constant().expect("a number");
        extent.root == access.reference.address.root && first <= offset && end >= offset + 8
    })
}

/// The answers do not depend on how many threads find them.
#[test]
fn one_thread_and_eight_say_the_same() {
    let mut text = String::from(
        "(region \"g.c\" 1 g (directive \"target teams distribute parallel for\" (name-end 40)) \
         (symbols (symbol a ptr pointer parameter) (symbol b ptr pointer parameter) \
         (symbol n i32 scalar parameter) (symbol i i32 scalar region) (symbol j i32 scalar region) \
         (symbol k i32 scalar region)) (body (for i 0 < 9 1 declares braced (for j 0 < 8 1 declares \
         braced (for k 0 < 7 1 declares braced ",
    );
    for s in 0..24 {
        let row = |shift: i32| format!("(index (+ (* {} j) (+ (* n k) {shift})) 8:i64)", 2 + s % 5);
        let _ = write!(text, "(= [a {}]:f64 [b {}]:f64)", row(s * s % 37), row(s));
    }
    text.push_str(")))))");
    let region = ir::text::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let analysis = pool.install(|| analyze(&region, <&Machine>::default(), &Policy::STANDARD));
        let counts: BTreeMap<_, _> = analysis.dependences.statistics.clone();
        (format!("{:?}", analysis.dependences), counts)
    };
    let (one, eight) = (with(1), with(8));
    assert!(one.0.len() > 10_000, "too little to compare");
    assert_eq!(one, eight);
}

/// A region of the corpus of which a decision rests on the switch, for each that is on.
const RESTING_ON: [(&str, &str); 6] = [
    ("maps", include_str!("corpus/dependence/alias_enclosing.ir")),
    ("in-bounds", include_str!("corpus/dependence/delta_coupled.ir")),
    ("nsw", include_str!("corpus/conv/conv2d.ir")),
    ("aligned", include_str!("corpus/conv/conv2d.ir")),
    ("restrict", include_str!("corpus/dependence/alias_restrict.ir")),
    ("allocations", include_str!("corpus/dependence/alias_allocated.ir")),
];

/// Every assumption that a decision or a proof names.
fn assumptions(text: &str, policy: &str) -> BTreeSet<Code> {
    let region = ir::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let policy = Policy::parse(policy).expect("words of the policy");
    let analysis = analyze(&region, <&Machine>::default(), &policy);
    let mut found: BTreeSet<Code> =
        analysis.decision.taken().iter().flat_map(|taken| &taken.assumptions).copied().collect();
    for verdict in analysis.dependences.pairs.iter().flat_map(|pair| pair.verdicts.values()) {
        if let Verdict::Independent(proof) = verdict {
            found.extend(&proof.assumptions);
        }
    }
    found
}

/// A decision names what it rests on, and does without what is switched off.
#[test]
fn a_switch_takes_its_assumption_away() {
    for switch in SWITCHES.iter().filter(|switch| switch.default) {
        let case = RESTING_ON.iter().find(|(name, _)| *name == switch.name);
        let (_, text) = case.unwrap_or_else(|| panic!("no case rests on {}", switch.name));
        let named = |policy: &str| assumptions(text, policy).contains(&switch.code);
        assert!(named("standard"), "{} is not named", switch.name);
        assert!(!named(&format!("no-{}", switch.name)), "{} is still used", switch.name);
        assert!(!named("none"), "{} is still used", switch.name);
    }
}
