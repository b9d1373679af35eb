//! What a story takes for granted: what the macros in its lines stand for, and how long the array is that the run has left.
//!
//! No run comes to a definition, so that it is on no chain; and still it may be what is wrong.

use std::collections::BTreeSet;

use crate::syntax::definitions::{Definition, definitions};
use crate::syntax::lex;
use rustc_hash::FxHashSet;
use whyc_base::source::{FileId, Span};
use whyc_ir::expr::PlaceBase;
use whyc_ir::program::{Origin, Program};
use whyc_ir::property::{Property, PropertyClass, Site};
use whyc_ir::types::Type;

use super::choose::MANY_LINES;
use crate::finding::{ChainLink, LinkKind};

/// At most this many definitions are told.
const MANY: usize = 2;

/// The chain with what it takes for granted before it.
pub fn with_definitions(program: &Program, property: &Property, chain: Vec<ChainLink>) -> Vec<ChainLink> {
    let mut found: Vec<ChainLink> = declared(program, property).into_iter().collect();
    let told = |it: &&ChainLink| it.told && it.kind != LinkKind::Failure;
    let some_matter = chain.iter().filter(told).any(|link| link.matters);
    let users: Vec<&ChainLink> = chain.iter().filter(told).filter(|it| it.matters || !some_matter).collect();
    let mut known: BTreeSet<(FileId, u32)> = BTreeSet::new();
    for file in user_files(program) {
        let text = &program.sources.file(file).text;
        for it in definitions(text) {
            let uses = |link: &&&ChainLink| is_in(&link.text, &it, true);
            let of_array = found.iter().find(|link| is_in(&link.text, &it, false));
            let Some(user) = of_array.or_else(|| users.iter().find(uses).copied()).map(|link| link.span) else {
                continue;
            };
            let span = span(text, file, &it);
            if known.len() < MANY && known.insert((file, span.start)) {
                found.push(told_of(program, span, &it, user));
            }
        }
    }
    found.sort_by_key(|link| (link.span.file, link.span.start));
    let mut chain: Vec<ChainLink> = found.into_iter().chain(chain).collect();
    // What is furthest from the failure makes room.
    let n_told = chain.iter().filter(|link| link.told).count();
    let spare = |link: &&mut ChainLink| link.told && !matches!(link.kind, LinkKind::Failure | LinkKind::Definition);
    for link in chain.iter_mut().filter(spare).take(n_told.saturating_sub(MANY_LINES)) {
        link.told = false;
    }
    chain
}

/// Whether a text uses a macro: with what it is given, or of any kind.
fn is_in(text: &str, it: &Definition<'_>, is_called: bool) -> bool {
    let tokens = lex::tokens(text);
    let words = tokens.iter().map(|token| &text[token.start..token.end]).collect::<Vec<_>>();
    let is_it = |at: usize| words[at] == it.name && (!is_called || words.get(at + 1) == Some(&"("));
    (!is_called || it.parameters.is_some()) && (0..words.len()).any(is_it)
}

/// The files of the user's, and what stands beside them.
fn user_files(program: &Program) -> Vec<FileId> {
    let users = program.functions.iter().filter(|function| function.origin == Origin::User);
    let own: FxHashSet<FileId> = users.map(|function| function.span.file).collect();
    let folder = |name: &str| name.rsplit_once('/').map(|(folder, _)| folder.to_owned());
    let folders: FxHashSet<Option<String>> = own.iter().map(|&id| folder(&program.sources.file(id).name)).collect();
    let is_near = |id: FileId| own.contains(&id) || folders.contains(&folder(&program.sources.file(id).name));
    program.sources.files().map(|(id, _)| id).filter(|&id| is_near(id)).collect()
}

/// All of a definition.
fn span(text: &str, file: FileId, it: &Definition<'_>) -> Span {
    let start = text[..it.body.start].rfind('#').unwrap_or(it.body.start);
    Span { file, start: start as u32, end: it.body.end as u32 }
}

fn told_of(program: &Program, span: Span, it: &Definition<'_>, user: Span) -> ChainLink {
    let sources = &program.sources;
    let line = match user.file == span.file {
        true => format!("line {}", sources.line(user)),
        false => format!("line {} of {}", sources.line(user), sources.file(user.file).name),
    };
    let text = sources.text(span).replace("\\\n", " ");
    let note = format!("is what {} stands for in {line}", it.name);
    ChainLink { kind: LinkKind::Definition, text, note, span, function: String::new(), matters: false, told: true }
}

/// Where the array was declared that an index has left.
fn declared(program: &Program, property: &Property) -> Option<ChainLink> {
    let Site::Index(place, _) = property.site else { return None };
    let function = &program.functions[property.function];
    let (ty, span) = match function.body.as_ref()?.places[place].base {
        PlaceBase::Local(local) => (function.locals[local].ty, function.locals[local].span),
        PlaceBase::Global(global) => (program.globals[global].ty, program.globals[global].span),
        PlaceBase::Deref(_) => return None,
    };
    let Type::Array { len: Some(length), .. } = *program.types.get(ty) else { return None };
    if property.class != PropertyClass::Bounds || function.origin != Origin::User {
        return None;
    }
    let text = program.sources.text(span).trim().trim_end_matches(';').to_owned();
    let n = if length == 1 { "1 element".to_owned() } else { format!("{length} elements") };
    let (kind, note) = (LinkKind::Definition, format!("has {n}"));
    Some(ChainLink { kind, text, note, span, function: String::new(), matters: false, told: true })
}
