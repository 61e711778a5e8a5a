//! A picture as a document, made fit to stand inside a page: ids that no other figure has, a width that gives way, one line.

/// The picture for inside a page. Its words for a screen reader are left to the element around it.
pub(crate) fn inline(svg: &str, prefix: &str) -> String {
    let (head, body) = svg.split_once('>').unwrap_or((svg, ""));
    let mut head = head.to_owned();
    for name in ["xmlns", "width", "height", "role", "aria-label"] {
        head = without(&head, name);
    }
    let body = match (body.find("<title>"), body.find("</title>")) {
        (Some(start), Some(end)) if start < end => format!("{}{}", &body[..start], &body[end + "</title>".len()..]),
        (Some(_) | None, _) => body.to_owned(),
    };
    // Text is escaped, so a bare quote stands only around attributes.
    let body = body.replace(" id=\"", &format!(" id=\"{prefix}-")).replace("url(#", &format!("url(#{prefix}-"));
    format!("{head} xmlns=\"http://www.w3.org/2000/svg\" width=\"100%\" aria-hidden=\"true\">{body}").replace('\n', "")
}

/// A start tag without one of its attributes.
fn without(tag: &str, name: &str) -> String {
    let Some(start) = tag.find(&format!(" {name}=\"")) else { return tag.to_owned() };
    let value = start + name.len() + 3;
    let Some(length) = tag[value..].find('"') else { return tag.to_owned() };
    format!("{}{}", &tag[..start], &tag[value + length + 1..])
}

#[cfg(test)]
mod tests {
    use super::inline;

    #[test]
    fn ids_get_a_prefix_and_sizes_give_way() {
        let svg = "<svg xmlns=\"x\" width=\"9\" height=\"8\" viewBox=\"0 0 9 8\" role=\"img\" aria-label=\"a &gt; b\">\n\
                   <title>a</title>\n<path id=\"p\"/><use fill=\"url(#p)\"/>\n</svg>\n";
        assert_eq!(
            inline(svg, "bell-3-0"),
            "<svg viewBox=\"0 0 9 8\" xmlns=\"http://www.w3.org/2000/svg\" width=\"100%\" aria-hidden=\"true\">\
             <path id=\"bell-3-0-p\"/><use fill=\"url(#bell-3-0-p)\"/></svg>"
        );
    }
}
