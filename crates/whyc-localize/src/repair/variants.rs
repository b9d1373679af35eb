//! What could be written instead: for each piece of a function that a failing run executes, its variants.

use std::ops::Range;

use super::lex::Text;
use super::macros::Macros;
use super::names::Names;
use super::statements::{self, Kind, Statements};
use super::tokens::{Swap, Words};
use super::{cases, choices, conditions, contents, counted, counterparts, inserts, jumps, types, unused, wrapped};

/// Where a variant goes in a program that holds many of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// Instead of a condition, at these bytes: all that matters is whether it holds.
    Truth(usize, usize),
    /// Instead of a value.
    Value(usize, usize),
    /// Instead of an expression whose value nobody uses.
    Effect(usize, usize),
    /// Instead of a statement.
    Statement(usize, usize),
    /// A statement more, at this byte.
    At(usize),
}

impl Slot {
    /// Where it begins.
    pub fn start(&self) -> usize {
        match *self {
            Slot::Truth(start, _) | Slot::Value(start, _) | Slot::Effect(start, _) | Slot::Statement(start, _) => start,
            Slot::At(at) => at,
        }
    }
}

/// One way to write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Where it goes, and what stands there instead; nowhere if it has to be a program of its own.
    pub parts: Vec<(Slot, String)>,
    /// What is done to the text of the program: bytes and what replaces them. They do not overlap.
    pub edits: Vec<(Range<usize>, String)>,
    /// What a person would point at.
    pub place: Range<usize>,
    /// How far it is from what is there.
    pub cost: u32,
    /// How much it looks like the rest of the program, in hundredths of a cost.
    pub likeness: u32,
}

impl Variant {
    /// The lower, the likelier, in hundredths.
    pub fn distance(&self) -> u32 {
        (100 * self.cost).saturating_sub(self.likeness)
    }
}

/// What variants are made from.
pub struct Function<'a> {
    /// The text.
    pub text: Text<'a>,
    /// The function's statements.
    pub statements: &'a Statements,
    /// What is known in it.
    pub names: &'a Names<'a>,
    /// Constants as the program writes them.
    pub constants: &'a [String],
    /// What macros stand for.
    pub macros: &'a Macros,
    /// Statements that stand elsewhere in the program.
    pub elsewhere: &'a [String],
    /// Conditions that stand elsewhere in the program.
    pub conditions: &'a [String],
    /// Whether it is asked for nothing but whether something holds: to give the other answer is no way to mend it.
    pub is_truth: bool,
    /// Functions that are called to assert something.
    pub checks: &'a [String],
    /// What the function returns, if it does.
    pub returns: Option<whyc_ir::types::TypeId>,
    /// Where runs that fail have come to, in order.
    pub ran: &'a [usize],
    /// Where another value would help, if that is known.
    pub promising: Option<&'a [Range<usize>]>,
}

/// At most this many conditions are tried for a statement on its own.
const MANY_GUARDS: usize = 120;
/// What it costs to do something often instead of once, and once instead of often.
const OFTEN: u32 = 14;
const ONCE: u32 = 20;
/// What it costs to leave out a statement, and one that gives back what others give back, too.
const GONE: u32 = 27;
const GIVEN_BACK: u32 = 17;
/// What it costs not to use a parameter any more.
const FORGETS: u32 = 8;
/// What makes up inputs is so much less likely wrong.
const INPUTS: u32 = 8;

/// How far variants go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Slips of the pen, and simple statements that are lacking.
    Near,
    /// Conditions that are lacking, choices, conversions.
    Far,
}

impl Function<'_> {
    /// Whether a failing run has come to these bytes.
    pub fn ran(&self, bytes: &Range<usize>) -> bool {
        let first = self.ran.partition_point(|&at| at < bytes.start);
        self.ran.get(first).is_some_and(|&at| at < bytes.end)
    }

    /// Whether another value in these bytes may help.
    pub fn is_promising(&self, bytes: &Range<usize>) -> bool {
        self.promising.is_none_or(|places| places.iter().any(|it| it.start < bytes.end && bytes.start < it.end))
    }

    /// The bytes of a statement.
    pub fn bytes(&self, statement: usize) -> Range<usize> {
        self.text.bytes(&self.statements.all[statement].tokens)
    }

    /// The variants of everything that failing runs execute.
    pub fn variants(&self, reach: Reach) -> Vec<Variant> {
        let mut found = Vec::new();
        for at in 0..self.statements.all.len() {
            if self.is_check(at) {
                continue;
            }
            if self.ran(&self.bytes(at)) || self.may_jump(at) {
                let n_before = found.len();
                self.of_statement(at, reach, &mut found);
                // Which inputs there are is seldom what is wrong.
                if self.text.text[self.bytes(at)].contains("nondet") {
                    found[n_before..].iter_mut().for_each(|variant| variant.cost += INPUTS);
                }
            } else if reach == Reach::Near && self.next(at).is_some_and(|next| self.ran(&self.bytes(next))) {
                // It may be missing where the next one stands.
                self.exchanged(at, &mut found);
            }
        }
        for variant in &mut found {
            variant.cost += self.forgets(variant);
        }
        inserts::all(self, reach, &mut found);
        types::parameter_types(self, &mut found);
        found.retain(|variant| !self.makes_sides_alike(variant) && !self.makes_answers_alike(variant));
        found
    }

    /// What it costs that a variant takes away the only place where a parameter is used: nobody asks for what he does not need.
    fn forgets(&self, variant: &Variant) -> u32 {
        let [(bytes, _)] = &variant.edits[..] else { return 0 };
        let old = &self.text.text[bytes.clone()];
        let is_parameter =
            types::parameters(self).into_iter().any(|it| it.last().is_some_and(|k| self.text.is(k, old)));
        let body = self.statements.all.last().map_or(0..0, |it| it.tokens.clone());
        let is_only = is_parameter && body.filter(|&at| self.text.is(at, old)).count() == 1;
        if is_only { FORGETS } else { 0 }
    }

    /// Whether a jump stands behind a condition that a failing run has come to: it leaves no trace of its own.
    fn may_jump(&self, at: usize) -> bool {
        let is_jump = matches!(self.statements.all[at].kind, Kind::Jump);
        let outer = || self.statements.all[at].parent;
        let choice = || match outer().map(|it| &self.statements.all[it].kind) {
            Some(Kind::Block(_)) => outer().and_then(|it| self.statements.all[it].parent),
            _ => outer(),
        };
        let is_asked = |it: usize| match &self.statements.all[it].kind {
            Kind::If { cond, .. } => self.ran(&self.text.bytes(cond)),
            _ => false,
        };
        is_jump && choice().is_some_and(is_asked)
    }

    /// Whether a variant makes both sides of a choice the same: nobody asks where all answers lead to one thing.
    fn makes_sides_alike(&self, variant: &Variant) -> bool {
        let [(bytes, new)] = &variant.edits[..] else { return false };
        let plain =
            |text: &str| text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '{' | '}')).collect::<String>();
        let is_inside = |side: &Range<usize>| side.start <= bytes.start && bytes.end <= side.end;
        self.statements.all.iter().any(|statement| {
            let Kind::If { then, other: Some(other), .. } = statement.kind else { return false };
            let (then, other) = (self.bytes(then), self.bytes(other));
            let (side, opposite) = if is_inside(&then) { (then, other) } else { (other, then) };
            if !is_inside(&side) {
                return false;
            }
            let swap = Swap { bytes: bytes.clone(), new: new.clone(), cost: 0 };
            plain(&changed(self.text.text, &side, &swap)) == plain(&self.text.text[opposite])
        })
    }

    /// Whether a variant makes a function that said one thing here and another there say the same everywhere.
    fn makes_answers_alike(&self, variant: &Variant) -> bool {
        let [(bytes, new)] = &variant.edits[..] else { return false };
        let swap = Swap { bytes: bytes.clone(), new: new.clone(), cost: 0 };
        let (mut was, mut is) = (Vec::new(), Vec::new());
        for statement in &self.statements.all {
            let Kind::Return(value) = &statement.kind else { continue };
            let answer = self.text.bytes(value);
            let is_inside = answer.start <= bytes.start && bytes.end <= answer.end;
            was.push(self.text.text[answer.clone()].to_owned());
            is.push(if is_inside { changed(self.text.text, &answer, &swap) } else { was[was.len() - 1].clone() });
        }
        let is_one = |answers: &[String]| answers.iter().all(|it| *it == answers[0]);
        // Without a variable in it, it is the same whatever happened before.
        let is_constant = |answer: &String| {
            matches!(answer.as_str(), "true" | "false") || !answer.contains(|c: char| c.is_ascii_lowercase())
        };
        is.len() > 1 && !is_one(&was) && is_one(&is) && is_constant(&is[0])
    }

    /// Whether a statement asserts or assumes something.
    pub fn is_check(&self, at: usize) -> bool {
        let first = self.text.word(self.statements.all[at].tokens.start);
        let lower = first.to_ascii_lowercase();
        matches!(self.statements.all[at].kind, Kind::Expression(_))
            && (lower.contains("assert") || lower.contains("assume") || self.checks.iter().any(|it| it == first))
    }

    fn of_statement(&self, at: usize, reach: Reach, found: &mut Vec<Variant>) {
        match &self.statements.all[at].kind {
            Kind::If { cond, .. } | Kind::While { cond, .. } => {
                self.truth(cond, reach, found);
                if reach == Reach::Near {
                    self.once_or_often(at, found);
                    choices::exchanged(self, at, self.next(at), found);
                }
            }
            Kind::Switch { value, .. } => {
                self.value(value, reach, found);
                if reach == Reach::Near {
                    cases::labels(self, at, found);
                }
            }
            Kind::For { init, cond, step, .. } => {
                self.truth(cond, reach, found);
                if reach == Reach::Near {
                    self.first(init, found);
                    let bytes = self.text.bytes(step);
                    self.swaps(step, Slot::Effect(bytes.start, bytes.end), found);
                    counted::own(self, (init, cond, step), found);
                }
            }
            Kind::Return(value) if self.is_truth && value.len() <= 1 => {}
            Kind::Return(value) => {
                if reach == Reach::Near {
                    jumps::others(self, at, found);
                    jumps::only_with(self, at, value, found);
                }
                self.whole(at, value, reach, found);
                if reach == Reach::Far {
                    inserts::other_returns(self, at, value, found);
                }
            }
            Kind::Expression(expression) => {
                self.whole(at, expression, reach, found);
                self.gone(at, reach, found);
                if reach == Reach::Near {
                    wrapped::index(self, at, expression, found);
                    contents::copied(self, at, expression, found);
                }
            }
            Kind::Declaration(given) => {
                let tokens = &self.statements.all[at].tokens;
                let listed = statements::listed(self.text, tokens.start, tokens.end);
                for value in given.iter().chain(&listed) {
                    self.value(value, reach, found);
                }
                if reach == Reach::Near && !listed.is_empty() {
                    self.between_parts(tokens, found);
                }
                types::other_types(self, at, found);
                if reach == Reach::Near {
                    types::shadowed(self, at, found);
                }
            }
            Kind::Jump => {
                if reach == Reach::Near {
                    jumps::others(self, at, found);
                }
                self.gone(at, reach, found);
            }
            Kind::Block(_) | Kind::Label | Kind::Nothing => {}
        }
    }

    pub(super) fn words(&self) -> Words<'_> {
        Words { text: self.text, names: self.names, constants: self.constants, macros: self.macros }
    }

    /// Adds the small changes of an expression that stands in a slot of its own.
    fn swaps(&self, tokens: &Range<usize>, slot: Slot, found: &mut Vec<Variant>) {
        if tokens.is_empty() {
            return;
        }
        let whole = self.text.bytes(tokens);
        for swap in self.words().changes(tokens) {
            let text = changed(self.text.text, &whole, &swap);
            let (place, parts) = (whole.clone(), vec![(slot.clone(), text)]);
            found.push(Variant { parts, edits: vec![(swap.bytes, swap.new)], place, cost: swap.cost, likeness: 0 });
        }
    }

    fn truth(&self, tokens: &Range<usize>, reach: Reach, found: &mut Vec<Variant>) {
        let bytes = self.text.bytes(tokens);
        if tokens.is_empty() {
            return;
        }
        match reach {
            Reach::Near => {
                self.swaps(tokens, Slot::Truth(bytes.start, bytes.end), found);
                let old = &self.text.text[bytes.clone()];
                let text = format!("!({old})");
                let edits = vec![(bytes.clone(), text.clone())];
                let slot = Slot::Truth(bytes.start, bytes.end);
                let parts = vec![(slot.clone(), text)];
                found.push(Variant { parts, edits, place: bytes.clone(), cost: 18, likeness: 0 });
                unused::asked(self, tokens, (&slot, &bytes), found);
                unused::instead(self, tokens, (&slot, &bytes), found);
            }
            Reach::Far if self.is_promising(&bytes) => conditions::more_conditions(self, tokens, found),
            Reach::Far => {}
        }
    }

    fn value(&self, tokens: &Range<usize>, reach: Reach, found: &mut Vec<Variant>) {
        let bytes = self.text.bytes(tokens);
        match reach {
            Reach::Near => {
                let slot = Slot::Value(bytes.start, bytes.end);
                self.swaps(tokens, slot.clone(), found);
                unused::instead(self, tokens, (&slot, &bytes), found);
            }
            Reach::Far => {}
        }
    }

    /// Fields exchanged between the parts of a list: each in a slot of its own.
    fn between_parts(&self, tokens: &Range<usize>, found: &mut Vec<Variant>) {
        let parts = statements::listed(self.text, tokens.start, tokens.end);
        let mut swaps = Vec::new();
        self.words().fields(tokens, &mut swaps);
        for swap in swaps {
            let touched = parts.iter().map(|it| self.text.bytes(it));
            let touched: Vec<Range<usize>> =
                touched.filter(|it| it.start < swap.bytes.end && swap.bytes.start < it.end).collect();
            let [first, .., last] = &touched[..] else { continue };
            // The words at both ends have changed places.
            let old = &self.text.text[swap.bytes.clone()];
            let end = |text: &str, from_start: bool| {
                let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
                match from_start {
                    true => text.find(|c| !is_part(c)).unwrap_or(text.len()),
                    false => text.len() - text.rfind(|c| !is_part(c)).map_or(0, |k| k + 1),
                }
            };
            let (head, tail) = (end(old, true), end(old, false));
            let (a, b) = (&old[..head], &old[old.len() - tail..]);
            let ends = [
                (swap.bytes.start..swap.bytes.start + head, b.to_owned()),
                (swap.bytes.end - tail..swap.bytes.end, a.to_owned()),
            ];
            let slot = |it: &Range<usize>| Slot::Value(it.start, it.end);
            let put = |whole: &Range<usize>, (bytes, new): &(Range<usize>, String)| {
                changed(self.text.text, whole, &Swap { bytes: bytes.clone(), new: new.clone(), cost: 0 })
            };
            let variant = vec![(slot(first), put(first, &ends[0])), (slot(last), put(last, &ends[1]))];
            let place = self.text.bytes(tokens);
            found.push(Variant { parts: variant, edits: ends.to_vec(), place, cost: swap.cost, likeness: 0 });
        }
    }

    /// The first part of a `for`.
    fn first(&self, tokens: &Range<usize>, found: &mut Vec<Variant>) {
        if statements::is_declaration(self.text, tokens.start) {
            for value in statements::initialisers(self.text, tokens.start, tokens.end) {
                self.value(&value, Reach::Near, found);
            }
        } else {
            let bytes = self.text.bytes(tokens);
            self.swaps(tokens, Slot::Effect(bytes.start, bytes.end), found);
        }
    }

    /// The changes of a statement that consists of an expression.
    fn whole(&self, at: usize, tokens: &Range<usize>, reach: Reach, found: &mut Vec<Variant>) {
        let bytes = self.bytes(at);
        let slot = Slot::Statement(bytes.start, bytes.end);
        match reach {
            Reach::Near => {
                for swap in self.words().changes(tokens) {
                    let text = changed(self.text.text, &bytes, &swap);
                    let edits = vec![(swap.bytes, swap.new)];
                    let parts = vec![(slot.clone(), text)];
                    found.push(Variant { parts, edits, place: bytes.clone(), cost: swap.cost, likeness: 0 });
                }
                if let Some(value) = conditions::truth_value(self, at, tokens) {
                    unused::asked(self, &value, (&slot, &bytes), found);
                }
                unused::chosen(self, at, tokens, found);
                unused::instead(self, tokens, (&slot, &bytes), found);
                counterparts::copied(self, at, tokens, found);
            }
            Reach::Far => {
                if self.is_promising(&bytes) {
                    if self.promising.is_some() {
                        conditions::more_of_value(self, at, tokens, found);
                    }
                    inserts::choices(self, at, tokens, found);
                }
            }
        }
    }

    /// A statement that should not be there, should stand elsewhere, or only sometimes be executed.
    fn gone(&self, at: usize, reach: Reach, found: &mut Vec<Variant>) {
        let bytes = self.bytes(at);
        let slot = Slot::Statement(bytes.start, bytes.end);
        let old = &self.text.text[bytes.clone()];
        match reach {
            Reach::Near => {
                let is_inner = self.statements.siblings(at).is_none();
                let new = if is_inner { ";" } else { "" };
                let edits = vec![(bytes.clone(), new.to_owned())];
                found.push(Variant {
                    parts: vec![(slot, ";".to_owned())],
                    edits,
                    place: bytes.clone(),
                    cost: if old.starts_with("free(") { GIVEN_BACK } else { GONE },
                    likeness: 0,
                });
                self.exchanged(at, found);
            }
            Reach::Far => {
                let place = bytes.clone();
                for condition in conditions::conditions(self, bytes.start).into_iter().take(MANY_GUARDS) {
                    let text = format!("if ({}) {old}", condition.0);
                    let edits =
                        vec![(bytes.start..bytes.start, format!("if ({})\n{}    ", condition.0, self.indent(at)))];
                    let cost = 27 + condition.1;
                    let parts = vec![(slot.clone(), text)];
                    found.push(Variant { parts, edits, place: place.clone(), cost, likeness: 0 });
                }
            }
        }
    }

    /// What is done once should be done as long as the condition holds, or the other way round: `while` for `if`, `if` for `while`.
    fn once_or_often(&self, at: usize, found: &mut Vec<Variant>) {
        let is_jump = |it: usize| {
            let last = inserts::last(self, it);
            matches!(self.statements.all[last].kind, Kind::Jump | Kind::Return(_))
        };
        let (old, new, cost) = match self.statements.all[at].kind {
            // What leaves at once is not done often.
            Kind::If { other: None, then, .. } if is_jump(then) => return,
            Kind::If { other: None, .. } => ("if", "while", OFTEN),
            Kind::While { .. } => ("while", "if", ONCE),
            _ => return,
        };
        let (bytes, first) = (self.bytes(at), self.statements.all[at].tokens.start);
        if !self.text.is(first, old) {
            return;
        }
        let word = self.text.bytes(&(first..first + 1));
        let text = format!("{new}{}", &self.text.text[word.end..bytes.end]);
        let slot = Slot::Statement(bytes.start, bytes.end);
        let place = inserts::header(self, at);
        let edits = vec![(word, new.to_owned())];
        found.push(Variant { parts: vec![(slot, text)], edits, place, cost, likeness: 0 });
    }

    /// A statement and the next one exchanged.
    fn exchanged(&self, at: usize, found: &mut Vec<Variant>) {
        let Some(next) = self.next(at) else { return };
        let is_simple = |k: usize| matches!(self.statements.all[k].kind, Kind::Expression(_)) && !self.is_check(k);
        let can_move = |k: usize| is_simple(k) || matches!(self.statements.all[k].kind, Kind::If { .. });
        if !is_simple(at) || !can_move(next) {
            return;
        }
        let (a, b) = (self.bytes(at), self.bytes(next));
        let text = self.text.text;
        let (first, second) = (&text[a.clone()], &text[b.clone()]);
        let edits = vec![(a.clone(), second.to_owned()), (b.clone(), first.to_owned())];
        let slot = |it: &Range<usize>| Slot::Statement(it.start, it.end);
        let parts = vec![(slot(&a), second.to_owned()), (slot(&b), first.to_owned())];
        found.push(Variant { parts, edits, place: a.start..b.end, cost: 14, likeness: 0 });
    }

    /// The statement after one: its neighbour, or that of what it is the only statement of.
    fn next(&self, at: usize) -> Option<usize> {
        match self.statements.siblings(at) {
            Some((siblings, position)) => siblings.get(position + 1).copied(),
            None => {
                let outer = self.statements.all[at].parent?;
                // Of a condition with two sides, only what stands last has something after it.
                let is_last = self.bytes(outer).end == self.bytes(at).end;
                if is_last { self.next(outer) } else { None }
            }
        }
    }

    /// What stands before a statement on its line.
    pub fn indent(&self, at: usize) -> String {
        let start = self.bytes(at).start;
        let line = self.text.text[..start].rfind('\n').map_or(0, |n| n + 1);
        self.text.text[line..start].chars().take_while(|c| c.is_whitespace()).collect()
    }
}

/// The text of `whole` with a change in it.
pub fn changed(text: &str, whole: &Range<usize>, swap: &Swap) -> String {
    format!("{}{}{}", &text[whole.start..swap.bytes.start], swap.new, &text[swap.bytes.end..whole.end])
}
