//! A certificate of what was decided.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use whyc_base::source::{SourceMap, Span};
use whyc_c::Input;
use whyc_certificate::folder::Folder;
use whyc_certificate::gates::Gates;
use whyc_certificate::manifest::{Kind, Manifest, Other, Property, SCHEMA, Source, Tool, sha256};
use whyc_check::certify::{Question, Refuted, Unasked};
use whyc_check::{Analysis, Verdict};
use whyc_debug::finding::Finding;
use whyc_proof::{Formula, Lit};

use crate::refused::Refused;
use crate::request::Request;
use crate::session::Session;
use crate::stack::deep;

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum Uncertified {
    /// There is nothing that could be certified, or a limit came first.
    #[error(transparent)]
    Unasked(#[from] Unasked),
    /// What a proof by induction rests on was not kept: a limit came first.
    #[error("the verdict rests on invariants of loops, and what shows them was not kept")]
    Induction,
    /// It cannot be written.
    #[error("{0}")]
    Unwritten(#[from] io::Error),
}

impl Session {
    /// Keeps what is decided by induction, so that it can be certified.
    pub fn keep_proof(&mut self) {
        self.analysis.keeps_question = true;
    }

    /// Writes a certificate of what was decided to a folder: as a whole, or not at all. `tool` is the name and the version
    /// of who asks.
    ///
    /// # Errors
    /// As [`decide`](Self::decide); and why there is no certificate.
    pub fn certify(&mut self, folder: &Path, tool: (&str, &str)) -> Result<Result<(), Uncertified>, Refused> {
        self.decide()?;
        let session = self;
        Ok(deep(move || session.certify_here(folder, tool)))
    }

    fn certify_here(&mut self, folder: &Path, tool: (&str, &str)) -> Result<(), Uncertified> {
        let finding = self.finding_here();
        let proof = self.outcome.as_ref().and_then(|outcome| outcome.proof.as_ref());
        let question = match proof {
            Some(proof) => proof.question.clone().ok_or(Uncertified::Induction)?,
            None => Arc::new(self.analysis.question(finding.head.verdict)?),
        };
        let folder = Folder::begin(folder)?;
        folder.write_question(&gates(&question), &formula(&question))?;
        question.prove(&folder.proof_path(), &self.budget)?;
        let mut manifest = manifest(&self.analysis, &finding, &question, tool);
        manifest.sources = read_sources(&finding.sources, &self.request);
        folder.finish(manifest)?;
        Ok(())
    }
}

fn gates(question: &Question) -> Gates {
    Gates { n_inputs: question.n_inputs, ands: question.ands.clone(), outputs: question.outputs.clone() }
}

/// The clauses, in the vocabulary of those who share nothing with the solver.
fn formula(question: &Question) -> Formula {
    let mut formula = Formula::new(question.n_inputs + question.ands.len() as u32);
    let mut clause = Vec::new();
    for lits in question.clauses() {
        clause.clear();
        let numbers = lits.iter().map(|lit| i64::from(lit.to_ipasir()));
        clause.extend(numbers.map(|number| Lit::from_file(number).expect("a graph should have less than 2^30 nodes")));
        formula.push(&clause);
    }
    formula
}

fn manifest(analysis: &Analysis, finding: &Finding, question: &Question, (name, version): (&str, &str)) -> Manifest {
    let sources = &finding.sources;
    let mut properties: Vec<Property> = finding
        .properties
        .iter()
        .map(|property| Property {
            id: property.id.clone(),
            class: property.class.name().to_owned(),
            description: property.description.clone(),
            file: file(sources, property.span),
            line: sources.line(property.span),
            status: property.status.name().to_owned(),
            outputs: Vec::new(),
        })
        .collect();
    let mut by_id: HashMap<String, usize> =
        properties.iter().enumerate().map(|(idx, property)| (property.id.clone(), idx)).collect();
    let hidden = if finding.head.verdict == Verdict::Safe { "holds" } else { "bounded" };
    let mut others = Vec::new();
    for (output, refuted) in question.refuted.iter().enumerate() {
        let (kind, text, span) = match refuted {
            Refuted::Property(id) => {
                let property = &analysis.properties.all()[*id];
                // What is due in a model of the library is told at its calls, if it fails; here it has a name of its own.
                let at = *by_id.entry(property.name.clone()).or_insert_with(|| {
                    properties.push(Property {
                        id: property.name.clone(),
                        class: property.class.name().to_owned(),
                        description: property.description.clone(),
                        file: file(sources, property.span),
                        line: sources.line(property.span),
                        status: hidden.to_owned(),
                        outputs: Vec::new(),
                    });
                    properties.len() - 1
                });
                properties[at].outputs.push(output);
                continue;
            }
            Refuted::Unmodelled(what, span) => (Kind::Unmodelled, what.clone(), Some(*span)),
            Refuted::Unwinding(what, span) => (Kind::Unwinding, what.clone(), Some(*span)),
            Refuted::Invariant(what, span) => (Kind::Invariant, what.clone(), Some(*span)),
            Refuted::Path => (Kind::Path, "a path is taken that was not followed".to_owned(), None),
        };
        let (file, line) = (span.map(|span| file(sources, span)), span.map(|span| sources.line(span)));
        others.push(Other { kind, text, file, line, output });
    }
    Manifest {
        schema: SCHEMA.to_owned(),
        tool: Tool { name: name.to_owned(), version: version.to_owned() },
        verdict: finding.head.verdict.name().to_owned(),
        program: finding.head.files.clone(),
        options: finding.options.clone(),
        entry: finding.entry.clone(),
        unwind: finding.bounds.unwind,
        induction: finding.induction.is_some(),
        sources: Vec::new(),
        files: Vec::new(),
        properties,
        others,
        digest: String::new(),
    }
}

fn file(sources: &SourceMap, span: Span) -> String {
    sources.file(span.file).name.clone()
}

/// What was read of the user's files. What whyc brings along is part of its version; what came without a file, as from
/// standard input, is called `-`.
fn read_sources(sources: &SourceMap, request: &Request) -> Vec<Source> {
    let given =
        |name: &str| request.inputs.iter().any(|input| matches!(input, Input::Text { .. }) && input.name() == name);
    let mut all: Vec<Source> = Vec::new();
    for (_, file) in sources.files() {
        let name = if given(&file.name) { "-" } else { &file.name };
        if name == "-" || Path::new(name).is_file() {
            all.push(Source { file: name.into(), sha256: sha256(file.bytes()) });
        }
    }
    all.sort_by(|a, b| a.file.cmp(&b.file));
    all.dedup();
    all
}
