//! Requests and replies as lists of texts, and back. A list that is none of ours is nothing: it never panics.

use std::str::FromStr;

use seqbell_script::core::facts::Generation;

use super::{
    Answer, File, Format, LinkRow, Log, OptionRow, Progress, Remark, Reply, Request, SwitchRow, Way, WhatIf, Why,
};

/// Takes texts off the front of a list.
type Texts = std::vec::IntoIter<String>;

impl Request {
    /// As a list of texts.
    pub fn pack(self) -> Vec<String> {
        match self {
            Self::Explore { script, goal } => vec!["explore".into(), script, goal],
            Self::WhatIf { script } => vec!["whatif".into(), script],
            Self::Why { script, of } => vec!["why".into(), script, of],
            Self::Log { generation } => vec!["log".into(), generation.token().into()],
            Self::Export { script, format } => vec!["export".into(), script, format.file_name().into()],
        }
    }

    /// Out of such a list.
    pub fn unpack(texts: Vec<String>) -> Option<Self> {
        let mut texts = texts.into_iter();
        Some(match texts.next()?.as_str() {
            "explore" => Self::Explore { script: texts.next()?, goal: texts.next()? },
            "whatif" => Self::WhatIf { script: texts.next()? },
            "why" => Self::Why { script: texts.next()?, of: texts.next()? },
            "log" => Self::Log { generation: Generation::parse(&texts.next()?)? },
            "export" => Self::Export { script: texts.next()?, format: Format::by_file_name(&texts.next()?)? },
            _ => return None,
        })
    }
}

impl Reply {
    /// As a list of texts.
    pub fn pack(self) -> Vec<String> {
        match self {
            Self::Ready => vec!["ready".into()],
            Self::Progress(Progress { percent, words }) => vec!["progress".into(), optional(percent), words],
            Self::Wrong(why) => vec!["wrong".into(), why],
            Self::Done(Answer::Way(way)) => pack_way(way),
            Self::Done(Answer::WhatIf(found)) => pack_whatif(found),
            Self::Done(Answer::Why(why)) => pack_why(why),
            Self::Done(Answer::Log(log)) => pack_log(log),
            Self::Done(Answer::File(File { name, bytes, text })) => vec!["file".into(), name, bytes.to_string(), text],
        }
    }

    /// Out of such a list.
    pub fn unpack(texts: Vec<String>) -> Option<Self> {
        let mut texts = texts.into_iter();
        Some(match texts.next()?.as_str() {
            "ready" => Self::Ready,
            "progress" => Self::Progress(Progress { percent: maybe(&texts.next()?)?, words: texts.next()? }),
            "wrong" => Self::Wrong(texts.next()?),
            "way" => Self::Done(Answer::Way(unpack_way(&mut texts)?)),
            "whatif" => Self::Done(Answer::WhatIf(unpack_whatif(&mut texts)?)),
            "why" => Self::Done(Answer::Why(unpack_why(&mut texts)?)),
            "log" => Self::Done(Answer::Log(unpack_log(&mut texts)?)),
            "file" => {
                let (name, bytes, text) = (texts.next()?, texts.next()?.parse().ok()?, texts.next()?);
                Self::Done(Answer::File(File { name, bytes, text }))
            }
            _ => return None,
        })
    }
}

/// A number, or an empty text for none.
fn optional<N: ToString>(number: Option<N>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

/// What [`optional`] wrote.
fn maybe<N: FromStr>(text: &str) -> Option<Option<N>> {
    if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) }
}

fn yes(value: bool) -> String {
    if value { "yes".into() } else { String::new() }
}

/// What [`yes`] wrote.
fn is_yes(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "" => Some(false),
        _ => None,
    }
}

/// So many entries, each out of the next texts.
fn list<T>(texts: &mut Texts, entry: impl Fn(&mut Texts) -> Option<T>) -> Option<Vec<T>> {
    let count: usize = texts.next()?.parse().ok()?;
    // An entry is one text at least, so a wrong count cannot ask for more than there is.
    if count > texts.len() {
        return None;
    }
    (0..count).map(|_| entry(texts)).collect()
}

fn pack_way(way: Way) -> Vec<String> {
    let mut out = vec!["way".into(), yes(way.found), way.sentence, way.extent, way.actions.to_string(), way.script];
    out.push(way.commands.len().to_string());
    out.extend(way.commands);
    out
}

fn unpack_way(texts: &mut Texts) -> Option<Way> {
    Some(Way {
        found: is_yes(&texts.next()?)?,
        sentence: texts.next()?,
        extent: texts.next()?,
        actions: texts.next()?.parse().ok()?,
        script: texts.next()?,
        commands: list(texts, Iterator::next)?,
    })
}

fn pack_whatif(found: WhatIf) -> Vec<String> {
    let mut out = vec!["whatif".into(), found.steps.to_string(), found.switches.len().to_string()];
    for SwitchRow { name, title, fact, base, options } in found.switches {
        out.extend([name, title, fact, base, options.len().to_string()]);
        for OptionRow { token, label, step, what } in options {
            out.extend([token, label, optional(step), what]);
        }
    }
    out
}

fn unpack_whatif(texts: &mut Texts) -> Option<WhatIf> {
    let option = |texts: &mut Texts| {
        let (token, label) = (texts.next()?, texts.next()?);
        Some(OptionRow { token, label, step: maybe(&texts.next()?)?, what: texts.next()? })
    };
    let steps = texts.next()?.parse().ok()?;
    let switches = list(texts, |texts| {
        let (name, title, fact, base) = (texts.next()?, texts.next()?, texts.next()?, texts.next()?);
        Some(SwitchRow { name, title, fact, base, options: list(texts, option)? })
    })?;
    Some(WhatIf { steps, switches })
}

fn pack_why(why: Why) -> Vec<String> {
    let mut out = vec!["why".into(), why.of, why.value, why.step.to_string(), why.links.len().to_string()];
    for LinkRow { cause, step, kind, pc, evidence: (confidence, basis), text } in why.links {
        out.extend([cause, step.to_string(), kind, pc, confidence, basis, text]);
    }
    out
}

fn unpack_why(texts: &mut Texts) -> Option<Why> {
    let link = |texts: &mut Texts| {
        Some(LinkRow {
            cause: texts.next()?,
            step: texts.next()?.parse().ok()?,
            kind: texts.next()?,
            pc: texts.next()?,
            evidence: (texts.next()?, texts.next()?),
            text: texts.next()?,
        })
    };
    let (of, value, step) = (texts.next()?, texts.next()?, texts.next()?.parse().ok()?);
    Some(Why { of, value, step, links: list(texts, link)? })
}

fn pack_log(log: Log) -> Vec<String> {
    let mut out = vec!["log".into(), log.name, yes(log.cut), log.counts.len().to_string()];
    out.extend(log.counts.into_iter().flat_map(|(name, count)| [name, count.to_string()]));
    out.push(log.rings.len().to_string());
    out.extend(log.rings.into_iter().flat_map(|(ring, what)| [ring, what]));
    for remarks in [log.departures, log.findings, log.bad] {
        out.push(remarks.len().to_string());
        out.extend(remarks.into_iter().flat_map(|(line, why)| [line.to_string(), why]));
    }
    out
}

fn unpack_log(texts: &mut Texts) -> Option<Log> {
    let remark = |texts: &mut Texts| -> Option<Remark> { Some((texts.next()?.parse().ok()?, texts.next()?)) };
    Some(Log {
        name: texts.next()?,
        cut: is_yes(&texts.next()?)?,
        counts: list(texts, |texts| Some((texts.next()?, texts.next()?.parse().ok()?)))?,
        rings: list(texts, |texts| Some((texts.next()?, texts.next()?)))?,
        departures: list(texts, remark)?,
        findings: list(texts, remark)?,
        bad: list(texts, remark)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn requests() -> Vec<Request> {
        let script = || "generation sunda\nstep 3\n".to_owned();
        vec![
            Request::Explore { script: script(), goal: "state == HALTED".into() },
            Request::WhatIf { script: script() },
            Request::Why { script: script(), of: "run_state".into() },
            Request::Log { generation: Generation::MarianaPlus },
            Request::Export { script: script(), format: Format::Scxml },
        ]
    }

    fn replies() -> Vec<Reply> {
        let option = |step| OptionRow { token: "a".into(), label: "A\nb".into(), step, what: "w".into() };
        let switch =
            SwitchRow { name: "n".into(), options: vec![option(None), option(Some(u64::MAX))], ..SwitchRow::default() };
        vec![
            Reply::Ready,
            Reply::Progress(Progress { percent: None, words: "3 of 4".into() }),
            Reply::Progress(Progress { percent: Some(40), words: String::new() }),
            Reply::Wrong("no".into()),
            Reply::Done(Answer::Way(Way {
                found: true,
                actions: 2,
                commands: vec!["run 3".into(), String::new()],
                script: "s\n".into(),
                ..Way::default()
            })),
            Reply::Done(Answer::WhatIf(WhatIf { steps: (1 << 53) + 1, switches: vec![switch.clone(), switch] })),
            Reply::Done(Answer::Why(Why {
                of: "flag".into(),
                step: u64::MAX,
                links: vec![LinkRow { step: 3, evidence: ("HIGH".into(), "OBSERVED".into()), ..LinkRow::default() }],
                ..Why::default()
            })),
            Reply::Done(Answer::Log(Log {
                cut: true,
                counts: vec![("lines".into(), u64::MAX)],
                rings: vec![("r".into(), "3".into())],
                findings: vec![(7, "why".into()), (8, String::new())],
                ..Log::default()
            })),
            Reply::Done(Answer::File(File { name: "run.vcd".into(), bytes: 3, text: "a\tb".into() })),
        ]
    }

    #[test]
    fn what_is_packed_comes_out_the_same() {
        for request in requests() {
            assert_eq!(Request::unpack(request.clone().pack()), Some(request));
        }
        for reply in replies() {
            assert_eq!(Reply::unpack(reply.clone().pack()), Some(reply));
        }
    }

    #[test]
    fn a_list_that_was_cut_or_changed_is_nothing_and_no_panic() {
        for reply in replies() {
            let texts = reply.clone().pack();
            for cut in 0..texts.len() {
                assert_eq!(Reply::unpack(texts[..cut].to_vec()), None, "{reply:?} cut at {cut}");
                let mut changed = texts.clone();
                changed[cut] = "99999999999999999999".into();
                assert_ne!(Reply::unpack(changed), Some(reply.clone()));
            }
        }
        for request in requests() {
            let texts = request.pack();
            for cut in 0..texts.len() {
                assert_eq!(Request::unpack(texts[..cut].to_vec()), None);
            }
        }
    }

    #[test]
    fn no_two_formats_share_a_file_name() {
        for format in Format::ALL {
            assert_eq!(Format::by_file_name(format.file_name()), Some(format));
        }
    }
}
