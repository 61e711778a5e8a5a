//! The command language: text in, machine moved, reports out.
//!
//! The same line is typed in the console, sent by a button, stored in a scenario and run by the command line.
//! A [`Session`] is nothing but its generation, its assumptions and its list of commands.
//! This crate knows no files, no terminals and no pages.

mod lex;
mod error;
mod cond;
mod command;
mod parse;
mod session;
mod drive;
mod reading;
mod subject;
mod describe;
mod whatif;
mod complete;
mod help;
mod format;
pub mod exercise;
pub mod link;
pub mod trace;

pub use command::{Command, Reg};
pub use complete::complete;
pub use cond::{Cond, Op, RingPart, Term, Truth, Value, routine_name};
pub use describe::{describe, input_text};
pub use drive::Drive;
pub use error::ScriptError;
pub use format::format;
pub use help::{HELP, Help, help};
pub use parse::{parse_condition, parse_line, parse_script, parse_term};
pub use reading::read_run_state;
pub use session::{Checks, Report, Session, Step};
pub use subject::subject;
pub use whatif::{Matters, Variant, whatif};

pub use seqbell_core as core;
pub use seqbell_core::facts;
