//! Histories with known answers: commits, and since which one it fails because of which lines.

/// A history, the oldest commit first.
pub struct History {
    pub name: &'static str,
    /// Subject, and the files that are different from then on; an empty text takes a file away.
    pub commits: &'static [(&'static str, &'static [(&'static str, &'static str)])],
    /// The file that is asked about.
    pub file: &'static str,
    /// The subject of the commit since which it fails; none if no revision holds.
    pub bad: Option<&'static str>,
    /// The lines that matter.
    pub lines: &'static [&'static str],
}

const TEST: &str = "#include <assert.h>\nint area(int w, int h);\nint main(void) {\n    int got = area(3, 4);\n    assert(got == 12);\n}\n";
const GOOD: &str = "int area(int w, int h) {\n    int sum = 0;\n    for (int i = 0; i < h; i++)\n        sum += w;\n    return sum;\n}\n";
const BAD: &str = "int area(int w, int h) {\n    int sum = 0;\n    for (int i = 0; i <= h; i++)\n        sum += w;\n    return sum;\n}\n";

const RUNS_ANOTHER: &str = "#include <assert.h>\nint run_tests(void);\nint run_test(void) {\n    return 1;\n}\nint main(void) {\n    int result;\n    result = 0;\n    result = run_tests();\n    assert(result != 0);\n}\n";
const RUNS_ANOTHER_WRONG: &str = "#include <assert.h>\nint run_tests(void);\nint run_test(void) {\n    return 0;\n}\nint main(void) {\n    int result;\n    result = 0;\n    result = run_tests();\n    assert(result != 0);\n}\n";

macro_rules! one {
    ($area:expr) => {
        concat!(
            "#include <assert.h>\n",
            $area,
            "int main(void) {\n    int got = area(3, 4);\n    assert(got == 12);\n}\n"
        )
    };
}

const FIXED: &str = one!("int area(int w, int h) {\n    return w * h;\n}\n");
const WRONG: &str = one!("int area(int w, int h) {\n    return w * h + 3;\n}\n");
const NOTED: &str = one!("/* The area. */\nint area(int w, int h) {\n    return w * h + 3;\n}\n");

pub const ALL: &[History] = &[
    History {
        name: "straight",
        commits: &[("first", &[("a.c", FIXED)]), ("breaks", &[("a.c", WRONG)]), ("notes", &[("a.c", NOTED)])],
        file: "a.c",
        bad: Some("breaks"),
        lines: &["-     return w * h;", "+     return w * h + 3;"],
    },
    History {
        name: "one line of many",
        commits: &[
            ("first", &[("a.c", FIXED)]),
            (
                "much",
                &[(
                    "a.c",
                    one!(
                        "/* One. */\nint spare(void) {\n    return 1;\n}\nint area(int w, int h) {\n    return w * h + 3;\n}\nint more(void) {\n    return 2;\n}\n"
                    ),
                )],
            ),
        ],
        file: "a.c",
        bad: Some("much"),
        lines: &["-     return w * h;", "+     return w * h + 3;"],
    },
    History {
        name: "a broken build in between",
        commits: &[
            ("first", &[("a.c", FIXED)]),
            ("breaks", &[("a.c", WRONG)]),
            ("does not compile", &[("a.c", one!("int area(int w, int h) {\n    return w * h + 3\n}\n"))]),
            ("compiles again", &[("a.c", WRONG)]),
            ("notes", &[("a.c", NOTED)]),
        ],
        file: "a.c",
        bad: Some("breaks"),
        lines: &["-     return w * h;", "+     return w * h + 3;"],
    },
    History {
        name: "masked by another fault",
        commits: &[
            ("first", &[("a.c", FIXED)]),
            ("breaks", &[("a.c", WRONG)]),
            (
                "crashes before",
                &[("a.c", one!("int area(int w, int h) {\n    int *p = 0;\n    *p = w;\n    return w * h + 3;\n}\n"))],
            ),
            ("mends the crash", &[("a.c", WRONG)]),
        ],
        file: "a.c",
        bad: Some("breaks"),
        lines: &["-     return w * h;", "+     return w * h + 3;"],
    },
    History {
        name: "renamed",
        commits: &[
            ("first", &[("old.c", FIXED)]),
            ("breaks", &[("old.c", WRONG)]),
            ("renames", &[("old.c", ""), ("new.c", WRONG)]),
        ],
        file: "new.c",
        bad: Some("breaks"),
        lines: &["-     return w * h;", "+     return w * h + 3;"],
    },
    History {
        name: "moved",
        commits: &[
            (
                "first",
                &[("a.c", one!("int one(void) {\n    return 1;\n}\nint area(int w, int h) {\n    return w * h;\n}\n"))],
            ),
            (
                "breaks",
                &[(
                    "a.c",
                    one!("int one(void) {\n    return 1;\n}\nint area(int w, int h) {\n    return w * h + 3;\n}\n"),
                )],
            ),
            (
                "moves",
                &[(
                    "a.c",
                    one!("int area(int w, int h) {\n    return w * h + 3;\n}\nint one(void) {\n    return 1;\n}\n"),
                )],
            ),
        ],
        file: "a.c",
        bad: Some("breaks"),
        lines: &["-     return w * h;", "+     return w * h + 3;"],
    },
    History {
        name: "mended and broken again",
        commits: &[
            ("first", &[("a.c", FIXED)]),
            ("breaks", &[("a.c", WRONG)]),
            ("mends", &[("a.c", FIXED)]),
            ("reverts", &[("a.c", WRONG)]),
            ("notes", &[("a.c", NOTED)]),
        ],
        file: "a.c",
        bad: Some("reverts"),
        lines: &["-     return w * h;", "+     return w * h + 3;"],
    },
    History {
        name: "a check that is new",
        commits: &[
            (
                "first",
                &[(
                    "a.c",
                    "int area(int w, int h) {\n    return w * h;\n}\nint main(void) {\n    return area(3, 4) == 12;\n}\n",
                )],
            ),
            (
                "breaks",
                &[(
                    "a.c",
                    "int area(int w, int h) {\n    return w * h + 3;\n}\nint main(void) {\n    return area(3, 4) == 12;\n}\n",
                )],
            ),
            ("checks", &[("a.c", WRONG)]),
        ],
        file: "a.c",
        bad: Some("breaks"),
        lines: &["-     return w * h;", "+     return w * h + 3;"],
    },
    History {
        name: "in a header",
        commits: &[
            (
                "first",
                &[
                    ("area.h", GOOD),
                    (
                        "a.c",
                        "#include \"area.h\"\n#include <assert.h>\nint main(void) {\n    int got = area(3, 4);\n    assert(got == 12);\n}\n",
                    ),
                ],
            ),
            ("breaks", &[("area.h", BAD)]),
            ("notes", &[("notes.txt", "Nothing.\n")]),
        ],
        file: "a.c",
        bad: Some("breaks"),
        lines: &["-     for (int i = 0; i < h; i++)", "+     for (int i = 0; i <= h; i++)"],
    },
    History {
        name: "two lines that need each other",
        commits: &[
            (
                "first",
                &[(
                    "a.c",
                    one!(
                        "#define MORE 0\nint extra = 0;\nint area(int w, int h) {\n    return w * h + extra * MORE;\n}\n"
                    ),
                )],
            ),
            (
                "both",
                &[(
                    "a.c",
                    one!(
                        "#define MORE 3\nint extra = 1;\nint area(int w, int h) {\n    return w * h + extra * MORE;\n}\n"
                    ),
                )],
            ),
        ],
        file: "a.c",
        bad: Some("both"),
        lines: &["- #define MORE 0", "+ #define MORE 3", "- int extra = 0;", "+ int extra = 1;"],
    },
    History {
        name: "moved and broken at once",
        commits: &[
            (
                "first",
                &[(
                    "a.c",
                    one!(
                        "int area(int w, int h) {\n    int sum = w * h;\n    return sum;\n}\n\nint one(void) {\n    return 1;\n}\n\nint two(void) {\n    return 2;\n}\n\n"
                    ),
                )],
            ),
            (
                "moves and breaks",
                &[(
                    "a.c",
                    one!(
                        "int one(void) {\n    return 1;\n}\n\nint two(void) {\n    return 2;\n}\n\nint area(int w, int h) {\n    int sum = w * h + 3;\n    return sum;\n}\n\n"
                    ),
                )],
            ),
        ],
        file: "a.c",
        bad: Some("moves and breaks"),
        lines: &["-     int sum = w * h;", "+     int sum = w * h + 3;"],
    },
    History {
        name: "to another file",
        commits: &[
            (
                "first",
                &[
                    ("area.h", "int unit(void) {\n    return 1;\n}\n"),
                    (
                        "a.c",
                        one!(
                            "#include \"area.h\"\nint area(int w, int h) {\n    int sum = w * h;\n    return sum;\n}\n"
                        ),
                    ),
                ],
            ),
            (
                "moves",
                &[
                    (
                        "area.h",
                        "int unit(void) {\n    return 1;\n}\nint area(int w, int h) {\n    int sum = w * h + 3;\n    return sum;\n}\n",
                    ),
                    ("a.c", one!("#include \"area.h\"\n")),
                ],
            ),
        ],
        file: "a.c",
        bad: Some("moves"),
        lines: &["-     int sum = w * h;", "+     int sum = w * h + 3;"],
    },
    History {
        name: "two checks that say the same",
        commits: &[
            (
                "first",
                &[(
                    "a.c",
                    "#include <assert.h>\nint f(int x) {\n    assert(x == 1);\n    return x;\n}\nint g(int x) {\n    assert(x == 1);\n    return x;\n}\nint main(void) {\n    return f(1) + g(1);\n}\n",
                )],
            ),
            (
                "breaks g",
                &[(
                    "a.c",
                    "#include <assert.h>\nint f(int x) {\n    assert(x == 1);\n    return x;\n}\nint g(int x) {\n    assert(x == 1);\n    return x;\n}\nint main(void) {\n    return f(1) + g(2);\n}\n",
                )],
            ),
            (
                "notes",
                &[(
                    "a.c",
                    "/* Notes. */\n#include <assert.h>\nint f(int x) {\n    assert(x == 1);\n    return x;\n}\nint g(int x) {\n    assert(x == 1);\n    return x;\n}\nint main(void) {\n    return f(1) + g(2);\n}\n",
                )],
            ),
        ],
        file: "a.c",
        bad: Some("breaks g"),
        lines: &["-     return f(1) + g(1);", "+     return f(1) + g(2);"],
    },
    History {
        name: "its options are its own",
        commits: &[
            (
                "first",
                &[
                    ("whyc.toml", "[[target]]\nname = \"a\"\nfiles = [\"a.c\"]\ndefine = [\"MORE=0\"]\n"),
                    ("a.c", one!("int area(int w, int h) {\n    return w * h + MORE;\n}\n")),
                ],
            ),
            ("breaks", &[("whyc.toml", "[[target]]\nname = \"a\"\nfiles = [\"a.c\"]\ndefine = [\"MORE=3\"]\n")]),
            ("notes", &[("a.c", one!("/* The area. */\nint area(int w, int h) {\n    return w * h + MORE;\n}\n"))]),
        ],
        file: "a.c",
        bad: Some("breaks"),
        lines: &["- define = [\"MORE=0\"]", "+ define = [\"MORE=3\"]"],
    },
    History {
        name: "a check that nobody wrote",
        commits: &[
            (
                "first",
                &[(
                    "a.c",
                    "int a[4];\nint last(int n) {\n    return a[n - 1];\n}\nint main(void) {\n    return last(4);\n}\n",
                )],
            ),
            (
                "breaks",
                &[(
                    "a.c",
                    "int a[4];\nint last(int n) {\n    return a[n];\n}\nint main(void) {\n    return last(4);\n}\n",
                )],
            ),
        ],
        file: "a.c",
        bad: Some("breaks"),
        lines: &["-     return a[n - 1];", "+     return a[n];"],
    },
    History {
        name: "broken where everything is called differently",
        commits: &[
            (
                "first",
                &[(
                    "a.c",
                    one!(
                        "int times(int a, int b) {\n    return a * b;\n}\n/* Nothing. */\nint spare(int w) {\n    return times(w, 2);\n}\nint area(int w, int h) {\n    int sum = times(w, h);\n    return sum;\n}\n"
                    ),
                )],
            ),
            (
                "renames and breaks",
                &[(
                    "a.c",
                    one!(
                        "int a_times(int a, int b) {\n    return a * b + 3;\n}\n/* Nothing. */\nint spare(int w) {\n    return a_times(w, 2);\n}\nint area(int w, int h) {\n    int sum = a_times(w, h);\n    return sum;\n}\n"
                    ),
                )],
            ),
        ],
        file: "a.c",
        bad: Some("renames and breaks"),
        lines: &["-     return a * b;", "+     return a * b + 3;"],
    },
    History {
        name: "broken where everything is set differently",
        commits: &[
            (
                "first",
                &[(
                    "a.c",
                    one!(
                        "int area(int w, int h)\n{\n    int sum = 0;\n    for (int i = 0; i < h; i++)\n    {\n        sum += w;\n    }\n    if (sum < 0)\n        return 0;\n    return sum;\n}\n"
                    ),
                )],
            ),
            (
                "sets and breaks",
                &[(
                    "a.c",
                    one!(
                        "int area(int w, int h) {\n\tint sum = 0;\n\tfor (int i=0; i<=h; i++) { sum += w; }\n\tif (sum < 0) return 0;\n\n\treturn sum;\n}\n"
                    ),
                )],
            ),
        ],
        file: "a.c",
        bad: Some("sets and breaks"),
        lines: &["-     for (int i = 0; i < h; i++)", "+ \tfor (int i=0; i<=h; i++)"],
    },
    History {
        // Without the line that calls it the check fails as well, whatever the test says: it is carried back, and never left out.
        name: "the line that computes it stays",
        commits: &[
            ("first", &[("a.c", RUNS_ANOTHER)]),
            ("breaks", &[("a.c", RUNS_ANOTHER_WRONG)]),
            (
                "links",
                &[(
                    "a.c",
                    "#include <assert.h>\nint run_test(void) {\n    return 0;\n}\nint main(void) {\n    int result;\n    result = 0;\n    result = run_test();\n    assert(result != 0);\n}\n",
                )],
            ),
        ],
        file: "a.c",
        bad: Some("breaks"),
        lines: &["-     return 1;", "+     return 0;"],
    },
    History {
        name: "it never held",
        commits: &[("first", &[("a.c", WRONG)]), ("notes", &[("a.c", NOTED)])],
        file: "a.c",
        bad: None,
        lines: &[],
    },
    History {
        name: "other values before",
        commits: &[
            ("first", &[("a.c", FIXED)]),
            ("wrong in another way", &[("a.c", one!("int area(int w, int h) {\n    return w + h;\n}\n"))]),
            ("wrong in this way", &[("a.c", WRONG)]),
        ],
        file: "a.c",
        // It fails since then, though with other values; what is shown is how it fails now.
        bad: Some("wrong in another way"),
        lines: &["-     return w * h;", "+     return w * h + 3;"],
    },
];

pub const TEST_FILE: &str = TEST;
pub const GOOD_AREA: &str = GOOD;
