//! Words as a tree.

use whyc_ir::expr::{BinaryOp, UnaryOp};
use whyc_ir::types::{FloatKind, IntKind, Type, TypeId};

use super::Refusal;
use super::lex::Token;
use super::names;
use crate::dap::debuggee::Debuggee;

/// Deeper nesting is not looked at.
const DEEPEST: u32 = 200;

/// An expression.
#[derive(Clone, Debug)]
pub enum Tree {
    /// A whole number of this type.
    Int(u128, IntKind),
    /// A floating-point number; the bits.
    Float(u128, FloatKind),
    /// A name.
    Name(String),
    /// `-a`, `~a`, `!a`; none for `+a`.
    Unary(Option<UnaryOp>, Box<Tree>),
    /// An operator that evaluates both operands.
    Binary(BinaryOp, Box<Tree>, Box<Tree>),
    /// `a && b`
    And(Box<Tree>, Box<Tree>),
    /// `a || b`
    Or(Box<Tree>, Box<Tree>),
    /// `c ? a : b`
    Cond(Box<Tree>, Box<Tree>, Box<Tree>),
    /// `a[b]`
    Index(Box<Tree>, Box<Tree>),
    /// `a.b`
    Field(Box<Tree>, String),
    /// `*a`
    Deref(Box<Tree>),
    /// `&a`
    AddressOf(Box<Tree>),
    /// `(type)a`
    Cast(TypeId, Box<Tree>),
    /// `sizeof a`
    SizeOf(Box<Tree>),
    /// `sizeof(type)`
    SizeOfType(TypeId),
}

/// Makes a tree of its only part.
type Make = fn(Box<Tree>) -> Tree;

/// The tree of an expression.
pub fn tree(run: &mut Debuggee, activation: Option<u32>, tokens: &[Token]) -> Result<Tree, Refusal> {
    let mut parser = Parser { run, activation, tokens, at: 0, depth: 0 };
    let tree = parser.conditional()?;
    match parser.peek() {
        None => Ok(tree),
        Some(Token::Sign(sign)) if sign.ends_with('=') && !["==", "!=", "<=", ">="].contains(sign) => {
            Err("the run is recorded: nothing in it can be changed".to_owned())
        }
        Some(Token::Sign("++" | "--")) => Err("the run is recorded: nothing in it can be changed".to_owned()),
        Some(Token::Sign(",")) => Err("one expression at a time".to_owned()),
        Some(other) => Err(format!("{} was not expected there", spelt(other))),
    }
}

struct Parser<'a> {
    run: &'a mut Debuggee,
    activation: Option<u32>,
    tokens: &'a [Token],
    at: usize,
    depth: u32,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(next)) if *next == sign)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let is_it = self.is_sign(sign);
        self.at += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, sign: &str) -> Result<(), Refusal> {
        match self.eat(sign) {
            true => Ok(()),
            false => Err(match self.peek() {
                Some(other) => format!("`{sign}` was expected before {}", spelt(other)),
                None => format!("`{sign}` is missing at the end"),
            }),
        }
    }

    fn conditional(&mut self) -> Result<Tree, Refusal> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("the expression is nested too deeply".to_owned());
        }
        let first = self.binary(0)?;
        let tree = if self.eat("?") {
            let yes = self.conditional()?;
            self.expect(":")?;
            let no = self.conditional()?;
            Tree::Cond(Box::new(first), Box::new(yes), Box::new(no))
        } else {
            first
        };
        self.depth -= 1;
        Ok(tree)
    }

    fn binary(&mut self, least: u8) -> Result<Tree, Refusal> {
        let mut left = self.unary()?;
        while let Some(Token::Sign(sign)) = self.peek() {
            let Some((strength, op)) = operator(sign).filter(|(strength, _)| *strength >= least) else { break };
            self.at += 1;
            let right = Box::new(self.binary(strength + 1)?);
            left = match op {
                Operator::Plain(op) => Tree::Binary(op, Box::new(left), right),
                Operator::And => Tree::And(Box::new(left), right),
                Operator::Or => Tree::Or(Box::new(left), right),
            };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Tree, Refusal> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("the expression is nested too deeply".to_owned());
        }
        let tree = self.unary_here();
        self.depth -= 1;
        tree
    }

    fn unary_here(&mut self) -> Result<Tree, Refusal> {
        let signs: [(&str, Make); 6] = [
            ("-", |it| Tree::Unary(Some(UnaryOp::Neg), it)),
            ("+", |it| Tree::Unary(None, it)),
            ("!", |it| Tree::Unary(Some(UnaryOp::Not), it)),
            ("~", |it| Tree::Unary(Some(UnaryOp::BitNot), it)),
            ("*", Tree::Deref),
            ("&", Tree::AddressOf),
        ];
        for (sign, make) in signs {
            if self.eat(sign) {
                return Ok(make(Box::new(self.unary()?)));
            }
        }
        if self.is_sign("++") || self.is_sign("--") {
            return Err("the run is recorded: nothing in it can be changed".to_owned());
        }
        if matches!(self.peek(), Some(Token::Word(word)) if word == "sizeof") {
            self.at += 1;
            let before = self.at;
            if self.eat("(") {
                if let Some(ty) = self.type_name()? {
                    self.expect(")")?;
                    return Ok(Tree::SizeOfType(ty));
                }
                self.at = before;
            }
            return Ok(Tree::SizeOf(Box::new(self.unary()?)));
        }
        let before = self.at;
        if self.eat("(") {
            if let Some(ty) = self.type_name()? {
                self.expect(")")?;
                return Ok(Tree::Cast(ty, Box::new(self.unary()?)));
            }
            self.at = before;
        }
        self.postfix()
    }

    fn postfix(&mut self) -> Result<Tree, Refusal> {
        let mut tree = self.primary()?;
        loop {
            if self.eat("[") {
                let index = self.conditional()?;
                self.expect("]")?;
                tree = Tree::Index(Box::new(tree), Box::new(index));
            } else if self.eat(".") {
                tree = Tree::Field(Box::new(tree), self.field()?);
            } else if self.eat("->") {
                tree = Tree::Field(Box::new(Tree::Deref(Box::new(tree))), self.field()?);
            } else if self.is_sign("(") {
                return Err("functions are not called here: the run is recorded".to_owned());
            } else {
                return Ok(tree);
            }
        }
    }

    fn field(&mut self) -> Result<String, Refusal> {
        match self.peek() {
            Some(Token::Word(name)) => {
                let name = name.clone();
                self.at += 1;
                Ok(name)
            }
            Some(other) => Err(format!("the name of a member was expected instead of {}", spelt(other))),
            None => Err("the name of a member is missing at the end".to_owned()),
        }
    }

    fn primary(&mut self) -> Result<Tree, Refusal> {
        let Some(token) = self.peek().cloned() else { return Err("an operand is missing at the end".to_owned()) };
        self.at += 1;
        Ok(match token {
            Token::Sign("(") => {
                let inner = self.conditional()?;
                self.expect(")")?;
                inner
            }
            Token::Int(value, is_decimal, suffix) => Tree::Int(value, self.literal_kind(value, is_decimal, &suffix)?),
            Token::Float(value, true) => Tree::Float(u128::from((value as f32).to_bits()), FloatKind::Float),
            Token::Float(value, false) => Tree::Float(u128::from(value.to_bits()), FloatKind::Double),
            Token::Char(byte) => Tree::Int(u128::from(i32::from(byte as i8) as u32), IntKind::Int),
            Token::Word(name) => Tree::Name(name),
            Token::Sign(sign) => return Err(format!("`{sign}` was not expected there")),
        })
    }

    /// The first type of C's list for a literal that has room for it.
    fn literal_kind(&self, value: u128, is_decimal: bool, suffix: &str) -> Result<IntKind, Refusal> {
        let (long, ulong) = names::longs(self.run);
        let is_unsigned = suffix.contains('u');
        let n_longs = suffix.matches('l').count();
        let ladder = [
            (IntKind::Int, 0),
            (IntKind::UInt, 0),
            (long, 1),
            (ulong, 1),
            (IntKind::LongLong, 2),
            (IntKind::ULongLong, 2),
        ];
        let fits = |kind: IntKind| value <= u128::MAX >> (128 - kind.bits() + u32::from(kind.is_signed()));
        let allowed = |kind: IntKind| if is_unsigned { !kind.is_signed() } else { kind.is_signed() || !is_decimal };
        let kinds = ladder.into_iter().filter(|&(kind, longs)| longs >= n_longs && allowed(kind) && fits(kind));
        kinds.map(|(kind, _)| kind).next().ok_or_else(|| format!("{value} fits no type"))
    }

    /// A type with its stars, if one begins here.
    fn type_name(&mut self) -> Result<Option<TypeId>, Refusal> {
        let mut words: Vec<&str> = Vec::new();
        let (before, tokens) = (self.at, self.tokens);
        while let Some(Token::Word(word)) = tokens.get(self.at) {
            // A variable of that name hides a type.
            if words.is_empty() && !names::is_type_word(word) && names::is_variable(self.run, self.activation, word) {
                break;
            }
            if !names::is_type_word(word) && !words.is_empty() && !["struct", "union", "enum"].contains(&words[0]) {
                break;
            }
            words.push(word.as_str());
            self.at += 1;
        }
        let words: Vec<&str> = words.into_iter().filter(|word| !["const", "volatile"].contains(word)).collect();
        let Some(mut ty) = names::type_of(self.run, &words)? else {
            self.at = before;
            return Ok(None);
        };
        while self.eat("*") {
            ty = self.run.types.pointer(ty);
        }
        if !self.is_sign(")") {
            return Err(format!("a type like this is not known here: {}", self.run.types.name(ty)));
        }
        if matches!(self.run.types.get(ty), Type::Function(_)) {
            return Err("functions are no values".to_owned());
        }
        Ok(Some(ty))
    }
}

enum Operator {
    Plain(BinaryOp),
    And,
    Or,
}

fn operator(sign: &str) -> Option<(u8, Operator)> {
    let plain = |strength, op| Some((strength, Operator::Plain(op)));
    match sign {
        "||" => Some((0, Operator::Or)),
        "&&" => Some((1, Operator::And)),
        "|" => plain(2, BinaryOp::BitOr),
        "^" => plain(3, BinaryOp::BitXor),
        "&" => plain(4, BinaryOp::BitAnd),
        "==" => plain(5, BinaryOp::Eq),
        "!=" => plain(5, BinaryOp::Ne),
        "<" => plain(6, BinaryOp::Lt),
        ">" => plain(6, BinaryOp::Gt),
        "<=" => plain(6, BinaryOp::Le),
        ">=" => plain(6, BinaryOp::Ge),
        "<<" => plain(7, BinaryOp::Shl),
        ">>" => plain(7, BinaryOp::Shr),
        "+" => plain(8, BinaryOp::Add),
        "-" => plain(8, BinaryOp::Sub),
        "*" => plain(9, BinaryOp::Mul),
        "/" => plain(9, BinaryOp::Div),
        "%" => plain(9, BinaryOp::Rem),
        _ => None,
    }
}

fn spelt(token: &Token) -> String {
    match token {
        Token::Word(word) => format!("`{word}`"),
        Token::Int(value, ..) => format!("`{value}`"),
        Token::Float(value, _) => format!("`{value}`"),
        Token::Char(byte) => format!("`'{}'`", byte.escape_ascii()),
        Token::Sign(sign) => format!("`{sign}`"),
    }
}
