//! The answer as a page: a drawing of the estimate and its interval over the runs.

use whyc_report::html::plain::{self, Bar, Drawing, Plain, Section, Shape, Tone};
use whyc_sample::answer::{Answer, Verdict, Weighing, What};
use whyc_sample::curve::Point;
use whyc_sample::text;

/// How many inputs of a run are shown.
const SHOWN: usize = 40;

/// The page.
pub fn render(files: &[String], answer: &Answer) -> String {
    let verdict = answer.verdict();
    let tone = match verdict {
        Verdict::Holds => Tone::Good,
        Verdict::Refuted => Tone::Bad,
        Verdict::Estimated if answer.tally.failed > 0 => Tone::Bad,
        Verdict::Estimated | Verdict::Undecided | Verdict::Unknown => Tone::Open,
    };
    let tally = &answer.tally;
    let points = tally.curve.points((tally.counted(), tally.failed, tally.lost));
    let mut sections = Vec::new();
    if points.len() > 1 {
        sections.push(Section {
            title: "The share of runs that fail, as runs went by".to_owned(),
            lines: vec![format!(
                "The line is the share so far; with {} confidence the probability lies in the area at that point.",
                text::percent(answer.confidence)
            )],
            drawing: Some(drawing(&points, bound(answer))),
            ..Section::default()
        });
    }
    if !answer.failing.is_empty() {
        let n = tally.counted().max(1);
        let bar = |it: &whyc_sample::answer::Failing| Bar {
            name: it.place.as_ref().map_or_else(|| it.id.clone(), |(file, line)| format!("{file}:{line}")),
            text: it.description.clone(),
            thousandths: u32::try_from(it.failures * 1000 / n).unwrap_or(1000),
            more: format!("{} of {n}, first in run {}", it.failures, it.first),
        };
        let bars = answer.failing.iter().map(bar).collect();
        sections.push(Section { title: "What fails".to_owned(), bars, ..Section::default() });
    }
    if let Some(run) = &answer.run {
        let rows =
            run.inputs.iter().take(SHOWN).map(|(name, value)| vec![format!("`{name}`"), value.clone()]).collect();
        sections.push(Section {
            title: format!("Run {} fails", run.number),
            lines: match answer.what {
                What::Program => {
                    let more = run.inputs.len().saturating_sub(SHOWN);
                    let more = if more > 0 { format!(", with {more} more inputs") } else { String::new() };
                    vec![format!("`{} --run {}` shows it again{more}.", answer.again, run.number)]
                }
                What::Circuit(_) => Vec::new(),
            },
            head: vec!["input".to_owned(), "value".to_owned()],
            rows,
            ..Section::default()
        });
    }
    sections.extend(weighed(answer));
    let split = text::splitting(answer);
    if !split.is_empty() {
        sections.push(Section {
            title: "Splitting".to_owned(),
            lines: split.into_iter().map(|it| it.trim().to_owned()).collect(),
            ..Section::default()
        });
    }
    let measured = text::measured(answer);
    if !measured.is_empty() {
        let rows = measured.into_iter().map(|(a, b)| vec![format!("`{a}`"), b]).collect();
        let head = vec!["measure".to_owned(), "over the runs".to_owned()];
        sections.push(Section { title: "Measured".to_owned(), head, rows, ..Section::default() });
    }
    let rows = text::inputs(answer).into_iter().take(500).map(|(a, b, c)| vec![format!("`{a}`"), b, c]).collect();
    let head = ["input", "distribution", "because of"].map(str::to_owned).to_vec();
    let mut lines: Vec<String> = answer.reason().into_iter().chain(answer.remarks.iter().cloned()).collect();
    lines.push(format!("{}, seed {}", text::counted(tally.runs, "run"), answer.seed));
    sections.push(Section { title: "What was drawn".to_owned(), lines, head, rows, ..Section::default() });
    plain::render(&Plain {
        command: "sample",
        files: files.to_vec(),
        verdict: verdict.name(),
        tone,
        headline: text::headline(answer),
        sections,
    })
}

fn weighed(answer: &Answer) -> Option<Section> {
    let lines = text::weighed(answer);
    let Weighing::Weighed(weighed) = &answer.weighed else {
        let title = "What check says".to_owned();
        return (!lines.is_empty()).then(|| Section { title, lines, ..Section::default() });
    };
    let bar = |it: &whyc_sample::rare::Kept| {
        let anew = it.anew?;
        Some(Bar {
            name: format!("{} = {}", it.name, it.value),
            text: "drawn anew, the others held".to_owned(),
            thousandths: u32::try_from(anew.hits * 1000 / anew.n.max(1)).unwrap_or(1000),
            more: format!("{} runs fail", text::share(anew, answer.confidence)),
        })
    };
    let told = lines.iter().filter(|it| !it.contains("drawn anew")).map(|it| it.trim().to_owned()).collect();
    Some(Section {
        title: "A failing run that check finds, weighed".to_owned(),
        lines: told,
        bars: weighed.kept.iter().filter_map(bar).collect(),
        ..Section::default()
    })
}

/// The bound that is tested, as a share of runs that fail.
fn bound(answer: &Answer) -> Option<f64> {
    let claim = answer.tally.test.as_ref()?.claim;
    Some(match claim.event {
        whyc_sample::sprt::Event::Fail => claim.bound,
        whyc_sample::sprt::Event::Pass => 1.0 - claim.bound,
    })
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 64.0;
const BOTTOM: f64 = 36.0;
const TOP: f64 = 12.0;

/// Runs to the right, each power of ten as wide as the one before; the share upwards.
fn drawing(points: &[Point], bound: Option<f64>) -> Drawing {
    let last = points.last().map_or(1, |it| it.runs).max(2);
    // The first few runs say nothing: the picture begins where the interval is no longer nearly everything.
    let first = points.iter().find(|it| it.high - it.low < 0.5).map_or(1, |it| it.runs).min(last / 2).max(1);
    let shown: Vec<Point> = points.iter().copied().filter(|it| it.runs >= first).collect();
    let most = shown.iter().map(|it| it.high).chain(bound).fold(0.0, f64::max).max(1e-9);
    let least = shown.iter().map(|it| it.low).chain(bound).fold(1.0, f64::min);
    let (least, most) = (least - 0.05 * (most - least), (most + 0.05 * (most - least)).min(1.0));
    let least = least.max(0.0);
    let x = |runs: u64| {
        let share = (runs as f64 / first as f64).ln() / (last as f64 / first as f64).ln().max(1e-9);
        LEFT + (WIDTH - LEFT - 20.0) * share
    };
    let y = |p: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - (p - least) / (most - least).max(1e-12));
    let mut shapes = Vec::new();
    let above = shown.iter().map(|it| (x(it.runs), y(it.high)));
    let below = shown.iter().rev().map(|it| (x(it.runs), y(it.low)));
    shapes.push(Shape::Area {
        corners: above.chain(below).collect(),
        shade: 0.18,
        title: "where the probability lies".to_owned(),
    });
    shapes.push(Shape::Line { points: shown.iter().map(|it| (x(it.runs), y(it.estimate))).collect(), width: 2.0 });
    if let Some(bound) = bound {
        shapes.push(Shape::Line { points: vec![(LEFT, y(bound)), (WIDTH - 20.0, y(bound))], width: 0.6 });
        shapes.push(Shape::Word { at: (WIDTH - 70.0, y(bound) - 4.0), text: "the bound".to_owned() });
    }
    let corner = (LEFT, HEIGHT - BOTTOM);
    shapes.push(Shape::Line { points: vec![(LEFT, TOP), corner, (WIDTH - 20.0, HEIGHT - BOTTOM)], width: 1.0 });
    for k in 0..=4 {
        let p = least + (most - least) * f64::from(k) / 4.0;
        shapes.push(Shape::Line { points: vec![(LEFT - 5.0, y(p)), (LEFT, y(p))], width: 1.0 });
        shapes.push(Shape::Word { at: (4.0, y(p) + 4.0), text: text::probability(p) });
    }
    for runs in (0..12).map(|it| 10u64.pow(it)).filter(|it| (first..=last).contains(it)) {
        shapes.push(Shape::Line {
            points: vec![(x(runs), HEIGHT - BOTTOM), (x(runs), HEIGHT - BOTTOM + 5.0)],
            width: 1.0,
        });
        let text = runs.to_string();
        let half = 3.6 * text.len() as f64;
        let at = ((x(runs) - half).min(WIDTH - 2.0 * half - 2.0), HEIGHT - BOTTOM + 18.0);
        shapes.push(Shape::Word { at, text });
    }
    shapes.push(Shape::Word { at: (WIDTH - 100.0, HEIGHT - 4.0), text: format!("{last} runs") });
    let end = points.last();
    let label = end.map_or_else(String::new, |it| {
        format!(
            "after {} runs the share that fails is {}, the interval {} to {}",
            it.runs,
            text::probability(it.estimate),
            text::probability(it.low),
            text::probability(it.high)
        )
    });
    Drawing { width: WIDTH, height: HEIGHT, label, shapes }
}
