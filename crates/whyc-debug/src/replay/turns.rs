//! In which order threads take turns in a run, so that those of a compiled program can be made to do the same.

use whyc_base::source::Span;
use whyc_check::{Analysis, Run};
use whyc_ir::instr::{Callee, InstrId, InstrKind};
use whyc_ir::program::{FunctionId, Origin, Program};
use whyc_ir::property::PropertyClass;
use whyc_unroll::step::{StepId, StepKind, Unrolling};

use super::{ReplayThreads, ReplayTurn, TurnKind};
use crate::delays::{Delays, GOES_ON, WAITS, caller, is_call, is_stop};
use crate::finding::TraceKind;
use crate::trace;

/// The functions of the library at which a compiled program can be made to wait for its turn.
pub const TURNING: [&str; 27] = [
    "pthread_create",
    "pthread_join",
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_unlock",
    "pthread_cond_wait",
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "pthread_barrier_wait",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_unlock",
    "pthread_spin_lock",
    "pthread_spin_unlock",
    "sem_wait",
    "sem_trywait",
    "sem_post",
    "thrd_create",
    "thrd_join",
    "mtx_lock",
    "mtx_trylock",
    "mtx_unlock",
    "cnd_wait",
    "cnd_signal",
    "cnd_broadcast",
    // No turn ends there that another thread could see.
    "pthread_exit",
    "thrd_exit",
];

/// What stands for a turn at an atomic operation.
pub const ATOMIC: &str = "__whyc_atomic_begin";

/// The turns of a run; none where there are no threads. What cannot be replayed is added to `obstacles`.
pub fn turns(
    analysis: &Analysis,
    unrolling: &Unrolling,
    run: &Run,
    obstacles: &mut Vec<String>,
) -> Option<ReplayThreads> {
    let program = &analysis.program;
    program.woven.as_ref()?;
    for id in run.executed_steps() {
        let step = &unrolling.steps[id];
        if !is_stop(program, unrolling, step) {
            continue;
        }
        let Some((frame, instr)) = caller(program, unrolling, step) else { continue };
        let function = unrolling.frames[frame].function;
        let called = called(program, function, instr);
        let span = program.functions[function].body.as_ref().and_then(|body| body.instrs.get(instr)).map(|it| it.span);
        if !TURNING.contains(&called) && called != ATOMIC {
            let line = span.map_or(0, |span| program.sources.line(span));
            let what = format!("line {line}: threads take turns there, where a compiled program cannot be made to");
            if !obstacles.contains(&what) {
                obstacles.push(what);
            }
        }
    }
    let delays = Delays::new(analysis, unrolling, run);
    let (told, keys) = trace::keyed(analysis, unrolling, run, None);
    let mut turns: Vec<(StepId, ReplayTurn)> = Vec::new();
    for (step, &(call, part)) in told.steps.iter().zip(&keys) {
        if step.kind != TraceKind::Call || !TURNING.contains(&step.name.as_str()) {
            continue;
        }
        let delay = delays.of(call);
        let at = if part == 1 { delay.goes_on } else { delay.takes_effect };
        let kind = match step.value.as_str() {
            WAITS => TurnKind::Begins,
            GOES_ON => TurnKind::GoesOn,
            _ => TurnKind::Whole,
        };
        let (thread, name) = (step.thread.unwrap_or(0), step.name.clone());
        turns.push((at.unwrap_or(call), ReplayTurn { thread, kind, name, span: step.span }));
    }
    turns.extend(atomic(program, unrolling, run, &delays));
    // Both lists are in order.
    turns.sort_by_key(|(at, _)| *at);
    let turns = turns.into_iter().map(|(_, turn)| turn).collect();
    let is_deadlock = run.end.is_some_and(|end| match unrolling.steps[end].kind {
        StepKind::Check { property, .. } => analysis.properties.all()[property].class == PropertyClass::Deadlock,
        _ => false,
    });
    let doomed = told.steps.last().filter(|_| is_deadlock).and_then(|step| step.thread);
    Some(ReplayThreads { turns, doomed, atomics: atomics(program) })
}

/// All atomic operations of a program, where they stand.
fn atomics(program: &Program) -> Vec<Span> {
    let mut all = Vec::new();
    for (function, f) in program.functions.iter_enumerated().filter(|(_, f)| f.origin == Origin::User) {
        let Some(body) = &f.body else { continue };
        let here = body.instrs.iter_enumerated().filter(|(at, _)| called(program, function, *at) == ATOMIC);
        all.extend(here.map(|(_, instr)| instr.span));
    }
    all.sort_by_key(|span| (span.file, span.start, span.end));
    all.dedup();
    all
}

/// The atomic operations of a run, and when each is done.
fn atomic(program: &Program, unrolling: &Unrolling, run: &Run, delays: &Delays) -> Vec<(StepId, ReplayTurn)> {
    let mut all = Vec::new();
    for id in run.executed_steps() {
        let step = &unrolling.steps[id];
        let is_it =
            is_call(program, unrolling, step) && called(program, unrolling.function_of(step), step.instr) == ATOMIC;
        let delay = delays.of(id);
        // Who stops there for good does nothing.
        if !is_it || delay.is_untold || delay.waits && delay.takes_effect.is_none() {
            continue;
        }
        let thread = trace::thread_of(program, unrolling, step.frame).unwrap_or(0);
        let turn = ReplayTurn { thread, kind: TurnKind::Whole, name: ATOMIC.to_owned(), span: step.span };
        all.push((delay.takes_effect.unwrap_or(id), turn));
    }
    all
}

/// What is called there, by its name.
fn called(program: &Program, function: FunctionId, at: InstrId) -> &str {
    let body = program.functions[function].body.as_ref();
    match body.and_then(|body| body.instrs.get(at)).map(|instr| &instr.kind) {
        Some(InstrKind::Call { callee: Callee::Direct(callee), .. }) => &program.functions[*callee].name,
        _ => "",
    }
}
