//! Analyses of regions written in the IR's text form (`tests/ir`): values, proofs, sectors, plans.

use std::fs;

use warpcc::coalesce::lane_difference;
use warpcc::coalesce::warp::Sectors;
use warpcc::dependence::{self, Dependences, Pair, Verdict};
use warpcc::diag::Code;
use warpcc::ir::TargetRegion;
use warpcc::machine::Machine;
use warpcc::policy::Policy;
use warpcc::symbolic::display::Names;
use warpcc::transform::step::{Step, StepKind, Subject};
use warpcc::{Analysis, access, analyze, ir};

struct Case {
    region: TargetRegion,
    analysis: Analysis,
    names: Names,
}

fn case(name: &str) -> Case {
    with(&fs::read_to_string(format!("tests/ir/{name}.ir")).expect("the region exists"), "nvptx")
}

fn with(text: &str, machine: &str) -> Case {
    let region = ir::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    ir::verify::verify(&region).unwrap_or_else(|violations| panic!("{violations:?}"));
    let machine = Machine::by_name(machine).expect("the machine exists");
    let analysis = analyze(&region, machine, &Policy::STANDARD);
    Case { names: Names::of(&region), region, analysis }
}

impl Case {
    fn address(&self, access: usize) -> String {
        self.names.value(&self.analysis.accesses[access].reference.address.offset)
    }

    fn lane_difference(&self, access: usize) -> String {
        let before = self.analysis.decision.before().expect("the mapping is modelled");
        self.names.value(&lane_difference(
            &self.analysis.accesses[access],
            &self.analysis.loops,
            before.mapping.principal(),
        ))
    }

    fn difference(&self, pair: &Pair) -> Vec<String> {
        pair.difference(&self.analysis.accesses, &self.names)
    }

    /// The case with the plan that needs no test before the region.
    fn unguarded(mut self) -> Case {
        self.analysis.decision.variants.retain(|variant| variant.test.is_none());
        self
    }

    fn before(&self) -> Vec<(u32, u32)> {
        sectors(&self.analysis.decision.before().expect("the mapping is modelled").sectors)
    }

    fn after(&self) -> Vec<(u32, u32)> {
        sectors(&self.analysis.decision.after().expect("there is a plan").sectors)
    }

    fn loops(&self, loops: &[warpcc::id::LoopId]) -> Vec<&str> {
        loops.iter().map(|l| self.names.iv(*l)).collect()
    }

    fn pair(&self, source: usize, sink: usize) -> &Pair {
        let found = self.analysis.dependences.pairs.iter();
        let mut matching = found.filter(|p| (p.source.index(), p.sink.index()) == (source, sink));
        matching.next().expect("the pair was tested")
    }

    fn refusals(&self) -> Vec<Code> {
        self.analysis.decision.rejected.iter().map(|rejected| rejected.blocker.code).collect()
    }
}

fn sectors(list: &[Option<Sectors>]) -> Vec<(u32, u32)> {
    list.iter().map(|s| s.as_ref().map_or((0, 0), |s| (s.min, s.max))).collect()
}

fn proof(verdict: &Verdict) -> (&'static str, Vec<&str>) {
    match verdict {
        Verdict::Independent(p) => (p.test.name(), p.steps.iter().map(String::as_str).collect()),
        other => panic!("not independent: {other:?}"),
    }
}

/// Paper, §3: the address is Σ predicate · polynomial, and neighbouring lanes are 8 bytes apart in
/// each half.
#[test]
fn fig_1_has_a_lane_difference_of_8_in_each_half() {
    let fig1 = case("fig1");
    assert_eq!(fig1.address(0), "(i < 32) * (8*i + 512) + (i >= 32) * (8*i)");
    assert_eq!(fig1.lane_difference(0), "8");
    assert_eq!(fig1.before(), [(8, 8)]);
}

/// Paper, §5.2: 4[N]Δi + 32[N] is 0 only for Δi = −8, but Δi is in [−5, −1] or [1, 5].
#[test]
fn fig_3_is_independent_because_the_difference_is_not_minus_8() {
    let fig3 = case("fig3");
    let pair = fig3.pair(0, 1);
    assert_eq!(fig3.difference(pair), ["f = 4*N*i + 32*N", "g = 4*N*i'", "f - g = 4*N*Δi + 32*N"]);
    let (test, steps) = proof(&pair.verdicts[&1]);
    assert_eq!(test, "ipda");
    assert_eq!(
        steps,
        [
            "{i}: 4*N*Δi + 32*N != 0, where 4*N > 0: Δi + 8 != 0",
            "Δi != -8",
            "Δi in [-5, -1] or [1, 5]; -8 in [-8, -8]: no overlap",
        ]
    );
}

/// The same text without the loop over j: N may be 0, and then every iteration meets.
#[test]
fn fig_3_is_not_proved_where_n_may_be_0() {
    let text = fs::read_to_string("tests/ir/fig3.ir").expect("the region exists");
    let text = text.replace("(for j 0 < N 1", "(for j 0 < 7 1");
    let fig3 = with(&text, "nvptx");
    let verdict = &fig3.pair(0, 1).verdicts[&1];
    assert!(!matches!(verdict, Verdict::Independent(_)), "{verdict:?}");
}

/// Paper, §5.4: definitions reach the subscripts, so the normalised nest is as clear as the original.
#[test]
fn fig_6_is_independent_in_every_loop() {
    let fig6 = case("fig6");
    assert_eq!(fig6.address(0), "4*NK*CIVJ + 4*NJ*NK*CIVI + 4*CIVK + 4*NJ*NK + 4*NK + 4");
    let pair = fig6.pair(0, 0);
    assert_eq!(fig6.difference(pair)[2], "f - g = 4*NJ*NK*ΔCIVI + 4*ΔCIVK");
    assert_eq!(pair.verdicts.len(), 3);
    assert!(pair.verdicts.values().all(|v| matches!(v, Verdict::Independent(_))));
    let plan = &fig6.analysis.decision;
    let [sink, collapse] = plan.steps() else { panic!("{:?}", plan.steps()) };
    assert!(sink.kind == StepKind::SINK && sink.statements().len() == 2);
    assert_eq!(*collapse, Step::collapse(3));
}

#[test]
fn gemm_is_collapsed_twice() {
    let gemm = case("gemm");
    assert_eq!(gemm.analysis.decision.steps(), [Step::collapse(2)]);
    assert_eq!(gemm.before(), [(32, 32), (32, 32), (1, 1), (32, 32)]);
    assert_eq!(gemm.after(), [(4, 4), (1, 1), (4, 4), (4, 4)]);
    assert_eq!(gemm.refusals(), [Code::NotPerfect, Code::NotPerfect]);
    let exact = |s: &Sectors| !s.assumptions.contains(&Code::InteriorWarps);
    let after = gemm.analysis.decision.after().expect("there is a plan");
    assert!(after.sectors.iter().flatten().all(exact));
}

#[test]
fn conv2d_is_collapsed_twice() {
    let conv = case("2dconv");
    assert_eq!(conv.analysis.decision.steps(), [Step::collapse(2)]);
    assert_eq!(conv.after(), [(4, 5); 3]);
}

/// Paper, §8.1: the dependence on B with run-time extents is pruned by the IPDA test.
#[test]
fn conv3d_is_proved_by_ipda_and_collapsed_three_times() {
    let conv = case("3dconv");
    assert_eq!(conv.analysis.decision.steps(), [Step::collapse(3)]);
    assert_eq!(conv.before(), [(32, 32); 3]);
    assert_eq!(conv.after(), [(4, 5); 3]);
    let pair = conv.pair(2, 2);
    assert_eq!(conv.difference(pair)[2], "f - g = 4*NK*Δj + 4*Δk");
    let (test, steps) = proof(&pair.verdicts[&3]);
    assert_eq!(test, "ipda");
    assert_eq!(
        steps,
        [
            "{j, k}: 4*NK*Δj + 4*Δk != 0, where 4 > 0: NK*Δj + Δk != 0",
            "NK*Δj != -Δk",
            "NK*Δj in [3*NK - NJ*NK, -NK] or [NK, NJ*NK - 3*NK]; \
             -Δk in [3 - NK, NK - 3]: no overlap",
        ]
    );
}

/// Paper, Fig. 12: i moves outward, k and i are collapsed, j stays sequential.
#[test]
fn pcsp_is_interchanged_and_collapsed() {
    let pcsp = case("pcsp");
    let steps = pcsp.analysis.decision.steps();
    let [sink, Step { subject: Subject::Loops(loops), .. }, collapse] = steps else {
        panic!("{steps:?}")
    };
    assert!(sink.kind == StepKind::SINK && sink.statements().len() == 2);
    assert_eq!(pcsp.loops(loops), ["k", "i", "j"]);
    assert_eq!(*collapse, Step::collapse(2));
    assert_eq!(pcsp.before(), [(32, 32); 9]);
    assert_eq!(pcsp.after(), [(8, 9); 9]);
    let refusals = [Code::CarriedDependence, Code::CarriedDependence, Code::NotPerfect];
    assert_eq!(pcsp.refusals()[..3], refusals);
}

/// With rows of 64 doubles that begin at an allocation boundary, i from 0 makes every request 8
/// whole sectors.
#[test]
fn aligned_pcsp_takes_8_sectors() {
    let text = fs::read_to_string("tests/ir/pcsp.ir").expect("the region exists");
    let text = text
        .replace("(for i 1 <= (- gp0 2) 1", "(for i 0 < 64 1")
        .replace("(for k 1 <= (- gp2 2) 1", "(for k 1 < 63 1");
    let pcsp = with(&text, "nvptx");
    assert_eq!(pcsp.before(), [(32, 32); 9].map(|_| (30, 32)));
    assert_eq!(pcsp.after(), [(8, 8); 9]);
}

/// Paper, Fig. 7: windows of 256 bytes, without regard to alignment.
#[test]
fn the_papers_machine_counts_requests() {
    let text = fs::read_to_string("tests/ir/gemm.ir").expect("the region exists");
    let gemm = with(&text, "ipda2019");
    assert_eq!(gemm.before(), [(32, 32), (32, 32), (1, 1), (32, 32)]);
    assert_eq!(gemm.after(), [(1, 1); 4]);
}

#[test]
fn every_region_of_the_tests_is_used() {
    let names = ["2dconv", "3dconv", "fig1", "fig3", "fig6", "gemm", "pcsp"];
    let mut found: Vec<_> = fs::read_dir("tests/ir")
        .expect("the folder exists")
        .map(|entry| entry.expect("the entry can be read").file_name().into_string().unwrap())
        .collect();
    found.sort();
    assert_eq!(found, names.map(|name| format!("{name}.ir")));
    assert!(names.iter().all(|name| case(name).region.loop_count > 0));
}

const TWO_TYPES: &str = r#"(region "t.c" 1 t
  (directive "target teams distribute parallel for" (name-end 40))
  (symbols
    (symbol n i32 scalar parameter) (symbol m i32 scalar parameter)
    (symbol index ptr pointer parameter) (symbol value ptr pointer parameter)
    (symbol i i32 scalar region) (symbol j i32 scalar region))
  (body
    (for i 0 < n 1 declares braced
      (for j 0 < m 1 declares braced
        (= [value (index (+ (* i m) j) 8:i64)]:f64
          (cast [index (index (+ i 3) 4:i64)]:i32):f64)))))"#;

fn under(text: &str, assume: &str) -> Case {
    let region = ir::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let policy = Policy::parse(assume).expect("a policy");
    let analysis = analyze(&region, <&Machine>::default(), &policy);
    Case { names: Names::of(&region), region, analysis }
}

/// Two plain pointers may overlap; by their types they do not, if the user says so.
#[test]
fn types_tell_arrays_apart_only_where_that_is_assumed() {
    let strict = under(TWO_TYPES, "strict-aliasing");
    assert!(strict.analysis.decision.taken().unwrap().assumptions.contains(&Code::TypeBased));
    assert_eq!(strict.analysis.decision.steps(), [Step::collapse(2)]);
    let standard = under(TWO_TYPES, "standard");
    assert!(standard.analysis.decision.test().is_some());
    assert_eq!(standard.unguarded().refusals(), [Code::MayAlias]);
    let characters = TWO_TYPES.replace("(index (+ i 3) 4:i64)]:i32", "(index (+ i 3) 1:i64)]:i8");
    assert_eq!(under(&characters, "strict-aliasing").unguarded().refusals(), [Code::MayAlias]);
}

/// What a guard would have to test: the bytes from the least to the greatest address.
#[test]
fn a_refusal_for_aliasing_has_the_ranges_that_must_not_overlap() {
    let case = under(TWO_TYPES, "standard").unguarded();
    let [condition] = case.analysis.decision.rejected[0].blocker.conditions.as_slice() else {
        panic!("one condition: {:?}", case.analysis.decision.rejected);
    };
    let text = |extent: &warpcc::dependence::alias::Extent| {
        [case.names.poly(&extent.first), case.names.poly(&extent.end)].join(" to ")
    };
    let both = [text(&condition.left), text(&condition.right)];
    assert_eq!(both, ["12 to 4*n + 12", "0 to 8*n*m"]);
}

const STEPS: &str = r#"(region "s.c" 1 s
  (directive "target teams distribute parallel for" (name-end 40))
  (symbols
    (symbol n i32 scalar parameter) (symbol x ptr pointer parameter restrict)
    (symbol y ptr pointer parameter restrict) (symbol i i32 scalar region)
    (symbol t i32 scalar region) (symbol j i32 scalar region) (symbol k i32 scalar region))
  (body
    (for i 0 < n 1 declares braced
      (for t 0 < 9 1 declares braced
        (for j 0 < 512 1 declares braced
          (= [y (index (+ (* i 520) j) 4:i64)]:f32
            (+ [x (index (+ (* i 520) j) 4:i64)]:f32 [x (index (+ (+ (* i 520) j) 1) 4:i64)]:f32)))
        (for k 0 < 512 1 declares braced
          (= [x (index (+ (* i 520) k) 4:i64)]:f32 [y (index (+ (* i 520) k) 4:i64)]:f32))))))"#;

#[test]
fn threads_of_a_team_share_loops() {
    let region = ir::text::parse(STEPS).unwrap_or_else(|error| panic!("{error}"));
    let found = analyze(&region, <&Machine>::default(), &Policy::STANDARD).decision;
    let [Step { subject: Subject::Shared(loops), .. }] = found.steps() else {
        panic!("{:?}", found.steps())
    };
    assert_eq!(loops.iter().map(|own| own.id.0).collect::<Vec<_>>(), [2, 3]);
    assert!(found.applies() && found.test().is_none());
}

/// What is known of a part's accesses in the whole region is what an analysis of the part alone finds.
#[test]
fn dependences_of_a_part_are_those_of_the_part_alone() {
    let region = ir::text::parse(STEPS).unwrap_or_else(|error| panic!("{error}"));
    let all = access::collect(&region, &Policy::STANDARD);
    let whole = dependence::analyze(&region, &all, &Policy::STANDARD);
    for (range, line) in [(0..3, "(for j"), (3..5, "(for k")] {
        let mut alone = region.clone();
        let ir::StmtKind::Loop(outer) = &mut alone.body[0].kind else { panic!("a loop") };
        let ir::StmtKind::Loop(steps) = &mut outer.body[0].kind else { panic!("a loop") };
        steps.body.remove(usize::from(range.start == 0));
        let accesses = access::collect(&alone, &Policy::STANDARD);
        assert_eq!(accesses.list.len(), range.len(), "{line}");
        let own = dependence::analyze(&alone, &accesses, &Policy::STANDARD);
        let of = |known: &Dependences| {
            let mut list = Vec::new();
            for pair in &known.pairs {
                let open: Vec<_> = pair
                    .verdicts
                    .iter()
                    .filter(|(_, verdict)| !matches!(verdict, Verdict::Independent(_)))
                    .map(|(mask, _)| *mask)
                    .collect();
                let ends = std::iter::once((pair.source, pair.sink));
                let ends = ends.chain(pair.same.iter().copied());
                list.extend(ends.map(|(a, b)| (a, b, pair.kind, pair.loops.clone(), open.clone())));
            }
            list.sort();
            list
        };
        let edges = |known: &Dependences| {
            let edges = known.graph.edges.iter();
            let mut edges: Vec<_> =
                edges.map(|edge| (edge.source, edge.sink, edge.kind, edge.loops.clone())).collect();
            edges.sort();
            edges
        };
        let within = whole.within(&range);
        assert_eq!(of(&within), of(&own), "{line}");
        assert_eq!(edges(&within), edges(&own), "{line}");
    }
}

/// A loop that carries a dependence is not cleared by ranges.
#[test]
fn a_dependence_leaves_no_condition() {
    let carried = TWO_TYPES.replace("(+ (* i m) j)", "i");
    let case = under(&carried, "standard");
    assert!(case.analysis.decision.rejected[0].blocker.conditions.is_empty());
}

#[test]
fn allocations_and_parameters_are_told_apart_by_their_origins() {
    let origins =
        |list: &str| TWO_TYPES.replace("  (body", &format!("  (pointers {list})\n  (body"));
    let refused =
        |list: &str, assume: &str| !under(&origins(list), assume).unguarded().refusals().is_empty();
    assert!(!refused("(allocated value) (allocated index)", "standard"));
    assert!(!refused("(allocated value) (entry index)", "standard"));
    assert!(refused("(allocated value) (entry index)", "no-allocations"));
    assert!(refused("(allocated value)", "standard"));
    assert!(refused("(entry value) (entry index)", "standard"));
    assert!(!refused("(mapped value 0) (mapped index 0)", "standard"));
    assert!(refused("(mapped value 0) (mapped index 0)", "no-maps"));
    assert!(refused("(mapped value 0) (mapped index 1)", "standard"));
    assert!(refused("(derived value index)", "standard"), "one array, read while it is written");
}
