//! The same game without listing its positions: what is won is closed downwards, so its largest elements say all of it.
//!
//! A position says for each state of the automaton how often a run that is there has visited accepting states. Whoever can keep
//! these numbers small from a position can do so from every smaller one. Beginning with all positions within the bound, those
//! are taken away again and again from which the player cannot stay; only the largest ones are ever written down (Filiot, Jin
//! and Raskin, "An antichain algorithm for LTL realizability", 2009).

use super::game::Player;
use super::nondeterministic::Nondeterministic;
use crate::lasso::components;
use crate::store::TooLarge;

/// For each state how often accepting states were visited on the way there at most; below zero where no run may be.
type Position = Vec<i16>;

/// What is asked, and what it may cost.
pub(super) struct Question<'a> {
    pub(super) automaton: &'a Nondeterministic,
    pub(super) n_inputs: usize,
    pub(super) n_outputs: usize,
    /// How often accepting states may be visited.
    pub(super) bound: i16,
    /// Takes work, as long as there is some left.
    pub(super) spend: &'a dyn Fn(usize) -> Result<(), TooLarge>,
}

/// A machine: for each state and input the output and the next state. It begins in the first one.
pub(super) struct Machine {
    steps: Vec<Vec<(usize, usize)>>,
}

impl Machine {
    /// How many states it has.
    pub(super) fn n_states(&self) -> usize {
        self.steps.len()
    }
}

impl Question<'_> {
    fn letter(&self, input: usize, output: usize) -> usize {
        input | output << self.n_inputs
    }

    /// The largest positions from which the player wins; none at all if the first one is not among them.
    pub(super) fn won(&self, player: Player) -> Result<Vec<Position>, TooLarge> {
        let n = self.automaton.next.len();
        // From a state that accepts whatever comes nothing can be saved.
        let is_lost =
            |at: usize| self.automaton.accepting[at] && self.automaton.next[at].iter().all(|to| to.as_slice() == [at]);
        let mut won = vec![(0..n).map(|at| if is_lost(at) { -1 } else { self.bound }).collect::<Position>()];
        loop {
            let smaller = self.shrunk(&won, player)?;
            if !smaller.iter().any(|it| is_below(&self.first(), it)) {
                return Ok(Vec::new());
            }
            if smaller == won {
                return Ok(won);
            }
            won = smaller;
        }
    }

    fn first(&self) -> Position {
        let mut first = vec![-1; self.automaton.next.len()];
        first[0] = i16::from(self.automaton.accepting[0]);
        first
    }

    /// Positions from which the player can come to some of `won`, and that are among them.
    fn shrunk(&self, won: &[Position], player: Player) -> Result<Vec<Position>, TooLarge> {
        let (n_inputs, n_outputs) = (1usize << self.n_inputs, 1usize << self.n_outputs);
        match player {
            // Whatever the input is, some output helps.
            Player::System => {
                let mut kept = won.to_vec();
                for input in 0..n_inputs {
                    let mut some = Vec::new();
                    for output in 0..n_outputs {
                        some.extend(won.iter().map(|it| self.before(it, self.letter(input, output))));
                    }
                    let some = self.largest(some)?;
                    kept = self.meets(&kept, &some)?;
                }
                Ok(kept)
            }
            // Some input helps, whatever the output is.
            Player::Environment => {
                let mut some = Vec::new();
                for input in 0..n_inputs {
                    let mut kept = won.to_vec();
                    for output in 0..n_outputs {
                        let letter = self.letter(input, output);
                        let before: Vec<Position> = won.iter().map(|it| self.before(it, letter)).collect();
                        kept = self.meets(&kept, &self.largest(before)?)?;
                    }
                    some.extend(kept);
                }
                self.largest(some)
            }
        }
    }

    /// The largest position from which a letter leads to a position that is not larger than `after`.
    fn before(&self, after: &Position, letter: usize) -> Position {
        let of = |rows: &Vec<Vec<usize>>| {
            let allowed = rows[letter].iter().map(|&to| match after[to] - i16::from(self.automaton.accepting[to]) {
                least if after[to] >= 0 && least >= 0 => least,
                _ => -1,
            });
            allowed.min().unwrap_or(self.bound)
        };
        self.automaton.next.iter().map(of).collect()
    }

    /// What is below one of both.
    fn meets(&self, left: &[Position], right: &[Position]) -> Result<Vec<Position>, TooLarge> {
        let mut all = Vec::with_capacity(left.len() * right.len());
        for a in left {
            for b in right {
                all.push(a.iter().zip(b).map(|(a, b)| *a.min(b)).collect());
            }
        }
        self.largest(all)
    }

    /// Those that are below no other one, in order.
    fn largest(&self, mut all: Vec<Position>) -> Result<Vec<Position>, TooLarge> {
        all.sort_unstable_by(|a, b| b.cmp(a));
        all.dedup();
        let mut kept: Vec<Position> = Vec::new();
        for position in all {
            (self.spend)((kept.len() + 1) * position.len())?;
            if !kept.iter().any(|it| is_below(&position, it)) {
                kept.push(position);
            }
        }
        // What comes first is not below what comes later: larger ones come first.
        Ok(kept)
    }

    /// The position after a letter.
    fn after(&self, position: &Position, letter: usize) -> Position {
        let mut after = vec![-1; position.len()];
        for (state, &count) in position.iter().enumerate().filter(|(_, count)| **count >= 0) {
            for &to in &self.automaton.next[state][letter] {
                after[to] = after[to].max(count + i16::from(self.automaton.accepting[to]));
            }
        }
        after
    }

    /// A machine that wins as the system from the first position.
    pub(super) fn machine(&self, won: &[Position]) -> Option<Machine> {
        let above = |position: &Position| won.iter().position(|it| is_below(position, it));
        let mut places = vec![above(&self.first())?];
        let mut steps: Vec<Vec<(usize, usize)>> = Vec::new();
        while steps.len() < places.len() {
            let from = &won[places[steps.len()]];
            let mut row = Vec::new();
            for input in 0..1usize << self.n_inputs {
                let mut found = (0..1usize << self.n_outputs)
                    .filter_map(|output| Some((output, above(&self.after(from, self.letter(input, output)))?)));
                let (output, place) = found.next()?;
                let at = places.iter().position(|it| *it == place).unwrap_or_else(|| {
                    places.push(place);
                    places.len() - 1
                });
                row.push((output, at));
            }
            steps.push(row);
        }
        Some(Machine { steps })
    }

    /// Whether no run of a machine is accepted: asked of the product of both, and not of the game.
    pub(super) fn is_kept_by(&self, machine: &Machine) -> bool {
        let mut pairs = vec![(0, 0)];
        let mut edges: Vec<Vec<usize>> = Vec::new();
        while edges.len() < pairs.len() {
            let (at, state): (usize, usize) = pairs[edges.len()];
            let mut to = Vec::new();
            for (input, &(output, next)) in machine.steps[at].iter().enumerate() {
                for &after in &self.automaton.next[state][self.letter(input, output)] {
                    let pair = (next, after);
                    to.push(pairs.iter().position(|it| *it == pair).unwrap_or_else(|| {
                        pairs.push(pair);
                        pairs.len() - 1
                    }));
                }
            }
            edges.push(to);
        }
        !components(edges.len(), |at| &edges[at]).into_iter().any(|component| {
            let is_cycle = component.len() > 1 || edges[component[0]].contains(&component[0]);
            is_cycle && component.iter().any(|&at| self.automaton.accepting[pairs[at].1])
        })
    }
}

fn is_below(a: &Position, b: &Position) -> bool {
    a.iter().zip(b).all(|(a, b)| a <= b)
}
