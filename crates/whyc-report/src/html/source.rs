//! The source: its lines, with what is to be said of them in the margin.

use std::collections::BTreeMap;
use std::ops::Range;

use whyc_base::source::{FileId, SourceFile, Span};
use whyc_debug::finding::Finding;

use super::highlight::{self, Piece};
use super::places::{self, Strength};
use super::prose::Html;
use super::shell::Link;
use super::story::Route;
use crate::excerpt;
use crate::paint::visible;
use crate::words;

/// At most this many places to mend are underlined, however weak they are.
const UNDERLINED: usize = 3;

/// The files that a page shows, in its order.
pub struct Numbering {
    files: Vec<FileId>,
}

impl Numbering {
    /// What the user named, and what else the run comes through.
    pub fn new(finding: &Finding) -> Self {
        let named = |name: &str| finding.head.files.iter().position(|file| file == name);
        let mut known: Vec<(usize, FileId)> =
            finding.sources.files().filter_map(|(id, file)| Some((named(&file.name)?, id))).collect();
        known.sort_unstable();
        let mut files: Vec<FileId> = known.into_iter().map(|(_, id)| id).collect();
        for span in spans(finding) {
            // What has no file of its own is whyc's.
            let is_ours = finding.sources.file(span.file).name.starts_with('<');
            if !is_ours && !files.contains(&span.file) {
                files.push(span.file);
            }
        }
        Self { files }
    }

    /// The number of a file; none if the page does not show it.
    pub fn of(&self, file: FileId) -> Option<usize> {
        self.files.iter().position(|&known| known == file)
    }

    /// A place as a link.
    pub fn link(&self, finding: &Finding, span: Span) -> Link {
        let line = finding.sources.line(span);
        let name = &finding.sources.file(span.file).name;
        let text = format!("{}:{line}", visible(short(name)));
        let short = if self.files.len() == 1 { line.to_string() } else { text.clone() };
        Link { file: self.of(span.file), line, text, short }
    }
}

fn spans(finding: &Finding) -> impl Iterator<Item = Span> {
    let properties = finding.properties.iter().map(|property| property.span);
    let steps = finding.counterexample.iter().flat_map(|run| run.steps.iter().map(|step| step.span));
    let passing = finding.explanation.iter().flat_map(|it| it.steps.iter().map(|step| step.span));
    let components = finding.localization.iter().flat_map(|report| &report.diagnoses);
    let components = components.flat_map(|diagnosis| diagnosis.components.iter().map(|component| component.span));
    properties.chain(steps).chain(passing).chain(components)
}

/// A name without its folders.
pub fn short(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// A file.
pub struct FileView {
    /// Its name.
    pub name: String,
    /// Its lines.
    pub lines: Vec<LineView>,
    /// Whether it is the one that is shown first.
    pub is_first: bool,
}

/// A line.
#[derive(Default)]
pub struct LineView {
    /// Its number.
    pub number: usize,
    /// Its text.
    pub code: Html,
    /// The places to mend that are in it, best first.
    pub candidates: Vec<Candidate>,
    /// What happens here when the run fails; none if it does not fail here.
    pub fails: Option<Html>,
    /// Whether the differences that matter are here too.
    pub is_on_route: bool,
}

/// A place to mend in the margin.
pub struct Candidate {
    /// Its rank.
    pub rank: usize,
    /// How strong the case for it is.
    pub strength: Strength,
}

/// All files with their marks; the route is the one that is shown first.
pub fn views(finding: &Finding, numbering: &Numbering, route: Option<&Route>) -> Vec<FileView> {
    let failing = failing(finding);
    let first = failing.as_ref().and_then(|(span, _)| numbering.of(span.file)).unwrap_or(0);
    let files = numbering.files.iter().enumerate();
    let view = |(number, &id): (usize, &FileId)| {
        let file = finding.sources.file(id);
        let mut marks = Marks::default();
        if let Some((span, text)) = failing.as_ref().filter(|(span, _)| span.file == id) {
            marks.fails.insert(finding.sources.line(*span) as usize, Html::sentence(text));
            marks.underlined.push((span.start as usize..span.end as usize, "wrong"));
        }
        marks.add_candidates(finding, id);
        let lines = route.iter().flat_map(|route| &route.lines);
        marks.route = lines.filter(|(file, _)| *file == number).map(|&(_, line)| line as usize).collect();
        FileView { name: visible(&file.name).into_owned(), lines: lines_of(file, marks), is_first: number == first }
    };
    files.map(view).collect()
}

/// Where the run fails, and what is seen there.
fn failing(finding: &Finding) -> Option<(Span, String)> {
    let run = finding.counterexample.as_ref()?;
    let property = finding.properties.get(run.property)?;
    let seen: Vec<String> =
        run.witnesses.iter().map(|seen| words::one_line(&format!("{} = {}", seen.name, seen.value), 120)).collect();
    let here = crate::text::here(&seen);
    let comma = if here.is_empty() { "" } else { ": " };
    Some((property.span, format!("{}{comma}{here}", words::happens(property))))
}

#[derive(Default)]
struct Marks {
    fails: BTreeMap<usize, Html>,
    candidates: BTreeMap<usize, Vec<Candidate>>,
    underlined: Vec<(Range<usize>, &'static str)>,
    route: Vec<usize>,
}

impl Marks {
    fn add_candidates(&mut self, finding: &Finding, file: FileId) {
        let Some(report) = &finding.localization else { return };
        for (k, diagnosis) in report.diagnoses.iter().enumerate().take(places::MANY_PLACES) {
            for component in diagnosis.components.iter().filter(|component| component.span.file == file) {
                let line = finding.sources.line(component.span) as usize;
                let strength = places::strength(report, k);
                let of_line = self.candidates.entry(line).or_default();
                if of_line.iter().all(|known| known.rank != k + 1) {
                    of_line.push(Candidate { rank: k + 1, strength });
                }
                // Where much could be changed, only the best places stand out.
                if k < UNDERLINED || strength > Strength::Value {
                    self.underlined.push((component.span.start as usize..component.span.end as usize, "place"));
                }
            }
        }
    }
}

fn lines_of(file: &SourceFile, mut marks: Marks) -> Vec<LineView> {
    let text = visible(&file.text);
    let pieces = highlight::pieces(&text);
    let mut lines = Vec::new();
    let mut start = 0;
    for (k, line) in text.split('\n').enumerate() {
        let number = k + 1;
        let shown = start..start + line.trim_end_matches('\r').len();
        lines.push(LineView {
            number,
            code: code(&text, shown, &pieces, &marks.underlined),
            candidates: marks.candidates.remove(&number).unwrap_or_default(),
            fails: marks.fails.remove(&number),
            is_on_route: marks.route.contains(&number),
        });
        start += line.len() + 1;
    }
    // What follows the last line end is no line.
    if lines.len() > 1 && lines.last().is_some_and(|line| line.code.is_empty()) {
        lines.pop();
    }
    lines
}

/// The markup of some bytes of a text.
pub fn code(text: &str, bytes: Range<usize>, pieces: &[Piece], underlined: &[(Range<usize>, &'static str)]) -> Html {
    let first = pieces.partition_point(|piece| piece.bytes.end <= bytes.start);
    let last = pieces.partition_point(|piece| piece.bytes.start < bytes.end);
    let here = pieces.get(first..last).unwrap_or_default();
    let lines: Vec<_> = underlined.iter().filter(|(at, _)| at.start < bytes.end && at.end > bytes.start).collect();
    let mut cuts: Vec<usize> = vec![bytes.start, bytes.end];
    cuts.extend(here.iter().flat_map(|piece| [piece.bytes.start, piece.bytes.end]));
    cuts.extend(lines.iter().flat_map(|(at, _)| [at.start, at.end]));
    cuts.retain(|&cut| bytes.start <= cut && cut <= bytes.end && text.is_char_boundary(cut));
    cuts.sort_unstable();
    cuts.dedup();
    let mut html = Html::default();
    for cut in cuts.windows(2) {
        let (from, to) = (cut[0], cut[1]);
        let mut classes: Vec<&str> = Vec::new();
        classes.extend(here.iter().find(|piece| piece.bytes.contains(&from)).map(|piece| piece.class));
        classes.extend(lines.iter().filter(|(at, _)| at.contains(&from)).map(|(_, class)| class));
        classes.dedup();
        match &classes[..] {
            [] => html.push_text(&text[from..to]),
            classes => html.element("span", &classes.join(" "), &text[from..to]),
        }
    }
    html
}

/// `file:line:column`, for places that are told in words.
pub fn place(finding: &Finding, span: Span) -> String {
    excerpt::place(&finding.sources, span)
}
