//! `compile_commands.json`: how a build compiles its files.

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// How one file is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileCommand {
    /// The file.
    pub file: PathBuf,
    /// The arguments that matter to how it is read: folders, macros, the standard.
    pub args: Vec<String>,
}

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// Options that are followed by a path, in the next word or in the same one.
const WITH_PATH: [&str; 6] = ["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"];

/// Reads the commands of a build folder, or of the file itself, in their order; of a file that is compiled twice, the first.
///
/// # Errors
/// If there is none, or it is not what it should be; in words.
pub fn compile_commands(build: &Path) -> Result<Vec<CompileCommand>, String> {
    let path = if build.is_dir() { build.join("compile_commands.json") } else { build.to_owned() };
    let text = std::fs::read(&path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
    let entries: Vec<Entry> = serde_json::from_slice(&text)
        .map_err(|error| format!("`{}` is no list of commands: {error}", path.display()))?;
    let mut commands: Vec<CompileCommand> = Vec::new();
    for entry in entries {
        let is_c = entry.file.extension().is_some_and(|extension| extension == "c" || extension == "i");
        let file = entry.directory.join(&entry.file);
        if !is_c || commands.iter().any(|known| known.file == file) {
            continue;
        }
        let words = match (entry.arguments, entry.command) {
            (Some(arguments), _) => arguments,
            (None, Some(command)) => {
                shlex::split(&command).ok_or_else(|| format!("a quote is not closed in `{command}`"))?
            }
            (None, None) => return Err(format!("`{}` has no command for `{}`", path.display(), file.display())),
        };
        commands.push(CompileCommand { args: relevant(&words, &entry.directory), file });
    }
    Ok(commands)
}

/// The words that say how a file is read, with paths that hold everywhere.
fn relevant(words: &[String], directory: &Path) -> Vec<String> {
    let mut args = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if let Some(option) = WITH_PATH.iter().find(|option| word.starts_with(**option)) {
            let path = match word.strip_prefix(option) {
                Some("") => words.next().map(String::as_str),
                path => path,
            };
            if let Some(path) = path {
                args.push((*option).to_owned());
                args.push(directory.join(path).display().to_string());
            }
        } else if word == "-D" || word == "-U" {
            args.extend([word.clone()].into_iter().chain(words.next().cloned()));
        } else if ["-D", "-U", "-std=", "-ansi", "-funsigned-char", "-fsigned-char", "-fshort-enums", "-fpack-struct"]
            .iter()
            .any(|prefix| word.starts_with(prefix))
        {
            args.push(word.clone());
        }
    }
    args
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_says_how_to_read_is_kept() {
        let words =
            ["cc", "-O2", "-Iinclude", "-isystem", "/usr/x", "-DA=1", "-D", "B", "-std=c99", "-c", "a.c", "-o", "a.o"];
        let words: Vec<String> = words.map(str::to_owned).to_vec();
        let expected = ["-I", "/b/include", "-isystem", "/usr/x", "-DA=1", "-D", "B", "-std=c99"];
        assert_eq!(relevant(&words, Path::new("/b")), expected);
    }
}
