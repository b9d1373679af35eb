//! Input that is not a program: a clear message, never a panic.

use std::fs;
use std::path::PathBuf;

use crate::support::{compiled, compiled_with, in_words, try_compile, unsupported};
use whyc_base::diagnostic::Severity;
use whyc_c::{Failure, Header, Input, Options, compile};

fn message(input: Input) -> String {
    match compile(&[input], &Options::for_main()) {
        Ok(_) => panic!("should fail"),
        Err(failure) => in_words(&failure),
    }
}

fn text_message(c: &str) -> String {
    message(Input::text("t.c", c))
}

#[test]
fn files_that_cannot_be_read() {
    let missing = message(Input::Path(PathBuf::from("/nowhere/at/all.c")));
    assert_eq!(missing, "cannot read `/nowhere/at/all.c`: there is no such file");
    let directory = message(Input::Path(PathBuf::from("/")));
    assert_eq!(directory, "`/` is a directory, not a C source");
    let path = std::env::temp_dir().join(format!("whyc-binary-{}.c", std::process::id()));
    fs::write(&path, b"\x7fELF\0\0").expect("the temporary folder should be writable");
    let binary = message(Input::Path(path.clone()));
    assert_eq!(binary, format!("`{}` is not a C source: it is binary", path.display()));
    fs::remove_file(path).expect("the file should still be there");
    assert!(matches!(compile(&[], &Options::for_main()), Err(Failure::Invalid { .. })));
}

#[test]
fn no_entry_point() {
    assert_eq!(text_message(""), "no function `main` to start at (the input defines no functions)");
    assert_eq!(text_message("int mian(void) { return 0; }"), "no function `main` to start at (did you mean `mian`?)");
    let many = text_message("int f(void); void maim(void) {} int zzzzzz(void) { return f(); }");
    assert_eq!(many, "no function `main` to start at (did you mean `maim`?)");
}

#[test]
fn errors_are_clangs_own() {
    let text = text_message("int main(void) { return x; }\nint f( {\n");
    assert_eq!(text.lines().next(), Some("t.c:1:25: error: use of undeclared identifier 'x'"));
    let text = text_message("int f(int); int f(char); int main(void) { return 0; }");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines, ["t.c:1:17: error: conflicting types for 'f'", "t.c:1:5: note: previous declaration is here"]);
    let text = text_message("#include \"no-such-header.h\"\nint main(void) { return 0; }");
    assert_eq!(
        text,
        "t.c:1:10: error: 'no-such-header.h' file not found (`-I DIR` says where headers are; `-p BUILD_DIR` takes that from the build's compile_commands.json)"
    );
}

#[test]
fn errors_are_data_with_the_word_they_are_about() {
    let Err(Failure::Invalid { sources, diagnostics }) =
        try_compile("int main(void) {\n    return miss + 1;\n}", &Options::for_main())
    else {
        panic!("should not compile");
    };
    let [error] = &diagnostics[..] else { panic!("{diagnostics:?}") };
    assert_eq!((error.severity, error.message.as_str()), (Severity::Error, "use of undeclared identifier 'miss'"));
    let span = error.span.expect("the error should have a place");
    assert_eq!((sources.text(span), sources.line(span)), ("miss", 2));
}

#[test]
fn headers_may_be_texts_too() {
    let header = |path: &str, text: &str| Header { path: path.into(), text: text.to_owned() };
    let read = |name: &str, headers: Vec<Header>| {
        let c = "#include \"buffer.h\"\nint main(void) { return limit(3); }";
        compile(&[Input::text(name, c)], &Options { headers, ..Options::for_main() })
    };
    let text = "static int limit(int x) { return x + nobody; }";
    assert!(read("t.c", vec![header("buffer.h", "static int limit(int x) { return x; }")]).is_ok());
    assert!(read("src/t.c", vec![header("src/buffer.h", "static int limit(int x) { return x; }")]).is_ok());
    assert!(read("/nowhere/t.c", vec![header("/nowhere/buffer.h", "static int limit(int x) { return x; }")]).is_ok());
    let Err(failure) = read("t.c", vec![header("buffer.h", text)]) else { panic!("should not compile") };
    assert!(
        in_words(&failure).contains("buffer.h:1:38: error: use of undeclared identifier 'nobody'"),
        "{}",
        in_words(&failure)
    );
    let Err(failure) = read("t.c", Vec::new()) else { panic!("there is no such file") };
    assert!(in_words(&failure).contains("'buffer.h' file not found"));
}

#[test]
fn warnings_do_not_stop() {
    compiled("int main(void) { int *p = 5; char *q = p; int x; void (*f)(int) = main; return p == (int *)q + x; }");
    compiled("int f(void) { return; } void g(void) { return 1; } int main(void) { if (f() == 3) {} return 0; }");
    compiled("int f(int a) { if (a) return 1; } int main(void) { return f(1); }");
}

#[test]
fn bytes_that_are_not_text_are_no_problem() {
    let path = std::env::temp_dir().join(format!("whyc-latin1-{}.c", std::process::id()));
    fs::write(&path, b"/* caf\xe9 */ int main(void) { char *s = \"\xe9\"; return s[0]; }").expect("should be writable");
    let result = compile(&[Input::Path(path.clone())], &Options::for_main());
    fs::remove_file(path).expect("the file should still be there");
    assert!(result.is_ok());
}

#[test]
fn standards_and_definitions_are_passed_on() {
    let options = Options {
        defines: vec!["N=3".to_owned(), "FLAG".to_owned()],
        std: Some("c23".to_owned()),
        ..Options::for_main()
    };
    compiled_with(
        "#ifndef FLAG\n#error\n#endif\nint main(void) { bool b = true; int *p = nullptr; static_assert(N == 3); return b && p; }",
        &options,
    );
    let nonsense = Options { std: Some("c1066".to_owned()), ..Options::for_main() };
    let text =
        in_words(&try_compile("int main(void) { return 0; }", &nonsense).expect_err("there is no such standard"));
    assert!(text.contains("c1066"), "{text}");
}

#[test]
fn without_clangs_headers_gccs_are_used() {
    let options = Options { extra_args: vec!["-resource-dir=/nowhere".to_owned()], ..Options::for_main() };
    let c = "#include <stddef.h>\n#include <stdarg.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <limits.h>\n\
             #include <float.h>\n#include <stdio.h>\n#include <assert.h>\n\
             int main(void) { size_t n = INT_MAX; bool b = n > UINT8_MAX; assert(b && DBL_MAX > 1); return 0; }";
    compiled_with(c, &options);
}

#[test]
fn any_function_can_be_the_entry() {
    let c = "struct s { int a; }; enum e { A, B };
             static int f(int x, unsigned char c, double d, struct s v, enum e k, int *p, struct s *q, const char *t) { return x; }
             int keep(void) { return f(1, 2, 3, (struct s){4}, A, 0, 0, 0); }";
    let options = Options { entry: "f".to_owned(), ..Options::for_main() };
    let program = compiled_with(c, &options).program;
    let start = crate::support::instructions(&program, "(start)");
    let inputs: Vec<&str> = start.lines().filter(|line| line.contains("nondet")).collect();
    assert_eq!(inputs.len(), 7, "{start}");
    assert!(start.contains("p is not null"), "{start}");
    let options = Options { entry: "g".to_owned(), ..Options::for_main() };
    let program = compiled_with("void g(void *p, void (*f)(void)) { }", &options).program;
    assert_eq!(unsupported(&program).len(), 2);
}

#[test]
fn main_with_arguments() {
    let program = compiled("int main(int argc, char **argv) { return argc; }").program;
    assert_eq!(unsupported(&program), Vec::<String>::new());
    let start = crate::support::instructions(&program, "(start)");
    assert!(start.contains("assume (argc >= 1)"), "{start}");
    let program = compiled("int main(int argc, char **argv) { return argv[0][0]; }").program;
    assert_eq!(unsupported(&program), Vec::<String>::new());
    let start = crate::support::instructions(&program, "(start)");
    assert!(start.contains("__whyc_argc"), "{start}");
}

#[test]
fn deep_nesting_is_no_problem() {
    let sum = format!("int main(void) {{ int x = 1; return {}; }}", vec!["x"; 5000].join(" + "));
    compiled(&sum);
    let ifs = format!("int main(void) {{ int x = 1; {} x = 2; return x; }}", "if (x) ".repeat(200));
    compiled(&ifs);
    let else_ifs = format!("int main(void) {{ int x = 1; {} x = 2; return x; }}", "if (x) x++; else ".repeat(1000));
    let _ = try_compile(&else_ifs, &Options::for_main());
    let parens = format!("int main(void) {{ return {}1{}; }}", "(".repeat(5000), ")".repeat(5000));
    assert!(try_compile(&parens, &Options::for_main()).is_err());
}
