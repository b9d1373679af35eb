//! What a person and other tools get to see: terminal, page, formats, projects, reviews.

#[path = "../common/browser.rs"]
mod browser;
mod formats;
mod page;
mod project;
mod review;
mod terminal;
