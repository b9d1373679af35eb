//! What is known of library functions that have no body: which of them change nothing that the
//! program can see, and which ones do things that are not modelled.

/// Functions that only write to the outside world or only compute: a call changes no memory.
const HARMLESS: &[&str] = &[
    "printf",
    "fprintf",
    "vprintf",
    "vfprintf",
    "puts",
    "putchar",
    "putc",
    "putchar_unlocked",
    "fputs",
    "fputc",
    "fflush",
    "fwrite",
    "perror",
    "putw",
    "rand",
    "random",
    "srand",
    "srandom",
    "getpid",
    "clock",
    "sleep",
    "usleep",
    "getchar",
    "getc",
    "fgetc",
    "fclose",
    "isatty",
];

/// Functions that change memory in ways that need a model of their own.
const NOT_MODELLED: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "free",
    "alloca",
    "__builtin_alloca",
    "aligned_alloc",
    "posix_memalign",
    "reallocarray",
    "strdup",
    "strndup",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "memchr",
    "strlen",
    "strnlen",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strchr",
    "strrchr",
    "strstr",
    "strtok",
    "strspn",
    "strcspn",
    "strpbrk",
    "atoi",
    "atol",
    "atoll",
    "atof",
    "strtol",
    "strtoul",
    "strtoll",
    "strtoull",
    "strtod",
    "abs",
    "labs",
    "llabs",
    "qsort",
    "bsearch",
    "scanf",
    "fscanf",
    "sscanf",
    "fgets",
    "gets",
    "fread",
    "getline",
    "sprintf",
    "snprintf",
    "vsprintf",
    "vsnprintf",
    "fopen",
    "setjmp",
    "_setjmp",
    "longjmp",
    "signal",
    "atexit",
    "getenv",
    "time",
    "__errno_location",
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
];

/// Whether a call changes no memory of the program.
pub fn is_harmless(name: &str) -> bool {
    HARMLESS.contains(&name)
}

/// Whether a function needs a model that does not exist yet.
pub fn is_not_modelled(name: &str) -> bool {
    NOT_MODELLED.contains(&name) || name.starts_with("__builtin_") || name.starts_with("__atomic_")
}

/// Whether a harmless function takes a format, in which `%n` would write.
pub fn is_formatted(name: &str) -> bool {
    name.ends_with("printf")
}

/// Whether a format has a `%n`.
pub fn writes_through_percent_n(format: &str) -> bool {
    let mut rest = format;
    while let Some((_, after)) = rest.split_once('%') {
        let conversion = after.trim_start_matches(|c: char| c.is_ascii_digit() || "-+ #.*hlLqjzt$'".contains(c));
        if conversion.starts_with('n') {
            return true;
        }
        rest = after.strip_prefix('%').unwrap_or(after);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_n_is_found_behind_its_flags() {
        assert!(writes_through_percent_n("a%d %hhn"));
        assert!(!writes_through_percent_n("100%% none %d\\n"));
        assert!(!writes_through_percent_n("%"));
    }
}
