//! Text in HTML.

use std::fmt::{self, Write};

use crate::diag::Code;
use crate::report::sarif::meaning;

/// Text whose characters stand for themselves, in an element and in a quoted attribute. Controls,
/// which HTML cannot hold, are shown by their pictures; so are the marks that reorder text.
pub(super) struct Escaped<'t>(pub(super) &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' => f.write_char(c)?,
                '\0'..='\x1f' => {
                    f.write_char(char::from_u32(0x2400 + u32::from(c)).unwrap_or('?'))?;
                }
                '\x7f'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                    f.write_char('\u{fffd}')?;
                }
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// `n thing` or `n things`.
pub(super) fn count(n: usize, thing: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {thing}{plural}")
}

/// A link to the description of a code on the same page.
pub(super) fn code_link(code: &str) -> String {
    let title = Code::parse(code).map_or("", Code::title);
    let (code, title) = (Escaped(code), Escaped(title));
    format!("<a class=\"code\" href=\"#{code}\" title=\"{title}\">{code}</a>")
}

/// The descriptions of codes: title, meaning, and where the whole page is.
pub(super) fn glossary(out: &mut String, codes: &[Code]) -> fmt::Result {
    out.push_str("<section id=\"codes\"><h2>Codes</h2>\n<dl>\n");
    for code in codes {
        let title = Escaped(code.title());
        let meaning = inline_code(&meaning(code.page()));
        writeln!(out, "<dt id=\"{code}\">{code}: {title}</dt>")?;
        writeln!(out, "<dd>{meaning} <kbd>warpctl explain {code}</kbd></dd>")?;
    }
    out.push_str("</dl></section>\n");
    Ok(())
}

/// Markdown of one paragraph: `code` and *emphasis* only.
fn inline_code(text: &str) -> String {
    let part = |(n, text): (usize, &str)| {
        let text = Escaped(text);
        if n % 2 == 1 { format!("<code>{text}</code>") } else { text.to_string().replace('*', "") }
    };
    text.split('`').enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leaves_its_place() {
        let text = Escaped("</script>\"'&\0\n\u{202e}é").to_string();
        assert_eq!(text, "&lt;/script&gt;&quot;&#39;&amp;␀␊\u{fffd}é");
        assert_eq!(inline_code("a `<b>` *c*"), "a <code>&lt;b&gt;</code> c");
    }

    #[test]
    fn counts_agree_with_their_noun() {
        assert_eq!([0, 1, 2].map(|n| count(n, "region")), ["0 regions", "1 region", "2 regions"]);
    }
}
