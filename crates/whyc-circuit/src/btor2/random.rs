//! Random models, as text: what the tests of this format share.

use super::model::Sort;
use super::ops::Op;
use crate::rng::Rng;

/// Lines and the sorts of what they define.
struct Writer<'a> {
    rng: &'a mut Rng,
    widest: u32,
    text: String,
    next_id: usize,
    sorts: Vec<(usize, Sort)>,
    nodes: Vec<(usize, Sort)>,
}

/// A model over words of up to `widest` bits, small arrays included, that has one bad property.
pub(crate) fn model_text(rng: &mut Rng, widest: u32, n_operators: usize) -> String {
    let mut writer = Writer { rng, widest, text: String::new(), next_id: 1, sorts: Vec::new(), nodes: Vec::new() };
    writer.leaves();
    for _ in 0..n_operators {
        writer.operator();
    }
    writer.states_and_roots();
    writer.text
}

impl Writer<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.rng.bits() as usize % n
    }

    fn line(&mut self, text: &str) -> usize {
        let id = self.next_id;
        self.next_id += 1;
        self.text += &format!("{id} {text}\n");
        id
    }

    fn sort(&mut self, sort: Sort) -> usize {
        if let Some(&(id, _)) = self.sorts.iter().find(|(_, known)| *known == sort) {
            return id;
        }
        let id = match sort {
            Sort::Bits(width) => self.line(&format!("sort bitvec {width}")),
            Sort::Array { index, element } => {
                let (index, element) = (self.sort(Sort::Bits(index)), self.sort(Sort::Bits(element)));
                self.line(&format!("sort array {index} {element}"))
            }
        };
        self.sorts.push((id, sort));
        id
    }

    fn leaves(&mut self) {
        let width = 1 + self.below(self.widest as usize) as u32;
        let word = Sort::Bits(width);
        let array = Sort::Array { index: 1, element: width.min(4) };
        let mut kinds = vec![("input", word), ("state", word), ("input", Sort::Bits(1)), ("state", Sort::Bits(1))];
        if self.below(2) == 0 {
            kinds.push(("state", array));
        }
        for (kind, sort) in kinds {
            let id = self.sort(sort);
            let node = self.line(&format!("{kind} {id}"));
            self.nodes.push((node, sort));
        }
        let id = self.sort(word);
        let constant = (0..width).map(|_| if self.below(2) == 0 { '0' } else { '1' }).collect::<String>();
        let node = self.line(&format!("const {id} {constant}"));
        self.nodes.push((node, word));
    }

    /// A node, sometimes negated.
    fn pick(&mut self) -> (String, Sort) {
        let at = self.below(self.nodes.len());
        let (id, sort) = self.nodes[at];
        let sign = if matches!(sort, Sort::Bits(_)) && self.below(4) == 0 { "-" } else { "" };
        (format!("{sign}{id}"), sort)
    }

    fn operator(&mut self) {
        // Most tries do not fit; what fits is found soon enough.
        for _ in 0..200 {
            let n_plain = Op::all_plain().count();
            let at = self.below(n_plain + 3);
            let small = self.below(6) as u32;
            // Few operands fit arrays: these two would hardly ever be met.
            let on_arrays = [Op::Read, Op::Write].get(self.below(6)).copied();
            let op = on_arrays.or_else(|| Op::all_plain().nth(at)).unwrap_or_else(|| match at - n_plain {
                0 => Op::Slice { hi: small + self.below(4) as u32, lo: small },
                1 => Op::Uext(small),
                _ => Op::Sext(small),
            });
            let picked: Vec<(String, Sort)> = (0..op.arity()).map(|_| self.pick()).collect();
            let sorts: Vec<Sort> = picked.iter().map(|(_, sort)| *sort).collect();
            let Some(sort) = op.result(&sorts).filter(|sort| sort.width() <= 2 * self.widest.max(64)) else { continue };
            let operands = picked.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" ");
            let numbers = match op {
                Op::Slice { hi, lo } => format!(" {hi} {lo}"),
                Op::Uext(more) | Op::Sext(more) => format!(" {more}"),
                _ => String::new(),
            };
            let id = self.sort(sort);
            let node = self.line(&format!("{} {id} {operands}{numbers}", op.name()));
            self.nodes.push((node, sort));
            return;
        }
    }

    /// The last node of a sort, or an earlier one.
    fn of_sort(&mut self, wanted: Sort) -> Option<usize> {
        let fitting: Vec<usize> = self.nodes.iter().filter(|(_, sort)| *sort == wanted).map(|(id, _)| *id).collect();
        let from = fitting.len().saturating_sub(3);
        let at = from + self.below(fitting.len() - from);
        fitting.get(at).copied()
    }

    fn states_and_roots(&mut self) {
        let states: Vec<(usize, Sort)> = self.nodes.iter().copied().take(5).collect();
        let is_state = |at: usize| matches!(at, 1 | 3 | 4);
        for (at, (state, sort)) in states.into_iter().enumerate() {
            let is_array = matches!(sort, Sort::Array { .. });
            if !is_state(at) || at == 4 && !is_array {
                continue;
            }
            let id = self.sort(sort);
            if self.below(4) > 0 {
                let zero_sort = self.sort(Sort::Bits(sort.width()));
                let value = self.line(&format!("{} {zero_sort}", ["zero", "one", "ones"][at % 3]));
                self.line(&format!("init {id} {state} {value}"));
            }
            if self.below(5) > 0
                && let Some(value) = self.of_sort(sort)
            {
                self.line(&format!("next {id} {state} {value}"));
            }
        }
        if let Some(bad) = self.of_sort(Sort::Bits(1)) {
            self.line(&format!("bad {bad}"));
        }
        if self.below(3) == 0 {
            let (name, sort) = self.pick();
            if sort == Sort::Bits(1) {
                self.line(&format!("constraint {name}"));
            }
        }
    }
}
