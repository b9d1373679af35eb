//! Files as a client names them, and as the system does.
//!
//! Clients write the same file in different ways (`%3A` or `:`), so that files are told apart by their paths.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

/// The path of a file on this machine; none for anything else.
pub fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    if !rest.starts_with('/') {
        return None;
    }
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let bytes = decoded(&rest.as_bytes()[..end]);
    (!bytes.contains(&0)).then(|| normal(Path::new(&OsString::from_vec(bytes))))
}

/// What a client is told for a file.
pub fn of(path: &Path) -> Option<Uri> {
    let mut text = "file://".to_owned();
    for &byte in path.as_os_str().as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => text.push(char::from(byte)),
            byte => text.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri::from_str(&text).ok()
}

/// A path without `.` and `..`.
pub fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(out.pop()),
            part => out.push(part),
        }
    }
    out
}

fn decoded(text: &[u8]) -> Vec<u8> {
    let digit = |at: usize| text.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.extend(u8::try_from(16 * high + low));
                at += 3;
            }
            _ => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_as_they_were() {
        for name in ["/a/b.c", "/odd name #1/é%.c", "/a:b/c?.c"] {
            let uri = of(Path::new(name));
            assert_eq!(uri.as_ref().and_then(path), Some(PathBuf::from(name)), "{uri:?}");
        }
    }

    #[test]
    fn clients_write_the_same_file_in_different_ways() {
        let of = |text: &str| Uri::from_str(text).ok().as_ref().and_then(path);
        assert_eq!(of("file:///a%3Ab/./c.c"), of("file:///a:b/x/../c.c"));
        assert_eq!(of("file://localhost/a.c"), Some(PathBuf::from("/a.c")));
        assert_eq!(of("untitled:Untitled-1"), None);
        assert_eq!(of("file://host/a.c"), None);
    }
}
