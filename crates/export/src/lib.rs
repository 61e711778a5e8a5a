//! Traces, diagrams and register maps in other people's formats.
