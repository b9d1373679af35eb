//! In which order threads take turns in a run, so that those of a compiled program can be made to do the same.

use whyc_check::{Analysis, Run};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::property::PropertyClass;
use whyc_unroll::step::{StepKind, Unrolling};

use super::{ReplayThreads, ReplayTurn, TurnKind};
use crate::delays::{GOES_ON, WAITS, caller, is_stop};
use crate::finding::TraceKind;
use crate::trace;

/// The functions of the library at which a compiled program can be made to wait for its turn.
pub const TURNING: [&str; 18] = [
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
    // No turn ends there that another thread could see.
    "pthread_exit",
];

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
        let body = program.functions[unrolling.frames[frame].function].body.as_ref();
        let Some(instr) = body.and_then(|body| body.instrs.get(instr)) else { continue };
        let called = match instr.kind {
            InstrKind::Call { callee: Callee::Direct(callee), .. } => program.functions[callee].name.as_str(),
            _ => "",
        };
        if !TURNING.contains(&called) {
            let line = program.sources.line(instr.span);
            let what = format!("line {line}: threads take turns there, where a compiled program cannot be made to");
            if !obstacles.contains(&what) {
                obstacles.push(what);
            }
        }
    }
    let told = trace::counterexample(analysis, unrolling, run, None);
    let calls = told.steps.iter().filter(|step| step.kind == TraceKind::Call && TURNING.contains(&step.name.as_str()));
    let turn = |step: &crate::finding::TraceStep| ReplayTurn {
        thread: step.thread.unwrap_or(0),
        kind: match step.value.as_str() {
            WAITS => TurnKind::Begins,
            GOES_ON => TurnKind::GoesOn,
            _ => TurnKind::Whole,
        },
        name: step.name.clone(),
        span: step.span,
    };
    let turns = calls.map(turn).collect();
    let is_deadlock = run.end.is_some_and(|end| match unrolling.steps[end].kind {
        StepKind::Check { property, .. } => analysis.properties.all()[property].class == PropertyClass::Deadlock,
        _ => false,
    });
    let doomed = told.steps.last().filter(|_| is_deadlock).and_then(|step| step.thread);
    Some(ReplayThreads { turns, doomed })
}
