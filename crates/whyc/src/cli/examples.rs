//! The examples that stand below the options.

/// For `whyc --help`.
pub const EXAMPLES: &str = "\
Examples:
  whyc check median.c            can an assertion fail, an access go wrong, a sum overflow?
  whyc check --function f lib.c  the same for `f`, whatever its arguments
  whyc minimize median.c         the smallest failing run
  whyc explain median.c          the closest run that passes, and what makes the difference
  whyc localize median.c         the expressions whose change would mend it, and changes that were checked
  whyc check --format html -o report.html median.c   all of that on one page
  whyc replay --run median.c     the same failure from a compiled program
  whyc check counter.aag         the same questions about a circuit: can it reach a bad state?
  whyc minimize counter.aag      the inputs and initial bits that get it there
  whyc help check                all options

Exit status:
  0  every property holds        2  bad usage or invalid input
  1  a property is violated      3  undecided";

/// For `check`.
pub const CHECK_EXAMPLES: &str = "\
Examples:
  whyc check median.c
  whyc check --function parse -I include parse.c util.c
  whyc check --unwind 8 --only-check bounds sort.c
  whyc check --timeout 60 --format json -o report.json main.c
  whyc check --format sarif -o whyc.sarif main.c
  whyc check --along main.c:9,main.c:17 --failing main.c   is this warning real?
  whyc check --bound 20 --prove counter.aag
  whyc check --state full.state fifo.btor2         lines such as `count = 15`; what is not named may be anything
  whyc check --reach 40 --seed 7 --format vcd -o run.vcd s298.bench

Exit status:
  0  every property holds; with --unwind or --bound, no run within that bound violates one; with --baseline,
     nothing fails that is not in the ledger
  1  a property is violated
  2  bad usage or invalid input
  3  undecided: a limit was reached, a loop was cut off, or something is not modelled";

/// For `minimize`.
pub const MINIMIZE_EXAMPLES: &str = "\
Examples:
  whyc minimize median.c
  whyc minimize --property main.assertion.2 --goal values,length parser.c
  whyc minimize --timeout 10 codec.c       the smallest run found in ten seconds
  whyc minimize --goal inputs parser.c     the run in which the fewest inputs matter
  whyc minimize --all advisory.c           every essentially different way to fail
  whyc minimize --lift minimum --all counter.aag
  whyc minimize --format witness counter.btor2

Exit status:
  0  done, or every property holds   2  bad usage or invalid input   3  undecided";

/// For `localize`.
pub const LOCALIZE_EXAMPLES: &str = "\
Examples:
  whyc localize median.c                        where a change makes the assertions hold
  whyc localize --tests tests/ calendar.c       from tests alone: standard input and expected output
  whyc localize --trust check_tree rbtree.c     the specification is not to blame
  whyc localize --apply median.c                make the first change that was checked

Exit status:
  0  done, or every property holds   2  bad usage or invalid input   3  undecided";

/// For `explain`.
pub const EXPLAIN_EXAMPLES: &str = "\
Examples:
  whyc explain median.c
  whyc explain --input x=1 --input y=0 minmax.c      the run that you have
  whyc explain --slices all --causes all sort.c      every way to avoid the failure
  whyc explain --assume 'mode == 2' advisory.c       only runs in which this holds where the property is

Exit status:
  0  done, or every property holds   2  bad usage or invalid input   3  undecided";

/// For `vacuity`.
pub const VACUITY_EXAMPLES: &str = "\
Examples:
  whyc vacuity median.c
  whyc vacuity --function parse parse.c
  whyc vacuity --format json main.c            the same as `vacuity` in the report

Exit status:
  0  done, whatever was found   2  bad usage or invalid input   3  undecided";

/// For `replay`.
pub const REPLAY_EXAMPLES: &str = "\
Examples:
  whyc replay median.c > test.c        a C test with the inputs of the failing run
  whyc replay -o test.c median.c       the same in a file, and how to compile it
  whyc replay --run median.c           compile it with gcc's sanitizers and see it fail
  whyc replay --run --function f lib.c

Exit status:
  0  done; with --run, the compiled program fails as predicted; or every property holds
  1  with --run: the compiled program does not fail as predicted
  2  bad usage or invalid input
  3  undecided, or the failing run cannot be reproduced by a compiled program";

/// For `lsp`.
pub const LSP_EXAMPLES: &str = "\
Examples:
  whyc lsp      what an editor starts; the folder editors has set-ups for Neovim, Emacs and VS Code

Exit status:
  0  the editor said goodbye   1  it went without a word";

/// For `dap`.
pub const DAP_EXAMPLES: &str = "\
Examples:
  whyc dap      what a debugger starts; the folder editors has set-ups for Neovim, Emacs and VS Code

Exit status:
  0  the debugger said goodbye   1  it went without a word";

/// For `completions`.
pub const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  whyc completions bash > ~/.local/share/bash-completion/completions/whyc
  whyc completions zsh > ~/.zfunc/_whyc
  whyc completions fish > ~/.config/fish/completions/whyc.fish";

/// For `man`.
pub const MAN_EXAMPLES: &str = "\
Examples:
  whyc man | man -l -
  whyc man -o ~/.local/share/man/man1";

/// For `watch`.
pub const WATCH_EXAMPLES: &str = "\
Examples:
  whyc watch ring.c        again at each save of ring.c or of a header that it includes
  whyc watch               all targets of whyc.toml";

/// For `init`.
pub const INIT_EXAMPLES: &str = "\
Examples:
  whyc init                one target for each file with a main, as compile_commands.json builds it if there is one
  whyc check               all targets
  whyc explain NAME        one of them";

/// For `review`.
pub const REVIEW_EXAMPLES: &str = "\
Examples:
  whyc check --record bank.c                       writes what fails into .whyc/review.jsonl
  whyc review list
  whyc review comment bank.c:42 \"why not <=?\"
  whyc review close 3f2a --false-alarm --assume \"n > 0\"
  whyc check --baseline .whyc/review.jsonl bank.c  fails only on what the ledger does not have
  whyc review export -o mine.xml                   and elsewhere: whyc review import mine.xml";

/// For `proof`.
pub const PROOF_EXAMPLES: &str = "\
Examples:
  whyc proof check question.cnf question.lrat                     does it follow, step by step?
  whyc proof trim --stats question.cnf question.lrat -o small.lrat
  whyc proof trim question.cnf question.lrat --core core.cnf      the clauses that it needs

Exit status:
  0  the proof is one   2  bad usage, or a file that cannot be read
  1  it is none         3  a limit was reached";

/// For `engines`.
pub const ENGINES_EXAMPLES: &str = "\
Examples:
  whyc engines               what was tried for the last run that was hard
  whyc engines --all         for all that are remembered
  whyc engines --forget      as if nothing had been learnt

Exit status:
  0  done   2  bad usage, or a file that cannot be read";

/// For `worker`.
pub const WORKER_EXAMPLES: &str = "\
Examples:
  nats-server -js                                       one machine has the queue
  whyc worker --cluster nats://queue:4222               any number of machines look at parts
  whyc check --cluster nats://queue:4222 codec.c        gives its hard questions to them
  whyc worker --cluster tls://queue:4222 --cluster-creds team.creds --cluster-team parsers --jobs 4

Exit status:
  0  it was told to stop   2  bad usage";

/// For `verify`.
pub const VERIFY_EXAMPLES: &str = "\
Examples:
  whyc check --certify median.cert median.c      writes the certificate
  whyc verify median.cert                        from the same folder: the sources are looked at, too

Exit status:
  0  the certificate is one   2  bad usage, or a file that cannot be read
  1  it is none               3  a limit was reached";

/// For `reduce`.
pub const REDUCE_EXAMPLES: &str = "\
Examples:
  whyc reduce parser.c                        the smallest program in which the same check fails
  whyc reduce -o small.c main.c util.c        several files; what is left of them is in small.c, or in a folder of that name
  whyc reduce --property main.bounds.2 sort.c
  whyc reduce --same-values median.c          the check sees the same values
  whyc reduce --timeout 60 large.c            the smallest found in a minute; so does Ctrl-C
  whyc reduce --verdict unknown strange.c     for a report about whyc
  whyc reduce -o small.aag counter.aig        fewer properties, latches and gates

Exit status:
  0  done, or every property holds   2  bad usage or invalid input   3  undecided";

/// For `history`.
pub const HISTORY_EXAMPLES: &str = "\
Examples:
  whyc history clamp.c                          since which commit does the check fail, and because of which lines?
  whyc history --function parse -I include src/parse.c --back 50
  whyc history --property main.assertion.2 clamp.c
  whyc history --folders v1,v2,v3 clamp.c       releases in folders, the oldest first
  whyc history --gallop --back 5000 clamp.c     a long way back, without asking every commit
  whyc history --format html -o since.html clamp.c   a timeline, the guilty lines, both runs
  whyc history --port clamp.c                   and what mends the newest revision, if everything holds then
  whyc history --test 'make -s && ./test'       the same for anything that a command can find out

Exit status:
  0  done, or nothing fails   2  bad usage or invalid input   3  no revision is known that holds";

/// For `spec`.
pub const SPEC_EXAMPLES: &str = "\
Examples:
  whyc spec arbiter.psl                           contradictions, properties that follow from others, parts without a role
  whyc spec arbiter.psl --inputs r0,r1            and: can a system keep to it that does not set r0 and r1?
  whyc spec arbiter.psl --all                     and for each part that matters, a run that shows it

Exit status:
  0  some run satisfies it (and some system, if asked)   2  bad usage, or a file that cannot be read
  1  none does                                           3  not decided";

/// For `hybrid`.
pub const HYBRID_EXAMPLES: &str = "\
Examples:
  whyc hybrid water-level.json                              the formula in the file
  whyc hybrid heating.json --formula 'AG EF (off & warm)'
  whyc hybrid water-level.json --level 0                    what is not known yet, and which steps it rests on
  whyc hybrid crossing.json --format html -o crossing.html  the regions that were told apart, and a run (or svg, dot)
  whyc hybrid steps.modal --formula 'mu Z. bad | <>Z'       a system of steps: a -> b must, a ~> b may be there

Exit status:
  0  true    2  bad usage, or a file that cannot be read
  1  false   3  unknown";

/// For `prob`.
pub const PROB_EXAMPLES: &str = "\
Examples:
  whyc prob die.tra --prop 'P<=1/2 [F bad]'                   labels in die.lab, variables in die.sta
  whyc prob model.tra --labels x.lab --prop 'P>=0.99 [!lost U done]'
  whyc prob model.tra --prop 'Pmax=? [F<=10 {3, 4}]'           within 10 steps, states by number
  whyc prob retry.c --prop 'P<=0.001 [F fail]'                C with whyc_choice(num, den) and whyc_pick(n)
  whyc prob retry.c --prop 'P=? [F fail]' --format html -o retry.html

Exit status:
  0  it holds, or was only asked for   2  bad usage, or a file that cannot be read
  1  it is violated                    3  not decided";

/// For `sample`.
pub const SAMPLE_EXAMPLES: &str = "\
Examples:
  whyc sample dice.c                                        how often it fails, with an interval; which run fails
  whyc sample dice.c --dist x='uniform(0,99)' --runs 100000
  whyc sample dice.c --prob '>=0.99' --alpha 0.001 --beta 0.001   whether 99 % of the runs pass
  whyc sample dice.c --run 17                               what run 17 reads, and how it ends
  whyc sample filter.c --measure 'max(level) <= 4' --format html -o filter.html
  whyc sample counter.aag --bound 50 --dist reset='bernoulli(0.01)'

Exit status:
  0  done, or the bound holds   2  bad usage, or a file that cannot be read
  1  the bound is refuted       3  not decided by so many runs, or no run counts";

/// For `cover`.
pub const COVER_EXAMPLES: &str = "\
Examples:
  whyc cover door.c                                        lines, branches, conditions, rounds of loops, calls
  whyc cover door.c --goals branch,mcdc --tests tests      a small suite; localize --tests reads it
  whyc cover door.c --cross 'state, event in 0..3' --at 41 which values go together, and which never do
  whyc cover door.c --format lcov -o door.info             for lcov, CI and editors (or cobertura)
  whyc cover --compare failing.json passing.json           what only one of two sets of runs does
  whyc cover --compare customer.csv test.csv --model model.txt --sort ratio

Exit status:
  0  every goal is covered or cannot be reached   2  bad usage, or input that cannot be read
  3  some goals are open";

/// For `harness`.
pub const HARNESS_EXAMPLES: &str = "\
Examples:
  whyc harness --module stack.h -o harness.c            then: whyc check harness.c stack.c
  whyc harness --module stack.h stack.c -o harness.c    assertions at the head of functions say what they need
  whyc harness --module stack.h --only stack_push --calls 6
  whyc check -D WHYC_CALLS=8 harness.c stack.c          more calls, without writing it again

Exit status:
  0  done   2  bad usage, or a header of which nothing can be called";

/// For `triage`.
pub const TRIAGE_EXAMPLES: &str = "\
Examples:
  whyc triage                                         the repository of this folder, its tags as releases
  whyc triage src --releases v1.0,v1.1,v1.2,v2.0
  whyc triage --fix-words fix,bug,cve --files '*.c'
  whyc triage --by churn --top 30                     by recent changes alone

Exit status:
  0  done   2  bad usage, or no repository   3  too little history to learn from";

/// For `trace`.
pub const TRACE_EXAMPLES: &str = "\
Examples:
  whyc trace run.vcd --clock clk --ltl 'G(req -> F ack)'
  whyc trace run.csv --ltl @bus.psl
  whyc trace run.wit --design counter.aag --ltl 'G !five'

Exit status:
  0  every property holds so far, or whatever follows   2  bad usage, or a file that cannot be read
  1  one is violated                                    3  one is pending";
