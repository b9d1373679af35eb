//! A question as bytes: all that somebody needs who has to look at its parts, and nothing else.
//!
//! Nothing of the program is in it but terms: no text, no names, no places. Whoever reads it needs neither the program nor what
//! compiles it.

use whyc_base::source::{FileId, Span};
use whyc_check::Arithmetic;
use whyc_check::engine::Number;
use whyc_check::splitter::Hard;
use whyc_term::portable::{Malformed, Reader, Writer, cone_of, read, write};
use whyc_term::{InputId, Op, Sort, TermId, TermStore, Valuation};

use crate::family::{Branch, Choices};
use crate::part::Question;

/// What every question begins with. Another number where anything changes that both sides must agree on: the form, or how parts
/// are cut and asked.
const MAGIC: &[u8] = b"whyc question 1\n";
/// So often a question is cut before anything of it is asked: there are more who look than threads in a process.
const AT_ONCE: u8 = 4;
/// Where a branch was written is not sent: elsewhere it has nothing but its number.
const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

/// A question that stands alone.
#[derive(Clone, Debug)]
pub struct Portable {
    /// Its terms.
    pub terms: TermStore,
    /// What is to hold.
    pub cond: TermId,
    /// The numbers that come from outside.
    pub numbers: Vec<Number>,
    /// How products are reasoned about.
    pub arith: Arithmetic,
    /// By what it can be cut.
    pub choices: Choices,
    /// So often it is cut before anything is asked.
    pub at_once: usize,
}

impl Portable {
    /// What is asked.
    #[must_use]
    pub fn question(&self) -> Question<'_> {
        Question { terms: &self.terms, cond: self.cond, numbers: &self.numbers, arith: self.arith }
    }

    /// Reads one.
    ///
    /// # Errors
    /// If the bytes are none.
    pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        let mut from = Reader::new(bytes);
        if from.raw(MAGIC.len())? != MAGIC {
            return Err(Malformed);
        }
        let terms = read(&mut from)?;
        let is_bool = |term: TermId| terms.sort(term) == Sort::Bool;
        let is_bits = |term: TermId| terms.op(term) == Op::Input && matches!(terms.sort(term), Sort::Bits(_));
        let term = |from: &mut Reader<'_>| -> Result<TermId, Malformed> {
            let id: u32 = from.small()?;
            if (id as usize) < terms.len() { Ok(TermId(id)) } else { Err(Malformed) }
        };
        let checked = |from: &mut Reader<'_>, is_it: &dyn Fn(TermId) -> bool| -> Result<TermId, Malformed> {
            let term = term(from)?;
            if is_it(term) { Ok(term) } else { Err(Malformed) }
        };
        let cond = checked(&mut from, &is_bool)?;
        let arith = match from.small::<u8>()? {
            0 => Arithmetic::Auto,
            1 => Arithmetic::Bits,
            2 => Arithmetic::Lazy,
            _ => return Err(Malformed),
        };
        let at_once = usize::from(from.small::<u8>()?);
        let mut numbers = Vec::new();
        for _ in 0..from.small::<u32>()? {
            numbers.push(Number { value: checked(&mut from, &is_bits)?, is_signed: from.small::<u8>()? == 1 });
        }
        let mut choices = Choices::none();
        for nth in 0..from.small::<u32>()? {
            let (guard, cond) = (checked(&mut from, &is_bool)?, checked(&mut from, &is_bool)?);
            choices.branches.push(Branch { guard, cond, span: NOWHERE, nth });
        }
        for _ in 0..from.small::<u32>()? {
            choices.conditions.push(checked(&mut from, &is_bool)?);
        }
        for _ in 0..from.small::<u32>()? {
            choices.inputs.push(checked(&mut from, &is_bits)?);
        }
        if !from.is_done() {
            return Err(Malformed);
        }
        Ok(Self { terms, cond, numbers, arith, choices, at_once })
    }
}

/// A question that others get, with what leads back to the one that it was made of.
#[derive(Clone, Debug)]
pub struct Sent {
    /// What they get.
    pub bytes: Vec<u8>,
    /// The same as they have it, but with places that branches were written at.
    pub portable: Portable,
    /// The inputs of the first question, by those of the portable one.
    inputs: Vec<InputId>,
}

impl Sent {
    /// Everything that `hard` depends on.
    ///
    /// # Panics
    /// If what was just written cannot be read: a bug of ours.
    #[must_use]
    pub fn new(hard: &Hard<'_>, choices: &Choices) -> Self {
        let mut roots = vec![hard.cond];
        roots.extend(choices.branches.iter().flat_map(|branch| [branch.guard, branch.cond]));
        roots.extend(choices.conditions.iter().chain(&choices.inputs));
        let known = cone_of(hard.terms, &roots);
        let is_known = |term: TermId| known.binary_search(&term).is_ok();
        let is_input = |term: TermId| {
            hard.terms.op(term) == Op::Input && matches!(hard.terms.sort(term), Sort::Bits(_)) && is_known(term)
        };
        let numbers: Vec<Number> = hard.numbers.iter().copied().filter(|it| is_input(it.value)).collect();
        let mut out = Writer::default();
        out.raw(MAGIC);
        let terms = write(hard.terms, &roots, &mut out);
        let place = |term: TermId| match hard.terms.as_bool(term) {
            Some(value) => u32::from(value),
            None => terms.binary_search(&term).map_or(0, |at| at as u32 + 2),
        };
        out.number(place(hard.cond));
        out.number(match hard.arith {
            Arithmetic::Auto => 0u8,
            Arithmetic::Bits => 1,
            Arithmetic::Lazy => 2,
        });
        out.number(AT_ONCE);
        out.number(numbers.len() as u64);
        for number in &numbers {
            out.number(place(number.value));
            out.number(u8::from(number.is_signed));
        }
        out.number(choices.branches.len() as u64);
        for branch in &choices.branches {
            out.number(place(branch.guard));
            out.number(place(branch.cond));
        }
        for list in [&choices.conditions, &choices.inputs] {
            out.number(list.len() as u64);
            list.iter().for_each(|&term| out.number(place(term)));
        }
        let bytes = out.finish();
        let mut portable = Portable::read(&bytes).expect("what was written should be read");
        for (there, here) in portable.choices.branches.iter_mut().zip(&choices.branches) {
            (there.span, there.nth) = (here.span, here.nth);
        }
        let inputs = terms.iter().filter_map(|&term| hard.terms.input_id(term)).collect();
        Self { bytes, portable, inputs }
    }

    /// Inputs of the first question, from those of the portable one.
    #[must_use]
    pub fn valuation(&self, there: &Valuation) -> Valuation {
        let mut here = Valuation::new();
        for (at, &input) in self.inputs.iter().enumerate() {
            let at = InputId(at as u32);
            here.set_bits(input, there.bits(at));
            if let Some(array) = there.array(at) {
                here.set_array(input, array.clone());
            }
        }
        here
    }
}
