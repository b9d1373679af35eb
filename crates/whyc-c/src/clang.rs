//! A thin safe layer over libclang: the only place with unsafe code and raw libclang values.
//!
//! Everything borrowed from a translation unit carries its lifetime, so a cursor cannot outlive it.
//! The library is loaded at run time ([`load`]); nothing else here may be called on a thread
//! before [`load::on_this_thread`] has succeeded on it.
#![allow(unsafe_code)]

pub mod load;

pub mod unit;

pub mod cursor;

pub mod types;

use std::ffi::CStr;

/// The kinds of cursors and types are libclang's own constants.
pub use clang_sys as kind;

/// Takes over a string that libclang made.
fn owned_string(raw: clang_sys::CXString) -> String {
    // SAFETY: `raw` comes from libclang, is read once and disposed of once.
    unsafe {
        let chars = clang_sys::clang_getCString(raw);
        let text = if chars.is_null() { String::new() } else { CStr::from_ptr(chars).to_string_lossy().into_owned() };
        clang_sys::clang_disposeString(raw);
        text
    }
}
