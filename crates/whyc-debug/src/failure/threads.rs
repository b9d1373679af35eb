//! What threads do to each other: the two accesses of a race, and who waits for whom where nobody can go on.
//!
//! All is read off what the models of threads did in the run: their functions and variables are known by their names.

use rustc_hash::FxHashMap;
use whyc_base::ids::Id as _;
use whyc_base::source::Span;
use whyc_ir::instr::InstrId;
use whyc_ir::layout;
use whyc_ir::program::{FunctionId, Origin};
use whyc_ir::woven::Woven;

use super::Look;
use crate::dynamic::{Happening, MomentId, Root};
use crate::finding::{Failure, Related};

/// The model that is called before each access of memory that threads share, and which of its parameters says that it is a write.
const TOUCH: (&str, usize) = ("__whyc_touch", 2);
/// The variable with what each thread is about to do something with.
const WORDS: &str = "words";
/// The variable that says which threads have ended.
const FINISHED: &str = "__whyc_finished";
/// What a thread that has ended did last.
const FINISH: &str = "__whyc_finish";

/// An access of a race.
struct Access {
    thread: u32,
    writes: bool,
    span: Span,
    stack: String,
}

/// A thread that waits for ever.
struct Waiting {
    thread: u32,
    span: Span,
    for_whom: Option<u32>,
    since: Option<Span>,
    for_its_end: bool,
}

impl Look<'_> {
    /// The other access of a race, and how the two came about.
    pub(super) fn race(&self, end: MomentId) -> Failure {
        let Some(woven) = &self.analysis.program.woven else { return Failure::default() };
        let is_touch = |function: FunctionId| self.is_model(function, TOUCH.0);
        let moments = self.graph.moments.iter_enumerated();
        let stopped = moments
            .filter(|(_, moment)| moment.what == Happening::Input && moment.value == Some(1))
            .find(|(_, moment)| is_touch(moment.at.function))
            .and_then(|(id, _)| self.access_of(woven, id));
        let (Some(other), Some(own)) = (stopped, self.access_of(woven, end)) else { return Failure::default() };
        let does = |access: &Access| if access.writes { "writes" } else { "reads" };
        let text = format!(
            "{}{} {} this, {}{} {} it, and nothing says which comes first",
            name(woven, own.thread),
            own.stack,
            does(&own),
            name(woven, other.thread),
            other.stack,
            does(&other)
        );
        let text_there = format!("{} {} it here", name(woven, other.thread), does(&other));
        Failure { text, related: vec![Related { span: other.span, text: text_there }] }
    }

    /// The access that a moment in the model of accesses is about.
    fn access_of(&self, woven: &Woven, id: MomentId) -> Option<Access> {
        let activation = self.graph.moments[id].at.activation;
        let call = self.graph.activations.get(usize::try_from(activation).ok()?)?.call?;
        let instr = self.graph.moments[call].at.instr;
        let mut moments = self.graph.moments.iter();
        let writes = moments.find(|moment| {
            matches!(moment.what, Happening::Parameter { activation: of, local } if of == activation && local.index() == TOUCH.1)
        });
        Some(Access {
            thread: woven.thread_of(instr)?,
            writes: writes?.value? != 0,
            span: self.place_in_text(woven, instr)?,
            stack: self.stack(woven, instr),
        })
    }

    /// ` in f, called in line 12,`: where a thread is, if not in its first function.
    fn stack(&self, woven: &Woven, instr: InstrId) -> String {
        let program = &*self.analysis.program;
        let Some((segment, ..)) = woven.origin(woven.function, instr) else { return String::new() };
        let mut at = segment as usize;
        let mut callers = Vec::new();
        while let Some((caller, call)) = woven.segments[at].caller {
            let (inner, outer) = (woven.segments[at].function, woven.segments[caller as usize].function);
            let is_users = |function: FunctionId| program.functions[function].origin == Origin::User;
            if is_users(inner) && is_users(outer) {
                let span = program.functions[outer].body.as_ref().map(|body| body.instrs[call].span);
                let line = span.map_or(0, |span| program.sources.line(span));
                callers.push(format!("in `{}`, called in line {line}", program.functions[inner].name));
            }
            at = caller as usize;
        }
        if callers.is_empty() { String::new() } else { format!(" ({})", callers.join(", ")) }
    }

    /// Who waits for whom.
    pub(super) fn deadlock(&self) -> Failure {
        let Some(woven) = &self.analysis.program.woven else { return Failure::default() };
        let waiting = self.waiting(woven);
        let describe = |one: &Waiting| match (one.for_whom, one.for_its_end) {
            (Some(other), true) => format!("{} waits for the end of {}", name(woven, one.thread), name(woven, other)),
            (Some(other), false) if other == one.thread => {
                format!("{} waits for what it holds itself", name(woven, one.thread))
            }
            (Some(other), false) => format!("{} waits for what {} holds", name(woven, one.thread), name(woven, other)),
            (None, _) => format!("{} waits", name(woven, one.thread)),
        };
        let since = |one: &Waiting| match one.since {
            Some(span) => format!(" since line {}", self.analysis.program.sources.line(span)),
            None => String::new(),
        };
        let text: Vec<String> = waiting.iter().map(describe).collect();
        let here = self.property.span;
        let related = waiting.iter().filter(|one| one.span != here);
        let related =
            related.map(|one| Related { span: one.span, text: format!("{}{}", describe(one), since(one)) }).collect();
        Failure { text: text.join(", "), related }
    }

    fn waiting(&self, woven: &Woven) -> Vec<Waiting> {
        let program = &*self.analysis.program;
        // What was written last to each word of the models, and by whom.
        let mut written: FxHashMap<(Root, u64), (u128, MomentId)> = FxHashMap::default();
        let mut last: FxHashMap<u32, InstrId> = FxHashMap::default();
        for (id, moment) in self.graph.moments.iter_enumerated() {
            if let (Some(part), Some(value)) = (moment.wrote, moment.value) {
                written.insert((part.root, part.offset_bits), (value, id));
            }
            if moment.at.function == woven.function
                && let Some(thread) = woven.thread_of(moment.at.instr)
                && self.place_in_text(woven, moment.at.instr).is_some()
            {
                last.insert(thread, moment.at.instr);
            }
        }
        let global = |name: &str| {
            let is_models = |span: Span| program.sources.file(span.file).name.starts_with("<libc>/");
            let mut globals = program.globals.iter_enumerated();
            globals.find(|(_, global)| global.name == name && is_models(global.span)).map(|(id, _)| Root::Global(id))
        };
        let (Some(words), Some(finished)) = (global(WORDS), global(FINISHED)) else { return Vec::new() };
        let pointer_bits = u64::from(program.types.target.pointers.bits());
        let mut threads: Vec<(u32, InstrId)> = last.into_iter().collect();
        threads.sort_unstable();
        let mut waiting = Vec::new();
        for (thread, instr) in threads {
            let (false, Some(span)) = (self.is_over(woven, instr), self.place_in_text(woven, instr)) else { continue };
            let word = written.get(&(words, u64::from(thread) * pointer_bits)).map(|&(value, _)| value);
            let (number, offset) = layout::split_pointer(word.unwrap_or(0) as u64);
            let word = self.graph.objects.get(&number).map(|&root| (root, offset as u64 * 8));
            let for_its_end = word.is_some_and(|(root, _)| root == finished);
            let holder = word.and_then(|word| written.get(&word)).filter(|_| !for_its_end);
            let owner = holder.and_then(|&(value, _)| u32::try_from(value).ok()?.checked_sub(1));
            let for_whom = match word {
                Some((_, offset_bits)) if for_its_end => u32::try_from(offset_bits / 32).ok(),
                Some(_) | None => owner.filter(|&owner| (owner as usize) < woven.threads.len()),
            };
            let since = holder.filter(|_| for_whom.is_some());
            let since = since.and_then(|&(_, id)| self.place_in_text(woven, self.graph.moments[id].at.instr));
            waiting.push(Waiting { thread, span, for_whom, since, for_its_end });
        }
        waiting
    }

    /// Whether a thread whose last instruction is this one has ended.
    fn is_over(&self, woven: &Woven, instr: InstrId) -> bool {
        let Some((segment, ..)) = woven.origin(woven.function, instr) else { return false };
        let mut at = segment as usize;
        loop {
            if self.is_model(woven.segments[at].function, FINISH) {
                return true;
            }
            match woven.segments[at].caller {
                Some((caller, _)) => at = caller as usize,
                None => return false,
            }
        }
    }

    fn is_model(&self, function: FunctionId, name: &str) -> bool {
        let f = &self.analysis.program.functions[function];
        f.origin == Origin::Whyc && f.name == name
    }

    /// The place in the user's text that an instruction of the woven function is at.
    fn place_in_text(&self, woven: &Woven, instr: InstrId) -> Option<Span> {
        let program = &*self.analysis.program;
        let (function, at) = woven.user_place(program, instr)?;
        match woven.origin(woven.function, instr) {
            // An access that is noticed has its own place.
            Some((_, own, _)) if own == function => {
                program.functions[woven.function].body.as_ref().map(|body| body.instrs[instr].span)
            }
            _ => program.functions[function].body.as_ref().map(|body| body.instrs[at].span),
        }
    }
}

/// What a person calls a thread.
fn name(woven: &Woven, thread: u32) -> &str {
    woven.threads.get(thread as usize).map_or("", String::as_str)
}
