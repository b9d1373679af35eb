//! The pages, their blocks of code, and the commands in them.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use whyc_tests::repository;

/// A page of the documentation.
pub struct Page {
    /// Its path in the repository.
    pub name: String,
    /// What is on it.
    pub text: String,
}

/// A fenced block.
pub struct Block {
    /// What stands behind the fence, such as `console,needs=html`.
    pub info: String,
    /// The number of its first line, from 1.
    pub line: usize,
    /// What is in it.
    pub lines: Vec<String>,
}

/// A command and what it should print.
pub struct ShownCommand {
    /// As a shell reads it.
    pub text: String,
    /// The number of its line, from 1.
    pub line: usize,
    /// What is shown below it, without empty lines at the end.
    pub expected: Vec<String>,
    /// The lines of the page, from 0, where that stands.
    pub output: Range<usize>,
}

/// All pages, in the order of their names.
pub fn all_pages() -> Vec<Page> {
    let root = repository();
    let mut names: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].into_iter().map(PathBuf::from).collect();
    collect(&root, Path::new("docs"), &mut names);
    collect(&root, Path::new("guide/src"), &mut names);
    names.sort();
    names
        .into_iter()
        .map(|name| {
            let text =
                fs::read_to_string(root.join(&name)).unwrap_or_else(|error| panic!("{}: {error}", name.display()));
            Page { name: name.to_string_lossy().into_owned(), text }
        })
        .collect()
}

fn collect(root: &Path, folder: &Path, names: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(root.join(folder)).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let entry = entry.expect("the folder should be readable");
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            collect(root, &path, names);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            names.push(path);
        }
    }
}

impl Page {
    /// Whether it is written for those who use whyc, not for those who change it.
    pub fn is_for_users(&self) -> bool {
        self.name == "README.md" || self.is_in_guide()
    }

    /// Whether it is part of the book.
    pub fn is_in_guide(&self) -> bool {
        self.name.starts_with("guide/")
    }

    /// The fenced blocks.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        let mut found: Vec<Block> = Vec::new();
        let mut is_open = false;
        for (k, line) in self.text.lines().enumerate() {
            match line.trim_start().strip_prefix("```") {
                Some(_) if is_open => is_open = false,
                Some(info) => {
                    is_open = true;
                    found.push(Block { info: info.trim().to_owned(), line: k + 2, lines: Vec::new() });
                }
                None if is_open => found.last_mut().expect("a block is open").lines.push(line.to_owned()),
                None => {}
            }
        }
        assert!(!is_open, "{}: the last block has no end", self.name);
        found.into_iter()
    }

    /// The other lines, with their numbers.
    pub fn text_outside_fences(&self) -> Vec<(usize, &str)> {
        let mut is_open = false;
        let mut found = Vec::new();
        for (k, line) in self.text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                is_open = !is_open;
            } else if !is_open {
                found.push((k + 1, line));
            }
        }
        found
    }

    /// What stands between single backticks.
    pub fn inline_code(&self) -> Vec<String> {
        let lines: Vec<&str> = self.text_outside_fences().into_iter().map(|(_, line)| line).collect();
        lines.join("\n").split('`').skip(1).step_by(2).map(|span| span.replace('\n', " ")).collect()
    }

    /// Writes other outputs into the page.
    pub fn rewrite(&self, updates: &[(Range<usize>, Vec<String>)]) {
        let mut lines: Vec<String> = self.text.lines().map(str::to_owned).collect();
        for (range, new) in updates.iter().rev() {
            lines.splice(range.clone(), new.iter().cloned());
        }
        fs::write(repository().join(&self.name), lines.join("\n") + "\n").expect("the page should be writable");
    }
}

impl Block {
    /// The first word behind the fence.
    pub fn language(&self) -> &str {
        self.info.split([',', ' ']).next().unwrap_or("")
    }

    /// The format without which whyc cannot do what is shown.
    pub fn needs(&self) -> Option<&str> {
        self.info.split([',', ' ']).find_map(|word| word.strip_prefix("needs="))
    }

    /// Whether it shows what happens in a terminal.
    pub fn is_session(&self) -> bool {
        let begins = self.lines.first().is_some_and(|line| line.starts_with("$ "));
        begins && matches!(self.language(), "console" | "text")
    }

    /// The commands, in order. None if the block is something else.
    pub fn commands(&self, page: &Page) -> Vec<ShownCommand> {
        let mut found: Vec<ShownCommand> = Vec::new();
        if !self.is_session() {
            return found;
        }
        let mut continues = false;
        for (k, line) in self.lines.iter().enumerate() {
            // The line of the page, from 0.
            let at = self.line - 1 + k;
            if continues {
                let command = found.last_mut().expect("a command goes on");
                continues = line.ends_with('\\');
                command.text += line.trim_end_matches('\\').trim_start();
                command.output = at + 1..at + 1;
            } else if let Some(text) = line.strip_prefix("$ ") {
                continues = text.ends_with('\\');
                let text = text.trim_end_matches('\\').to_owned();
                found.push(ShownCommand { text, line: at + 1, expected: Vec::new(), output: at + 1..at + 1 });
            } else {
                found.last_mut().expect("a session begins with a command").expected.push(line.clone());
            }
        }
        assert!(!continues, "{}:{}: a command that has no end", page.name, self.line);
        for command in &mut found {
            while command.expected.last().is_some_and(|line| line.is_empty()) {
                command.expected.pop();
            }
            command.output.end = command.output.start + command.expected.len();
        }
        found
    }
}

#[test]
fn a_session_is_read() {
    let text = "before\n```console\n$ whyc check \\\n    a.c\nsafe\n\n$ echo $?\n0\n```\nafter\n";
    let page = Page { name: "x.md".to_owned(), text: text.to_owned() };
    let commands: Vec<ShownCommand> = page.blocks().flat_map(|block| block.commands(&page)).collect();
    let read: Vec<_> = commands.iter().map(|it| (it.text.as_str(), it.line, it.output.clone())).collect();
    assert_eq!(read, [("whyc check a.c", 3, 4..5), ("echo $?", 7, 7..8)]);
    assert_eq!(commands[0].expected, ["safe"]);
}
