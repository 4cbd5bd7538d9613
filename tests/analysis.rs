//! Analyses of regions written in the IR's text form: accesses, proofs, sectors, plans.

use warpcc::coalesce::machine::Machine;
use warpcc::policy::Policy;
use warpcc::{Analysis, analyze, ir};

fn analyzed(text: &str) -> (ir::TargetRegion, Analysis) {
    let region = ir::text::parse(text).unwrap_or_else(|e| panic!("{e}"));
    let analysis = analyze(&region, <&Machine>::default(), &Policy::STANDARD);
    (region, analysis)
}

fn show(name: &str) {
    let text = std::fs::read_to_string(format!("tests/ir/{name}.ir")).unwrap();
    let (region, a) = analyzed(&text);
    let names = warpcc::symbolic::display::Names::of(&region);
    println!("=== {name}");
    for (k, x) in a.accesses.iter().enumerate() {
        let b = a.plan.before.as_ref().unwrap().sectors[k].as_ref();
        let f = a.plan.after.as_ref().and_then(|f| f.sectors[k].as_ref());
        println!(
            "{} {:?} {} {:?} -> {:?}",
            x.id,
            x.reference.kind,
            names.value(&x.reference.address.offset),
            b,
            f
        );
    }
    for p in &a.dependences.pairs {
        println!("{:?} {} {} {:?}", p.kind, p.source, p.sink, p.difference);
        for (m, v) in &p.verdicts {
            println!("   {m}: {v:?}");
        }
    }
    println!("{:#?} gain {} {:?}", a.plan.steps, a.plan.gain, a.plan.assumptions);
    for r in &a.plan.rejected {
        println!("rejected {:?} {:?}", r.steps, r.blocker);
    }
    println!("{:?}", a.dependences.statistics);
    if let (Ok(b), Some(f)) = (&a.plan.before, &a.plan.after) {
        println!("{} -> {}", b.cost.text(&names), f.cost.text(&names));
    }
}

#[test]
fn explore() {
    for n in ["gemm", "3dconv", "pcsp"] {
        show(n);
    }
}
