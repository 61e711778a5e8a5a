//! References in prose: `{{fact:csr.nx.start_ctrl.address}}` becomes the number and where it is from.
//!
//! | reference | is |
//! | --- | --- |
//! | `fact:ID` | the name of a record |
//! | `fact:ID.KEY` | what it says under a key |
//! | `pc:ID`, `asm:ID` | address and instructions of a row |
//! | `bit:ID` | the bit that a row's printed mask selects |
//! | `doorbell:DIR,group=G,queue=Q` | an address; `engine=E` in place of the group |
//! | `term:N,DIR,...` | term N of its sum: window, direction, queue, register |
//! | `trap:DIR,...`, `hit:DIR,...` | the sum with the window's offset added twice, and the engine that this lands on |
//! | `engines:first,group=G` | the first (or `last`) engine of a group |

use crate::Catalog;
use crate::catalog::text;
use seqbell_script::core::fabric::{self, Behind, Direction, Reach, Sum};
use seqbell_script::facts::Generation;
use serde_json::Value;

/// The generation that the lessons are about.
const GENERATION: Generation = Generation::Cayman;

/// What a reference stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// The text.
    pub text: String,
    /// The record that it is from.
    pub fact: String,
}

/// Looks a reference up.
///
/// # Errors
/// What is wrong with it.
pub fn resolve(catalog: &Catalog, reference: &str) -> Result<Resolved, String> {
    let (kind, rest) =
        reference.split_once(':').ok_or("a reference is `kind:what`, such as `fact:csr.nx.run_state`")?;
    let made = match kind {
        "fact" => fact(catalog, rest),
        "pc" => fact(catalog, &format!("{rest}.pc")),
        "asm" => asm(catalog, rest),
        "bit" => bit(catalog, rest),
        "doorbell" => sum(rest).map(|sum| address(sum.addr, "udma.doorbell-address")),
        "term" => term(rest),
        "trap" => trap(rest).map(|addr| address(addr, "regaddr.bcast-delta")),
        "hit" => hit(rest),
        "engines" => engines(rest),
        other => Err(format!("no reference begins with `{other}`")),
    }?;
    match catalog.get(&made.fact) {
        Some(_) => Ok(made),
        None => Err(format!("no record is called `{}`", made.fact)),
    }
}

fn fact(catalog: &Catalog, path: &str) -> Result<Resolved, String> {
    let (id, value) = catalog.find(path).ok_or_else(|| format!("no record is called `{path}`"))?;
    let text = match value {
        Some(value) => shown(value)?,
        None if id == path => name(catalog, id),
        None => return Err(format!("`{id}` has no key `{}`", path[id.len()..].trim_start_matches('.'))),
    };
    Ok(Resolved { text, fact: id.to_owned() })
}

/// The name of a record, or its id.
fn name(catalog: &Catalog, id: &str) -> String {
    let name = catalog.get(id).and_then(|record| record["fields"].get("name")).and_then(Value::as_str);
    name.unwrap_or(id).to_owned()
}

/// A value as prose shows it: small numbers in decimal, addresses with all their digits.
fn shown(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(hex(text).map_or_else(|| text.clone(), number)),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(flag) => Ok(if *flag { "yes" } else { "no" }.to_owned()),
        Value::Array(list) => Ok(list.iter().map(shown).collect::<Result<Vec<_>, _>>()?.join(", ")),
        Value::Null | Value::Object(_) => Err("this is no single value".to_owned()),
    }
}

fn hex(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

fn number(value: u64) -> String {
    match value {
        0..=9 => value.to_string(),
        10..=0xf_ffff => format!("{value:#x}"),
        0x10_0000..=0xffff_ffff => format!("{value:#010x}"),
        _ => format!("{value:#014x}"),
    }
}

fn address(addr: u64, fact: &str) -> Resolved {
    Resolved { text: format!("{addr:#014x}"), fact: fact.to_owned() }
}

fn asm(catalog: &Catalog, id: &str) -> Result<Resolved, String> {
    let (id, value) = catalog.find(id).ok_or_else(|| format!("no record is called `{id}`"))?;
    let printed = catalog.get(id).and_then(|record| record["fields"].get("printed")).and_then(Value::as_str);
    match (printed, value) {
        (Some(printed), None) => Ok(Resolved { text: printed.to_owned(), fact: id.to_owned() }),
        _ => Err(format!("`{id}` is no row of the listing")),
    }
}

fn bit(catalog: &Catalog, id: &str) -> Result<Resolved, String> {
    let row = asm(catalog, id)?;
    let mask = row.text.rsplit(',').next().and_then(|mask| mask.trim().parse::<u32>().ok());
    match mask.filter(|mask| mask.count_ones() == 1) {
        Some(mask) => Ok(Resolved { text: mask.trailing_zeros().to_string(), ..row }),
        None => Err(format!("`{}` ends with no mask of one bit", row.text)),
    }
}

/// The address of a doorbell, from `m2s,group=1,queue=3`.
fn sum(text: &str) -> Result<Sum, String> {
    let (mut direction, mut reach, mut queue) = (None, None, None);
    for part in text.split(',') {
        let number = |value: &str| value.parse::<u16>().map_err(|_| format!("`{value}` is no number"));
        match part.split_once('=') {
            None if part == "m2s" => direction = Some(Direction::M2s),
            None if part == "s2m" => direction = Some(Direction::S2m),
            Some(("group", value)) => {
                reach = u8::try_from(number(value)?).ok().map(|group| Reach::Group { group, mask: u16::MAX });
            }
            Some(("engine", value)) => reach = Some(Reach::Engine(number(value)?)),
            Some(("queue", value)) => queue = u8::try_from(number(value)?).ok(),
            None | Some(_) => return Err(format!("`{part}` is no part of a doorbell")),
        }
    }
    let (Some(direction), Some(reach), Some(queue)) = (direction, reach, queue) else {
        return Err("a doorbell is `m2s,group=G,queue=Q` or `s2m,engine=E,queue=Q`".to_owned());
    };
    fabric::doorbell(GENERATION, direction, reach, queue).map_err(|refused| refused.to_string())
}

fn term(text: &str) -> Result<Resolved, String> {
    let (which, rest) = text.split_once(',').ok_or("`term:` wants a term and a doorbell")?;
    let place = ["window", "direction", "queue", "register"].iter().position(|name| *name == which);
    let sum = sum(rest)?;
    let term = place.and_then(|n| sum.terms.get(n)).ok_or_else(|| format!("no term is called `{which}`"))?;
    Ok(Resolved { text: number(term.value), fact: term.fact.to_owned() })
}

fn trap(text: &str) -> Result<u64, String> {
    sum(text).map(|sum| sum.addr + fabric::BCAST_DELTA)
}

fn hit(text: &str) -> Result<Resolved, String> {
    let found = fabric::explain(GENERATION, trap(text)?).map_err(|refused| refused.to_string())?;
    match found.behind {
        Some(Behind::Engine(engine)) => {
            Ok(Resolved { text: engine.to_string(), fact: "regaddr.bcast-delta".to_owned() })
        }
        Some(Behind::Group(_)) | None => Err("no single engine is there".to_owned()),
    }
}

fn engines(text: &str) -> Result<Resolved, String> {
    let wrong = || "`engines:` wants `first,group=G` or `last,group=G`".to_owned();
    let (which, group) = text.split_once(",group=").ok_or_else(wrong)?;
    let group: u8 = group.parse().map_err(|_| wrong())?;
    fabric::window(GENERATION, group).map_err(|refused| refused.to_string())?;
    let first = u16::from(group) * fabric::GROUP_ENGINES;
    let engine = match which {
        "first" => first,
        "last" => first + fabric::GROUP_ENGINES - 1,
        _ => return Err(wrong()),
    };
    Ok(Resolved { text: engine.to_string(), fact: format!("regaddr.bcast.{group}") })
}

/// A reference as a link to its record, or as plain text.
pub(crate) fn html(catalog: &Catalog, made: &Resolved, root: &str) -> String {
    let (confidence, basis) = catalog.evidence(&made.fact);
    let id = encoded(&made.fact);
    let kind = catalog.get(&made.fact).map_or("", |record| text(record, "kind")).replace('_', " ");
    let escaped = seqbell_figure::escaped(&made.text);
    format!(
        "<a class=\"fact\" data-confidence=\"{confidence}\" href=\"{root}reference/#{id}\" title=\"{kind} {id}, {confidence} {basis}\"><code>{escaped}</code></a>"
    )
}

/// An id as the fragment of an address.
pub(crate) fn encoded(id: &str) -> String {
    id.replace('%', "%25").replace('[', "%5B").replace(']', "%5D").replace(' ', "%20").replace('"', "%22")
}
