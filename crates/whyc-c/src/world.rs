//! What is known of the world around a program: its arguments and its standard input, as C.

use std::fmt::Write as _;

/// The world around a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct World {
    /// The arguments of `main` after the program's name; none if they are inputs.
    pub args: Option<Vec<Vec<u8>>>,
    /// What standard input holds; none if that is an input.
    pub stdin: Option<Vec<u8>>,
}

/// How many arguments a program gets where they are inputs, and how long they are at most.
pub const MAX_ARGS: usize = 3;
/// The longest argument that is an input, without the final zero.
pub const MAX_ARG_LEN: usize = 7;

/// The file that defines it.
pub fn source(world: &World) -> String {
    let mut out = String::from("#include \"whyc.h\"\n");
    let stdin = world.stdin.as_deref();
    let _ = writeln!(out, "const int __whyc_stdin_given = {};", u8::from(stdin.is_some()));
    let bytes = stdin.unwrap_or(&[]);
    let _ = writeln!(out, "const unsigned long __whyc_stdin_size = {};", bytes.len());
    // An array has at least one element.
    let _ = writeln!(out, "const unsigned char __whyc_stdin_text[] = {};", literal(bytes));
    arguments(&mut out, world.args.as_deref());
    out
}

/// `__whyc_argc` and `__whyc_argv`.
fn arguments(out: &mut String, args: Option<&[Vec<u8>]>) {
    let n = args.map_or(MAX_ARGS, <[_]>::len);
    let _ = writeln!(out, "static char program[] = \"program\";");
    for k in 1..=n {
        let _ = match args {
            Some(args) => writeln!(out, "static char argument{k}[] = {};", literal(&args[k - 1])),
            None => writeln!(out, "static char argument{k}[{}];", MAX_ARG_LEN + 1),
        };
    }
    let _ = writeln!(out, "char *__whyc_argv[{}];", n + 2);
    let _ = writeln!(out, "int __whyc_argc(void)\n{{");
    let _ = writeln!(out, "    __whyc_argv[0] = program;");
    match args {
        Some(_) => {
            for k in 1..=n {
                let _ = writeln!(out, "    __whyc_argv[{k}] = argument{k};");
            }
            let _ = writeln!(out, "    return {};", n + 1);
        }
        None => {
            let _ = writeln!(out, "    int argc = __VERIFIER_nondet_int();");
            let _ = writeln!(out, "    __VERIFIER_assume(argc >= 1 && argc <= {});", n + 1);
            for k in 1..=n {
                let _ = writeln!(out, "    if (argc > {k}) {{");
                for at in 0..MAX_ARG_LEN {
                    let _ = writeln!(out, "        argument{k}[{at}] = __VERIFIER_nondet_char();");
                }
                let _ = writeln!(out, "        __whyc_argv[{k}] = argument{k};\n    }}");
            }
            let _ = writeln!(out, "    return argc;");
        }
    }
    let _ = writeln!(out, "}}");
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
