//! The free words of one cycle: inputs and state.

use whyc_term::TermId;

use super::{Builder, Source, Value};
use crate::btor2::cells::Pool;
use crate::btor2::model::{Kind, Model, Sort};
use crate::btor2::ops::Op;
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
            let terms = match addresses {
                Some(constants) => constants.iter().map(|&at| self.store.bits(index, at)).collect(),
                None => (0..n_cells).map(|_| self.word("address".to_owned(), index, Source::Address(pool))).collect(),
            };
            self.addresses.push(terms);
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
        for (idx, node) in model.nodes.iter().enumerate() {
            let Kind::Apply(Op::Read, operands) = &node.kind else { continue };
            let pool = self.pool(model.nodes[operands[0].node].sort);
            if pool.is_some_and(|pool| self.pools[pool].addresses.is_some()) {
                let term = self.store.input(whyc_term::Sort::Bits(node.sort.width()));
                let edges = self.blaster.bits(&self.store, term).to_vec();
                self.n_unknown += edges.len();
                self.input_edges.extend(edges);
                self.unknown[idx] = Some(term);
            }
        }
    }

    /// The value of a node that is free, with its words.
    fn leaf(&mut self, model: &Model, node: usize, source: Source, suffix: &str) -> Value {
        let sort = model.nodes[node].sort;
        let name = format!("{}{suffix}", model.name(node));
        let Sort::Array { index, element } = sort else {
            return Value::Term(self.word(name, sort.width(), source));
        };
        if let Some(pool) = self.pool(sort) {
            let Pool { addresses, n_cells, .. } = self.pools[pool].clone();
            let named = |cell: usize| match &addresses {
                Some(constants) => format!("{name}[{:#x}]", constants[cell]),
                None => format!("{name}[cell {cell}]"),
            };
            return Value::Cells((0..n_cells).map(|cell| self.word(named(cell), element, source)).collect());
        }
        let zero = self.store.bits(element, 0);
        let mut array = self.store.const_array(index, zero);
        for at in 0..1u128 << index {
            let word = self.word(format!("{name}[{at}]"), element, source);
            let at = self.store.bits(index, at);
            array = self.store.store(array, at, word);
        }
        Value::Term(array)
    }

    fn word(&mut self, name: String, width: u32, source: Source) -> TermId {
        let term = self.store.input(whyc_term::Sort::Bits(width));
        let edges = self.blaster.bits(&self.store, term).to_vec();
        let (list, all) = match source {
            Source::State(_) | Source::Address(_) => (&mut self.state, &mut self.state_edges),
            Source::Input(_) | Source::FreeState(_) | Source::Fed(_) => (&mut self.inputs, &mut self.input_edges),
        };
        let bits = all.len()..all.len() + edges.len();
        all.extend(edges);
        list.push((Word { name, bits }, source));
        term
    }
}
