//! What is known of library functions that have no body: which of them change nothing that the
//! program can see, and which ones do things that are not modelled.

/// Functions without a model that only talk to the outside world: a call changes no memory.
const HARMLESS: &[&str] = &["putw", "fclose", "srandom", "sync", "alarm", "umask", "sched_yield"];

/// Functions that no model in C can express.
const NOT_MODELLED: &[&str] = &[
    "setjmp",
    "_setjmp",
    "__sigsetjmp",
    "sigsetjmp",
    "longjmp",
    "siglongjmp",
    "signal",
    "sigaction",
    "fork",
    "vfork",
    "execv",
    "execve",
    "execvp",
    "pthread_create",
    "thrd_create",
    "mmap",
    "brk",
    "sbrk",
];

/// Functions of the mathematical library that have no exact model.
const INEXACT: &[&str] = &[
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "cbrt",
    "hypot",
    "erf",
    "erfc",
    "tgamma",
    "lgamma",
    "pow",
    "remainder",
    "fma",
];

/// Whether a call changes no memory of the program.
pub fn is_harmless(name: &str) -> bool {
    HARMLESS.contains(&name)
}

/// Whether a function needs a model that does not exist yet.
pub fn is_not_modelled(name: &str) -> bool {
    let stem = name.strip_suffix(['f', 'l']).unwrap_or(name);
    let is_inexact = INEXACT.contains(&name) || INEXACT.contains(&stem);
    is_inexact || NOT_MODELLED.contains(&name) || name.starts_with("__builtin_") || name.starts_with("__atomic_")
}
