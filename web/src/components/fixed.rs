//! Numbers for drawings, kept as whole tenths or thousandths: exact, and without the code that prints floats.

/// A number of tenths as text: `125` is `12.5`.
pub fn tenths(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{}.{}", value.abs() / 10, value.abs() % 10)
}

/// `part` of `whole` in percent, to a hundredth; at most 100.
pub fn percent(part: u64, whole: u64) -> String {
    let hundredths = u128::from(part.min(whole)) * 10_000 / u128::from(whole.max(1));
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}
