//! Finds and opens the libclang shared library.

use std::sync::{Arc, OnceLock};

use clang_sys::SharedLibrary;

/// The oldest LLVM release whose libclang tells operator kinds reliably.
const MIN_MAJOR: u32 = 18;

const HOW_TO_INSTALL: &str = "install it (Debian, Ubuntu: `apt install libclang1-19 libclang-common-19-dev`), \
     or set LIBCLANG_PATH to the folder that holds libclang.so";

/// Makes libclang usable on the calling thread; the library itself is opened once per process.
///
/// # Errors
/// A message for a person: what is missing and how to get it.
pub fn on_this_thread() -> Result<(), String> {
    static LIBRARY: OnceLock<Result<Arc<SharedLibrary>, String>> = OnceLock::new();
    let library = LIBRARY.get_or_init(|| clang_sys::load_manually().map(Arc::new)).clone();
    let library = library.map_err(|reason| {
        let reason = reason.lines().next().unwrap_or_default().trim().to_owned();
        format!("libclang {MIN_MAJOR} or newer is needed to read C and was not found: {HOW_TO_INSTALL} ({reason})")
    })?;
    clang_sys::set_library(Some(Arc::clone(&library)));
    let version = version();
    let too_old = major(&version).is_some_and(|major| major < MIN_MAJOR) || !has_all_functions();
    if too_old {
        let path = library.path().display();
        return Err(format!("`{path}` is {version}, but {MIN_MAJOR} or newer is needed: {HOW_TO_INSTALL}"));
    }
    Ok(())
}

fn version() -> String {
    if !clang_sys::clang_getClangVersion::is_loaded() {
        return "of unknown version".to_owned();
    }
    // SAFETY: the function is loaded.
    super::owned_string(unsafe { clang_sys::clang_getClangVersion() })
}

fn major(version: &str) -> Option<u32> {
    let digits = version.split_once("version ")?.1;
    digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The youngest functions this crate calls: where they are, all the others are.
fn has_all_functions() -> bool {
    clang_sys::clang_getCursorBinaryOperatorKind::is_loaded()
        && clang_sys::clang_getCursorUnaryOperatorKind::is_loaded()
        && clang_sys::clang_getUnqualifiedType::is_loaded()
        && clang_sys::clang_Cursor_getVarDeclInitializer::is_loaded()
        && clang_sys::clang_Type_getValueType::is_loaded()
        && clang_sys::clang_getFileContents::is_loaded()
        && clang_sys::clang_Cursor_Evaluate::is_loaded()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read_from_what_libclang_says() {
        assert_eq!(major("Debian clang version 19.1.7 (3+b1)"), Some(19));
        assert_eq!(major("clang version 18.1.1"), Some(18));
        assert_eq!(major("something else"), None);
    }
}
