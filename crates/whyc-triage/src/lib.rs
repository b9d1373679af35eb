//! What to check first: which files of a repository will need most fixes, from its history and their sizes.
//!
//! In: a repository and what counts as a fix ([`repository::History`]). Out: files in the order of the fixes that are expected in them, with
//! an evaluation on the newest period that is known, beside what size and recent changes alone say ([`rank::rank`]). The model is a negative
//! binomial regression after Ostrand and Weyuker (*Progress in Automated Software Defect Prediction*, 2008), fitted anew for each repository.
//! Read [`fit`] (the regression), [`table`] (what is known of each file in each period), [`repository`] (how it is read off git), [`rank`].
//!
//! **Nothing here looks into programs.** A number here says where to look first, never what holds.
#![forbid(unsafe_code)]

pub mod fit;

pub mod table;

pub mod repository;

pub mod rank;

pub mod tell;
