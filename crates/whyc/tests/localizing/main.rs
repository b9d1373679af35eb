//! Where a program is to be mended, and whether what is said about it is so.

mod localize;
mod localize_clash;
mod localize_complete;
mod localize_native;
mod localize_usual;
