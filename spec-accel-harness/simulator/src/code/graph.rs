//! Where lanes that a branch sends apart meet again: at the branch's immediate post-dominator.
//!
//! Post-dominators are dominators of the reversed graph, from a node that stands behind all returns (Cooper, Harvey, Kennedy: "A
//! Simple, Fast Dominance Algorithm", 2001). An exit, a trap and the end of an unreachable block are no returns: lanes that get
//! there meet nobody.

use std::collections::BTreeSet;

/// Where an instruction may go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// To the next instruction.
    Next,
    /// To these instructions, and to the next one if `falls`.
    Targets { targets: Vec<u32>, falls: bool },
    /// Back to the caller; for some lanes to the next instruction if `falls`.
    Return { falls: bool },
    /// Nowhere; for some lanes to the next instruction if `falls`.
    Stop { falls: bool },
}

/// For each instruction the place at which lanes that it sends apart meet again. At the return of a kernel nobody waits.
pub(super) fn meeting_places(flows: &[Flow], is_kernel: bool) -> Vec<Option<u32>> {
    let graph = Graph::new(flows);
    let above = graph.post_dominators();
    let mut places = vec![None; flows.len()];
    for (block, range) in graph.blocks.iter().enumerate() {
        let last = range.end - 1;
        let splits = match &flows[last] {
            Flow::Targets { targets, falls } => targets.len() + usize::from(*falls) > 1,
            _ => false,
        };
        let meet = above[block].filter(|_| splits).and_then(|next| graph.blocks.get(next));
        let is_end = |first: usize| matches!(flows[first], Flow::Return { falls: false });
        places[last] =
            meet.filter(|next| !(is_kernel && is_end(next.start))).map(|next| next.start as u32);
    }
    places
}

/// Blocks of instructions, and which follow which. One more node stands behind all returns.
struct Graph {
    blocks: Vec<std::ops::Range<usize>>,
    successors: Vec<Vec<usize>>,
}

impl Graph {
    fn new(flows: &[Flow]) -> Graph {
        let mut leaders = BTreeSet::from([0]);
        for (index, flow) in flows.iter().enumerate() {
            if let Flow::Targets { targets, .. } = flow {
                leaders.extend(targets.iter().map(|target| *target as usize));
            }
            if *flow != Flow::Next {
                leaders.insert(index + 1);
            }
        }
        leaders.retain(|leader| *leader < flows.len());
        let starts: Vec<usize> = leaders.into_iter().collect();
        let ends = starts.iter().skip(1).copied().chain([flows.len()]);
        let blocks: Vec<_> = starts.iter().zip(ends).map(|(start, end)| *start..end).collect();
        let block_of = |index: usize| starts.binary_search(&index).ok();
        let behind = blocks.len();
        let successors = blocks
            .iter()
            .map(|block| {
                let next = block_of(block.end);
                match flows.get(block.end - 1) {
                    Some(Flow::Next) | None => next.into_iter().collect(),
                    Some(Flow::Targets { targets, falls }) => {
                        let own = targets.iter().filter_map(|target| block_of(*target as usize));
                        own.chain(next.filter(|_| *falls)).collect()
                    }
                    Some(Flow::Return { falls }) => {
                        [behind].into_iter().chain(next.filter(|_| *falls)).collect()
                    }
                    Some(Flow::Stop { falls }) => next.filter(|_| *falls).into_iter().collect(),
                }
            })
            .collect();
        Graph { blocks, successors }
    }

    /// The immediate post-dominator of each block; the node behind all returns has the number of blocks. `None` where no way leads
    /// to a return.
    fn post_dominators(&self) -> Vec<Option<usize>> {
        let behind = self.blocks.len();
        let mut predecessors = vec![Vec::new(); behind + 1];
        for (block, next) in self.successors.iter().enumerate() {
            next.iter().for_each(|n| predecessors[*n].push(block));
        }
        let order = post_order(behind, &predecessors);
        let mut number = vec![usize::MAX; behind + 1];
        order.iter().enumerate().for_each(|(k, node)| number[*node] = k);
        let mut above: Vec<Option<usize>> = vec![None; behind + 1];
        above[behind] = Some(behind);
        let mut changed = true;
        while changed {
            changed = false;
            for node in order.iter().rev().copied().filter(|node| *node != behind) {
                let known = self.successors[node].iter().copied().filter(|n| above[*n].is_some());
                let new = known.reduce(|a, b| nearest(a, b, &above, &number));
                changed |= above[node] != new;
                above[node] = new;
            }
        }
        above.truncate(behind);
        above
    }
}

/// The nodes that a walk from `root` along `next` reaches, each behind those that it leads to.
fn post_order(root: usize, next: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; next.len()];
    let mut stack = vec![(root, 0)];
    seen[root] = true;
    while let Some((node, k)) = stack.pop() {
        match next[node].get(k) {
            Some(other) => {
                stack.push((node, k + 1));
                if !std::mem::replace(&mut seen[*other], true) {
                    stack.push((*other, 0));
                }
            }
            None => order.push(node),
        }
    }
    order
}

/// The nearest node above both.
fn nearest(a: usize, b: usize, above: &[Option<usize>], number: &[usize]) -> usize {
    let (mut a, mut b) = (a, b);
    while a != b {
        let lower = if number[a] < number[b] { &mut a } else { &mut b };
        match above[*lower] {
            Some(next) => *lower = next,
            None => return *lower,
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(target: u32) -> Flow {
        Flow::Targets { targets: vec![target], falls: true }
    }

    fn jump(target: u32) -> Flow {
        Flow::Targets { targets: vec![target], falls: false }
    }

    const RETURN: Flow = Flow::Return { falls: false };

    #[test]
    fn two_ways_meet_behind_both() {
        let flows = [branch(3), Flow::Next, jump(4), Flow::Next, Flow::Next, RETURN];
        assert_eq!(meeting_places(&flows, true)[0], Some(4));
    }

    #[test]
    fn lanes_that_leave_a_loop_wait_behind_it() {
        let flows = [Flow::Next, Flow::Next, branch(1), Flow::Next, RETURN];
        assert_eq!(meeting_places(&flows, false)[2], Some(3));
    }

    #[test]
    fn nobody_waits_at_the_return_of_a_kernel() {
        let flows = [branch(2), Flow::Next, RETURN];
        assert_eq!(meeting_places(&flows, true)[0], None);
        assert_eq!(meeting_places(&flows, false)[0], Some(2));
    }

    #[test]
    fn a_trap_is_no_way_to_the_end() {
        let flows = [branch(2), Flow::Stop { falls: false }, Flow::Next, RETURN];
        assert_eq!(meeting_places(&flows, false)[0], Some(2));
        let endless = [branch(0), jump(1)];
        assert_eq!(meeting_places(&endless, false)[0], None);
    }

    /// The place is on every way to a return, and no nearer one is: by walks in random graphs.
    #[test]
    fn places_are_the_nearest_that_all_ways_pass() {
        let mut state = 7_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            (state >> 33) as usize % below
        };
        for _ in 0..2000 {
            let length = 3 + random(8);
            let chosen = (0..length).map(|_| match random(5) {
                0 | 1 => branch(random(length) as u32),
                2 => jump(random(length) as u32),
                _ => Flow::Next,
            });
            let flows: Vec<Flow> = chosen.chain([RETURN]).collect();
            let places = meeting_places(&flows, false);
            for (at, flow) in flows.iter().enumerate() {
                if !matches!(flow, Flow::Targets { falls: true, .. }) {
                    continue;
                }
                let passed = |place: usize| !reaches_end(&flows, at, place);
                let own = (0..flows.len()).filter(|p| *p != at && passed(*p));
                let all: BTreeSet<usize> =
                    own.filter(|_| reaches_end(&flows, at, usize::MAX)).collect();
                match places[at] {
                    Some(place) => assert!(all.contains(&(place as usize)), "{flows:?} {at}"),
                    None => assert!(all.is_empty(), "{flows:?} {at}: {all:?}"),
                }
            }
        }
    }

    /// Whether a walk from `at` reaches the return without passing `forbidden` after its first step.
    fn reaches_end(flows: &[Flow], at: usize, forbidden: usize) -> bool {
        let mut seen = vec![false; flows.len()];
        let mut stack = vec![at];
        let mut first = true;
        while let Some(node) = stack.pop() {
            if !std::mem::take(&mut first) && (node == forbidden || seen[node]) {
                continue;
            }
            seen[node] = true;
            match &flows[node] {
                Flow::Next => stack.push(node + 1),
                Flow::Targets { targets, falls } => {
                    stack.extend(targets.iter().map(|t| *t as usize));
                    stack.extend(falls.then_some(node + 1));
                }
                Flow::Return { .. } => return true,
                Flow::Stop { .. } => {}
            }
        }
        false
    }
}
