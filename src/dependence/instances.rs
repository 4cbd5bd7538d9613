//! The two instances of the induction variables in one question.

use crate::access::Access;
use crate::id::LoopId;
use crate::symbolic::eval::Reference;
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::value::{Guard, Value, conjunctions};

/// How the two instances of the induction variables are written: fixed loops share one value, a
/// moving loop is `i'` at the sink and `i' + Δi` at the source (paper §5.2), loops around the sink
/// only are primed.
pub(super) struct Instances<'a> {
    pub(super) moving: &'a [LoopId],
    pub(super) fixed: Vec<LoopId>,
}

impl<'a> Instances<'a> {
    pub(super) fn new(source: &Access, sink: &Access, moving: &'a [LoopId]) -> Self {
        let fixed = common_loops(source, sink).filter(|l| !moving.contains(l)).collect();
        Self { moving, fixed }
    }

    pub(super) fn sink_instance(&self, l: LoopId) -> Instance {
        if self.fixed.contains(&l) { Instance::Source } else { Instance::Sink }
    }

    pub(super) fn source_atom(&self, atom: &Atom) -> Option<Poly> {
        let Atom::Iv(l, Instance::Source) = atom else { return None };
        let primed = Poly::atom(Atom::Iv(*l, Instance::Sink));
        self.moving.contains(l).then(|| &primed + &Poly::atom(Atom::Delta(*l)))
    }

    pub(super) fn sink_atom(&self, atom: &Atom) -> Option<Poly> {
        let Atom::Iv(l, Instance::Source) = atom else { return None };
        Some(Poly::atom(Atom::Iv(*l, self.sink_instance(*l))))
    }

    pub(super) fn source_value(&self, value: &Value) -> Value {
        value.substitute(&|atom| self.source_atom(atom))
    }

    pub(super) fn sink_value(&self, value: &Value) -> Value {
        value.substitute(&|atom| self.sink_atom(atom))
    }
}

/// The loops around both accesses, outermost first.
pub(super) fn common_loops(source: &Access, sink: &Access) -> impl Iterator<Item = LoopId> {
    let pairs = source.reference.loops.iter().zip(&sink.reference.loops);
    pairs.take_while(|(a, b)| a == b).map(|(l, _)| *l)
}

/// The guards under which both accesses are executed.
pub(super) fn paths(instances: &Instances, source: &Access, sink: &Access) -> Vec<Guard> {
    let at_source = |guard: &Guard| guard.substitute(&|atom| instances.source_atom(atom));
    let at_sink = |guard: &Guard| guard.substitute(&|atom| instances.sink_atom(atom));
    let sources = executed(&source.reference).into_iter().filter_map(|g| at_source(&g));
    let sinks: Vec<_> = executed(&sink.reference).into_iter().filter_map(|g| at_sink(&g)).collect();
    let sources: Vec<_> = sources.collect();
    conjunctions(&sources, &sinks)
}

/// The guards under which a reference is executed, with what the program states there.
fn executed(reference: &Reference) -> Vec<Guard> {
    reference.path.iter().filter_map(|guard| guard.and(&reference.assumed)).collect()
}
