//! A script in its one way of writing: comments stay, commands are printed as `Display` prints them.

use crate::{ScriptError, parse_line};

/// The script, formatted.
///
/// # Errors
/// The first line that is not understood.
pub fn format(text: &str) -> Result<String, ScriptError> {
    let mut out = String::with_capacity(text.len());
    for (n, line) in text.lines().enumerate() {
        let command = parse_line(line).map_err(|e| e.at_line(n + 1))?;
        let comment = comment_of(line);
        match (command, comment) {
            (Some(command), Some(comment)) if !line.trim_start().to_ascii_lowercase().starts_with("note") => {
                out.push_str(&format!("{command}  {comment}"));
            }
            (Some(command), _) => out.push_str(&command.to_string()),
            (None, Some(comment)) => out.push_str(comment),
            (None, None) => {}
        }
        out.push('\n');
    }
    Ok(out)
}

fn comment_of(line: &str) -> Option<&str> {
    line.find('#').map(|at| line[at..].trim_end())
}
