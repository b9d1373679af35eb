//! C's initialisation: which part of an object each initialiser in a brace-enclosed list is for.
//!
//! libclang shows lists as they were written: with designators, and without the braces that may
//! be left out. [`Builder::init_list`] finds the part for each initialiser; nothing is evaluated yet.

use std::collections::BTreeMap;

use whyc_ir::types::{RecordKind, Type, TypeId};

use super::builder::Builder;
use super::convert::is_scalar;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;

/// What a part of an object is initialised with. Parts that are not mentioned are zero.
#[derive(Clone)]
pub enum Node<'u> {
    /// An expression for the whole part; shared, if one expression initialises a range of elements.
    Expr { cursor: Cursor<'u>, shared: bool },
    /// A string literal for an array.
    String(Cursor<'u>),
    /// Parts of the part, by index, on top of an expression for the whole.
    Parts { whole: Option<Box<Node<'u>>>, parts: BTreeMap<u64, Node<'u>> },
}

/// Why a list cannot be expressed, for a person.
pub type Problem = &'static str;

/// No range designator in a program that is meant for people is longer.
const MAX_RANGE: u64 = 1 << 20;

/// One level of the object that is being filled: an aggregate and the index of its next part.
#[derive(Clone, Copy)]
struct Level {
    ty: TypeId,
    next: u64,
    /// The last element, for a range designator.
    last: u64,
}

impl<'u> Builder<'_, 'u> {
    /// The parts that a brace-enclosed list gives to an object of type `ty`.
    ///
    /// # Errors
    /// What it is that cannot be expressed.
    pub fn init_list(&mut self, ty: TypeId, list: Cursor<'u>) -> Result<Node<'u>, Problem> {
        let items: Vec<Cursor<'u>> = list.children().into_iter().filter(|child| child.is_expression()).collect();
        if is_scalar(self.types(), ty) {
            return Ok(match items.first() {
                Some(&inner) if inner.kind() == k::CXCursor_InitListExpr => self.init_list(ty, inner)?,
                Some(&cursor) => Node::Expr { cursor, shared: false },
                None => Node::Parts { whole: None, parts: BTreeMap::new() },
            });
        }
        if let &[only] = &items[..]
            && only.kind() != k::CXCursor_InitListExpr
            && self.fills_parts(ty, only)
        {
            return Ok(Node::Expr { cursor: only, shared: false });
        }
        if let &[only] = &items[..]
            && let Some(literal) = self.string_for(ty, only)
        {
            return Ok(Node::String(literal));
        }
        let mut root = Node::Parts { whole: None, parts: BTreeMap::new() };
        let mut path = vec![Level { ty, next: 0, last: 0 }];
        for item in items {
            let value = match self.designators(ty, item)? {
                Some((designated, value)) => {
                    path = designated;
                    value
                }
                None => {
                    if !self.move_on(&mut path) {
                        // More initialisers than parts: the compiler has warned.
                        break;
                    }
                    item
                }
            };
            let node = self.descend(&mut path, value)?;
            if let Some(node) = node {
                self.set(&mut root, &path, node)?;
            }
            if let Some(top) = path.last_mut() {
                top.next = top.last.saturating_add(1);
            }
        }
        Ok(root)
    }

    /// Leaves the aggregates that are full. Returns whether there is a part left.
    fn move_on(&self, path: &mut Vec<Level>) -> bool {
        loop {
            let Some(top) = path.last().copied() else { return false };
            if top.next < self.n_parts(top.ty) {
                if let Some(top) = path.last_mut() {
                    top.last = top.next;
                }
                return true;
            }
            if path.len() == 1 {
                return false;
            }
            path.pop();
            if let Some(above) = path.last_mut() {
                above.next = above.last.saturating_add(1);
            }
        }
    }

    /// Goes down from the part on top of `path` until `value` fits, as left-out braces demand.
    fn descend(&mut self, path: &mut Vec<Level>, value: Cursor<'u>) -> Result<Option<Node<'u>>, Problem> {
        loop {
            let Some(&top) = path.last() else { return Ok(None) };
            let Some(ty) = self.part_type(top.ty, top.next) else { return Ok(None) };
            let shared = path.iter().any(|level| level.last > level.next);
            if value.kind() == k::CXCursor_InitListExpr {
                return self.init_list(ty, value).map(Some);
            }
            if let Some(literal) = self.string_for(ty, value) {
                return Ok(Some(Node::String(literal)));
            }
            let whole = is_scalar(self.types(), ty)
                || self.fills_parts(ty, value)
                || matches!(self.types().get(ty), Type::Record(_)) && self.cx.types.lower(value.ty()) == Ok(ty);
            if whole {
                return Ok(Some(Node::Expr { cursor: value, shared }));
            }
            if self.n_parts(ty) == 0 {
                return Err("an initialiser of this type");
            }
            path.push(Level { ty, next: 0, last: 0 });
        }
    }

    /// The designators in front of an initialiser, as a path from `ty`, and the initialiser itself.
    fn designators(&mut self, ty: TypeId, item: Cursor<'u>) -> Result<Option<(Vec<Level>, Cursor<'u>)>, Problem> {
        let children = item.children();
        // A designated initialiser is the only expression without type that is not a call.
        let is_designated =
            item.kind() == k::CXCursor_UnexposedExpr && item.ty().kind() == k::CXType_Void && children.len() >= 2;
        let (true, Some((&value, designators))) = (is_designated, children.split_last()) else { return Ok(None) };
        let mut path: Vec<Level> = Vec::new();
        let mut at = ty;
        let mut rest = designators;
        while let Some((&first, more)) = rest.split_first() {
            rest = more;
            if first.kind() == k::CXCursor_MemberRef {
                let field = first.referenced().ok_or(UNKNOWN)?;
                for idx in self.cx.types.field_path(at, field).ok_or(UNKNOWN)? {
                    let idx = u64::from(idx);
                    path.push(Level { ty: at, next: idx, last: idx });
                    at = self.part_type(at, idx).ok_or(UNKNOWN)?;
                }
            } else {
                let next = self.designated_index(first)?;
                let mut last = next;
                if let Some((&second, more)) = rest.split_first()
                    && second.kind() != k::CXCursor_MemberRef
                    && self.text_between(first, second).ok_or(UNKNOWN)?.contains("...")
                {
                    last = self.designated_index(second)?;
                    rest = more;
                }
                if last < next || last - next > MAX_RANGE {
                    return Err("an initialiser for that many elements");
                }
                path.push(Level { ty: at, next, last });
                at = self.part_type(at, next).ok_or(UNKNOWN)?;
            }
        }
        Ok(Some((path, value)))
    }

    fn designated_index(&mut self, cursor: Cursor<'u>) -> Result<u64, Problem> {
        self.evaluate_int(cursor).and_then(|idx| u64::try_from(idx).ok()).ok_or(UNKNOWN)
    }

    /// Puts `node` at the end of `path` below `root`, in the place of what was there.
    fn set(&self, root: &mut Node<'u>, path: &[Level], node: Node<'u>) -> Result<(), Problem> {
        let Some((level, rest)) = path.split_first() else {
            *root = node;
            return Ok(());
        };
        if !matches!(root, Node::Parts { .. }) {
            let whole = Some(Box::new(root.clone()));
            *root = Node::Parts { whole, parts: BTreeMap::new() };
        }
        let Node::Parts { parts, .. } = root else { return Err(UNKNOWN) };
        if self.is_union(level.ty) {
            // A union has one member at a time.
            parts.retain(|&idx, _| idx == level.next);
        }
        for idx in level.next..=level.last {
            let empty = Node::Parts { whole: None, parts: BTreeMap::new() };
            let part = parts.entry(idx).or_insert(empty);
            self.set(part, rest, node.clone())?;
        }
        Ok(())
    }

    pub fn is_union(&self, ty: TypeId) -> bool {
        match self.types().get(ty) {
            Type::Record(record) => self.types().records[*record].kind == RecordKind::Union,
            _ => false,
        }
    }

    /// How many parts of an aggregate are initialised one after the other.
    fn n_parts(&self, ty: TypeId) -> u64 {
        match *self.types().get(ty) {
            Type::Array { len, .. } => len.unwrap_or(u64::MAX),
            Type::Record(record) => {
                let record = &self.types().records[record];
                match record.kind {
                    RecordKind::Struct => record.fields.len() as u64,
                    RecordKind::Union => record.fields.len().min(1) as u64,
                }
            }
            _ => 0,
        }
    }

    fn part_type(&self, ty: TypeId, idx: u64) -> Option<TypeId> {
        match *self.types().get(ty) {
            Type::Array { element, .. } => Some(element),
            Type::Record(record) => {
                self.types().records[record].fields.get(usize::try_from(idx).ok()?).map(|field| field.ty)
            }
            _ => None,
        }
    }

    /// The string literal that `value` is, if `ty` is an array that it can fill.
    pub fn string_for(&mut self, ty: TypeId, value: Cursor<'u>) -> Option<Cursor<'u>> {
        let &Type::Array { element, .. } = self.types().get(ty) else { return None };
        if !matches!(self.types().get(element), Type::Int(_)) {
            return None;
        }
        let mut at = value;
        loop {
            let children = at.children();
            at = match at.kind() {
                k::CXCursor_StringLiteral => return Some(at),
                k::CXCursor_ParenExpr | k::CXCursor_UnexposedExpr | k::CXCursor_InitListExpr if children.len() == 1 => {
                    children[0]
                }
                k::CXCursor_UnaryOperator if at.unary_operator() == k::CXUnaryOperator_Extension => {
                    *children.first()?
                }
                _ => return None,
            };
        }
    }

    /// Whether an initialiser mentions every scalar of an object, so that nothing is left to be zero.
    pub fn covers(&self, node: &Node<'u>, ty: TypeId) -> bool {
        match node {
            Node::Expr { .. } | Node::String(_) => true,
            Node::Parts { whole: Some(_), .. } => true,
            Node::Parts { whole: None, parts } => {
                let all = !self.is_union(ty) && parts.len() as u64 == self.n_parts(ty);
                let part_type = |idx| self.part_type(ty, idx).unwrap_or(ty);
                all && !is_scalar(self.types(), ty)
                    && parts.iter().all(|(&idx, part)| self.covers(part, part_type(idx)))
            }
        }
    }
}

const UNKNOWN: Problem = "this designator";
