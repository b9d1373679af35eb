//! Many bytes at once: copies and fills of unknown or great length between objects that are array terms.
//!
//! Byte by byte, a copy of unknown length costs a case for each byte that it may reach. Where the objects are arrays of
//! bytes anyway, it is one term instead: the old content with a range of another array in it. What is read from there later
//! is looked up where it was copied from.

use whyc_ir::layout;
use whyc_term::{Node, Range, Sort, TermId};

use crate::eval::{Address, AddressBase};
use crate::memory::{self, BaseId, ObjectId};
use crate::state::{At, Machine, State};
use crate::trie::Trie;

/// What a range is given.
#[derive(Clone, Copy)]
pub(super) enum Given {
    /// The bytes that are at an address.
    Bytes(Address),
    /// One byte, again and again.
    Byte(TermId),
}

/// The bytes that a range may come from, as one array.
struct Source {
    array: TermId,
    /// Where they begin.
    from: TermId,
    /// What the objects hold where nobody has written.
    bases: Vec<BaseId>,
}

impl Machine<'_> {
    /// Gives `size` bytes (64 bits) from `target` on new values, all at once. `false`, and nothing is done, if an object is no
    /// array of bytes.
    pub(super) fn splice(&mut self, state: &mut State, at: At, target: Address, given: Given, size: TermId) -> bool {
        let mut memory = state.memory.clone();
        let Some(targets) = self.byte_arrays(&mut memory, at, target) else { return false };
        let source = match given {
            Given::Byte(byte) => {
                let array = self.terms.const_array(layout::OFFSET_BITS, byte);
                let from = self.terms.bits(layout::OFFSET_BITS, 0);
                Some(Source { array, from, bases: Vec::new() })
            }
            Given::Bytes(address) => self.source(&mut memory, at, address),
        };
        let Some(source) = source else { return false };
        state.memory = memory;
        let len = self.terms.extract(size, layout::OFFSET_BITS - 1, 0);
        let is_one = targets.len() == 1;
        for (object, old) in targets {
            let (to, is_it) = match target.base {
                AddressBase::Number(number) if !is_one => {
                    (self.offset_in(number, target.offset, object), self.is_number(number, object))
                }
                AddressBase::Number(_) | AddressBase::Object(_) => (target.offset, self.terms.bool_const(true)),
            };
            let spliced = self.terms.splice(old, source.array, Range { to, from: source.from, len });
            if spliced != old {
                self.spliced_from.entry(spliced).or_insert_with(|| source.bases.clone());
            }
            let new = self.terms.ite(is_it, spliced, old);
            memory::set_array(&mut state.memory, object, new);
        }
        true
    }

    /// The objects that an address can be in, and their contents, if they are all arrays of bytes.
    fn byte_arrays(&mut self, memory: &mut Trie<u32>, at: At, address: Address) -> Option<Vec<(ObjectId, TermId)>> {
        let span = self.span_of(at);
        let (objects, _) = self.candidates(at, span, address);
        let mut found = Vec::with_capacity(objects.len());
        for object in objects {
            let array = self.array_of(memory, object)?;
            if !matches!(self.terms.sort(array), Sort::Array { element: 8, .. }) {
                return None;
            }
            found.push((object, array));
        }
        (!found.is_empty()).then_some(found)
    }

    fn source(&mut self, memory: &mut Trie<u32>, at: At, address: Address) -> Option<Source> {
        let arrays = self.byte_arrays(memory, at, address)?;
        let mut bases = Vec::with_capacity(arrays.len());
        let mut array: Option<TermId> = None;
        for &(object, content) in arrays.iter().rev() {
            bases.push(self.base_of(memory, object));
            array = Some(match (array, address.base) {
                (Some(others), AddressBase::Number(number)) => {
                    let is_it = self.is_number(number, object);
                    self.terms.ite(is_it, content, others)
                }
                _ => content,
            });
        }
        Some(Source { array: array?, from: address.offset, bases })
    }

    /// An element of an array term is read: what it may have been copied from should know.
    pub(crate) fn note_spliced_reads(&mut self, array: TermId, index: TermId) {
        if self.spliced_from.is_empty() || !self.terms.has_splice(array) {
            return;
        }
        let mut stack = vec![(array, index)];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some((array, index)) = stack.pop() {
            if !self.terms.has_splice(array) || !seen.insert((array, index)) {
                continue;
            }
            match self.terms.node(array) {
                Node::Store(below, ..) => stack.push((below, index)),
                Node::Ite(_, then, other) => stack.extend([(then, index), (other, index)]),
                Node::Splice(below, other, packed) => {
                    let (from, inside) = self.terms.spliced_from(packed, index);
                    if self.terms.as_bool(inside) != Some(true) {
                        stack.push((below, index));
                    }
                    if self.terms.as_bool(inside) != Some(false) {
                        stack.push((other, from));
                        for base in self.spliced_from.get(&array).cloned().unwrap_or_default() {
                            self.note_reads(base, from);
                        }
                    }
                }
                Node::Bool(_)
                | Node::Bits(_)
                | Node::Input(_)
                | Node::Unary(..)
                | Node::Binary(..)
                | Node::Extract { .. } => {}
            }
        }
    }
}
