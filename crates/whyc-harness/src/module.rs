//! What a header declares.

use std::collections::BTreeMap;

/// A text with its name.
#[derive(Clone, Debug)]
pub struct Source {
    /// As an `#include` names it.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Its functions, in order.
    pub functions: Vec<Function>,
    /// Its types, by name: `struct stack`, `Stack`.
    pub types: BTreeMap<String, Type>,
    /// The macros that it defines.
    pub macros: Vec<String>,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its declaration, on one line.
    pub text: String,
    /// What it returns.
    pub returns: Shape,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Whether it takes more than these.
    pub is_variadic: bool,
    /// What must hold when it is called.
    pub needs: Vec<Need>,
    /// What was found, but cannot be said in a harness.
    pub unsaid: Vec<Need>,
}

/// A precondition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The condition, with the parameters as the header names them.
    pub text: String,
    /// Where it stands: `stack.c:12`.
    pub place: String,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name; made up if it has none.
    pub name: String,
    /// Its type.
    pub shape: Shape,
    /// The number of elements that its declaration gives.
    pub elements: Option<String>,
}

/// A type as it is written: a name and how many stars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The type without qualifiers and stars: `unsigned int`, `struct stack`.
    pub base: String,
    /// How many stars, arrays included.
    pub stars: usize,
    /// Whether what it points to is `const`.
    pub is_const: bool,
    /// Whether it is a pointer to a function.
    pub is_function: bool,
}

/// A type of the module.
#[derive(Clone, Debug)]
pub enum Type {
    /// Another name for a type.
    Alias(Shape),
    /// An enumeration with these members.
    Enum(Vec<String>),
    /// A record; its fields, if they are told.
    Record(Option<Vec<Shape>>),
}

/// What a type comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolved {
    /// A number.
    Number,
    /// An enumeration with these members.
    Enum(Vec<String>),
    /// A record by its name, and whether its fields are told.
    Record(String, bool),
    /// Nothing.
    Void,
    /// A function.
    Function,
    /// A name that the header does not explain.
    Unknown(String),
}

/// Types of numbers that every program has, or gets from the usual headers.
const NUMBERS: &[&str] = &[
    "char",
    "short",
    "int",
    "long",
    "signed",
    "unsigned",
    "float",
    "double",
    "_Bool",
    "bool",
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "intptr_t",
    "uintptr_t",
    "intmax_t",
    "uintmax_t",
    "wchar_t",
    "time_t",
    "off_t",
];

impl Module {
    /// What a shape comes to, and with how many stars.
    #[must_use]
    pub fn resolve(&self, shape: &Shape) -> (Resolved, usize) {
        let (mut base, mut stars, mut is_function) = (shape.base.clone(), shape.stars, shape.is_function);
        // A header that defines a name by itself is no C; it ends anyway.
        for _ in 0..64 {
            if is_function {
                return (Resolved::Function, stars);
            }
            match self.types.get(&base) {
                Some(Type::Alias(to)) if to.base != base || to.stars > 0 => {
                    stars += to.stars;
                    is_function = to.is_function;
                    base.clone_from(&to.base);
                }
                Some(Type::Alias(_)) => break,
                Some(Type::Enum(members)) => return (Resolved::Enum(members.clone()), stars),
                Some(Type::Record(fields)) => return (Resolved::Record(base, fields.is_some()), stars),
                None => break,
            }
        }
        let is_number = base.split(' ').all(|word| NUMBERS.contains(&word) || is_sized(word));
        let resolved = match base.as_str() {
            "void" => Resolved::Void,
            _ if is_number => Resolved::Number,
            _ if base.starts_with("struct ") || base.starts_with("union ") => Resolved::Record(base, false),
            _ if base.starts_with("enum ") => Resolved::Number,
            _ => Resolved::Unknown(base),
        };
        (resolved, stars)
    }

    /// Whether a record holds pointers, as far as that is told.
    #[must_use]
    pub fn holds_pointers(&self, record: &str) -> bool {
        let mut waiting = vec![record.to_owned()];
        let mut seen = Vec::new();
        while let Some(name) = waiting.pop() {
            if seen.contains(&name) {
                continue;
            }
            if let Some(Type::Record(Some(fields))) = self.types.get(&name) {
                for field in fields {
                    match self.resolve(field) {
                        (Resolved::Record(inner, _), 0) => waiting.push(inner),
                        (Resolved::Number | Resolved::Enum(_), 0) => {}
                        (_, _) => return true,
                    }
                }
            }
            seen.push(name);
        }
        false
    }
}

/// `int32_t`, `uint8_t`, `int_fast16_t`.
fn is_sized(word: &str) -> bool {
    let Some(rest) = word.strip_prefix('u').unwrap_or(word).strip_prefix("int") else { return false };
    let Some(width) = rest.strip_suffix("_t") else { return false };
    let width = width.strip_prefix("_fast").or_else(|| width.strip_prefix("_least")).unwrap_or(width);
    !width.is_empty() && width.bytes().all(|it| it.is_ascii_digit())
}
