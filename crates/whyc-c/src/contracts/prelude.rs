//! The words of contracts as macros, so that clauses are found wherever other macros leave them.
//!
//! A clause of a function becomes an attribute with the clause as a text, its macros expanded; that text is read again, in a
//! function of its own ([`super::clauses`]). A clause of a loop stands where a statement may stand, and becomes the beginning
//! of one: `if (__whyc_loop_invariant(…)) ; else`. `__CPROVER_assigns` may be either, which no macro can know. In the first
//! reading all are taken for clauses of functions and get a number; in the second those are known that were.

use rustc_hash::FxHashSet;

/// The file in which the words stand.
pub const WORDS: &str = "/<libc>/contracts.h";

/// At most this many clauses that could be of a function or of a loop can be told apart.
const MOST: u32 = 4096;

const COMMON: &str = r#"
typedef unsigned long __CPROVER_size_t;
typedef long __CPROVER_ssize_t;
typedef _Bool __CPROVER_bool;
int __whyc_loop_invariant(_Bool);
int __whyc_loop_decreases(int, ...);
int __whyc_loop_frame(const char *, ...);
void *__whyc_loop_entry(int, ...);
void *__whyc_old(int, ...);
void __whyc_contract_of(void *);
void __whyc_requires(_Bool);
void __whyc_ensures(_Bool);
void __whyc_assigns(_Bool, ...);
void __whyc_frees(_Bool, ...);
#define __WHYC_CAT_(a, b) a##b
#define __WHYC_CAT(a, b) __WHYC_CAT_(a, b)
#define __WHYC_TEXT_(kind, number, ...) __attribute__((annotate("whyc:" kind ":" #number ":" #__VA_ARGS__)))
#define __WHYC_TEXT(kind, number, ...) __WHYC_TEXT_(kind, number, __VA_ARGS__)
#define __CPROVER_requires(...) __WHYC_TEXT("requires", 0, __VA_ARGS__)
#define __CPROVER_ensures(...) __WHYC_TEXT("ensures", 0, __VA_ARGS__)
#define __CPROVER_loop_invariant(...) if (__whyc_loop_invariant((__VA_ARGS__))) ; else
#define __CPROVER_decreases(...) if (__whyc_loop_decreases(0 __VA_OPT__(,) __VA_ARGS__)) ; else
#define __CPROVER_old(...) (*(__typeof__(__VA_ARGS__) *)__whyc_old(0, (__VA_ARGS__)))
#define __CPROVER_loop_entry(...) (*(__typeof__(__VA_ARGS__) *)__whyc_loop_entry(0, (__VA_ARGS__)))
"#;

/// The words as the first reading has them.
pub fn first() -> String {
    let mut text = COMMON.to_owned();
    text.push_str("#define __CPROVER_assigns(...) __WHYC_TEXT(\"assigns\", __COUNTER__, __VA_ARGS__)\n");
    text.push_str("#define __CPROVER_frees(...) __WHYC_TEXT(\"frees\", __COUNTER__, __VA_ARGS__)\n");
    text
}

/// The words as the second reading has them, where these numbers belong to functions.
pub fn second(of_functions: &FxHashSet<u32>) -> String {
    let mut text = COMMON.to_owned();
    text.push_str("#define __WHYC_LOOP(kind, ...) if (__whyc_loop_frame(kind __VA_OPT__(,) __VA_ARGS__)) ; else\n");
    text.push_str(
        "#define __CPROVER_assigns(...) __WHYC_CAT(__whyc_frame_, __COUNTER__)(\"assigns\" __VA_OPT__(,) __VA_ARGS__)\n",
    );
    text.push_str(
        "#define __CPROVER_frees(...) __WHYC_CAT(__whyc_frame_, __COUNTER__)(\"frees\" __VA_OPT__(,) __VA_ARGS__)\n",
    );
    for number in 0..MOST {
        let whose = match of_functions.contains(&number) {
            true => format!("__WHYC_TEXT(kind, {number}, __VA_ARGS__)"),
            false => "__WHYC_LOOP(kind __VA_OPT__(,) __VA_ARGS__)".to_owned(),
        };
        text.push_str(&format!("#define __whyc_frame_{number}(kind, ...) {whose}\n"));
    }
    text
}
