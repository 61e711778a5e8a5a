//! A question that makes one predict: options that open to an explanation, one of them right. It works without a script.
//!
//! ```text
//! What will the host read?
//! - One: no, because ...
//! + Zero: yes, because ...
//! ```

use crate::prose::Prose;
use std::fmt::Write;

/// A question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    asks: String,
    options: Vec<Choice>,
}

/// One way to answer it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Choice {
    right: bool,
    text: String,
    says: String,
}

impl Question {
    /// Reads the body of a `predict` block.
    pub(crate) fn parse(body: &str) -> Result<Self, String> {
        let (asks, options): (Vec<&str>, Vec<&str>) =
            body.lines().filter(|line| !line.trim().is_empty()).partition(|line| !line.starts_with(['-', '+']));
        let options = options.into_iter().map(Choice::parse).collect::<Result<Vec<_>, _>>()?;
        let right = options.iter().filter(|option| option.right).count();
        match (asks.is_empty(), right, options.len()) {
            (true, _, _) => Err("a question has a line that asks".to_owned()),
            (false, 1, 2..) => Ok(Self { asks: asks.join(" "), options }),
            (false, _, _) => Err("a question has at least two options, and one of them begins with `+`".to_owned()),
        }
    }

    /// As HTML: a group of details of which one at a time is open.
    pub(crate) fn html(&self, prose: &mut Prose<'_>, line: usize) -> String {
        let name = format!("predict-{}", prose.questions);
        let asks = prose.inline(&self.asks, line);
        // The body is HTML within HTML: its own references are put back already.
        let mut out = format!(
            "<div class=\"predict\" role=\"group\" aria-labelledby=\"{name}\"><p class=\"asks\" id=\"{name}\"><b>Predict.</b> {asks}</p>"
        );
        for option in &self.options {
            let (text, says) = (prose.label(&option.text, line), prose.aside(&option.says, line));
            let (right, word) = if option.right { (" data-right", "Right.") } else { ("", "Not so.") };
            // Writing to a string does not fail.
            let _ = write!(
                out,
                "<details name=\"{name}\"{right}><summary><span>{text}</span></summary><p><b>{word}</b> {says}</p></details>"
            );
        }
        out + "</div>"
    }
}

impl Choice {
    fn parse(line: &str) -> Result<Self, String> {
        let (text, says) =
            line[1..].split_once(": ").ok_or_else(|| format!("an option is `- text: explanation`, not `{line}`"))?;
        let (right, text) = (line.starts_with('+'), text.trim().to_owned());
        Ok(Self { right, text, says: sentence(says.trim()) })
    }
}

/// With a capital letter at its beginning.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_option_is_right() {
        let question = Question::parse("What now?\n- A: no.\n+ B: yes, it is.\n").unwrap();
        assert_eq!(question.asks, "What now?");
        assert_eq!(question.options[1], Choice { right: true, text: "B".into(), says: "Yes, it is.".into() });
        for wrong in
            ["- A: x\n+ B: y", "What?\n- A: x\n- B: y", "What?\n+ A: x", "What?\n+ A: x\n+ B: y", "What?\n+ A\n- B: c"]
        {
            assert!(Question::parse(wrong).is_err(), "{wrong}");
        }
    }
}
