//! Declarations of what other verifiers declare by themselves. A text may declare it again, and then its own declaration is the one.

use rustc_hash::FxHashSet;

/// Each name with its declaration. Names whose results are `int`s need none.
const DECLARATIONS: &[(&str, &str)] = &[
    ("__CPROVER_size_t", "typedef __SIZE_TYPE__ __CPROVER_size_t;"),
    ("__CPROVER_ssize_t", "typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;"),
    ("__CPROVER_bool", "typedef _Bool __CPROVER_bool;"),
    ("__CPROVER_thread_local", "#define __CPROVER_thread_local"),
    ("__CPROVER_allocate", "void *__CPROVER_allocate(__SIZE_TYPE__, int);"),
    ("__CPROVER_OBJECT_SIZE", "__SIZE_TYPE__ __CPROVER_OBJECT_SIZE(const void *);"),
    ("__CPROVER_POINTER_OBJECT", "__SIZE_TYPE__ __CPROVER_POINTER_OBJECT(const void *);"),
    ("__CPROVER_POINTER_OFFSET", "__SIZE_TYPE__ __CPROVER_POINTER_OFFSET(const void *);"),
    ("__CPROVER_assert", "void __CPROVER_assert(_Bool, const char *);"),
    ("__CPROVER_assume", "void __CPROVER_assume(_Bool);"),
    ("__CPROVER_cover", "void __CPROVER_cover(_Bool);"),
    ("whyc_cover", "void whyc_cover(_Bool);"),
    ("__CPROVER_precondition", "void __CPROVER_precondition(_Bool, const char *);"),
    ("__CPROVER_postcondition", "void __CPROVER_postcondition(_Bool, const char *);"),
    ("__CPROVER_havoc_object", "void __CPROVER_havoc_object(void *);"),
    ("__CPROVER_havoc_slice", "void __CPROVER_havoc_slice(void *, __SIZE_TYPE__);"),
    ("__CPROVER_isnormalf", "_Bool __CPROVER_isnormalf(float);"),
    ("__CPROVER_isnormalld", "_Bool __CPROVER_isnormalld(long double);"),
    ("__CPROVER_isnanld", "_Bool __CPROVER_isnanld(long double);"),
    ("__CPROVER_isinfld", "_Bool __CPROVER_isinfld(long double);"),
    ("__CPROVER_isfiniteld", "_Bool __CPROVER_isfiniteld(long double);"),
    ("__CPROVER_signld", "_Bool __CPROVER_signld(long double);"),
    ("__CPROVER_fabs", "double __CPROVER_fabs(double);"),
    ("__CPROVER_fabsf", "float __CPROVER_fabsf(float);"),
    ("__CPROVER_fabsl", "long double __CPROVER_fabsl(long double);"),
    ("__CPROVER_max_malloc_size", "#define __CPROVER_max_malloc_size ((__SIZE_TYPE__)1 << 36)"),
    ("__CPROVER_buffer_size", "__SIZE_TYPE__ __CPROVER_buffer_size(const void *);"),
    ("__CPROVER_is_zero_string", "_Bool __CPROVER_is_zero_string(const void *);"),
    ("__CPROVER_zero_string_length", "__SIZE_TYPE__ __CPROVER_zero_string_length(const void *);"),
    ("__CPROVER_scanf", "#define __CPROVER_scanf scanf"),
    ("__CPROVER_rounding_mode", "extern int __CPROVER_rounding_mode;"),
    ("__CPROVER_labs", "long __CPROVER_labs(long);"),
    ("__CPROVER_llabs", "long long __CPROVER_llabs(long long);"),
];

/// What the names of functions begin with whose results are unknown.
const UNKNOWN: [&str; 2] = ["__VERIFIER_nondet_", "nondet_"];

/// What the rest of such a name says about the result. What is not here is an `int`, as everything is that nobody declares.
const RESULTS: &[(&str, &str)] = &[
    ("bool", "_Bool"),
    ("char", "char"),
    ("schar", "signed char"),
    ("uchar", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("uint", "unsigned"),
    ("unsigned", "unsigned"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("longlong", "long long"),
    ("ulonglong", "unsigned long long"),
    ("float", "float"),
    ("double", "double"),
    ("size_t", "__SIZE_TYPE__"),
    ("pointer", "void *"),
    ("charp", "char *"),
    ("int8_t", "__INT8_TYPE__"),
    ("int16_t", "__INT16_TYPE__"),
    ("int64_t", "__INT64_TYPE__"),
    ("uint8_t", "__UINT8_TYPE__"),
    ("uint16_t", "__UINT16_TYPE__"),
    ("uint32_t", "__UINT32_TYPE__"),
    ("uint64_t", "__UINT64_TYPE__"),
    ("u8", "__UINT8_TYPE__"),
    ("u16", "__UINT16_TYPE__"),
    ("u32", "__UINT32_TYPE__"),
    ("u64", "__UINT64_TYPE__"),
];

/// Whether a text may need declarations of these.
pub fn may_need(text: &str) -> bool {
    text.contains("__CPROVER_") || text.contains("whyc_cover") || text.contains("nondet_")
}

/// The declaration of a function whose result is unknown, by its name.
fn of_unknown(name: &str) -> Option<String> {
    let result = UNKNOWN.iter().find_map(|start| name.strip_prefix(start))?;
    let (_, ty) = RESULTS.iter().find(|(known, _)| *known == result)?;
    Some(format!("{ty} {name}();\n"))
}

/// `__builtin_bit_cast(type, value)`, of which libclang does not show the parts: what a union of both makes of it.
pub const BIT_CAST: (&str, &str) = (
    "__builtin_bit_cast",
    "#define __builtin_bit_cast(type, ...) (((union { __typeof__((__VA_ARGS__)) from; __typeof__(type) to; \
     char same_size[sizeof(type) == sizeof(__VA_ARGS__) ? 1 : -1]; }){ (__VA_ARGS__) }).to)\n",
);

/// The declarations that a text needs: of names that it uses and that it does not declare itself, outside of all functions.
pub fn declarations(text: &str) -> String {
    let mut used: FxHashSet<&str> = FxHashSet::default();
    let mut declared: FxHashSet<&str> = FxHashSet::default();
    let mut depth = 0usize;
    let mut before = "";
    for lexeme in crate::text::lexemes(text, 0) {
        match lexeme.text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            name if UNKNOWN.iter().any(|start| name.starts_with(start)) => {
                if depth == 0 {
                    declared.insert(name)
                } else {
                    used.insert(name)
                };
            }
            name if name.starts_with("__CPROVER_") || name == "whyc_cover" => {
                let is_type = DECLARATIONS.iter().any(|(known, how)| *known == name && how.starts_with("typedef"));
                let is_macro = DECLARATIONS.iter().any(|(known, how)| *known == name && how.starts_with('#'));
                // A type is used outside of functions, too; what ends a `typedef` is declared by it.
                let ends = crate::text::lexemes(text, lexeme.end()).next().is_some_and(|next| next.text == ";");
                let is_declared = if is_macro {
                    before == "define"
                } else if is_type {
                    ends && before != "*" && text.contains("typedef")
                } else {
                    depth == 0
                };
                if is_declared {
                    declared.insert(name)
                } else {
                    used.insert(name)
                };
            }
            _ => {}
        }
        before = lexeme.text;
    }
    // What is told of strings becomes an assumption.
    if super::strings::is_worth_it(text) {
        used.insert("__CPROVER_assume");
    }
    let needed = DECLARATIONS.iter().filter(|(name, _)| used.contains(name) && !declared.contains(name));
    let mut all: String = needed.map(|(_, declaration)| format!("{declaration}\n")).collect();
    let mut unknown: Vec<&str> = used.difference(&declared).copied().collect();
    unknown.sort_unstable();
    all.extend(unknown.into_iter().filter_map(of_unknown));
    all
}

#[cfg(test)]
mod tests {
    use super::declarations;

    #[test]
    fn what_a_text_declares_itself_is_left_to_it() {
        let text = "void __CPROVER_assume(int); __CPROVER_size_t n; int f() { __CPROVER_assume(n); __CPROVER_assert(n, \"\"); }";
        let found = declarations(text);
        assert!(found.contains("__CPROVER_assert(") && found.contains("__CPROVER_size_t;"), "{found}");
        assert!(!found.contains("__CPROVER_assume("), "{found}");
    }

    #[test]
    fn what_nobody_declares_has_the_type_that_its_name_says() {
        let text = "float nondet_float(void); int f() { return nondet_float() > nondet_double() && __VERIFIER_nondet_uint() + nondet_int(); }";
        assert_eq!(declarations(text), "unsigned __VERIFIER_nondet_uint();\ndouble nondet_double();\n");
    }
}
