//! Verilog and SystemVerilog, read by yosys: a design becomes BTOR2, and every line of that knows where it comes from.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::Value;
use whyc_base::budget::Budget;
use whyc_circuit::origin::Origin;

use crate::concurrent;

/// The program that reads Verilog.
const YOSYS: &str = "yosys";
/// How often is looked whether it has ended.
const PAUSE: Duration = Duration::from_millis(10);

/// What is read.
pub struct Sources<'a> {
    /// The texts, by the names of their files.
    pub texts: Vec<(String, String)>,
    /// The module at the top, if that is said.
    pub top: Option<&'a str>,
    /// Macros, as `NAME` or `NAME=VALUE`.
    pub define: &'a [String],
    /// Folders of headers.
    pub include: &'a [PathBuf],
}

/// A design.
pub struct Read {
    /// As BTOR2.
    pub btor2: Vec<u8>,
    /// Where its lines come from.
    pub origin: Origin,
    /// The same with what should be reached as properties, if there is anything.
    pub covers: Option<(Vec<u8>, Origin)>,
}

/// Whether a file is Verilog, by its name.
pub fn is_verilog(path: &Path) -> bool {
    let is = |extension: &OsStr| extension.eq_ignore_ascii_case("v") || extension.eq_ignore_ascii_case("sv");
    path.extension().is_some_and(is)
}

/// The texts of files.
pub fn texts(files: &[PathBuf]) -> anyhow::Result<Vec<(String, String)>> {
    let text = |file: &PathBuf| {
        let name = file.display().to_string();
        let bytes = crate::asked::read_up_to(file, 64 << 20).with_context(|| format!("cannot read {name}"))?;
        let text = String::from_utf8(bytes).with_context(|| format!("{name} is not text"))?;
        Ok((name, text))
    };
    files.iter().map(text).collect()
}

/// Reads a design.
pub fn read(sources: &Sources<'_>, budget: &Budget) -> anyhow::Result<Read> {
    let folder = tempfile::tempdir().context("there is no place for files")?;
    let mut texts = Vec::new();
    let mut script = Vec::new();
    for (at, (file, text)) in sources.texts.iter().enumerate() {
        // Under a name of its own, so that nothing in a name means anything to yosys.
        let name = format!("source{at:04}.sv");
        fs::write(folder.path().join(&name), concurrent::as_clocked(text)).context("cannot write")?;
        texts.push((file.clone(), name, text.clone()));
    }
    let words = |option: &str, values: Vec<String>| -> anyhow::Result<String> {
        let mut out = String::new();
        for value in values {
            if value.contains(|c: char| c.is_whitespace() || matches!(c, '"' | ';' | '\'' | '\\')) {
                bail!("{option}{value}: spaces and quotes cannot be given to yosys");
            }
            out.push_str(&format!(" {option}{value}"));
        }
        Ok(out)
    };
    // What a file includes is looked for beside it first.
    let beside = sources.texts.iter().filter_map(|(file, _)| Path::new(file).parent().map(Path::to_owned));
    let beside = beside.map(|it| if it.as_os_str().is_empty() { PathBuf::from(".") } else { it });
    let mut folders = beside
        .chain(sources.include.iter().cloned())
        .map(|it| absolute(&it))
        .collect::<anyhow::Result<Vec<String>>>()?;
    folders.dedup();
    let options = words("-D", sources.define.to_vec())? + &words("-I", folders)?;
    for (_, name, _) in &texts {
        script.push(format!("read_verilog -formal -sv{options} {name}"));
    }
    script.push(match sources.top {
        Some(top) => format!("hierarchy -check{}", words("-top ", vec![top.to_owned()])?),
        None => "hierarchy -check -auto-top".to_owned(),
    });
    // What a property says is asked in the cycle that it speaks of, not in the one after it.
    script.push(
        "proc; flatten; opt_expr -keepdc; opt_clean; chformal -early; memory_nordff; async2sync; dffunmap".to_owned(),
    );
    script.push(
        "write_json cells.json; opt_clean; setundef -undriven -anyseq; opt_expr; opt_clean; write_btor -x out.btor2; \
         write_btor -c -x covers.btor2"
            .to_owned(),
    );
    let (ended, said) = run(&script.join("; "), folder.path(), budget)?;
    let said = with_names(&said, &texts);
    if !ended {
        bail!("yosys cannot read this: {}", complaint(&said));
    }
    let cells = fs::read_to_string(folder.path().join("cells.json")).context("yosys wrote nothing")?;
    let design: Value = serde_json::from_str(&cells).context("what yosys wrote is no JSON")?;
    let clocks = clocks(&design);
    if clocks.len() > 1 {
        let told: Vec<&str> = clocks.iter().map(|it| it.told.as_str()).collect();
        bail!("a design with several clocks is not supported: {}", told.join(", "));
    }
    if let Some(clock) = clocks.iter().find(|it| it.is_computed) {
        bail!(
            "a clock that is computed is not supported: {}; where it is the clock `and` a condition, make that an enable",
            clock.told
        );
    }
    let own: Vec<(String, String)> = texts.iter().map(|(name, _, text)| (name.clone(), text.clone())).collect();
    let read: Vec<(String, String)> =
        own.iter().map(|(name, text)| (name.clone(), concurrent::as_clocked(text))).collect();
    let written = |file: &str| -> anyhow::Result<(Vec<u8>, Origin)> {
        let btor2 = fs::read_to_string(folder.path().join(file)).context("yosys wrote nothing")?;
        let btor2 = with_names(&btor2, &texts);
        let origin = Origin::of_verilog(&btor2, &read, &own);
        if let Some(clock) =
            clocks.first().and_then(|clock| clock.told.split(' ').nth(1)).filter(|it| is_read(&btor2, it))
        {
            bail!("`{clock}` is a clock, and some state or property looks at its value, too: that is not supported");
        }
        Ok((named(&btor2, &origin).into_bytes(), origin))
    };
    let (btor2, origin) = written("out.btor2")?;
    let covers = Some(written("covers.btor2")?).filter(|(btor2, _)| has_properties(btor2));
    Ok(Read { btor2, origin, covers })
}

/// Whether a file of BTOR2 states anything to be reached.
fn has_properties(btor2: &[u8]) -> bool {
    let text = String::from_utf8_lossy(btor2);
    text.lines().any(|line| line.split_whitespace().nth(1) == Some("bad"))
}

fn absolute(path: &Path) -> anyhow::Result<String> {
    let path = fs::canonicalize(path).with_context(|| format!("cannot find {}", path.display()))?;
    Ok(path.display().to_string())
}

/// Runs yosys; whether it did what it was told, and what it said.
fn run(script: &str, folder: &Path, budget: &Budget) -> anyhow::Result<(bool, String)> {
    let (out, err) = (folder.join("out.txt"), folder.join("err.txt"));
    let file = |path: &Path| fs::File::create(path).context("cannot write");
    let child = Command::new(YOSYS)
        .args(["-q", "-p", script])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(file(&out)?)
        .stderr(file(&err)?)
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            bail!("Verilog is read by yosys, which is not there: on Debian, `apt install yosys`")
        }
        Err(error) => return Err(error).context("yosys cannot be started"),
    };
    let status = loop {
        if let Some(status) = child.try_wait().context("yosys is lost")? {
            break status;
        }
        if let Err(reason) = budget.check() {
            let _ = child.kill();
            let _ = child.wait();
            bail!("{reason} while yosys was reading");
        }
        thread::sleep(PAUSE);
    };
    let said = fs::read_to_string(&err).unwrap_or_default() + &fs::read_to_string(&out).unwrap_or_default();
    Ok((status.success(), said))
}

/// A clock.
struct Clock {
    /// Its edge and its name.
    told: String,
    /// Whether it is made of other signals. In every cycle that BTOR2 knows the clock ticks, whatever these are.
    is_computed: bool,
}

/// The clocks of a design. In BTOR2 there is only one, and all that holds something follows it.
fn clocks(design: &Value) -> Vec<Clock> {
    let mut found: Vec<Clock> = Vec::new();
    let modules = design["modules"].as_object().into_iter().flat_map(|modules| modules.values());
    for module in modules {
        let name_of = |bit: &Value| {
            // What comes from outside is known by the name that it has there.
            let nets =
                ["ports", "netnames"].into_iter().flat_map(|kind| module[kind].as_object().into_iter().flatten());
            let mut named = nets.filter(|(name, net)| {
                !name.starts_with('$') && net["bits"].as_array().is_some_and(|bits| bits.contains(bit))
            });
            named.next().map_or_else(|| "a clock without a name".to_owned(), |(name, _)| name.clone())
        };
        let cells = || module["cells"].as_object().into_iter().flat_map(|cells| cells.values());
        for cell in cells() {
            for (clock, polarity) in [("CLK", "CLK_POLARITY"), ("WR_CLK", "WR_CLK_POLARITY")] {
                let bits = cell["connections"][clock].as_array().into_iter().flatten();
                // A number stands for a net; a constant is text.
                for bit in bits.filter(|bit| bit.is_number()) {
                    let is_falling = cell["parameters"][polarity].as_str().is_some_and(|it| !it.contains('1'));
                    let edge = if is_falling { "negedge" } else { "posedge" };
                    let told = format!("{edge} {}", name_of(bit));
                    if found.iter().all(|it| it.told != told) {
                        found.push(Clock { told, is_computed: is_computed(module, bit) });
                    }
                }
            }
        }
    }
    found
}

/// Whether some cell makes this bit, other than one that only passes it on or turns it around.
fn is_computed(module: &Value, bit: &Value) -> bool {
    let mut bit = bit.clone();
    let cells = || module["cells"].as_object().into_iter().flat_map(|cells| cells.values());
    // No chain is longer than there are cells.
    for _ in cells() {
        let position = |cell: &Value| {
            let ports = cell["port_directions"].as_object().into_iter().flatten();
            let mut driven = ports.filter(|(_, direction)| direction.as_str() == Some("output"));
            driven.find_map(|(port, _)| cell["connections"][port].as_array()?.iter().position(|it| *it == bit))
        };
        let Some((cell, at)) = cells().find_map(|cell| Some((cell, position(cell)?))) else { return false };
        let is_copy = matches!(cell["type"].as_str(), Some("$not" | "$_NOT_" | "$logic_not" | "$pos" | "$_BUF_"));
        match cell["connections"]["A"][at].clone() {
            before if is_copy && before.is_number() => bit = before,
            _ => return true,
        }
    }
    false
}

/// The names of files as the user knows them.
fn with_names(text: &str, texts: &[(String, String, String)]) -> String {
    let mut text = text.to_owned();
    for (name, own, _) in texts {
        text = text.replace(&format!("{own}:"), &format!("{name}:"));
    }
    text
}

/// The first thing that was wrong.
fn complaint(said: &str) -> String {
    let wrong = said.lines().find(|line| line.contains("ERROR")).or_else(|| said.lines().next());
    wrong.unwrap_or("it says nothing").replace("ERROR: ", "").trim().to_owned()
}

/// Whether what holds something, or a property, depends on the value of an input: the clock, which has none that means anything where
/// only its ticks are known.
fn is_read(btor2: &str, input: &str) -> bool {
    let Ok(model) = whyc_circuit::btor2::parse::parse(btor2.as_bytes(), &Budget::unlimited()) else { return false };
    let needed = model.needed();
    model.inputs.iter().any(|&node| needed[node] && model.nodes[node].name.as_deref() == Some(input))
}

/// Names that yosys gave to what Verilog calls `x`, as a person can read them.
fn undefined(line: &str) -> String {
    match line.split_once("$auto$setundef.cc:") {
        Some((head, rest)) => {
            let end = rest.find(' ').unwrap_or(rest.len());
            let number = rest[..end].rsplit('$').next().unwrap_or_default();
            format!("{head}undefined_{number}{}", &rest[end..])
        }
        None => line.to_owned(),
    }
}

/// Properties without a name get one by their line: `assert_44`.
fn named(btor2: &str, origin: &Origin) -> String {
    let mut known: Vec<String> = Vec::new();
    let mut out = String::new();
    for (at, line) in btor2.lines().enumerate() {
        let line = &undefined(line);
        let mut words = line.split(' ');
        let is_bad = words.nth(1) == Some("bad");
        let name = words.nth(1);
        match (origin.place(at + 1), name) {
            (Some(place), Some(name)) if is_bad && name.contains(':') => {
                let mut own = format!("assert_{}", place.line);
                let n_same = known.iter().filter(|it| **it == own).count();
                known.push(own.clone());
                if n_same > 0 {
                    own = format!("{own}_{}", n_same + 1);
                }
                out.push_str(&line.replacen(name, &own, 1));
            }
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    out
}
