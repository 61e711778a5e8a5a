//! What is drawn. One component a file, one stylesheet each: rows in, callbacks out. A component keeps no state of its
//! own and does not know how a machine is changed; it hands back a command as text, or an edit of a field.

pub mod app;

pub mod button;
pub mod choose;
pub mod clash;
pub mod evidence;
pub mod icon;
pub mod lamp;
pub mod panel;
pub mod memo;
pub mod handle;
pub mod prose;
pub mod fixed;
pub mod dialog;
pub mod job;

pub mod top_bar;
pub mod sheet;
pub mod help;
pub mod share;
pub mod scenarios;
pub mod bar;

pub mod host;
pub mod state;
pub mod diagram;
pub mod ways;
pub mod flow;
pub mod listing;
pub mod csr;
pub mod editor;
pub mod core;

pub mod composer;
pub mod address;
pub mod decode;
pub mod bits;
pub mod fan;
pub mod gauge;
pub mod engines;
pub mod drop_zone;

pub mod log;
pub mod assumptions;

pub mod questions;
pub mod explore;
pub mod whatif;
pub mod why;
pub mod exports;

pub mod transport;
pub mod timeline;
pub mod wave;
pub mod console;
