//! The text of the program as variants are made from it.

use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::FxHashSet;
use whyc_base::source::{FileId, Span};
use whyc_debug::syntax::definitions::{definitions, used};
use whyc_ir::program::{Function as IrFunction, FunctionId, Origin, Program};
use whyc_ir::types::Type;

use super::blame::Blame;
use super::lex::{self, Kind as TokenKind, Text, Token};
use super::live;
use super::macros::Macros;
use super::names::{self, Names};
use super::natural::Pieces;
use super::spelling::{self, Lines};
use super::statements::{Kind, Statements};
use super::tables::Tables;
use super::undone;
use super::unused;
use super::variants::{Function, Reach, Variant};

/// A file whose functions may be wrong.
pub struct File {
    /// Which.
    pub id: FileId,
    text: String,
    tokens: Vec<Token>,
    /// Where its directives are.
    directives: Vec<Range<usize>>,
    functions: Vec<(FunctionId, Statements)>,
    /// Those that are less often wrong than others.
    observers: Vec<FunctionId>,
    /// Those that are asked for nothing but whether something holds.
    truths: Vec<FunctionId>,
    /// The tokens of functions that may not be changed.
    trusted: Vec<Range<usize>>,
    /// The names of functions that may not be changed and assert something: to call one is to check.
    checks: Vec<String>,
    constants: Vec<String>,
    /// What macros stand for.
    macros: Macros,
    elsewhere: Vec<String>,
    conditions: Vec<String>,
}

/// Where the body of a function begins: behind its parameters, which old definitions declare after their names.
pub(crate) fn body_of(text: Text<'_>, function: &IrFunction) -> usize {
    let n_tokens = text.tokens.len();
    let params: Vec<&str> = function.locals.iter().take(function.n_params).map(|local| local.name.as_str()).collect();
    let (mut at, mut is_listed, mut declares) = (text.at_byte(function.span.start as usize), false, false);
    while at < n_tokens && !text.is(at, "{") {
        if text.is(at, ";") && !declares {
            break;
        }
        let end = if text.is(at, "(") { text.after_group(at).unwrap_or(n_tokens) } else { at + 1 };
        declares = !text.is(at, ";") && (declares || is_listed && (at..end).any(|k| params.contains(&text.word(k))));
        is_listed |= text.is(at, "(");
        at = end;
    }
    at
}

/// At most this many constants, statements and conditions of a program are taken up elsewhere.
const MANY_CONSTANTS: usize = 24;
const MANY_ELSEWHERE: usize = 60;
/// What only looks at what others have done is so much less likely wrong.
const OBSERVER: u32 = 8;

/// Operators that make no sense with the same word on both sides.
const IDLE: [&str; 12] = ["=", "<", ">", "<=", ">=", "==", "!=", "-", "/", "%", "&&", "||"];

impl File {
    /// Reads a file; `may_change` says which functions may be wrong.
    pub fn new(program: &Program, id: FileId, may_change: &dyn Fn(&IrFunction) -> bool, blame: &Blame) -> Self {
        let text = program.sources.file(id).text.clone();
        let tokens = live::tokens(program, id);
        let known = Text { text: &text, tokens: &tokens };
        let (mut functions, mut trusted, mut checks) = (Vec::new(), Vec::new(), Vec::new());
        let (mut constants, mut elsewhere, mut conditions) = (Vec::new(), Vec::new(), Vec::new());
        for (function, it) in program.functions.iter_enumerated() {
            if it.origin != Origin::User || it.body.is_none() || it.span.file != id {
                continue;
            }
            let Some(statements) = Statements::of(known, body_of(known, it)) else { continue };
            if may_change(it) {
                collect(known, &statements, (&mut elsewhere, &mut conditions));
                functions.push((function, statements));
            } else {
                let body = statements.all.last().map_or(0..0, |body| body.tokens.clone());
                if known.slice(&body).contains("assert") {
                    checks.push(it.name.clone());
                }
                trusted.push(body);
            }
        }
        for at in 0..tokens.len() {
            let is_constant = matches!(known.kind(at), Some(TokenKind::Number | TokenKind::Character));
            let word = known.word(at).to_owned();
            if is_constant && !constants.contains(&word) {
                constants.push(word);
            }
        }
        let macros = Macros::of(program, id);
        for name in macros.names.iter().filter(|name| macros.values.contains_key(*name)) {
            if !constants.contains(name) {
                constants.insert(0, name.clone());
            }
        }
        constants.truncate(MANY_CONSTANTS);
        elsewhere.retain(|it| !names::ends_program(program, it));
        elsewhere.truncate(MANY_ELSEWHERE);
        conditions.truncate(MANY_ELSEWHERE);
        let named = |names: &FxHashSet<String>| -> Vec<FunctionId> {
            let ids = functions.iter().map(|(id, _)| *id);
            ids.filter(|id| names.contains(&program.functions[*id].name)).collect()
        };
        let (observers, truths) = (named(&blame.observers), named(&blame.truths));
        let directives = lex::directives(&text);
        Self {
            id,
            text,
            tokens,
            directives,
            functions,
            observers,
            truths,
            trusted,
            checks,
            constants,
            macros,
            elsewhere,
            conditions,
        }
    }

    /// The variants of what failing runs have come to, by bytes in order.
    pub fn variants(&self, program: &Program, ran: &[usize], (reach, promising): (Reach, &[Span])) -> Vec<Variant> {
        let text = Text { text: &self.text, tokens: &self.tokens };
        let here = promising.iter().filter(|span| span.file == self.id);
        let here: Vec<Range<usize>> = here.map(|span| span.start as usize..span.end as usize).collect();
        let promising = if promising.is_empty() { None } else { Some(&here[..]) };
        let mut found = Vec::new();
        let read = unused::read(text, &(0..self.tokens.len()));
        for (id, statements) in &self.functions {
            let names = Names::new(program, (*id, self.id), (text, statements), &read);
            let returned = program.functions[*id].ret;
            let function = Function {
                text,
                statements,
                names: &names,
                constants: &self.constants,
                macros: &self.macros,
                elsewhere: &self.elsewhere,
                conditions: &self.conditions,
                is_truth: self.truths.contains(id),
                checks: &self.checks,
                returns: (*program.types.get(returned) != Type::Void).then_some(returned),
                ran,
                promising,
            };
            let more = if self.observers.contains(id) { OBSERVER } else { 0 };
            found.extend(function.variants(reach).into_iter().map(|it| Variant { cost: it.cost + more, ..it }));
        }
        if reach == Reach::Near {
            self.definitions(program, ran, &mut found);
        }
        if reach == Reach::Far {
            let tables = self.tables();
            tables.entries(program, &self.read_by(ran), &mut found);
            tables.definitions(&mut found);
            found.extend(tables.array_sizes());
        }
        // What is not closed would take the rest of the text with it.
        found.retain(|variant: &Variant| variant.parts.iter().all(|(_, new)| lex::is_balanced(new)));
        // A directive is not to be moved or taken away.
        found.retain(|variant: &Variant| {
            let old = variant.edits.iter().map(|(bytes, _)| &self.text[bytes.clone()]);
            let new = variant.parts.iter().map(|(_, new)| new.as_str());
            old.chain(new).all(|text| !text.contains('#') || lex::directives(text).is_empty())
        });
        found.retain(|variant: &Variant| !self.is_idle(variant));
        let harmless = |name: &str| program.functions.iter().any(|it| it.name == name && it.origin != Origin::User);
        found.retain(|variant: &Variant| !self.is_taking_back(variant, &harmless));
        let later = self.later_functions(program);
        found.retain(|variant| {
            let old = &self.text[variant.place.clone()];
            !variant.parts.iter().any(|(slot, new)| calls_unknown(&later, slot.start(), old, new))
        });
        let pieces = Pieces::new(text);
        for variant in &mut found {
            if let [(bytes, new)] = &variant.edits[..] {
                variant.likeness += pieces.likeness(text, bytes, new);
            }
        }
        found.sort_by_key(Variant::distance);
        let mut known = std::collections::BTreeSet::new();
        found.retain(|it: &Variant| {
            known.insert(it.edits.iter().map(|(at, new)| (at.start, at.end, new.clone())).collect::<Vec<_>>())
        });
        found
    }

    /// Changes of the definitions that failing runs use.
    fn definitions(&self, program: &Program, ran: &[usize], found: &mut Vec<Variant>) {
        let all = definitions(&self.text);
        let Some((id, first)) = self.functions.first().filter(|_| !all.is_empty()) else { return };
        let text = Text { text: &self.text, tokens: &self.tokens };
        let read = unused::read(text, &(0..self.tokens.len()));
        let known = Names::new(program, (*id, self.id), (text, first), &read);
        for it in used(&self.text, &all, &self.read_by(ran)) {
            super::definitions::variants(text, it, (&known, &self.macros), found);
        }
    }

    /// The words of what failing runs have come to, without what only checks.
    fn read_by(&self, ran: &[usize]) -> BTreeSet<&str> {
        let text = Text { text: &self.text, tokens: &self.tokens };
        let came = |tokens: &Range<usize>| {
            let bytes = text.bytes(tokens);
            ran.get(ran.partition_point(|&at| at < bytes.start)).is_some_and(|&at| at < bytes.end)
        };
        let statements = self.functions.iter().flat_map(|(_, it)| &it.all);
        let parts = statements.flat_map(|it| match &it.kind {
            Kind::If { cond, .. } | Kind::While { cond, .. } => vec![cond.clone()],
            Kind::For { init, cond, step, .. } => vec![init.clone(), cond.clone(), step.clone()],
            Kind::Switch { value, .. } => vec![value.clone()],
            Kind::Return(_) | Kind::Declaration(_) | Kind::Expression(_) => vec![it.tokens.clone()],
            Kind::Block(_) | Kind::Label | Kind::Jump | Kind::Nothing => Vec::new(),
        });
        let is_check = |tokens: &Range<usize>| text.word(tokens.start).to_ascii_lowercase().contains("assert");
        parts.filter(|it| came(it) && !is_check(it)).flatten().map(|at| text.word(at)).collect()
    }

    /// What the file initialises with lists, and what it defines.
    pub fn tables(&self) -> Tables<'_> {
        Tables { text: Text { text: &self.text, tokens: &self.tokens }, trusted: &self.trusted }
    }

    /// Whether a variant changes a definition.
    pub fn is_definition(&self, variant: &Variant) -> bool {
        self.directives.iter().any(|it| it.contains(&variant.place.start))
    }

    /// Whether a change of one word puts it on both sides of an operator: nobody writes `i = i` or `n < n`.
    fn is_idle(&self, variant: &Variant) -> bool {
        let [(bytes, new)] = &variant.edits[..] else { return false };
        if !new.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return false;
        }
        let before = self.text[..bytes.start].rfind('\n').map_or(0, |at| at + 1);
        let after = self.text[bytes.end..].find('\n').map_or(self.text.len(), |at| bytes.end + at);
        let line = format!("{}{new}{}", &self.text[before..bytes.start], &self.text[bytes.end..after]);
        let tokens = lex::tokens(&line);
        let line = Text { text: &line, tokens: &tokens };
        let changed = line.at_byte(bytes.start - before);
        let is_idle = |at: usize| {
            let (left, right) = (line.word(at), line.word(at + 2));
            let goes_on = |at: usize| matches!(line.word(at), "." | "->" | "[" | "(" | "++" | "--");
            let is_part = at > 0 && matches!(line.word(at - 1), "." | "->" | "*" | "/" | "%" | "&" | "!" | "-" | "+");
            line.kind(at) == Some(TokenKind::Word)
                && left == right
                && IDLE.contains(&line.word(at + 1))
                && !is_part
                && !goes_on(at + 3)
        };
        [changed.checked_sub(2), Some(changed)].into_iter().flatten().any(is_idle) || stores_itself(line)
    }

    /// Whether a change puts a statement in that only takes back what one beside it does.
    fn is_taking_back(&self, variant: &Variant, harmless: &dyn Fn(&str) -> bool) -> bool {
        let [(bytes, new)] = &variant.edits[..] else { return false };
        let text = Text { text: &self.text, tokens: &self.tokens };
        bytes.is_empty()
            && self.functions.iter().any(|(_, it)| undone::is_undone(text, it, (bytes.start, new), harmless))
    }

    /// Texts as failing tests spell them.
    pub fn spellings(&self, lines: &[Lines]) -> Vec<Variant> {
        let mut found = Vec::new();
        spelling::variants(Text { text: &self.text, tokens: &self.tokens }, lines, &self.trusted, &mut found);
        found
    }

    /// The functions of the user with the byte before which nobody has heard of them: C knows no name before it is declared. What
    /// is not to blame is not called by others than those who do so already.
    fn later_functions(&self, program: &Program) -> Vec<(String, usize)> {
        let text = Text { text: &self.text, tokens: &self.tokens };
        let users = program.functions.iter_enumerated().filter(|(_, it)| it.origin == Origin::User);
        let first = |name: &str| (0..self.tokens.len()).find(|&at| text.word(at) == name);
        let is_trusted = |id: FunctionId| self.functions.iter().all(|(known, _)| *known != id);
        let start = |id: FunctionId, name: &str| match is_trusted(id) {
            true => Some(usize::MAX),
            false => Some(self.tokens[first(name)?].start),
        };
        users.filter_map(|(id, it)| Some((it.name.clone(), start(id, &it.name)?))).collect()
    }

    /// The function whose body has these bytes.
    pub fn function_at(&self, bytes: &Range<usize>) -> Option<FunctionId> {
        let text = Text { text: &self.text, tokens: &self.tokens };
        let is_inside = |(_, statements): &&(FunctionId, Statements)| {
            statements.all.last().is_some_and(|body| text.bytes(&body.tokens).contains(&bytes.start))
        };
        self.functions.iter().find(is_inside).map(|(id, _)| *id)
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Whether a line puts something where it is already: `a->b = a->b;`.
fn stores_itself(line: Text<'_>) -> bool {
    (1..line.tokens.len()).filter(|&at| line.is(at, "=")).any(|at| {
        let Some(end) = (at..line.tokens.len()).find(|&k| line.is(k, ";")) else { return false };
        let n = end - at - 1;
        let Some(start) = at.checked_sub(n).filter(|_| n > 0) else { return false };
        let starts = start == 0 || matches!(line.word(start - 1), ";" | "{" | "}" | ")" | "else");
        starts && (0..n).all(|k| line.word(start + k) == line.word(at + 1 + k))
    })
}

/// Whether text at a byte calls a function that is not known there, and the old text does not.
fn calls_unknown(later: &[(String, usize)], at: usize, old: &str, new: &str) -> bool {
    later.iter().any(|(name, first)| *first > at && calls(new, name) && !calls(old, name))
}

/// Whether text calls a function.
fn calls(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(k, _)| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (before, after) = (text[..k].chars().next_back(), text[k + name.len()..].trim_start());
        !before.is_some_and(is_part) && after.starts_with('(')
    })
}

/// Statements and conditions that may be lacking elsewhere.
fn collect(text: Text<'_>, statements: &Statements, (elsewhere, conditions): (&mut Vec<String>, &mut Vec<String>)) {
    let mut add = |list: bool, what: &str| {
        let list = if list { &mut *elsewhere } else { &mut *conditions };
        if what.len() < 80 && !what.contains('\n') && !list.iter().any(|known| known == what) {
            list.push(what.to_owned());
        }
    };
    for statement in &statements.all {
        match &statement.kind {
            Kind::Expression(_) => {
                let it = text.slice(&statement.tokens);
                if !it.contains("assert") && !it.contains("assume") {
                    add(true, it);
                }
            }
            Kind::If { cond, .. } | Kind::While { cond, .. } | Kind::For { cond, .. } => {
                add(false, text.slice(cond));
                let mut first = cond.start;
                for at in cond.clone() {
                    if matches!(text.word(at), "&&" | "||") {
                        add(false, text.slice(&(first..at)));
                        first = at + 1;
                    }
                }
                if first > cond.start {
                    add(false, text.slice(&(first..cond.end)));
                }
            }
            _ => {}
        }
    }
    conditions.retain(|it| {
        let opens = it.matches('(').count();
        let changes_something = ["++", "--", "scanf", "getchar", "fgets"].iter().any(|part| it.contains(part))
            || it.replace("==", "").replace("!=", "").replace("<=", "").replace(">=", "").contains('=');
        !it.is_empty() && opens == it.matches(')').count() && !changes_something
    });
}
