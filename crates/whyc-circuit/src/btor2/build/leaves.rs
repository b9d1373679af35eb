//! The free words of one cycle: inputs and state.

use whyc_aig::Edge;

use super::{Bits, Builder, Source, Value};
use crate::btor2::cells::Pool;
use crate::btor2::model::{Model, Sort};
use crate::btor2::number;
use crate::design::Word;

impl Builder {
    /// Inputs first, then latches: the order that a circuit's graph must have.
    pub(super) fn leaves(&mut self, model: &Model) {
        self.values = vec![None; model.nodes.len()];
        self.unknown = vec![None; model.nodes.len()];
        self.fed = vec![None; model.states.len()];
        for (position, &node) in model.inputs.iter().enumerate() {
            self.values[node] = Some(self.leaf(model, node, Source::Input(position), ""));
        }
        for (position, state) in model.states.iter().enumerate() {
            match (state.next, state.init) {
                (None, None) => {
                    self.values[state.node] = Some(self.leaf(model, state.node, Source::FreeState(position), ""));
                }
                (None, Some(_)) => {
                    self.fed[position] = Some(self.leaf(model, state.node, Source::Fed(position), " (next)"));
                }
                (Some(_), _) => {}
            }
        }
        self.unknown_reads(model);
        for position in self.state_order(model) {
            let node = model.states[position].node;
            if self.values[node].is_none() {
                self.values[node] = Some(self.leaf(model, node, Source::State(position), ""));
            }
        }
        for pool in 0..self.pools.len() {
            let Pool { index, addresses, n_cells } = self.pools[pool].clone();
            let words = match addresses {
                Some(constants) => {
                    constants.iter().map(|at| number::bits(at, index).map(Edge::constant).collect()).collect()
                }
                None => (0..n_cells).map(|_| self.word("address".to_owned(), index, Source::Address(pool))).collect(),
            };
            self.addresses.push(words);
        }
    }

    /// Large arrays last: whatever they are laid out as, the other states stay where they are.
    pub(super) fn state_order(&self, model: &Model) -> Vec<usize> {
        let mut order: Vec<usize> = (0..model.states.len()).collect();
        order.sort_by_key(|&position| self.pool(model.nodes[model.states[position].node].sort).is_some());
        order
    }

    /// Inputs that nobody chooses, for reads of what no cell stands for.
    fn unknown_reads(&mut self, model: &Model) {
        for (idx, array, _) in model.reads() {
            let pool = self.pool(model.nodes[array.node].sort);
            if pool.is_some_and(|pool| self.pools[pool].addresses.is_some()) {
                let edges: Bits = (0..model.nodes[idx].sort.width()).map(|_| self.aig.input()).collect();
                self.n_unknown += edges.len();
                self.input_edges.extend_from_slice(&edges);
                self.unknown[idx] = Some(edges);
            }
        }
    }

    /// The value of a node that is free, with its words.
    fn leaf(&mut self, model: &Model, node: usize, source: Source, suffix: &str) -> Value {
        let sort = model.nodes[node].sort;
        let name = self.aliases.get(&node).map_or_else(|| model.name(node), |alias| alias.name.clone());
        let name = format!("{name}{suffix}");
        let Sort::Array { index, element } = sort else {
            return Value::Word(self.word(name, sort.width(), source));
        };
        if let Some(pool) = self.pool(sort) {
            let Pool { addresses, n_cells, .. } = self.pools[pool].clone();
            let named = |cell: usize| match &addresses {
                Some(constants) => format!("{name}[{:#x}]", constants[cell]),
                None => format!("{name}[cell {cell}]"),
            };
            return Value::Array((0..n_cells).map(|cell| self.word(named(cell), element, source)).collect());
        }
        Value::Array((0..1u64 << index).map(|at| self.word(format!("{name}[{at}]"), element, source)).collect())
    }

    fn word(&mut self, name: String, width: u32, source: Source) -> Bits {
        let edges: Bits = (0..width).map(|_| self.aig.input()).collect();
        let (list, all) = match source {
            Source::State(_) | Source::Address(_) => (&mut self.state, &mut self.state_edges),
            Source::Input(_) | Source::FreeState(_) | Source::Fed(_) => (&mut self.inputs, &mut self.input_edges),
        };
        let bits = all.len()..all.len() + edges.len();
        all.extend_from_slice(&edges);
        list.push((Word { name, bits }, source));
        edges
    }
}
