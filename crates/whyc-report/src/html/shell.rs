//! What every page has: the policy, the style, the script, the headline.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::prose::Html;
use crate::paint::visible;

/// How pages look.
pub const CSS: &str = include_str!("assets/page.css");
/// How pages move.
const JS: &str = include_str!("assets/page.js");

/// What the frame of a page shows.
pub struct Shell {
    /// The headline, without markup.
    pub title: String,
    /// The headline.
    pub headline: Html,
    /// The verb.
    pub command: String,
    /// The files, as the user named them.
    pub files: String,
    /// The verdict in a word.
    pub verdict: &'static str,
    /// The verdict as a shape.
    pub sign: &'static str,
    /// How the verdict is coloured.
    pub tone: &'static str,
    /// Where the headline is about.
    pub place: Option<Link>,
    /// The name of the property that fails.
    pub id: String,
    /// What may be loaded and run: nothing but this page's own style and script.
    pub policy: String,
    /// The style.
    pub css: &'static str,
    /// The script.
    pub js: &'static str,
    /// What the script works on.
    pub data: String,
    /// The version of whyc.
    pub version: &'static str,
}

/// A place in the sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The file, by its number on the page; none if the page does not show it.
    pub file: Option<usize>,
    /// The line.
    pub line: u32,
    /// As a person reads it: `median.c:20`.
    pub text: String,
    /// The same where there is only one file: `20`.
    pub short: String,
}

impl Link {
    /// The name of the line on the page; empty if it is not there.
    pub fn anchor(&self) -> String {
        self.file.map_or_else(String::new, |file| format!("f{file}-{}", self.line))
    }
}

/// A name with a value.
pub struct Fact {
    /// What.
    pub name: &'static str,
    /// How much.
    pub value: String,
}

impl Shell {
    /// The frame for a headline and the data of the script.
    pub fn new(headline: &str, data: String) -> Self {
        Self {
            title: visible(&headline.replace('`', "")).into_owned(),
            headline: Html::sentence(headline),
            command: String::new(),
            files: String::new(),
            verdict: "",
            sign: "",
            tone: "",
            place: None,
            id: String::new(),
            policy: policy(),
            css: CSS,
            js: JS,
            data: super::prose::json_in_script(&data),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

/// Nothing is loaded, and nothing runs that does not have these hashes.
fn policy() -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(CSS),
        hash(JS)
    )
}

/// The text of a page. Writing to a string does not fail; the error case keeps this total.
pub fn finish(rendered: askama::Result<String>) -> String {
    let mut page = rendered.unwrap_or_else(|error| format!("<!doctype html><title>whyc</title><p>{error}</p>"));
    page.push('\n');
    page
}
