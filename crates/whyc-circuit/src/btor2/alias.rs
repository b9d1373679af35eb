//! What a designer calls the state whose own name was invented.
//!
//! A name that begins with `$` is one of yosys's. Where a register has an asynchronous reset, or is a latch, what it holds has such a
//! name, and what the designer named is a choice between that and the value it has at once. `uext x 0` is how a name is given to
//! what has one already, or none.

use std::collections::BTreeMap;

use super::model::{Kind, Model, Operand};
use super::ops::Op;

/// A name, and the node that has its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The name.
    pub name: String,
    /// The node.
    pub node: usize,
}

/// Whether nobody wrote this name, perhaps in an instance.
#[must_use]
pub fn is_invented(name: &str) -> bool {
    // What has a sign that names do not have is written with a `\` before it.
    name.split('.').any(|part| part.trim_start_matches('\\').starts_with('$'))
}

/// The aliases of states and inputs, by their nodes.
#[must_use]
pub fn all(model: &Model) -> BTreeMap<usize, Alias> {
    let invented = |node: usize, kind: &str| model.nodes[node].name.as_ref().is_some_and(|it| it.starts_with(kind));
    let states = model.states.iter().map(|state| state.node).chain(model.inputs.iter().copied());
    // What has the value of which leaf.
    let mut stands_for: BTreeMap<usize, usize> =
        states.filter(|&node| invented(node, "$")).map(|node| (node, node)).collect();
    if stands_for.is_empty() {
        return BTreeMap::new();
    }
    for (idx, node) in model.nodes.iter().enumerate() {
        let Kind::Apply(Op::Ite, operands) = &node.kind else { continue };
        let held = operands[1..].iter().find(|it| !it.negated && invented(it.node, "$auto$"));
        if let Some(held) = held.filter(|it| stands_for.contains_key(&it.node)) {
            stands_for.insert(idx, held.node);
        }
    }
    let mut found: BTreeMap<usize, Alias> = BTreeMap::new();
    let mut add = |name: &Option<String>, operand: Operand| {
        let name = name.as_ref().filter(|name| !is_invented(name) && !operand.negated);
        if let (Some(name), Some(&leaf)) = (name, stands_for.get(&operand.node)) {
            found.entry(leaf).or_insert_with(|| Alias { name: name.clone(), node: operand.node });
        }
    };
    for root in &model.outputs {
        add(&root.name, root.operand);
    }
    for (idx, node) in model.nodes.iter().enumerate() {
        match &node.kind {
            Kind::Apply(Op::Uext(0), operands) => add(&node.name, operands[0]),
            Kind::Apply(..) => add(&node.name, Operand { node: idx, negated: false }),
            Kind::Const(_) | Kind::Input | Kind::State => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use whyc_base::budget::Budget;

    use super::*;
    use crate::btor2::parse::parse;

    #[test]
    fn registers_with_asynchronous_resets_have_the_names_that_designers_gave_them() {
        let text = "1 sort bitvec 1\n2 sort bitvec 3\n3 input 1 rst\n4 zero 2\n5 state 2 $auto$x$1\n6 state 1 $past$y$2\n\
                    7 ite 2 3 5 4 $auto$x$3\n8 input 2 $anyseq$4\n9 uext 2 7 0 wp\n10 uext 2 8 0 chosen\n\
                    11 ite 1 3 6 3 other\n12 next 2 5 7\n13 next 1 6 3\n";
        let model = parse(text.as_bytes(), &Budget::unlimited()).expect("the file should be right");
        let named: Vec<(u64, String, u64)> = all(&model)
            .iter()
            .map(|(&leaf, it)| (model.nodes[leaf].id, it.name.clone(), model.nodes[it.node].id))
            .collect();
        assert_eq!(named, [(5, "wp".to_owned(), 7), (8, "chosen".to_owned(), 8)]);
    }
}
