//! What is known of the world around a program: its arguments and its standard input, as C.

use std::fmt::Write as _;

/// The world around a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum World {
    /// What is not given is an input.
    Given {
        /// The arguments of `main` after the program's name.
        args: Option<Vec<Vec<u8>>>,
        /// Standard input.
        stdin: Stdin,
        /// How long an argument that is an input is at most, without the final zero.
        arg_len: usize,
    },
    /// Whoever runs the program fills in the variables that [`names`] names: one program for many tests.
    Open {
        /// How many arguments there are at most.
        n_args: usize,
        /// How long an argument is at most.
        arg_len: usize,
        /// How long standard input is at most.
        stdin_len: usize,
    },
}

/// Standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stdin {
    /// An input of any length: numbers are read as a whole, whatever they look like.
    Unknown,
    /// An input of at most so many bytes, read byte for byte.
    UpTo(usize),
    /// This text.
    Holds(Vec<u8>),
}

impl Default for World {
    fn default() -> Self {
        Self::Given { args: None, stdin: Stdin::Unknown, arg_len: USUAL_ARG_LEN }
    }
}

/// The variables of an open world.
pub mod names {
    /// How many arguments there are, the program's name included (`int`).
    pub const ARGC: &str = "__whyc_argc_given";
    /// How many bytes standard input holds (`unsigned long`).
    pub const STDIN_SIZE: &str = "__whyc_stdin_size";
    /// The bytes of standard input.
    pub const STDIN: &str = "__whyc_stdin_text";

    /// The characters of the argument with this number, from 1, as reports know them.
    #[must_use]
    pub fn argument(number: usize) -> String {
        format!("argv[{number}]")
    }
}

/// How many arguments a program gets where they are inputs, and how long they are at most.
pub const MAX_ARGS: usize = 3;
/// The longest argument that is an input, without the final zero, unless somebody says otherwise.
pub const USUAL_ARG_LEN: usize = 7;

/// The file that defines it.
pub fn source(world: &World) -> String {
    let mut out = String::from("#include \"whyc.h\"\n");
    match world {
        World::Given { args, stdin, arg_len } => {
            standard_input(&mut out, stdin);
            match args {
                Some(args) => given_arguments(&mut out, args),
                None => unknown_arguments(&mut out, *arg_len),
            }
        }
        World::Open { n_args, arg_len, stdin_len } => open(&mut out, *n_args, *arg_len, *stdin_len),
    }
    out
}

fn standard_input(out: &mut String, stdin: &Stdin) {
    let _ = writeln!(out, "const int __whyc_stdin_given = {};", u8::from(matches!(stdin, Stdin::Holds(_))));
    let _ = writeln!(out, "const int __whyc_stdin_followed = {};", u8::from(!matches!(stdin, Stdin::Unknown)));
    match stdin {
        Stdin::Unknown => {
            let _ = writeln!(
                out,
                "int __whyc_stdin_byte(unsigned long position)\n{{\n    (void)position;\n    return EOF;\n}}"
            );
        }
        Stdin::UpTo(longest) => bounded_stdin(out, *longest),
        Stdin::Holds(bytes) => {
            let _ = writeln!(out, "static const unsigned long {} = {};", names::STDIN_SIZE, bytes.len());
            let _ = writeln!(out, "static const unsigned char {}[] = {};", names::STDIN, literal(bytes));
            byte_of_text(out);
        }
    }
}

/// `__whyc_stdin_byte`, where the text is there.
fn byte_of_text(out: &mut String) {
    let _ = writeln!(out, "int __whyc_stdin_byte(unsigned long position)\n{{");
    let _ = writeln!(out, "    return position < {} ? {}[position] : EOF;\n}}", names::STDIN_SIZE, names::STDIN);
}

/// `__whyc_stdin_byte`, where each byte is asked for when it is first looked at, in order.
fn bounded_stdin(out: &mut String, longest: usize) {
    let _ = writeln!(out, "static unsigned char met[{}];", longest.max(1));
    let _ = writeln!(out, "static unsigned long n_met;\nstatic _Bool has_ended;");
    let _ = writeln!(out, "int __whyc_stdin_byte(unsigned long position)\n{{");
    let _ = writeln!(out, "    if (position == n_met && !has_ended && n_met < {longest}) {{");
    out.push_str("        int stdin = __VERIFIER_nondet_int();\n");
    out.push_str("        __VERIFIER_assume(stdin >= EOF && stdin <= 255);\n");
    out.push_str("        if (stdin == EOF) {\n            has_ended = 1;\n        } else {\n");
    out.push_str("            met[n_met] = (unsigned char)stdin;\n            n_met++;\n        }\n    }\n");
    out.push_str("    return position < n_met ? met[position] : EOF;\n}\n");
}

fn given_arguments(out: &mut String, args: &[Vec<u8>]) {
    for (k, arg) in args.iter().enumerate() {
        let _ = writeln!(out, "static char argument{}[] = {};", k + 1, literal(arg));
    }
    begin_arguments(out, args.len());
    for k in 1..=args.len() {
        let _ = writeln!(out, "    __whyc_argv[{k}] = argument{k};");
    }
    let _ = writeln!(out, "    return {};\n}}", args.len() + 1);
}

/// `__whyc_argc` and `__whyc_argv` for up to `n` arguments.
fn begin_arguments(out: &mut String, n: usize) {
    let _ = writeln!(out, "static char program[] = \"program\";");
    let _ = writeln!(out, "char *__whyc_argv[{}];", n + 2);
    let _ = writeln!(out, "int __whyc_argc(void)\n{{\n    __whyc_argv[0] = program;");
}

fn unknown_arguments(out: &mut String, arg_len: usize) {
    for k in 1..=MAX_ARGS {
        let _ = writeln!(out, "static char argument{k}[{}];", arg_len + 1);
    }
    begin_arguments(out, MAX_ARGS);
    let _ = writeln!(out, "    int argc = __VERIFIER_nondet_int();");
    let _ = writeln!(out, "    __VERIFIER_assume(argc >= 1 && argc <= {});", MAX_ARGS + 1);
    for k in 1..=MAX_ARGS {
        let _ = writeln!(out, "    if (argc > {k}) {{");
        for at in 0..arg_len {
            let _ = writeln!(out, "        argument{k}[{at}] = __VERIFIER_nondet_char();");
        }
        let _ = writeln!(out, "        __whyc_argv[{k}] = argument{k};\n    }}");
    }
    let _ = writeln!(out, "    return argc;\n}}");
}

fn open(out: &mut String, n_args: usize, arg_len: usize, stdin_len: usize) {
    let _ = writeln!(out, "const int __whyc_stdin_given = 1, __whyc_stdin_followed = 1;");
    let _ = writeln!(out, "extern const unsigned long {};", names::STDIN_SIZE);
    let _ = writeln!(out, "extern const unsigned char {}[{}];", names::STDIN, stdin_len + 1);
    byte_of_text(out);
    let _ = writeln!(out, "extern const int {};", names::ARGC);
    for k in 1..=n_args {
        let _ = writeln!(out, "extern char argument{k}[{}];", arg_len + 1);
    }
    begin_arguments(out, n_args);
    for k in 1..=n_args {
        let _ = writeln!(out, "    if ({} > {k})\n        __whyc_argv[{k}] = argument{k};", names::ARGC);
    }
    let _ = writeln!(out, "    return {};\n}}", names::ARGC);
}

/// A string literal.
fn literal(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for &byte in bytes {
        // Always three digits, so that a digit that follows is not taken for a part of it.
        let _ = if byte.is_ascii_alphanumeric() || byte == b' ' {
            write!(out, "{}", char::from(byte))
        } else {
            write!(out, "\\{byte:03o}")
        };
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_as_literals() {
        assert_eq!(literal(b"a\"1\n"), "\"a\\0421\\012\"");
    }
}
