//! Finds and opens the libclang shared library.

use std::path::{Path, PathBuf};
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
    let library = LIBRARY.get_or_init(open).clone();
    let library = library.map_err(|reason| {
        let reason = reason.split(", set the").next().unwrap_or_default().replace("couldn't find any", "no");
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

fn open() -> Result<Arc<SharedLibrary>, String> {
    // The search of clang-sys starts other programs and looks into hundreds of folders, which
    // takes longer than reading an ordinary program. Where the library is in a usual place, it is told so. Even then it looks at
    // every file of that folder: LLVM's own have few.
    let given = std::env::var_os("LIBCLANG_PATH").map(PathBuf::from);
    if let Some(given) = &given
        && given.file_name().is_none_or(|name| name.to_str().is_none())
    {
        // clang-sys would panic on it.
        return Err(format!("LIBCLANG_PATH is `{}`", given.display()));
    }
    if given.is_none()
        && let Some(path) = newest_library()
    {
        // SAFETY: this runs once, before libclang is loaded, and Rust code reads the environment
        // under a lock. Nothing else in this program reads it at that time.
        unsafe { std::env::set_var("LIBCLANG_PATH", path) };
    }
    clang_sys::load_manually().map(Arc::new)
}

/// The newest libclang in the folders where distributions install it: in those of LLVM, or else in those that all libraries share.
fn newest_library() -> Option<PathBuf> {
    let entries = |dir: &Path| std::fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    let newest = |dirs: Vec<PathBuf>| {
        let files = dirs.iter().flat_map(|dir| entries(dir));
        let versioned = files.filter_map(|file| Some((library_major(file.file_name()?.to_str()?)?, file)));
        versioned.filter(|(major, _)| *major >= MIN_MAJOR).max().map(|(_, file)| file)
    };
    let is_llvm = |dir: &PathBuf| dir.to_string_lossy().contains("/llvm");
    let llvm = entries(Path::new("/usr/lib")).filter(is_llvm).map(|dir| dir.join("lib"));
    let common = ["/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/local/lib"].map(PathBuf::from);
    newest(llvm.collect()).or_else(|| newest(common.to_vec()))
}

/// The version in `libclang-19.so.1`, `libclang.so.19` and `libclang-19.so.19`.
fn library_major(name: &str) -> Option<u32> {
    let rest = name.strip_prefix("libclang")?;
    let digits = rest.strip_prefix('-').or_else(|| rest.strip_prefix(".so."))?;
    let is_library = name.contains(".so");
    let major = digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
    is_library.then_some(major)
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
        && clang_sys::clang_getCursorPrettyPrinted::is_loaded()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn library_names_tell_their_version() {
        assert_eq!(library_major("libclang-19.so.1"), Some(19));
        assert_eq!(library_major("libclang.so.18"), Some(18));
        assert_eq!(library_major("libclang-19.so.19"), Some(19));
        assert_eq!(library_major("libclang-cpp.so.19"), None);
        assert_eq!(library_major("libclang.so"), None);
        assert_eq!(library_major("libclang-19.a"), None);
    }

    #[test]
    fn the_major_version_is_read_from_what_libclang_says() {
        assert_eq!(major("Debian clang version 19.1.7 (3+b1)"), Some(19));
        assert_eq!(major("clang version 18.1.1"), Some(18));
        assert_eq!(major("something else"), None);
    }
}
