//! Random terms as scripts: a list of instructions over earlier results, run once literally on
//! values and once through a [`TermStore`]. Operands are picked modulo what is there, so every
//! list of numbers is a script and a failing one shrinks to a short one.

use std::collections::BTreeMap;

use proptest::prelude::*;
use whyc_term::{ArrayValue, Evaluator, InputId, Sort, TermId, TermStore, Valuation};

use super::{BINARY, PREDICATES, UNARY, build, reference};

/// The raw numbers of one instruction.
pub type Instruction = (u8, u16, u16, u16, u128);

/// Scripts of up to `n` instructions.
pub fn scripts(n: usize) -> impl Strategy<Value = Vec<Instruction>> {
    prop::collection::vec(any::<Instruction>(), 1..n)
}

/// Scripts that mostly write, merge and read arrays, often at constant indices.
pub fn array_scripts(n: usize) -> impl Strategy<Value = Vec<Instruction>> {
    let op = prop_oneof![5 => Just(10u8), 3 => Just(11), 3 => Just(12), 1 => any::<u8>()];
    // A multiple of four asks for a constant.
    let index = any::<u16>().prop_map(|raw| if raw % 2 == 0 { raw & !3 } else { raw });
    let instruction = (op, index, any::<u16>(), any::<u16>(), any::<u128>());
    prop::collection::vec(instruction, 1..n)
}

const INDEX: u32 = 3;
const ELEMENT: u32 = 5;

/// A result on values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Bool(bool),
    Bits(u32, u128),
    Array(BTreeMap<u128, u128>),
}

/// What an instruction does, its operands being positions of earlier results.
#[derive(Clone, Debug)]
enum Step {
    Input(Sort, usize),
    Constant(u32, u128),
    Truth(bool),
    Unary(&'static str, usize),
    Binary(&'static str, usize, usize),
    Predicate(&'static str, usize, usize),
    Logic(u8, usize, usize),
    Ite(usize, usize, usize),
    Concat(usize, usize),
    Extract(usize, u32, u32),
    Extend(usize, u32, bool),
    Fill(usize),
    Store(usize, usize, usize),
    Select(usize, usize),
}

/// A script made concrete: steps whose operands have the right sorts.
#[derive(Clone, Debug, Default)]
pub struct Script {
    steps: Vec<Step>,
    sorts: Vec<Sort>,
    n_inputs: usize,
}

impl Script {
    /// Two inputs of `width` bits, one of 8, two Booleans and an array, then the instructions.
    pub fn new(width: u32, instructions: &[Instruction]) -> Self {
        let mut script = Script::default();
        let array = Sort::Array { index: INDEX, element: ELEMENT };
        for sort in [Sort::Bits(width), Sort::Bits(width), Sort::Bits(8), Sort::Bool, Sort::Bool, array] {
            script.push(Step::Input(sort, script.n_inputs), sort);
            script.n_inputs += 1;
        }
        for instruction in instructions {
            script.interpret(*instruction);
        }
        script
    }

    fn push(&mut self, step: Step, sort: Sort) -> usize {
        self.steps.push(step);
        self.sorts.push(sort);
        self.steps.len() - 1
    }

    fn pick(&self, raw: u16, fits: impl Fn(Sort) -> bool) -> usize {
        let there: Vec<usize> = (0..self.sorts.len()).filter(|&at| fits(self.sorts[at])).collect();
        // Recent results are picked more often, so that terms grow deep.
        let back = usize::from(raw) % if raw.is_multiple_of(3) { there.len() } else { there.len().min(4) };
        there[there.len() - 1 - back]
    }

    fn bits(&self, raw: u16) -> usize {
        self.pick(raw, |sort| matches!(sort, Sort::Bits(_)))
    }

    fn bool(&self, raw: u16) -> usize {
        self.pick(raw, |sort| sort == Sort::Bool)
    }

    fn width(&self, at: usize) -> u32 {
        self.sorts[at].bit_width().expect("bits should have a width")
    }

    /// A result of exactly `width` bits: an operand resized, or a constant of the kind that rules look for.
    fn bits_of(&mut self, width: u32, raw: u16, number: u128) -> usize {
        if raw.is_multiple_of(4) {
            let top = 1 << (width - 1);
            let ones = top | (top - 1);
            let special = [0, 1, 2, 3, top - 1, top, ones - 1, ones, number & ones, (number % 16) & ones];
            let value = special[usize::from(raw / 4) % special.len()] & ones;
            return self.push(Step::Constant(width, value), Sort::Bits(width));
        }
        let at = self.bits(raw);
        let has = self.width(at);
        if has > width {
            let lo = (number % u128::from(has - width + 1)) as u32;
            self.push(Step::Extract(at, lo + width - 1, lo), Sort::Bits(width))
        } else if has < width {
            self.push(Step::Extend(at, width, number % 2 == 1), Sort::Bits(width))
        } else {
            at
        }
    }

    fn interpret(&mut self, (op, p, q, r, number): Instruction) {
        let choose = |names: &'static [&'static str]| names[usize::from(r) % names.len()];
        match op % 13 {
            0 | 1 => {
                let a = self.bits(p);
                let width = self.width(a);
                let b = self.bits_of(width, q, number);
                // Either side may hold the constant.
                let (a, b) = if number.is_multiple_of(3) { (b, a) } else { (a, b) };
                self.push(Step::Binary(choose(BINARY), a, b), Sort::Bits(width));
            }
            2 | 3 => {
                let a = self.bits(p);
                let b = self.bits_of(self.width(a), q, number);
                let (a, b) = if number.is_multiple_of(3) { (b, a) } else { (a, b) };
                self.push(Step::Predicate(choose(PREDICATES), a, b), Sort::Bool);
            }
            4 => {
                let a = self.bits(p);
                self.push(Step::Unary(choose(UNARY), a), self.sorts[a]);
            }
            5 => {
                let (a, b) = (self.bool(p), self.bool(q));
                self.push(Step::Logic((r % 6) as u8, a, b), Sort::Bool);
            }
            6 | 7 => {
                let cond = self.bool(p);
                let a = self.bits(q);
                let width = self.width(a);
                let b = self.bits_of(width, r, number);
                let (a, b) = if number.is_multiple_of(3) { (b, a) } else { (a, b) };
                self.push(Step::Ite(cond, a, b), Sort::Bits(width));
            }
            8 => {
                let (a, b) = (self.bits(p), self.bits(q));
                let width = self.width(a) + self.width(b);
                if width <= 40 {
                    self.push(Step::Concat(a, b), Sort::Bits(width));
                }
            }
            9 => {
                let a = self.bits(p);
                let width = 1 + u32::from(q) % 40;
                self.bits_of(width, p | 1, number);
                let hi = u32::from(q) % self.width(a);
                let lo = u32::from(r) % (hi + 1);
                self.push(Step::Extract(a, hi, lo), Sort::Bits(hi - lo + 1));
            }
            10 => {
                let index = self.bits_of(INDEX, p, number);
                let value = self.bits_of(ELEMENT, q, number >> 8);
                let array = self.pick(r, |sort| matches!(sort, Sort::Array { .. }));
                self.push(Step::Store(array, index, value), self.sorts[array]);
            }
            11 => {
                let index = self.bits_of(INDEX, p, number);
                let array = self.pick(r, |sort| matches!(sort, Sort::Array { .. }));
                self.push(Step::Select(array, index), Sort::Bits(ELEMENT));
            }
            _ => match r % 4 {
                0 => {
                    let element = self.bits_of(ELEMENT, p, number);
                    self.push(Step::Fill(element), Sort::Array { index: INDEX, element: ELEMENT });
                }
                1 => drop(self.push(Step::Truth(number % 2 == 1), Sort::Bool)),
                2 => {
                    let (cond, a, b) = (self.bool(p), self.bool(q), self.bool(r));
                    self.push(Step::Ite(cond, a, b), Sort::Bool);
                }
                _ => {
                    let is_array = |sort| matches!(sort, Sort::Array { .. });
                    let (cond, a, b) = (self.bool(p), self.pick(q, is_array), self.pick(p, is_array));
                    self.push(Step::Ite(cond, a, b), self.sorts[a]);
                }
            },
        }
    }

    /// Every result by definition.
    pub fn run(&self, valuation: &Valuation) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::new();
        for (step, &sort) in self.steps.iter().zip(&self.sorts) {
            values.push(run_step(step, sort, &values, valuation));
        }
        values
    }

    /// Every result as a term.
    pub fn build(&self, store: &mut TermStore) -> Vec<TermId> {
        let mut terms: Vec<TermId> = Vec::new();
        for (step, &sort) in self.steps.iter().zip(&self.sorts) {
            let term = build_step(step, &terms, store);
            assert_eq!(store.sort(term), sort, "{step:?} should keep its sort");
            terms.push(term);
        }
        terms
    }
}

fn run_step(step: &Step, sort: Sort, values: &[Value], valuation: &Valuation) -> Value {
    let bits = |at: usize| match values[at] {
        Value::Bits(_, word) => word,
        ref other => panic!("{other:?} should be bits"),
    };
    let truth = |at: usize| match values[at] {
        Value::Bool(value) => value,
        ref other => panic!("{other:?} should be Boolean"),
    };
    let array = |at: usize| match &values[at] {
        Value::Array(elements) => elements,
        other => panic!("{other:?} should be an array"),
    };
    let width = |at: usize| match values[at] {
        Value::Bits(width, _) => width,
        ref other => panic!("{other:?} should be bits"),
    };
    let word = |value: u128| Value::Bits(sort.bit_width().expect("bits should have a width"), value);
    match *step {
        Step::Input(Sort::Bool, at) => Value::Bool(valuation.bits(InputId(at as u32)) & 1 == 1),
        Step::Input(Sort::Bits(width), at) => word(valuation.bits(InputId(at as u32)) & u128::MAX >> (128 - width)),
        Step::Input(Sort::Array { .. }, at) => {
            let free = ArrayValue::default();
            let given = valuation.array(InputId(at as u32)).unwrap_or(&free);
            Value::Array((0..1 << INDEX).map(|index| (index, given.at(index) % (1 << ELEMENT))).collect())
        }
        Step::Constant(_, value) => word(value),
        Step::Truth(value) => Value::Bool(value),
        Step::Unary(name, a) => word(reference(name, width(a), bits(a), 0)),
        Step::Binary(name, a, b) => word(reference(name, width(a), bits(a), bits(b))),
        Step::Predicate(name, a, b) => Value::Bool(reference(name, width(a), bits(a), bits(b)) == 1),
        Step::Logic(op, a, b) => {
            let (a, b) = (truth(a), truth(b));
            Value::Bool([!a, a && b, a || b, a != b, !a || b, a == b][usize::from(op)])
        }
        Step::Ite(cond, a, b) => values[if truth(cond) { a } else { b }].clone(),
        Step::Concat(a, b) => word(bits(a) << width(b) | bits(b)),
        Step::Extract(a, hi, lo) => word((bits(a) >> lo) % (1 << (hi - lo + 1))),
        Step::Extend(a, wide, signed) => {
            let negative = bits(a) >> (width(a) - 1) & 1 == 1;
            word(if signed && negative { bits(a) + (1 << wide) - (1 << width(a)) } else { bits(a) })
        }
        Step::Fill(a) => Value::Array((0..1 << INDEX).map(|index| (index, bits(a))).collect()),
        Step::Store(a, index, value) => {
            let mut elements = array(a).clone();
            elements.insert(bits(index), bits(value));
            Value::Array(elements)
        }
        Step::Select(a, index) => word(array(a)[&bits(index)]),
    }
}

fn build_step(step: &Step, terms: &[TermId], store: &mut TermStore) -> TermId {
    match *step {
        Step::Input(sort, _) => store.input(sort),
        Step::Constant(width, value) => store.bits(width, value),
        Step::Truth(value) => store.bool_const(value),
        Step::Unary(name, a) => build(store, name, terms[a], terms[a]),
        Step::Binary(name, a, b) | Step::Predicate(name, a, b) => build(store, name, terms[a], terms[b]),
        Step::Logic(op, a, b) => {
            let (a, b) = (terms[a], terms[b]);
            match op {
                0 => store.not(a),
                1 => store.and(a, b),
                2 => store.or(a, b),
                3 => store.xor(a, b),
                4 => store.implies(a, b),
                _ => store.iff(a, b),
            }
        }
        Step::Ite(cond, a, b) => store.ite(terms[cond], terms[a], terms[b]),
        Step::Concat(a, b) => store.concat(terms[a], terms[b]),
        Step::Extract(a, hi, lo) => store.extract(terms[a], hi, lo),
        Step::Extend(a, wide, true) => store.sign_extend(terms[a], wide),
        Step::Extend(a, wide, false) => store.zero_extend(terms[a], wide),
        Step::Fill(a) => store.const_array(INDEX, terms[a]),
        Step::Store(a, index, value) => store.store(terms[a], terms[index], terms[value]),
        Step::Select(a, index) => store.select(terms[a], terms[index]),
    }
}

/// What evaluation gives for `term`, in the form that [`Script::run`] gives.
pub fn evaluated_value(store: &TermStore, evaluator: &mut Evaluator<'_>, term: TermId) -> Value {
    match store.sort(term) {
        Sort::Bool => Value::Bool(evaluator.bool(term)),
        Sort::Bits(width) => Value::Bits(width, evaluator.bits(term)),
        Sort::Array { .. } => {
            let value = evaluator.array(term);
            Value::Array((0..1 << INDEX).map(|index| (index, value.at(index) % (1 << ELEMENT))).collect())
        }
    }
}
