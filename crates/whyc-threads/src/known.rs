//! The functions and variables of the models that hand the processor from one thread to another, by their names.

use whyc_ir::program::{FunctionId, GlobalId, Origin, Program};

/// The models that see whether somebody holds something, and do not wait for it.
const LOOKING: [&str; 12] = [
    "__whyc_try_lock",
    "__whyc_timed_lock",
    "__whyc_take_down",
    "pthread_spin_trylock",
    "pthread_spin_destroy",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_destroy",
    "sem_trywait",
    "sem_timedwait",
    "sem_getvalue",
    "sem_destroy",
];

/// What the models of threads are made of.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// A thread may stop here, if somebody could see that it has not yet given back what it holds.
    pub release: Option<FunctionId>,
    /// Whether somebody could.
    pub is_held_seen: bool,
    /// Whether the running thread has a turn in this round.
    pub turn: FunctionId,
    /// At the end of a round: whether all threads have ended.
    pub is_over: FunctionId,
    /// Memory is about to be accessed; says whether the thread stops there for good.
    pub touch: FunctionId,
    /// Memory is about to be accessed, and the thread may stop before that.
    pub step: FunctionId,
    /// Memory is about to go, and the thread may stop before that.
    pub free: FunctionId,
    /// The program is about to end, and the thread may stop before that.
    pub leave: FunctionId,
    /// What a thread runs.
    pub thread: FunctionId,
    /// The running thread stops until its next turn.
    pub suspend: FunctionId,
    /// The running thread has ended.
    pub end: FunctionId,
    /// Who runs.
    pub running: GlobalId,
}

impl Known {
    /// Finds them; none in a program that has nothing to do with threads.
    pub fn new(program: &Program) -> Option<Self> {
        let of_models = |name: &str| {
            let mut functions = program.functions.iter_enumerated();
            functions.find(|(_, f)| f.name == name && f.origin == Origin::Whyc && f.body.is_some()).map(|(id, _)| id)
        };
        let running = program.globals.iter_enumerated().find(|(_, global)| global.name == "__whyc_running")?.0;
        let is_held_seen = LOOKING.iter().any(|name| of_models(name).is_some());
        Some(Self {
            release: of_models("__whyc_release_point"),
            is_held_seen,
            turn: of_models("__whyc_turn")?,
            is_over: of_models("__whyc_is_over")?,
            touch: of_models("__whyc_touch")?,
            step: of_models("__whyc_step")?,
            free: of_models("__whyc_free_point")?,
            leave: of_models("__whyc_leave_point")?,
            thread: of_models("__whyc_thread")?,
            suspend: of_models("__whyc_suspend")?,
            end: of_models("__whyc_end")?,
            running,
        })
    }

    /// Whether a call of this function is more than a call.
    pub fn is_primitive(&self, function: FunctionId) -> bool {
        [self.touch, self.suspend, self.end].contains(&function)
    }
}

/// Whether a function belongs to the models of threads: what it does to memory is theirs, and atomic.
pub fn is_of_threads(program: &Program, function: FunctionId) -> bool {
    const FILES: [&str; 3] = ["<libc>/threads.c", "<libc>/pthread.c", "<libc>/c11threads.c"];
    let f = &program.functions[function];
    f.origin == Origin::Whyc && FILES.contains(&&*program.sources.file(f.span.file).name)
}

/// What functions of the library keep from one call to the next without a lock: C lets threads call them only one after the other.
const KEPT: [&str; 2] = ["strtok_rest", "date"];

/// Whether a global belongs to the models of the library, and is nothing that calls in two threads could fight over.
pub fn is_of_models(program: &Program, global: GlobalId) -> bool {
    let it = &program.globals[global];
    program.sources.file(it.span.file).name.starts_with("<libc>/") && !KEPT.contains(&it.name.as_str())
}
