//! Strongly connected parts, by Tarjan's algorithm, without recursion.

/// The parts of a graph.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The members of each, in order; a part comes after all parts that it leads to.
    pub members: Vec<Vec<usize>>,
    /// The part of each state.
    pub of: Vec<usize>,
}

const UNSEEN: usize = usize::MAX;

/// The strongly connected parts of the graph with `n` states and these successors.
#[must_use]
pub fn parts(n: usize, successors: impl Fn(usize) -> Vec<usize>) -> Parts {
    let mut search = Search {
        index: vec![UNSEEN; n],
        low: vec![0; n],
        is_open: vec![false; n],
        open: Vec::new(),
        next: 0,
        found: Parts { members: Vec::new(), of: vec![UNSEEN; n] },
    };
    for root in 0..n {
        if search.index[root] == UNSEEN {
            search.from(root, &successors);
        }
    }
    search.found
}

struct Search {
    index: Vec<usize>,
    low: Vec<usize>,
    is_open: Vec<bool>,
    open: Vec<usize>,
    next: usize,
    found: Parts,
}

impl Search {
    fn from(&mut self, root: usize, successors: &impl Fn(usize) -> Vec<usize>) {
        self.begin(root);
        let mut stack = vec![(root, successors(root), 0)];
        while let Some((state, to, at)) = stack.last_mut() {
            let state = *state;
            let Some(&next) = to.get(*at) else {
                stack.pop();
                self.end(state);
                if let Some((below, _, _)) = stack.last() {
                    self.low[*below] = self.low[*below].min(self.low[state]);
                }
                continue;
            };
            *at += 1;
            if self.index[next] == UNSEEN {
                self.begin(next);
                stack.push((next, successors(next), 0));
            } else if self.is_open[next] {
                self.low[state] = self.low[state].min(self.index[next]);
            }
        }
    }

    fn begin(&mut self, state: usize) {
        self.index[state] = self.next;
        self.low[state] = self.next;
        self.next += 1;
        self.open.push(state);
        self.is_open[state] = true;
    }

    fn end(&mut self, state: usize) {
        if self.low[state] != self.index[state] {
            return;
        }
        let mut members = Vec::new();
        while let Some(member) = self.open.pop() {
            self.is_open[member] = false;
            self.found.of[member] = self.found.members.len();
            members.push(member);
            if member == state {
                break;
            }
        }
        members.sort_unstable();
        self.found.members.push(members);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_after_what_they_lead_to() {
        let graph = [vec![1], vec![2], vec![1, 3], vec![], vec![0, 4]];
        let found = parts(5, |it| graph[it].clone());
        assert_eq!(found.members, [vec![3], vec![1, 2], vec![0], vec![4]]);
        assert_eq!(found.of, [2, 1, 1, 0, 3]);
    }

    #[test]
    fn a_long_line_is_no_trouble() {
        let n = 200_000;
        let found = parts(n, |it| if it + 1 < n { vec![it + 1] } else { vec![0] });
        assert_eq!(found.members.len(), 1);
    }
}
