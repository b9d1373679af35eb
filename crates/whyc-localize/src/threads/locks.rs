//! What can be held, by the calls that take it and give it back.

use std::collections::BTreeSet;

use super::code::{At, Call, Code, base};

/// What takes something, and what gives it back. The first is what is put into a program that holds nothing yet.
const FAMILIES: [(&str, &str); 7] = [
    ("pthread_mutex_lock", "pthread_mutex_unlock"),
    ("mtx_lock", "mtx_unlock"),
    ("pthread_spin_lock", "pthread_spin_unlock"),
    ("pthread_rwlock_wrlock", "pthread_rwlock_unlock"),
    ("pthread_rwlock_rdlock", "pthread_rwlock_unlock"),
    ("__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"),
    ("sem_wait", "sem_post"),
];

/// At most this many locks are tried.
const MANY_LOCKS: usize = 5;

/// Something that one thread at a time can hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lock {
    /// The function that takes it.
    pub take: String,
    /// The function that gives it back.
    pub give: String,
    /// What, as it is written there.
    pub arg: String,
}

impl Lock {
    /// The lock that a call takes or gives back.
    pub fn of(call: &Call) -> Option<Self> {
        let (take, give) = FAMILIES.iter().find(|(take, give)| call.name == *take || call.name == *give)?;
        Some(Self { take: (*take).to_owned(), give: (*give).to_owned(), arg: call.arg(0).to_owned() })
    }

    /// A mutex that the program does not have yet.
    pub fn new_mutex(name: &str) -> Self {
        let (take, give) = FAMILIES[0];
        Self { take: take.to_owned(), give: give.to_owned(), arg: format!("&{name}") }
    }

    /// Whether a call takes it, for whatever use.
    pub fn is_taken_by(&self, call: &Call) -> bool {
        call.is_alone && call.arg(0) == self.arg && FAMILIES.iter().any(|it| it.0 == call.name && it.1 == self.give)
    }

    /// Whether a call gives it back.
    pub fn is_given_by(&self, call: &Call) -> bool {
        call.is_alone && call.name == self.give && call.arg(0) == self.arg
    }

    /// Whether both are the same, for whatever use it is taken.
    pub fn is(&self, other: &Lock) -> bool {
        self.give == other.give && self.arg == other.arg
    }

    /// As a person calls it.
    pub fn name(&self) -> &str {
        if self.arg.is_empty() { "the atomic section" } else { self.arg.trim_start_matches('&') }
    }

    /// The statement that takes it.
    pub fn taking(&self) -> String {
        format!("{}({});", self.take, self.arg)
    }

    /// The statement that gives it back.
    pub fn giving(&self) -> String {
        format!("{}({});", self.give, self.arg)
    }

    /// Whether a function can name it: it is known to all, or the function names it already.
    pub fn is_known_in(&self, code: &Code, function: usize, globals: &BTreeSet<String>) -> bool {
        let name = base(&self.arg);
        let uses = |call: &Call| call.args.iter().any(|(arg, _)| base(arg) == name);
        name.is_empty() || globals.contains(name) || code.functions[function].calls.iter().any(uses)
    }
}

/// Whether a function belongs to the library for threads.
pub fn is_of_threads(name: &str) -> bool {
    ["pthread_", "mtx_", "cnd_", "thrd_", "sem_", "call_once"].iter().any(|prefix| name.starts_with(prefix))
}

/// What can be held, the given ones first: what the program takes somewhere, then mutexes that it only declares.
pub fn all(code: &Code, first: &[Lock]) -> Vec<Lock> {
    let mut found: Vec<Lock> = Vec::new();
    let mut add = |lock: Lock| {
        if !found.iter().any(|known| known.is(&lock)) {
            found.push(lock);
        }
    };
    first.iter().cloned().for_each(&mut add);
    let taken = code.functions.iter().flat_map(|it| &it.calls).filter(|call| call.is_alone).filter_map(Lock::of);
    let (semaphores, others): (Vec<Lock>, Vec<Lock>) = taken.partition(|lock| lock.take == "sem_wait");
    others.into_iter().for_each(&mut add);
    for file in &code.files {
        let text = file.as_text();
        let is_of_function = |byte: usize| {
            let around = code.functions.iter().enumerate();
            let mut around = around.filter(|(_, it)| code.files[it.file].id == file.id);
            around.any(|(k, it)| {
                let body = At { function: k, statement: it.statements.all.len() - 1 };
                code.bytes(body).contains(&byte)
            })
        };
        for at in 0..text.tokens.len() {
            let is_declared = text.is(at, "pthread_mutex_t") && matches!(text.word(at + 2), "=" | ";" | ",");
            if is_declared && !is_of_function(text.tokens[at].start) {
                add(Lock::new_mutex(text.word(at + 1)));
            }
        }
    }
    semaphores.into_iter().for_each(&mut add);
    found.truncate(MANY_LOCKS);
    found
}

/// The names that stand for something of their own in all functions: what is taken by an address of a variable outside of functions.
pub fn global_names(program: &whyc_ir::program::Program) -> BTreeSet<String> {
    program.globals.iter().map(|global| global.name.clone()).collect()
}
