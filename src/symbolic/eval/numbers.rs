//! The numbers of teams and threads as values, for counts.
//!
//! What each team runs stands in a loop over the teams, what each thread runs in one over the threads
//! (`ir::launch`): `omp_get_thread_num()` is that loop's counter. Where threads share iterations, the
//! thread's number follows the iteration as the schedule has it, which the map of the lanes knows
//! (`coalesce::trips`).

use super::Evaluator;
use super::assigned::assigned_symbols;
use super::crew::{Count, Counting, Crew, Member, has_turns};
use super::sources::Sources;
use crate::diag::Code;
use crate::id::{LoopId, StmtId, SymbolId};
use crate::ir::launch::{self, Number};
use crate::ir::{DataKind, Directive, Stmt, clauses, nest_of};
use crate::openmp::{Construct, Leaf, construct};
use crate::symbolic::poly::{Atom, Instance, Poly};
use crate::symbolic::value::Value;

/// What is put back where a construct ends.
pub(super) type Outside = Option<(Vec<LoopId>, Crew)>;

/// The sources of what a call answers.
pub(super) fn of_number(evaluator: &Evaluator, number: Number) -> Sources {
    let Some(Counting { crew, .. }) = &evaluator.counting else { return Sources::new() };
    match number {
        Number::Thread => crew.thread_loop().into_iter().collect(),
        Number::Team => crew.team.into_iter().collect(),
        Number::Threads | Number::Teams => Sources::new(),
    }
}

impl Evaluator<'_> {
    /// What a call of the runtime library answers, in a walk for counts.
    pub(super) fn number(&mut self, name: &str) -> Option<Value> {
        let crew = self.counting.as_ref()?.crew.clone();
        let asked = Number::asked_by(name)?;
        let counter = |l: LoopId| Value::from(Poly::atom(Atom::Iv(l, Instance::Source)));
        let value = match (asked, crew.member) {
            (Number::Thread, Member::First) => Value::constant(0),
            (Number::Thread, Member::Each(l)) => counter(l),
            (Number::Threads, _) if !crew.parallel => Value::constant(1),
            (Number::Team, _) if !crew.has_teams => Value::constant(0),
            (Number::Teams, _) if !crew.has_teams => Value::constant(1),
            (Number::Team, _) if crew.team.is_some() => counter(crew.team?),
            (Number::Teams, _) if crew.teams.is_some() => Value::constant(crew.teams?),
            (Number::Threads, _) if matches!(crew.threads, Count::Of(_)) => {
                Value::constant(crew.threads.number())
            }
            _ => self.same_for_all(asked, &crew),
        };
        self.note(&value);
        Some(value)
    }

    /// A number that is not known, but one for all lanes, and at every place that asks for it.
    fn same_for_all(&mut self, asked: Number, crew: &Crew) -> Value {
        let place = crew.thread_loop().unwrap_or_else(|| launch::team_loop(self.region));
        let key = (asked, place);
        let known = self.counting.as_ref().and_then(|own| own.numbers.get(&key).cloned());
        if let Some(known) = known {
            return known;
        }
        let value = self.unknown_of(&Sources::new());
        if let Some(counting) = &mut self.counting {
            counting.numbers.insert(key, value.clone());
        }
        value
    }

    /// Enters a construct whose statement is `stmt`, the region's own where there is none.
    pub(super) fn enter_construct(
        &mut self,
        directive: &Directive,
        stmt: Option<StmtId>,
        body: &[Stmt],
    ) -> Outside {
        let mut crew = self.counting.as_ref()?.crew.clone();
        let outside = (self.loops.clone(), crew.clone());
        crew.resize(directive);
        if launch::repeats_by_teams(directive) && !self.region.is_inner() {
            let l = launch::team_loop(self.region);
            crew.team = Some(l);
            self.enter_numbers(l, crew.teams);
        }
        if directive.has(Leaf::Distribute)
            || directive.has(Leaf::Loop) && !directive.has(Leaf::Parallel)
        {
            self.leave_numbers(crew.team.take());
        }
        if directive.has(Leaf::Loop) && crew.has_teams {
            (crew.member, crew.parallel) = (Member::One, true);
        }
        if launch::is_parallel(directive) {
            let l = launch::thread_loop(self.region, stmt);
            (crew.member, crew.parallel) = (Member::Each(l), true);
            if launch::repeats_by_threads(directive) {
                self.enter_numbers(l, Some(crew.threads.number()));
            }
        }
        if directive.shares_work() {
            self.leave_numbers(crew.thread_loop());
            let count = directive.associated_loops().unwrap_or(1) as usize;
            self.shared.extend(nest_of(body).iter().take(count).map(|l| l.id));
        }
        self.choose_one(directive, &mut crew);
        let items = directive.clauses.iter().flat_map(clauses::items);
        let owned: Vec<_> =
            items.filter(|item| !item.kind.is_map() && item.kind != DataKind::Shared).collect();
        let symbols = &self.region.symbols;
        crew.of_team
            .retain(|symbol| owned.iter().all(|item| item.name != symbols[symbol.index()].name));
        crew.in_turn |= has_turns(directive);
        if let Some(counting) = &mut self.counting {
            counting.crew = crew;
        }
        if has_turns(directive) {
            let assigned = assigned_symbols(self.region, body);
            self.vary(&assigned);
        }
        Some(outside)
    }

    /// Takes note of a declaration.
    pub(super) fn note_declaration(&mut self, symbol: SymbolId) {
        if let Some(Counting { crew, .. }) = &mut self.counting {
            if crew.parallel {
                crew.of_team.remove(&symbol);
            } else {
                crew.of_team.insert(symbol);
            }
        }
    }

    /// Whether each team has one variable by that name.
    pub(super) fn is_of_team(&self, symbol: SymbolId) -> bool {
        self.counting.as_ref().is_some_and(|own| own.crew.of_team.contains(&symbol))
    }

    /// Whether threads run the statement at hand one after the other.
    pub(super) fn takes_turns(&self) -> bool {
        self.counting.as_ref().is_some_and(|own| own.crew.in_turn)
    }

    /// What a variable follows once all threads of a team see what was stored there last.
    pub(super) fn agreed(&self, symbol: SymbolId, mut sources: Sources) -> Sources {
        if self.is_of_team(symbol) {
            sources.retain(|l| *l <= launch::team_loop(self.region));
        }
        sources
    }

    /// Lets the threads of a team wait for each other: each finds what any of them has stored.
    pub(super) fn synchronize(&mut self) {
        let Some(Counting { crew, .. }) = &self.counting else { return };
        for symbol in crew.of_team.clone() {
            let Some(binding) = self.environment.get(&symbol).cloned() else { continue };
            let before = binding.sources();
            let sources = self.agreed(symbol, before.clone());
            if sources != before {
                let agreed = self.unknown_binding(symbol, &sources);
                self.environment.insert(symbol, agreed);
            }
        }
    }

    /// Leaves all threads but one, where the construct says so.
    fn choose_one(&mut self, directive: &Directive, crew: &mut Crew) {
        let member = match directive.construct() {
            Construct::Single => Some(Member::One),
            Construct::Critical => None,
            construct if construct.leaves().meets(construct::MASKED) => Some(Member::First),
            _ => return,
        };
        if !launch::is_parallel(directive) {
            self.leave_numbers(crew.thread_loop());
            crew.member = member.unwrap_or(crew.member);
        }
    }

    /// Leaves a construct.
    pub(super) fn leave_construct(&mut self, outside: Outside) {
        if let (Some(counting), Some((loops, crew))) = (&mut self.counting, outside) {
            (self.loops, counting.crew) = (loops, crew);
        }
    }

    /// Enters the loop over numbers from 0 on.
    fn enter_numbers(&mut self, l: LoopId, count: Option<u32>) {
        let unknown = Value::Unknown(Code::NotCanonical);
        let upper = count.map_or(unknown, |count| Value::from(Poly::from(count)));
        let values = self.loop_values(Value::constant(0), upper, Some(1.into()), None);
        let (first, last) = (values.first.clone(), values.last.clone());
        self.facts.add_variable(Atom::Iv(l, Instance::Source), first, last);
        self.out.loops[l.index()] = Some(values);
        self.loops.push(l);
    }

    fn leave_numbers(&mut self, l: Option<LoopId>) {
        self.loops.retain(|own| Some(*own) != l);
    }
}
