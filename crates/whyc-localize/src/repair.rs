//! Changes of the text that mend the program.
//!
//! A fault that makes a run fail stands where that run comes by. Every piece of text that failing runs execute has variants: what
//! people confuse, what may be lacking, what may be too much ([`variants`], [`tokens`], [`operands`], [`terms`], [`arguments`], [`bits`], [`states`], [`inserts`], [`bodies`], [`conditions`], [`types`], [`definitions`]). All variants together are one program
//! ([`schema`]) that the interpreter runs with each of them ([`stage`]): failing runs must pass, passing ones must go on to. What is
//! left is checked for all inputs on the changed text ([`verdict`]); each run that refutes a change is tried on the others.
//!
//! [`whyc_debug::syntax::lex`], [`live`] and [`statements`] read the text, [`names`] says what is known where, [`blame`] whose text it is.

pub mod blame;

pub(crate) use whyc_debug::syntax::lex;

mod literal;

mod definitions;
mod macros;

pub(crate) mod live;

pub(crate) mod statements;

mod names;

mod formats;
mod tokens;

mod arguments;
mod bits;
mod logical;
mod mirrored;
mod operands;
mod states;
mod terms;

mod order;
mod paths;
mod sides;
mod sizes;

mod cases;
mod choices;
mod cleared;
mod complement;
mod conditions;
mod contents;
mod counted;
mod counterparts;

mod adapted;
mod beside;
mod bodies;
mod initial;
mod inserts;
mod joined;
mod jumps;
mod linked;
mod pointed;
mod spelling;
mod wrapped;

mod types;

mod natural;

mod unused;
mod variants;

mod schema;

mod spot;
pub mod stage;

mod world;

mod made_up;

pub(crate) mod source;

mod fix;

mod known;

mod search;
mod suspicion;
mod tables;

mod same;

mod lossy;

mod idle;

mod indexed;

mod influence;

mod unread;

mod turned;
mod undone;

mod visible;

pub(crate) mod places;
pub mod verdict;

pub use fix::Fix;
pub use search::{Repair, Request};
