//! Symbolic links of a revision: what they lead to stands under their own names.

use std::collections::BTreeMap;

/// Links that lead from one to the next are followed so far.
const LONGEST_CHAIN: usize = 8;

/// What links lead to, by the name of the link: the object of a file, or those of all that is in a folder. `links` are paths and what they say,
/// `listed` is the revision as `ls-tree -r -z` lists it. What leads out of the repository is left out.
pub fn followed<'a>(links: impl Iterator<Item = (&'a str, String)>, listed: &str) -> Vec<(String, String)> {
    let leads: BTreeMap<String, String> =
        links.filter_map(|(path, target)| Some((path.to_owned(), beside(path, &target)?))).collect();
    let blobs: Vec<(&str, &str)> = listed
        .split('\0')
        .filter_map(|entry| entry.split_once('\t'))
        .filter(|(what, _)| !what.starts_with("120000"))
        .filter_map(|(what, path)| Some((path, what.split_whitespace().nth(2)?)))
        .collect();
    let mut found = Vec::new();
    for path in leads.keys() {
        let mut place = path;
        for _ in 0..LONGEST_CHAIN {
            let Some(next) = leads.get(place) else { break };
            place = next;
        }
        let inside = format!("{place}/");
        found.extend(blobs.iter().filter_map(|(name, blob)| match name.strip_prefix(&inside) {
            Some(rest) => Some((format!("{path}/{rest}"), (*blob).to_owned())),
            None => (*name == place.as_str()).then(|| (path.clone(), (*blob).to_owned())),
        }));
    }
    found
}

/// Where a link leads that stands at `path`; nowhere if that is not inside.
fn beside(path: &str, target: &str) -> Option<String> {
    if target.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_files_and_folders_inside() {
        let listed =
            "100644 blob 1\tinc/a.h\x00100644 blob 2\tinc/b.h\x00120000 blob 3\ta.h\x00120000 blob 4\tsrc/inc\0";
        let led = |path, target: &str| followed([(path, target.to_owned())].into_iter(), listed);
        let pair = |path: &str, blob: &str| (path.to_owned(), blob.to_owned());
        assert_eq!(led("a.h", "inc/a.h"), [pair("a.h", "1")]);
        assert_eq!(led("src/inc", "../inc"), [pair("src/inc/a.h", "1"), pair("src/inc/b.h", "2")]);
        for (path, target) in [("a.h", "/etc/passwd"), ("a.h", "../../x"), ("a.h", "a.h"), ("a.h", "none.h")] {
            assert!(led(path, target).is_empty(), "{target}");
        }
    }
}
