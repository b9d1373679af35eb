//! Terms as text, for logs and failing tests.

use std::fmt::Write;

use whyc_base::ids::Id;

use crate::node::{Node, TermId};
use crate::store::TermStore;

impl TermStore {
    /// Everything `term` is made of, one node a line, arguments before their use:
    /// `t7 = add(t3, t5) : bits32`.
    #[must_use]
    pub fn listing(&self, term: TermId) -> String {
        let mut seen = vec![false; self.len()];
        let mut stack = vec![term];
        let mut cone = Vec::new();
        while let Some(term) = stack.pop() {
            if !std::mem::replace(&mut seen[term.index()], true) {
                cone.push(term);
                stack.extend(self.children(term));
            }
        }
        // Arguments have smaller ids.
        cone.sort_unstable();
        let mut text = String::new();
        for term in cone {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{term} = {} : {}", self.node_text(term), self.sort(term));
        }
        text
    }

    fn node_text(&self, term: TermId) -> String {
        match self.node(term) {
            Node::Bool(value) => value.to_string(),
            Node::Bits(value) => format!("{value:#x}"),
            Node::Input(input) => input.to_string(),
            Node::Extract { arg, hi, lo } => format!("extract({arg}, {hi}, {lo})"),
            Node::Unary(..) | Node::Binary(..) | Node::Ite(..) | Node::Store(..) | Node::Splice(..) => {
                let args: Vec<String> = self.children(term).map(|arg| arg.to_string()).collect();
                format!("{}({})", self.op(term).name(), args.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    #[test]
    fn a_listing_names_every_node_once() {
        let mut store = TermStore::new();
        let x = store.input(Sort::Bits(8));
        let seven = store.bits(8, 7);
        let sum = store.add(x, seven);
        let cond = store.ult(sum, x);
        assert_eq!(
            store.listing(cond),
            "t2 = in0 : bits8\nt3 = 0x7 : bits8\nt4 = add(t2, t3) : bits8\nt5 = ult(t4, t2) : bool\n"
        );
    }
}
