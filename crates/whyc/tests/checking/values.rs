//! What `whyc check` says of the values in a failing run.

use std::process::Command;

use whyc_tests::native::Scratch;

/// The report on a program of a few lines in `main`, after some declarations.
fn report_on(declarations: &str, body: &str) -> String {
    let scratch = Scratch::new();
    let text = format!("#include <assert.h>\n{declarations}\nint main(void) {{\n{body}\nreturn 0;\n}}\n");
    let file = scratch.write("program.c", &text);
    let output = Command::new(env!("CARGO_BIN_EXE_whyc")).arg("check").arg(file).output();
    String::from_utf8(output.expect("whyc should start").stdout).expect("reports are UTF-8")
}

#[track_caller]
fn says(report: &str, text: &str) {
    assert!(report.contains(text), "{text} is not in:\n{report}");
}

#[test]
fn a_number_is_told_with_the_bytes_that_were_set_one_by_one() {
    let body = "unsigned x = 0; unsigned char *p = (void *)&x;\np[0] = 1;\np[1] = 2;\nassert(x == 0);";
    says(&report_on("", body), "here x = 513");
}

#[test]
fn a_member_of_a_union_is_told_with_what_was_set_through_another() {
    let union = "union word { unsigned all; unsigned char byte[8]; };";
    let body = "union word w = {0};\nw.byte[0] = 1;\nw.byte[1] = 2;\nassert(w.all == 0);";
    says(&report_on(union, body), "here w.all = 513");
}

#[test]
fn a_bit_field_has_its_sign() {
    let body = "struct { int low : 5; unsigned high : 3; } f = {0};\nf.low = -3;\nf.high = 5;\nassert(f.low > 0 || f.high < 5);";
    says(&report_on("", body), "here f.low = -3 and f.high = 5");
}

#[test]
fn what_is_wider_than_a_field_is_not_called_by_its_name() {
    let union = "union word { unsigned all; struct { unsigned a : 4; unsigned b : 28; unsigned c; } parts; };";
    let body = "union word v, w;\nv.all = 0x12345672;\nw = v;\nassert(w.all != 0x12345672);";
    let report = report_on(union, body);
    says(&report, "v.all = 0x12345672");
    says(&report, "w.parts.a = 2");
    says(&report, "here w.all = 0x12345672");
}

#[test]
fn nothing_is_told_of_what_a_copy_changed_without_a_step() {
    let union = "union word { unsigned all; struct { char tag; long value; } parts; };";
    let body = "union word v = {0}, w = {0};\nv.all = 0x01020304;\nw = v;\nassert(w.all == 0);";
    let report = report_on(union, body);
    says(&report, "`w.all == 0` can fail");
    assert!(!report.contains("here w.all"), "{report}");
}

// No program of the corpus: compilers before C23 refuse it, and so cannot confirm it.
#[test]
fn an_empty_initialiser_makes_an_array_of_variable_length_zero() {
    let body = "int n = 3;\nint v[n] = {};\nassert(v[0] == 0 && v[2] == 0);";
    says(&report_on("", body), "safe: ");
    says(&report_on("", &body.replace(" = {}", "")), "can fail");
}
