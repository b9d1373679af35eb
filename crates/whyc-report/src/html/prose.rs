//! From text to markup.

use std::fmt;

use crate::paint::visible;

/// Markup that is safe to put into a page as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// `text`, to be read as it stands.
    pub fn text(text: &str) -> Self {
        let mut html = Self::default();
        html.push_text(text);
        html
    }

    /// A sentence in which what stands between backquotes is code.
    pub fn sentence(text: &str) -> Self {
        let mut html = Self::default();
        let parts: Vec<&str> = text.split('`').collect();
        // An odd backquote is one that the program's own text contains.
        let is_balanced = parts.len() % 2 == 1;
        for (k, part) in parts.iter().enumerate() {
            match (is_balanced, k % 2) {
                (true, 1) => html.element("code", "", part),
                (true, _) => html.push_text(part),
                (false, 0) if k == 0 => html.push_text(part),
                (false, _) => html.push_text(&format!("`{part}")),
            }
        }
        html
    }

    /// A drawing, whose texts become markup here.
    pub fn drawing(drawing: &super::plain::Drawing) -> Self {
        Self(drawing.svg())
    }

    /// What a template has made: text from outside is escaped there already.
    pub fn of_template(made: String) -> Self {
        Self(made)
    }

    /// Adds text.
    pub fn push_text(&mut self, text: &str) {
        for c in visible(text).chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                c => self.0.push(c),
            }
        }
    }

    /// Adds an element around `text`. Name and class are ours, never from outside.
    pub fn element(&mut self, name: &'static str, class: &str, text: &str) {
        match class {
            "" => self.0.push_str(&format!("<{name}>")),
            class => self.0.push_str(&format!("<{name} class=\"{class}\">")),
        }
        self.push_text(text);
        self.0.push_str(&format!("</{name}>"));
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Html {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl askama::filters::HtmlSafe for Html {}

/// With a capital first letter.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// JSON that is safe inside a `script` element: nothing in it can end the element or begin another.
pub fn json_in_script(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_is_markup() {
        assert_eq!(Html::text("<b a='1'>&\"").to_string(), "&lt;b a=&#39;1&#39;&gt;&amp;&quot;");
        assert_eq!(Html::text("a\u{202e}b\0").to_string(), "a\u{fffd}b?");
        assert_eq!(Html::sentence("`a < b` can fail").to_string(), "<code>a &lt; b</code> can fail");
        assert_eq!(Html::sentence("a ` b").to_string(), "a ` b");
        assert_eq!(Html::sentence("`'`'` c").to_string(), "`&#39;`&#39;` c");
        assert_eq!(json_in_script(r#"["</script><!--"]"#), "[\"\\u003c/script\\u003e\\u003c!--\"]");
    }
}
