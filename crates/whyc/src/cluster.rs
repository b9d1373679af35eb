//! Other machines: those that are asked (`--cluster`), and this one as one of them (`worker`).

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use whyc_cluster::submit::{Cluster, Tally, Trust};
use whyc_cluster::worker::{self, Event};
use whyc_cluster::{Address, Present, Worker};

use crate::cli::{self, Check, Entry, Output};
use crate::{Exit, edge, output};

/// What is asked of the cluster, to be told at the end.
static ASKED: OnceLock<Arc<Cluster>> = OnceLock::new();

fn address(url: &str, entry: &Entry) -> Address {
    Address {
        url: url.to_owned(),
        team: entry.cluster_team.clone(),
        credentials: entry.cluster_creds.clone(),
        authority: entry.cluster_ca.clone(),
        certificate: entry.cluster_cert.clone().zip(entry.cluster_key.clone()),
    }
}

/// The cluster that is to be asked, if one is.
pub fn asked(args: &Check) -> anyhow::Result<Option<Arc<Cluster>>> {
    let Some(url) = &args.cluster.cluster else { return Ok(None) };
    if args.limits.split == cli::Split::None {
        anyhow::bail!("--split none leaves nothing to be given to a cluster");
    }
    if let Some(known) = ASKED.get() {
        return Ok(Some(Arc::clone(known)));
    }
    let address = address(url, &args.cluster.entry);
    let trust = if args.cluster.cluster_proofs { Trust::Proofs } else { Trust::Workers };
    let cluster = Cluster::connect(address.clone(), args.limits.jobs(), trust);
    let cluster = Arc::new(cluster.map_err(|why| anyhow::anyhow!("--cluster: {}", output::plain(&why)))?);
    let Present { workers, others } = cluster.present();
    if *workers == 0 && !args.output.quiet {
        let who = match others.as_slice() {
            [] => "no worker is there".to_owned(),
            others => format!(
                "no worker has version {}, only {}",
                whyc_cluster::address::VERSION,
                output::plain(&others.join(" and "))
            ),
        };
        output::message(&format!(
            "cluster: {who} ({}, team {}); hard questions stay here\n",
            output::plain(&address.told()),
            address.team
        ));
    }
    Ok(Some(Arc::clone(ASKED.get_or_init(|| cluster))))
}

/// Says on standard error what others have done.
pub fn tell(shown: &Output) {
    let Some(cluster) = ASKED.get() else { return };
    let Tally { questions, question_bytes, there, job_bytes, here, proofs, notes } = cluster.tally();
    for note in notes {
        output::message(&format!("warning: cluster: {}\n", output::plain(&note)));
    }
    if shown.quiet || questions == 0 {
        return;
    }
    let checked = if proofs > 0 { format!(", {proofs} proofs were checked") } else { String::new() };
    output::message(&format!(
        "cluster: {there} parts of {questions} hard {} were answered by workers, {here} here{checked}; sent {question_bytes} bytes, and {} for each part\n",
        if questions == 1 { "question" } else { "questions" },
        job_bytes / there.max(1)
    ));
}

/// Looks at parts for others until it is told to stop.
pub fn run(args: &cli::Worker) -> anyhow::Result<Exit> {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let worker = Worker {
        address: address(&args.cluster, &args.entry),
        name: format!("{}-{}", host.trim(), std::process::id()),
        jobs: args.jobs.unwrap_or_else(cores).max(1),
        memory: args.memory.map(|mib| mib.saturating_mul(1 << 20)),
    };
    let stop = Arc::new(AtomicBool::new(false));
    edge::until(&stop, None);
    let ready = format!(
        "worker {} is ready for {} parts at once from {}, team {}\n",
        worker.name,
        worker.jobs,
        output::plain(&worker.address.told()),
        worker.address.team
    );
    let is_quiet = args.quiet;
    let told = move |event: Event| match event {
        Event::Unreachable(why) => output::message(&format!("{}; trying again\n", output::plain(&why))),
        Event::Ready => output::message(&ready),
        Event::OtherVersion(version) => output::message(&format!(
            "someone with version {} was refused: this is {}\n",
            output::plain(&version),
            whyc_cluster::address::VERSION
        )),
        Event::Refused(why) => output::message(&format!("a job was refused: {}\n", output::plain(&why))),
        Event::Done { .. } if is_quiet => {}
        Event::Done { part, outcome, time } => {
            output::message(&format!("{}: {outcome} in {:.2} s\n", output::plain(&part), time.as_secs_f64()));
        }
    };
    worker::run(worker, Arc::new(worker::look), &stop, Arc::new(told)).map_err(anyhow::Error::msg)?;
    Ok(Exit::Holds)
}
