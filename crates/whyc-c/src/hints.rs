//! What to do about what clang complains of, where that can be known.

use std::path::Path;

use whyc_base::diagnostic::Diagnostic;

use crate::parse::Source;

/// Headers that only C++ has.
const CPP_HEADERS: [&str; 22] = [
    "algorithm",
    "array",
    "atomic",
    "chrono",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "deque",
    "fstream",
    "functional",
    "iostream",
    "list",
    "map",
    "memory",
    "set",
    "sstream",
    "string",
    "unordered_map",
    "utility",
    "vector",
    "thread",
];
/// What files of C++ end in.
const CPP_ENDINGS: [&str; 8] = ["cc", "cpp", "cxx", "c++", "C", "hpp", "hh", "hxx"];

/// A hint to what is wrong with an input.
pub(crate) fn of(sources: &[Source], complaints: &[Diagnostic]) -> Option<String> {
    let ending = |source: &Source| Path::new(source.name()).extension().map(|it| it.to_string_lossy().into_owned());
    let is_cpp = |source: &&Source| ending(source).is_some_and(|it| CPP_ENDINGS.contains(&it.as_str()));
    if let Some(cpp) = sources.iter().find(is_cpp) {
        return Some(format!("`{}` is C++ by its name, and whyc reads C", cpp.name()));
    }
    let missing = complaints.iter().find_map(|complaint| missing_header(&complaint.message))?;
    Some(match CPP_HEADERS.contains(&missing) {
        true => format!("`{missing}` is a header of C++, and whyc reads C"),
        false => "`-I DIR` says where headers are; `-p BUILD_DIR` takes that from the build's compile_commands.json"
            .to_owned(),
    })
}

/// The name in `'board.h' file not found`.
fn missing_header(message: &str) -> Option<&str> {
    message.strip_prefix('\'')?.split_once("' file not found").map(|(name, _)| name)
}
