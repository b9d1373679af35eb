//! What was found, as reports take it.

use std::path::Path;

use serde_json::{Value, json};
use whyc_debug::finding::Finding;
use whyc_history::bytes;
use whyc_history::change::patch::rows;
use whyc_history::{Answer, Asked, Atom, Files, Guilt, History as Found, Program};
use whyc_report::history::{ChangeTold, FileRow, FileTold, LineTold, RevisionTold, Side, Sign, Standing, Story};
use whyc_report::json as report;
use whyc_shrink::Stop;

use super::asking::Options;
use super::source::Source;
use crate::cli::History;
use crate::repeated;

/// How many digits of a commit's name are told.
const SHORT: usize = 7;

/// A revision's name, as short as people write it.
pub fn short(id: &str) -> &str {
    let is_hash = id.len() == 40 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hash { &id[..SHORT] } else { id }
}

/// The run before the guilty change and the one after it, on the same inputs.
#[derive(Default)]
pub struct Runs {
    inputs: Vec<(String, String)>,
    before: Option<Side>,
    after: Option<Side>,
}

impl Runs {
    /// What the program does on either side.
    pub fn of(program: &Program, guilt: &Guilt, stop: &Stop) -> Self {
        let side = |files| {
            let (finding, run) = program.run_in(files, stop)?;
            Some(Side { sources: finding.sources, run })
        };
        let inputs = program.inputs().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self { inputs, before: side(&guilt.held), after: side(&guilt.mended.0) }
    }
}

/// All that there is to tell.
pub struct Scene<'a> {
    pub args: &'a History,
    pub source: &'a Source,
    pub options: &'a Options,
    pub found: &'a Found,
    pub ported: Option<&'a Result<String, &'static str>>,
    pub runs: &'a Runs,
}

impl Scene<'_> {
    /// For people.
    pub fn story(&self, finding: Option<&Finding>) -> Story {
        let property = finding.and_then(|finding| finding.properties.get(finding.counterexample.as_ref()?.property));
        let what = match property {
            Some(property) => format!("`{}` ({})", property.description, property.class.name()),
            None => "the command".to_owned(),
        };
        Story {
            what,
            files: self.source.units.clone(),
            revisions: self.found.asked.iter().map(revision).collect(),
            change: self.found.guilt.as_ref().map(|guilt| self.change(guilt)),
            ported: self.ported.map(|it| it.clone().map_err(str::to_owned)),
            n_states: self.found.tests,
            is_stopped: self.found.is_stopped,
        }
    }

    fn change(&self, guilt: &Guilt) -> ChangeTold {
        let (after, before) = &guilt.mended;
        let changed = after.keys().chain(before.keys()).filter(|path| after.get(*path) != before.get(*path));
        let mut paths: Vec<&String> = changed.collect();
        paths.sort_unstable();
        paths.dedup();
        let none = String::new();
        let file = |path: &&String| FileTold {
            path: (*path).clone(),
            rows: rows(before.get(*path).unwrap_or(&none), after.get(*path).unwrap_or(&none))
                .into_iter()
                .map(|row| FileRow { old: row.old, new: row.new, text: bytes::shown(&row.text) })
                .collect(),
        };
        ChangeTold {
            bad: guilt.bad,
            good: guilt.good,
            lines: guilt.lines.iter().flat_map(lines).collect(),
            n_changed: guilt.n_changed,
            carried: bytes::shown(&guilt.carried),
            files: paths.iter().map(file).collect(),
            commands: self.commands(guilt),
            inputs: self.runs.inputs.clone(),
            runs: (self.runs.before.clone(), self.runs.after.clone()),
        }
    }

    /// Commands to see the change, and either side of it.
    fn commands(&self, guilt: &Guilt) -> Vec<(&'static str, String)> {
        let id = |at: usize| short(&self.found.asked[at].revision.id).to_owned();
        let (bad, good) = (id(guilt.bad), id(guilt.good));
        let mut found = Vec::new();
        if self.source.repository.is_some() {
            found.push(("the change", format!("git show {bad}")));
        }
        let after = ("it fails", bad, guilt.bad, ("after", &guilt.mended.0));
        let before = ("it held", good, guilt.good, ("before", &guilt.held));
        for (what, id, at, side) in [after, before] {
            found.extend(self.command(&self.found.asked[at], &id, side).map(|command| (what, command)));
        }
        found
    }

    /// How to look at one side: in a folder, or as the repository has it.
    fn command(&self, asked: &Asked, id: &str, (name, files): (&str, &Files)) -> Option<String> {
        if let Some(test) = &self.args.test {
            let folder = self.args.keep.as_ref()?.join(name);
            return Some(format!("cd {} && {test}", folder.display()));
        }
        let words = |folder: &Path, names: &[(&str, String)]| -> String {
            let place = |path: &str| folder.join(path).display().to_string();
            let units = names.iter().filter(|(unit, _)| files.contains_key(*unit)).map(|(_, name)| place(name));
            let all = self.options(folder, files).into_iter().chain(units).collect::<Vec<_>>();
            let all = ["whyc".to_owned(), "check".to_owned()].into_iter().chain(all);
            let all: Vec<String> = all.collect();
            shlex::try_join(all.iter().map(String::as_str)).unwrap_or_else(|_| all.join(" "))
        };
        if let Some(folder) = &self.args.keep {
            return Some(words(&folder.join(name), &self.source.named_in("")));
        }
        let names = self.source.named_in(&asked.revision.id);
        match (&self.source.repository, asked.carried == 0) {
            (_, false) => Some("with --keep DIR, its files are written there".to_owned()),
            (None, true) => Some(words(Path::new(id), &names)),
            (Some(_), true) => {
                let folder = Path::new("..").join(format!("at-{id}"));
                Some(format!("git worktree add --detach {} {id} && {}", folder.display(), words(&folder, &names)))
            }
        }
    }

    /// The options to be given again, for files in another folder, and the inputs of the run.
    fn options(&self, folder: &Path, files: &Files) -> Vec<String> {
        let own = self.options.of(files).ok().flatten();
        let mut check = own.unwrap_or_else(|| self.source.check.clone());
        check.scope.property = None;
        for path in check.language.include.iter_mut().chain(check.language.build.iter_mut()) {
            if !path.is_absolute() {
                *path = folder.join(&*path);
            }
        }
        let inputs =
            self.runs.inputs.iter().flat_map(|(name, value)| ["--input".to_owned(), format!("{name}={value}")]);
        repeated::options(&check).into_iter().chain(inputs).collect()
    }

    /// For programs.
    pub fn value(&self) -> Value {
        let found = self.found;
        let guilt = found.guilt.as_ref();
        let id = |at: Option<usize>| at.and_then(|at| found.asked.get(at)).map(|asked| asked.revision.id.clone());
        let run = |side: &Option<Side>| side.as_ref().map(|it| report::run_alone(&it.sources, &it.run));
        let commands: Vec<Value> = guilt
            .map_or(Vec::new(), |guilt| self.commands(guilt))
            .into_iter()
            .map(|(what, command)| json!({ "what": what, "command": command }))
            .collect();
        json!({
            "good": id(guilt.map(|it| it.good)),
            "bad": id(guilt.map(|it| it.bad)),
            "patch": guilt.map(|it| bytes::shown(&it.patch)),
            "lines": guilt.map_or(Vec::new(), |it| it.lines.iter().flat_map(lines).map(|it| line(&it)).collect()),
            "changed_lines": guilt.map(|it| it.n_changed),
            "carried": guilt.map(|it| bytes::shown(&it.carried)),
            "before": run(&self.runs.before),
            "after": run(&self.runs.after),
            "commands": commands,
            "port": self.ported.and_then(|ported| ported.as_ref().ok()),
            "revisions": found.asked.iter().map(asked).collect::<Vec<_>>(),
            "tests": found.tests,
        })
    }
}

fn revision(asked: &Asked) -> RevisionTold {
    let revision = &asked.revision;
    RevisionTold {
        name: short(&revision.id).to_owned(),
        date: revision.date.clone(),
        author: revision.author.clone(),
        subject: revision.subject.clone(),
        standing: match asked.answer {
            Answer::Same => Standing::Fails,
            Answer::Holds => Standing::Holds,
            Answer::Other(_) | Answer::Absent(_) | Answer::Unread(_) | Answer::Undecided(_) => Standing::Open,
        },
        says: asked.alone.to_string(),
        carried: (asked.alone != asked.answer).then(|| (asked.carried, asked.answer.to_string())),
        passed_over: asked.passed_over,
    }
}

/// The lines of an atom: what goes, then what comes.
fn lines(atom: &Atom) -> Vec<LineTold> {
    // A piece may go on for several lines, and have empty ones around it.
    let told = |(line, text): &(usize, String), sign: Sign| -> Vec<LineTold> {
        if bytes::is_binary(text) {
            return vec![LineTold { file: atom.path.clone(), sign, line: *line, text: "(no text)".to_owned() }];
        }
        let text = bytes::shown(text);
        let (file, before) = (&atom.path, text.len() - text.trim_start_matches(['\n', '\r']).len());
        let first = line + text[..before].lines().count();
        let own = text[before..].trim_end().lines().enumerate();
        let told = own.map(|(i, text)| LineTold {
            file: file.clone(),
            sign: sign.clone(),
            line: first + i,
            text: text.trim_end().to_owned(),
        });
        told.collect()
    };
    if let (Some(from), Some(new)) = (&atom.moved_from, &atom.new) {
        let sign = Sign::Moved(from.clone(), atom.old.as_ref().map_or(0, |(line, _)| *line));
        return told(new, sign).into_iter().take(1).collect();
    }
    let gone = atom.old.iter().flat_map(|line| told(line, Sign::Gone));
    gone.chain(atom.new.iter().flat_map(|line| told(line, Sign::Come))).collect()
}

fn line(line: &LineTold) -> Value {
    let (sign, from) = match &line.sign {
        Sign::Gone => ("-", None),
        Sign::Come => ("+", None),
        Sign::Moved(file, from) => (">", Some(json!({ "file": file, "line": from }))),
    };
    json!({ "file": line.file, "line": line.line, "sign": sign, "text": line.text, "from": from })
}

fn asked(asked: &Asked) -> Value {
    json!({
        "id": asked.revision.id, "date": asked.revision.date, "author": asked.revision.author,
        "subject": asked.revision.subject, "verdict": asked.alone.name(), "reason": asked.alone.reason(),
        "carried_lines": asked.carried, "verdict_with_carried": asked.answer.name(), "passed_over": asked.passed_over,
    })
}
