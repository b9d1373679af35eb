//! Texts are cut where their syntax says, and how they are set makes no difference.

use whyc_history::change::pieces::{Grain, pieces};

const TEXT: &str = "#include <a.h>\n\nenum { A,\n  B };\nint t[] = { 1, 2 };\nint f(int x) /* f */\n{\n    for (int i = 0; i < x; i++) g(i,\n        x);\n    if (x) { x = 1; } else\n        x--;\n#if B\n    y++;\n#endif\n    do x--; while (x > 0);\n    switch (x) {\n    case 1: return 1;\n    default:\n        break;\n    }\nout:\n    return x;\n}";

fn says(text: &str) -> Vec<String> {
    pieces("a.c", text, Grain::Syntax).iter().map(|it| it.text.trim().to_owned()).collect()
}

#[test]
fn pieces_are_what_is_one_and_together_the_text() {
    let all = pieces("a.c", TEXT, Grain::Syntax);
    assert_eq!(all.iter().map(|it| it.text.as_str()).collect::<String>(), format!("{TEXT}\n"));
    assert!(all.len() > 20, "{}", all.len());
    let says = says(TEXT);
    for piece in [
        "#include <a.h>",
        "B",
        "int t[] = { 1, 2 };",
        "for (int i = 0; i < x; i++)",
        "g(i,\n        x);",
        "if (x)",
        "x = 1;",
        "else",
        "x--;",
        "y++;",
        "#endif",
        "while (x > 0);",
        "case 1:",
        "return 1;",
        "break;",
        "return x;",
    ] {
        assert!(says.iter().any(|it| it == piece), "{piece}: {says:?}");
    }
    let open = all.iter().position(|it| it.text.trim() == "{" && it.row == 6).expect("a brace");
    assert_eq!(all[open].mate.map(|close| all[close].row), Some(22));
}

#[test]
fn how_it_is_set_makes_no_difference() {
    let keys =
        |text: &str| -> Vec<String> { pieces("a.c", text, Grain::Syntax).into_iter().map(|it| it.key).collect() };
    let one = "int f(int x)\n{\n    if (x > 9)\n        return g( x , 1 );\n    return x;\n}\n";
    let other = "int f(int x) {\n\tif (x > 9) return g(x, 1);\n\n\treturn  x; }\n";
    assert_eq!(keys(one), keys(other));
    let key = |text: &str| keys(text).concat();
    assert_ne!(key("x = a + +b;"), key("x = a ++b;"));
    assert_ne!(key("s = \"a  b\";"), key("s = \"a b\";"));
    assert_ne!(key("#define F (x)"), key("#define F(x)"));
}

#[test]
fn what_is_no_c_is_lines() {
    assert_eq!(pieces("Makefile", "a: b\n\tc; d\n", Grain::Syntax).len(), 2);
    assert_eq!(pieces("a.c", "a; b;\n", Grain::Lines).len(), 1);
    let broken = says("int f(void) {\n    x = 1\n    y = ;\n    z((;\n}\nint g;\n");
    assert!(broken.len() >= 4, "{broken:?}");
}
