//! What threads do to each other: the two accesses of a race, and who waits for whom where nobody can go on.
//!
//! All is read off what the models of threads did in the run: their functions and variables are known by their names.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::Id as _;
use whyc_base::source::Span;
use whyc_ir::instr::InstrId;
use whyc_ir::program::{FunctionId, Origin};
use whyc_ir::woven::Woven;

use super::Look;
use crate::dynamic::{Happening, MomentId, Root};
use crate::finding::{Failure, Related};

/// The model that is called before each access of memory that threads share, and which of its parameters says that it is a write.
const TOUCH: (&str, usize) = ("__whyc_touch", 2);
/// The variable with what each thread is about to do something with.
const WORDS: &str = "words";
/// The variable with how that has to be, and its value for those who have to be woken.
const RELATIONS: &str = "relations";
const NEVER: u128 = 5;
/// The variable that says which threads have ended.
const FINISHED: &str = "__whyc_finished";
/// The models in which a thread gets what only one can have.
const TAKING: [&str; 2] = ["take", "write_lock"];
/// What a thread that has ended did last.
const FINISH: &str = "__whyc_finish";

/// An access of a race.
pub(crate) struct Access {
    pub thread: u32,
    pub writes: bool,
    pub span: Span,
    stack: String,
    /// The instruction of the woven function.
    pub instr: InstrId,
    /// The activation of the model that is told of it.
    pub activation: u64,
}

/// A thread that waits for ever.
pub(crate) struct Waiting {
    pub thread: u32,
    pub span: Span,
    pub reason: Reason,
    /// The last instruction of the woven function that it came to.
    pub instr: InstrId,
    /// The word that it waits for, from which bit on.
    pub word: Option<(Root, u64)>,
}

/// What for.
#[derive(Clone, Copy)]
pub(crate) enum Reason {
    /// The end of a thread.
    End(u32),
    /// What a thread holds, and where it got it.
    Held(u32, Option<Span>),
    /// To be woken.
    Signal,
    /// Something else.
    Other,
}

impl Look<'_> {
    /// The other access of a race, and how the two came about.
    pub(super) fn race(&self, end: MomentId) -> Failure {
        let Some(woven) = &self.analysis.program.woven else { return Failure::default() };
        let Some([other, own]) = self.accesses(woven, end) else { return Failure::default() };
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

    /// The accesses of the race that a run ends with, in the order in which the threads come to them.
    pub(crate) fn accesses(&self, woven: &Woven, end: MomentId) -> Option<[Access; 2]> {
        let is_touch = |function: FunctionId| self.is_model(function, TOUCH.0);
        let moments = self.graph.moments.iter_enumerated();
        let stopped = moments
            .filter(|(_, moment)| moment.what == Happening::Input && moment.value == Some(1))
            .find(|(_, moment)| is_touch(moment.at.function))
            .and_then(|(id, _)| self.access_of(woven, id));
        Some([stopped?, self.access_of(woven, end)?])
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
            instr,
            activation,
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
        let describe = |one: &Waiting| {
            let thread = name(woven, one.thread);
            let since = |span: Option<Span>| {
                let line = span.map(|span| self.analysis.program.sources.line(span));
                line.map_or(String::new(), |line| format!(" since line {line}"))
            };
            match one.reason {
                Reason::End(other) => format!("{thread} waits for the end of {}", name(woven, other)),
                Reason::Held(other, span) if other == one.thread => {
                    format!("{thread} waits for what it holds itself{}", since(span))
                }
                Reason::Held(other, span) => {
                    format!("{thread} waits for what {} holds{}", name(woven, other), since(span))
                }
                Reason::Signal => format!("{thread} waits to be woken"),
                Reason::Other => format!("{thread} waits"),
            }
        };
        let text: Vec<String> = waiting.iter().map(describe).collect();
        let related = waiting.iter().filter(|one| one.span != self.property.span);
        let related = related.map(|one| Related { span: one.span, text: describe(one) }).collect();
        Failure { text: text.join(", "), related }
    }

    pub(crate) fn waiting(&self, woven: &Woven) -> Vec<Waiting> {
        let program = &*self.analysis.program;
        let global = |name: &str| {
            let is_models = |span: Span| program.sources.file(span.file).name.starts_with("<libc>/");
            let mut globals = program.globals.iter_enumerated();
            globals.find(|(_, global)| global.name == name && is_models(global.span)).map(|(id, _)| Root::Global(id))
        };
        let (words, relations, finished) = (global(WORDS), global(RELATIONS), global(FINISHED));
        // What was written last to each word, and by whom.
        let mut written: FxHashMap<(Root, u64), (u128, MomentId)> = FxHashMap::default();
        let mut last: FxHashMap<u32, InstrId> = FxHashMap::default();
        let mut ended: FxHashSet<u32> = FxHashSet::default();
        for (id, moment) in self.graph.moments.iter_enumerated() {
            // Who goes on to see that it waits for ever has forgotten what it waited for.
            let is_forgotten = |root: Root| moment.value == Some(0) && (Some(root) == words || Some(root) == relations);
            if let (Some(part), Some(value)) = (moment.wrote, moment.value)
                && !is_forgotten(part.root)
            {
                written.insert((part.root, part.offset_bits), (value, id));
            }
            if moment.at.function == woven.function
                && let Some(thread) = woven.thread_of(moment.at.instr)
            {
                if self.is_over(woven, moment.at.instr) {
                    ended.insert(thread);
                }
                if self.place_in_text(woven, moment.at.instr).is_some() {
                    last.insert(thread, moment.at.instr);
                }
            }
        }
        let pointer_bits = u64::from(program.types.target.pointers.bits());
        let mut threads: Vec<(u32, InstrId)> = last.into_iter().collect();
        threads.sort_unstable();
        let mut waiting = Vec::new();
        for (thread, instr) in threads {
            let (false, Some(span)) = (ended.contains(&thread), self.place_in_text(woven, instr)) else { continue };
            let of_thread = |root: Option<Root>, bits: u64| {
                root.and_then(|root| written.get(&(root, u64::from(thread) * bits))).map(|&(value, _)| value)
            };
            let word =
                of_thread(words, pointer_bits).map(|pointer| program.types.target.pointers.split(pointer as u64));
            let word =
                word.and_then(|(number, offset)| Some((self.graph.root_of(program, number)?, offset as u64 * 8)));
            let is_asleep = of_thread(relations, 32) == Some(NEVER);
            let reason = match word {
                Some((root, offset_bits)) if Some(root) == finished => Reason::End((offset_bits / 32) as u32),
                Some(_) if is_asleep => Reason::Signal,
                Some(word) => self.holder(woven, written.get(&word)),
                None => Reason::Other,
            };
            waiting.push(Waiting { thread, span, reason, instr, word });
        }
        waiting
    }

    /// Who holds what was last written like this, if it was written by who took it.
    fn holder(&self, woven: &Woven, written: Option<&(u128, MomentId)>) -> Reason {
        let takes = |id: MomentId| {
            let function = self.graph.moments[id].at.function;
            TAKING.iter().any(|name| self.is_model(function, name))
        };
        let taken = written.filter(|&&(value, id)| value != 0 && takes(id));
        let instr = taken.and_then(|&(_, id)| self.woven_instr(woven, id));
        match instr.and_then(|instr| Some((woven.thread_of(instr)?, instr))) {
            Some((owner, instr)) => Reason::Held(owner, self.place_in_text(woven, instr)),
            None => Reason::Other,
        }
    }

    /// The instruction of the woven function that a moment belongs to.
    pub(crate) fn woven_instr(&self, woven: &Woven, mut id: MomentId) -> Option<InstrId> {
        loop {
            let at = self.graph.moments[id].at;
            if at.function == woven.function {
                return Some(at.instr);
            }
            id = self.graph.activations.get(usize::try_from(at.activation).ok()?)?.call?;
        }
    }

    /// Whether a thread that comes to this instruction has ended.
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

    pub(crate) fn is_model(&self, function: FunctionId, name: &str) -> bool {
        let f = &self.analysis.program.functions[function];
        f.origin == Origin::Whyc && f.name == name
    }

    /// The place in the user's text that an instruction of the woven function is at.
    pub(crate) fn place_in_text(&self, woven: &Woven, instr: InstrId) -> Option<Span> {
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
