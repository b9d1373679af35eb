//! What a property is about, whatever line it stands on and whatever number it has.

use std::collections::BTreeMap;

use whyc_debug::finding::Finding;

use crate::sarif::places::{location_of, sha256};
use crate::words;

/// What identifies a property when lines have moved: its file, function, class and text, and which of several with the same
/// ones it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Its file, as a URI; relative to the root if it is below it.
    pub file: String,
    /// Its function.
    pub function: String,
    /// The name of its class.
    pub class: &'static str,
    /// What should hold.
    pub text: String,
    /// Which of several with the same text it is, from 1 on.
    pub nth: usize,
}

impl Identity {
    /// The same in a fixed number of digits.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let Self { file, function, class, text, nth } = self;
        sha256(format!("{file}\n{function}\n{class}\n{text}\n{nth}").as_bytes())
    }
}

/// The identities of all properties, in their order. Names of files are relative to the folder `root`.
#[must_use]
pub fn identities(finding: &Finding, root: &str) -> Vec<Identity> {
    let mut seen: BTreeMap<(String, String, &str, String), usize> = BTreeMap::new();
    let identity = |property: &whyc_debug::finding::PropertyReport| {
        let name = &finding.sources.file(property.span.file).name;
        // What whyc makes itself has a name that is no path.
        let file = if name.starts_with('<') { String::new() } else { location_of(name, root).uri };
        let text = words::one_line(&property.description, usize::MAX);
        let (function, class) = (property.function.clone(), property.class.name());
        let nth = seen.entry((file.clone(), function.clone(), class, text.clone())).or_insert(0);
        *nth += 1;
        Identity { file, function, class, text, nth: *nth }
    };
    finding.properties.iter().map(identity).collect()
}
