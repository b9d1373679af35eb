//! A page of few parts, for the small verbs: a headline, then sections of sentences, bars, a table, a text or a drawing.

use std::fmt::Write as _;

use askama::Template;

use super::prose::Html;
use super::shell::{self, Shell};
use crate::paint::visible;

/// What a page says.
#[derive(Clone, Debug)]
pub struct Plain {
    /// The verb.
    pub command: &'static str,
    /// The files, as the user named them.
    pub files: Vec<String>,
    /// The verdict in a word.
    pub verdict: &'static str,
    /// How the verdict is to be taken.
    pub tone: Tone,
    /// The headline; what stands between backquotes is code.
    pub headline: String,
    /// What follows.
    pub sections: Vec<Section>,
}

/// How a verdict is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As good news.
    Good,
    /// As bad news.
    Bad,
    /// As neither.
    Open,
}

/// A part of a page. What is empty is not there.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// Its title.
    pub title: String,
    /// Sentences; what stands between backquotes is code.
    pub lines: Vec<String>,
    /// Shares of something.
    pub bars: Vec<Bar>,
    /// The head of a table.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
    /// A text that is shown as it stands.
    pub text: String,
    /// A drawing.
    pub drawing: Option<Drawing>,
}

/// A share.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Of what.
    pub name: String,
    /// In words.
    pub text: String,
    /// How much, in thousandths.
    pub thousandths: u32,
    /// More about it.
    pub more: String,
}

/// Shapes on a plane whose y axis points down.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What it shows, for those who do not see it.
    pub label: String,
    /// The shapes, the lowest first.
    pub shapes: Vec<Shape>,
}

/// A shape.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A polygon, filled as densely as its shade says (0 to 1), with a text that is shown where one points at it.
    Area {
        /// The corners.
        corners: Vec<(f64, f64)>,
        /// How dark it is.
        shade: f64,
        /// What it is.
        title: String,
    },
    /// A line.
    Line {
        /// Its points.
        points: Vec<(f64, f64)>,
        /// How thick it is.
        width: f64,
    },
    /// A word.
    Word {
        /// Where it begins.
        at: (f64, f64),
        /// What it says.
        text: String,
    },
    /// A polygon that is good or bad news, with a text that is shown where one points at it.
    Field {
        /// The corners.
        corners: Vec<(f64, f64)>,
        /// Which news.
        tone: Tone,
        /// How thick its edge is; what is no more than an edge is seen by it.
        width: f64,
        /// What it is.
        title: String,
    },
    /// A word, with more to say about where it stands.
    Caption {
        /// Where.
        at: (f64, f64),
        /// What it says.
        text: String,
        /// What of it stands there.
        anchor: Anchor,
    },
}

/// Which part of a word stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Drawing {
    /// As SVG: for a page, or for a file of its own.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut svg = Html::text(&self.label).to_string();
        svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"{svg}\" \
             fill=\"currentColor\" stroke=\"currentColor\" font-family=\"sans-serif\" font-size=\"12\">\n",
            self.width, self.height, self.width, self.height
        );
        let points =
            |points: &[(f64, f64)]| points.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect::<Vec<_>>().join(" ");
        for shape in &self.shapes {
            let _ = match shape {
                Shape::Area { corners, shade, title } => writeln!(
                    svg,
                    "<polygon points=\"{}\" fill-opacity=\"{shade:.2}\" stroke-width=\"1\"><title>{}</title></polygon>",
                    points(corners),
                    Html::text(title)
                ),
                Shape::Line { points: all, width } => {
                    writeln!(svg, "<polyline points=\"{}\" fill=\"none\" stroke-width=\"{width:.2}\"/>", points(all))
                }
                Shape::Word { at: (x, y), text } => {
                    writeln!(svg, "<text x=\"{x:.2}\" y=\"{y:.2}\" stroke=\"none\">{}</text>", Html::text(text))
                }
                Shape::Field { corners, tone, width, title } => writeln!(
                    svg,
                    "<polygon points=\"{}\" {} stroke-width=\"{width:.2}\" stroke-linejoin=\"round\"><title>{}</title></polygon>",
                    points(corners),
                    paint(*tone),
                    Html::text(title)
                ),
                Shape::Caption { at: (x, y), text, anchor } => {
                    let anchor = match anchor {
                        Anchor::Start => "start",
                        Anchor::Middle => "middle",
                        Anchor::End => "end",
                    };
                    let text = Html::text(text);
                    writeln!(
                        svg,
                        "<text x=\"{x:.2}\" y=\"{y:.2}\" text-anchor=\"{anchor}\" stroke=\"none\">{text}</text>"
                    )
                }
            };
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// The colours of a page in daylight, for a file of its own; on a page the style has the last word.
fn paint(tone: Tone) -> &'static str {
    match tone {
        Tone::Good => "class=\"field good\" fill=\"#e3f2ea\" stroke=\"#1c6a4a\"",
        Tone::Bad => "class=\"field bad\" fill=\"#fbe9e3\" stroke=\"#a8321f\"",
        Tone::Open => "class=\"field open\" fill=\"#f3efe4\" stroke=\"#7a5200\"",
    }
}

#[derive(Template)]
#[template(path = "plain.html")]
struct Page {
    shell: Shell,
    sections: Vec<SectionView>,
}

struct SectionView {
    title: Html,
    lines: Vec<Html>,
    bars: Vec<BarView>,
    head: Vec<Html>,
    rows: Vec<Vec<Html>>,
    text: String,
    drawing: Html,
}

struct BarView {
    name: String,
    text: String,
    thousandths: u32,
    more: String,
}

/// The page; ends with a line end.
#[must_use]
pub fn render(page: &Plain) -> String {
    let (sign, tone) = match page.tone {
        Tone::Good => ("✓", "good"),
        Tone::Bad => ("✗", "bad"),
        Tone::Open => ("◐", "open"),
    };
    let shell = Shell {
        command: page.command.to_owned(),
        files: visible(&page.files.join(" ")).into_owned(),
        verdict: page.verdict,
        sign,
        tone,
        ..Shell::new(&page.headline, "{}".to_owned())
    };
    let sentences = |all: &[String]| all.iter().map(|it| Html::sentence(it)).collect::<Vec<Html>>();
    let section = |it: &Section| SectionView {
        title: Html::sentence(&it.title),
        lines: sentences(&it.lines),
        bars: it.bars.iter().map(bar).collect(),
        head: sentences(&it.head),
        rows: it.rows.iter().map(|row| sentences(row)).collect(),
        text: visible(&it.text).into_owned(),
        drawing: it.drawing.as_ref().map_or_else(Html::default, Html::drawing),
    };
    shell::finish(Page { shell, sections: page.sections.iter().map(section).collect() }.render())
}

fn bar(it: &Bar) -> BarView {
    let shown = |text: &str| visible(text).into_owned();
    BarView {
        name: shown(&it.name),
        text: shown(&it.text),
        thousandths: it.thousandths.min(1000),
        more: shown(&it.more),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_is_markup() {
        let mean = "<script>`x`</script>".to_owned();
        let drawing = Drawing {
            width: 10.0,
            height: 10.0,
            label: mean.clone(),
            shapes: vec![
                Shape::Area { corners: vec![(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)], shade: 0.5, title: mean.clone() },
                Shape::Line { points: vec![(0.0, 0.0), (5.0, 5.0)], width: 1.0 },
                Shape::Word { at: (1.0, 1.0), text: mean.clone() },
                Shape::Field { corners: vec![(0.0, 0.0)], tone: Tone::Bad, width: 1.0, title: mean.clone() },
                Shape::Caption { at: (1.0, 1.0), text: mean.clone(), anchor: Anchor::End },
            ],
        };
        let section = Section {
            title: mean.clone(),
            lines: vec![mean.clone()],
            bars: vec![Bar { name: mean.clone(), text: mean.clone(), thousandths: 5000, more: mean.clone() }],
            head: vec![mean.clone()],
            rows: vec![vec![mean.clone()]],
            text: mean.clone(),
            drawing: Some(drawing),
        };
        let page = Plain {
            command: "prob",
            files: vec![mean.clone()],
            verdict: "violated",
            tone: Tone::Bad,
            headline: mean,
            sections: vec![section],
        };
        let text = render(&page);
        assert!(!text.contains("<script>`") && !text.contains("<script><code>"), "{text}");
        assert!(text.contains("&lt;script&gt;") && text.contains("<polygon") && text.contains("width=\"1000\""));
    }
}
