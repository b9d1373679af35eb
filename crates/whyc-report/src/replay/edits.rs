//! What is added to the user's text, within its lines: where uninitialised variables get their
//! content, and which call asks for an input.
//!
//! whyc evaluates operands from left to right and compilers may not, so each call that asks has its
//! own queue of values; the call says which one.

use std::collections::BTreeMap;

use whyc_base::source::{FileId, SourceMap, Span};
use whyc_debug::replay::{ReplayInput, ReplayObject, ReplayScript};

use super::{line_of, scan};

/// What is added to the text, and the numbers that it uses.
pub struct Plan {
    /// For each input of the script, its queue; 0 where the call could not be marked.
    pub sites: Vec<usize>,
    /// For each object of the script, its number; none where it holds nothing of interest.
    pub object_ids: Vec<Option<usize>>,
    /// For each input, where it is, for a comment.
    pub input_places: Vec<String>,
    /// The first number that is free for objects.
    pub next_id: usize,
    /// Whether the word `register` must go, because addresses are taken.
    pub drops_register: bool,
    /// What could not be done.
    pub obstacles: Vec<String>,
    insertions: BTreeMap<(FileId, usize), String>,
}

impl Plan {
    /// `text`, which is that of `file`, with the insertions.
    pub fn apply(&self, file: FileId, text: &str) -> String {
        let mut out = String::new();
        let mut done = 0;
        for ((_, at), insertion) in self.insertions.range((file, 0)..=(file, usize::MAX)) {
            out.push_str(text.get(done..*at).unwrap_or(""));
            out.push_str(insertion);
            done = *at;
        }
        out.push_str(text.get(done..).unwrap_or(""));
        out
    }
}

/// Decides what is added to `units`.
pub fn plan(sources: &SourceMap, units: &[FileId], script: &ReplayScript) -> Plan {
    let texts: BTreeMap<FileId, String> = units.iter().map(|&u| (u, scan::blanked(&sources.file(u).text))).collect();
    let mut plan = Plan {
        sites: Vec::new(),
        object_ids: Vec::new(),
        input_places: script.inputs.iter().map(|input| line_of(sources, input.span)).collect(),
        // Number 0 is the heap's.
        next_id: 1,
        drops_register: false,
        obstacles: Vec::new(),
        insertions: BTreeMap::new(),
    };
    plan.mark_calls(&texts, &script.inputs);
    for object in &script.objects {
        let is_read = |other: &ReplayObject| other.span == object.span && !other.content.is_empty();
        if !script.objects.iter().any(|other| other.name == object.name && is_read(other)) {
            plan.object_ids.push(None);
            continue;
        }
        let id = plan.fill(sources, &texts, object);
        plan.object_ids.push(id);
    }
    plan
}

impl Plan {
    fn mark_calls(&mut self, texts: &BTreeMap<FileId, String>, inputs: &[ReplayInput]) {
        let mut sites: Vec<(FileId, usize, usize)> = Vec::new();
        for input in inputs {
            let site = texts.get(&input.span.file).and_then(|text| call_at(text, input));
            let number = site.map_or(0, |(start, end)| {
                let site = (input.span.file, start, end);
                let known = sites.iter().position(|other| *other == site);
                known.unwrap_or_else(|| {
                    sites.push(site);
                    sites.len() - 1
                }) + 1
            });
            self.sites.push(number);
        }
        // One call alone cannot come in a wrong order.
        if sites.len() == 1 && self.sites.iter().all(|&site| site == 1) && inputs.iter().all(|i| i.function.is_none()) {
            self.sites.fill(0);
            return;
        }
        for (idx, &(file, start, end)) in sites.iter().enumerate() {
            self.insert(file, start, &format!("(whyc_at({}), ", idx + 1));
            self.insert(file, end, ")");
        }
    }

    /// Has the variable filled behind its declaration. Returns its number, if it holds anything of interest.
    fn fill(&mut self, sources: &SourceMap, texts: &BTreeMap<FileId, String>, object: &ReplayObject) -> Option<usize> {
        let key = |id: usize| format!("whyc_fill((void *)&{}, {id});", object.name);
        let end = texts.get(&object.span.file).and_then(|text| {
            let written = text.get(object.span.start as usize..object.span.end as usize)?;
            let is_named = scan::words(written).any(|(_, word)| word == object.name);
            scan::declaration_end(text, object.span.start as usize).filter(|_| is_named)
        });
        // What is initialised where it is declared is not read before, though another thread's turn may come in between.
        let declared = |end: usize| texts.get(&object.span.file)?.get(object.span.start as usize..end);
        if end.and_then(declared).is_some_and(|text| scan::is_initialised(text, &object.name)) {
            return None;
        }
        let Some(end) = end else {
            if !object.content.is_empty() {
                let line = line_of(sources, object.span);
                let what = format!(
                    "it reads `{}` of {line} uninitialised, and no statement that declares it was found",
                    object.name
                );
                self.obstacles.push(what);
            }
            return None;
        };
        let there = self.insertions.get(&(object.span.file, end)).cloned().unwrap_or_default();
        if let Some(id) = (1..self.next_id).find(|&id| there.contains(&key(id))) {
            return Some(id);
        }
        // A declaration that is reached often counts every time, so it is marked even if only a later time matters.
        let id = self.next_id;
        self.next_id += 1;
        self.insert(object.span.file, end, &format!(" {}", key(id)));
        self.drops_register |= texts.values().any(|text| scan::words(text).any(|(_, word)| word == "register"));
        Some(id)
    }

    /// Has the test look, where `called` is called, whether that is a function of another type. Of those that are known
    /// there by then, the compiler knows whether their type is that of the pointer.
    pub fn watch_call(&mut self, sources: &SourceMap, called: Span, script: &ReplayScript) {
        let text = sources.text(called);
        let known = script.functions.iter().filter(|f| f.span.file == called.file && f.span.start < called.start);
        let mut checks = String::new();
        for function in known {
            let name = &function.name;
            let same = format!("__builtin_types_compatible_p(__typeof__(*whyc_called), __typeof__({name}))");
            checks.push_str(&format!("if ((void *)whyc_called == (void *){name} && !{same}) whyc_other_type(); "));
        }
        // Only of a callee as it stands there is the place certain, not of one that a macro makes.
        let after = sources.file(called.file).text.get(called.end as usize..).unwrap_or("");
        let is_callee = after.trim_start_matches([' ', ')']).starts_with('(');
        if checks.is_empty() || text.contains('\n') || !is_callee {
            return;
        }
        self.insert(called.file, called.start as usize, &format!("({{ __typeof__(&*({text})) whyc_called = ("));
        self.insert(called.file, called.end as usize, &format!("); {checks}whyc_called; }})"));
    }

    /// Has the test told when arrays of variable length begin and end.
    pub fn watch_arrays(&mut self, sources: &SourceMap, units: &[FileId], script: &ReplayScript) {
        let mut seen: Vec<Span> = Vec::new();
        for array in script.passing.iter().filter(|array| units.contains(&array.span.file)) {
            let text = scan::blanked(&sources.file(array.span.file).text);
            let written = text.get(array.span.start as usize..array.span.end as usize).unwrap_or("");
            let is_array =
                written.strip_prefix(array.name.as_str()).is_some_and(|rest| rest.trim_start().starts_with('['));
            let Some(end) = scan::declaration_end(&text, array.span.start as usize) else { continue };
            if is_array && !seen.contains(&array.span) {
                seen.push(array.span);
                let (name, n) = (&array.name, seen.len());
                let watch = format!(
                    " struct whyc_array whyc_array{n} __attribute__((cleanup(whyc_array_ends))) = \
                     whyc_array_begins({name}, sizeof {name});"
                );
                self.insert(array.span.file, end, &watch);
                // Room before it, so that no array takes the place of one that has ended. A pointer's type is not known here.
                let start = array.span.start as usize;
                if !text[..start].trim_end().ends_with('*') {
                    self.insert(array.span.file, start, &format!("whyc_room{n}[whyc_room()], "));
                }
            }
        }
    }

    pub(super) fn insert(&mut self, file: FileId, at: usize, text: &str) {
        self.insertions.entry((file, at)).or_default().push_str(text);
    }
}

/// The one call in the span of an input that can have asked for it, in blanked text.
fn call_at(text: &str, input: &ReplayInput) -> Option<(usize, usize)> {
    let Span { start, end, .. } = input.span;
    let written = text.get(start as usize..end as usize)?;
    let asks = |word: &str| input.function.as_deref().map_or_else(|| is_nondet(word), |name| word == name);
    let mut found = scan::words(written).filter(|(_, word)| asks(word));
    let (at, word) = found.next().filter(|_| found.next().is_none())?;
    let call_end = scan::call_end(written, at + word.len())?;
    Some((start as usize + at, start as usize + call_end))
}

/// Whether a function gives inputs by its name.
pub fn is_nondet(name: &str) -> bool {
    name == "nondet" || name.starts_with("nondet_") || name.starts_with("__VERIFIER_nondet_")
}
