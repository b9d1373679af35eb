//! What is known of library functions that have no body: which of them change nothing that the
//! program can see, and which ones do things that are not modelled.

use whyc_base::status::Limit;

const ENVIRONMENT: Limit = Limit::Environment { longest: 15 };

/// Models that do not know all of the world that they stand for.
const LIMITED: &[(&str, Limit)] = &[
    ("getenv", ENVIRONMENT),
    ("secure_getenv", ENVIRONMENT),
    ("signal", Limit::Signals),
    ("__sysv_signal", Limit::Signals),
    ("sigaction", Limit::Signals),
    ("raise", Limit::Signals),
    ("kill", Limit::Signals),
    ("sigprocmask", Limit::Signals),
    ("pthread_sigmask", Limit::Signals),
];

/// What a model takes the world to be limited to.
pub fn limit(model: &str) -> Option<Limit> {
    LIMITED.iter().find(|(name, _)| *name == model).map(|&(_, limit)| limit)
}

/// Functions without a model that only talk to the outside world: a call changes no memory.
const HARMLESS: &[&str] = &[
    "putw",
    "sync",
    "alarm",
    "umask",
    "sched_yield",
    "tzset",
    "closelog",
    "flockfile",
    "funlockfile",
    "setbuffer",
    "usleep",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getppid",
    "endpwent",
    "endgrent",
    "openlog",
    "fsync",
    "fdatasync",
];

/// Functions of the library whose result is seldom looked at: how it comes about costs more than what they do.
const WITH_SILENT_TWIN: &[&str] =
    &["fputc", "putc", "putchar", "fputs", "puts", "fwrite", "fflush", "fclose", "sleep", "usleep"];

/// Functions that no model in C can express: jumps, waiting for signals, processes, threads, memory from elsewhere, and
/// what calls functions of the program at other times or in other ways.
const NOT_MODELLED: &[&str] = &[
    // setjmp.h, ucontext.h
    "setjmp",
    "_setjmp",
    "__sigsetjmp",
    "sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__longjmp_chk",
    "getcontext",
    "setcontext",
    "makecontext",
    "swapcontext",
    // signal.h
    "bsd_signal",
    "sysv_signal",
    "sigset",
    "sighold",
    "sigrelse",
    "sigignore",
    "sigblock",
    "sigsetmask",
    "sigpause",
    "siginterrupt",
    "sigwait",
    "sigwaitinfo",
    "sigtimedwait",
    "signalfd",
    "killpg",
    "tgkill",
    "sigqueue",
    "sigsuspend",
    "pause",
    "setitimer",
    "timer_create",
    // fenv.h
    "fesetmode",
    "feenableexcept",
    // stdlib.h
    "on_exit",
    "qsort_r",
    // unistd.h, spawn.h
    "fork",
    "vfork",
    "_Fork",
    "clone",
    "daemon",
    "execl",
    "execle",
    "execlp",
    "execv",
    "execve",
    "execvp",
    "execvpe",
    "fexecve",
    // search.h, ftw.h, dirent.h
    "lfind",
    "lsearch",
    "tsearch",
    "tfind",
    "tdelete",
    "twalk",
    "ftw",
    "nftw",
    "scandir",
    // sys/mman.h, sys/shm.h, unistd.h
    "mmap",
    "mremap",
    "munmap",
    "mprotect",
    "shmat",
    "brk",
    "sbrk",
    // dlfcn.h
    "dlsym",
];

/// How the names of functions begin that have to do with threads: those without a model (cancellation, clean-up handlers, robust
/// mutexes, times of processors) change what threads do.
const OF_THREADS: &[&str] = &["pthread_", "__pthread_", "sem_", "thrd_", "mtx_", "cnd_", "tss_"];

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
    let is_built_in =
        ["__builtin_", "__atomic_", "__c11_atomic_", "__sync_"].iter().any(|prefix| name.starts_with(prefix));
    let is_of_threads = OF_THREADS.iter().any(|prefix| name.starts_with(prefix));
    is_inexact || is_of_threads || NOT_MODELLED.contains(&name) || is_built_in
}

/// Whether there is a model for calls whose result nobody looks at.
pub fn has_silent_twin(name: &str) -> bool {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    name.ends_with("printf") || WITH_SILENT_TWIN.contains(&name)
}

/// Whether a function has a name like those that check something.
pub fn looks_like_check(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "assert",
        "assume",
        "assertion",
        "require",
        "requires",
        "ensure",
        "ensures",
        "verify",
        "check",
        "expect",
        "invariant",
        "precondition",
        "postcondition",
        "unreachable",
    ];
    let lower = name.to_ascii_lowercase();
    lower.contains("assert") || lower.split(|c: char| !c.is_alphabetic()).any(|word| WORDS.contains(&word))
}
