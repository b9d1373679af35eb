//! The game in which one player keeps an automaton from visiting its accepting states too often.

use std::collections::BTreeMap;

use super::nondeterministic::Nondeterministic;
use crate::lasso::components;
use crate::store::TooLarge;

/// Who wants to keep the automaton from accepting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// Sees the inputs of a step and chooses its outputs.
    System,
    /// Chooses the inputs of a step.
    Environment,
}

/// Which positions are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Those that are won.
    Won,
    /// The others.
    NotWon,
}

pub(super) struct Game {
    pub(super) n_inputs: usize,
    pub(super) n_outputs: usize,
    pub(super) max_positions: usize,
}

/// For each state of the automaton how often a run that ends there has visited accepting states; nothing if none does.
type Position = Vec<Option<u8>>;

/// All positions of a game, and which of them are won.
pub(super) struct Region {
    n_inputs: usize,
    n_outputs: usize,
    /// For each position and letter, the one that follows; nothing if that was once too often.
    next: Vec<Vec<Option<usize>>>,
    won: Vec<bool>,
}

impl Game {
    /// Plays from the first position. The player wins where no run visits accepting states more than `bound` times.
    pub(super) fn play(&self, automaton: &Nondeterministic, bound: u8, player: Player) -> Result<Region, TooLarge> {
        let n_letters = 1usize << (self.n_inputs + self.n_outputs);
        let mut first: Position = vec![None; automaton.next.len()];
        first[0] = Some(u8::from(automaton.accepting[0]));
        let mut at_from_position = BTreeMap::from([(first.clone(), 0)]);
        let mut positions = vec![first];
        let mut next: Vec<Vec<Option<usize>>> = Vec::new();
        // The first state counts too.
        let bound = bound + 1;
        while next.len() < positions.len() {
            let position = positions[next.len()].clone();
            let mut row = Vec::with_capacity(n_letters);
            for letter in 0..n_letters {
                row.push(follow(automaton, &position, letter, bound).map(|after| {
                    let new = positions.len();
                    let at = *at_from_position.entry(after.clone()).or_insert(new);
                    if at == new {
                        positions.push(after);
                    }
                    at
                }));
            }
            next.push(row);
            if positions.len() > self.max_positions {
                return Err(TooLarge);
            }
        }
        let mut region =
            Region { n_inputs: self.n_inputs, n_outputs: self.n_outputs, won: vec![true; next.len()], next };
        while region.shrinks(player) {}
        Ok(region)
    }
}

fn follow(automaton: &Nondeterministic, position: &Position, letter: usize, bound: u8) -> Option<Position> {
    let mut after: Position = vec![None; position.len()];
    for (state, count) in position.iter().enumerate() {
        let Some(count) = count else { continue };
        for &to in &automaton.next[state][letter] {
            let count = count + u8::from(automaton.accepting[to]);
            if count > bound {
                return None;
            }
            after[to] = after[to].max(Some(count));
        }
    }
    Some(after)
}

impl Region {
    /// Takes away positions from which the player cannot stay; whether there were any.
    fn shrinks(&mut self, player: Player) -> bool {
        let mut is_changed = false;
        for at in 0..self.next.len() {
            if !self.won[at] {
                continue;
            }
            let stays = |input: usize, output: usize| {
                let letter = input | output << self.n_inputs;
                self.next[at][letter].is_some_and(|to| self.won[to])
            };
            let (inputs, outputs) = (0..1usize << self.n_inputs, 0..1usize << self.n_outputs);
            let is_won = match player {
                Player::System => inputs.clone().all(|input| outputs.clone().any(|output| stays(input, output))),
                Player::Environment => inputs.clone().any(|input| outputs.clone().all(|output| stays(input, output))),
            };
            if !is_won {
                self.won[at] = false;
                is_changed = true;
            }
        }
        is_changed
    }

    /// How many moves were looked at.
    pub(super) fn n_moves(&self) -> usize {
        self.next.len() << (self.n_inputs + self.n_outputs)
    }

    /// Whether an automaton accepts some run all of whose positions are allowed. Beyond the bound nothing is won.
    pub(super) fn has_run(&self, automaton: &Nondeterministic, wanted: Wanted) -> bool {
        let beyond = self.next.len();
        let allowed = |at: usize| {
            let is_won = at != beyond && self.won[at];
            is_won == (wanted == Wanted::Won)
        };
        if !allowed(0) {
            return false;
        }
        let mut at_from_pair = BTreeMap::from([((0, 0), 0)]);
        let mut pairs = vec![(0, 0)];
        let mut edges: Vec<Vec<usize>> = Vec::new();
        let n_letters = 1usize << (self.n_inputs + self.n_outputs);
        while edges.len() < pairs.len() {
            let (position, state) = pairs[edges.len()];
            let mut to = Vec::new();
            for letter in 0..n_letters {
                let after = if position == beyond { beyond } else { self.next[position][letter].unwrap_or(beyond) };
                if !allowed(after) {
                    continue;
                }
                for &next in &automaton.next[state][letter] {
                    let new = pairs.len();
                    let at = *at_from_pair.entry((after, next)).or_insert(new);
                    if at == new {
                        pairs.push((after, next));
                    }
                    to.push(at);
                }
            }
            to.sort_unstable();
            to.dedup();
            edges.push(to);
        }
        components(edges.len(), |at| &edges[at]).into_iter().any(|component| {
            let is_cycle = component.len() > 1 || edges[component[0]].contains(&component[0]);
            is_cycle && component.iter().any(|&at| automaton.accepting[pairs[at].1])
        })
    }
}
