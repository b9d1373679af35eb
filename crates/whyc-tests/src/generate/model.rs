//! What a program under construction knows about itself: types, variables, functions.

use super::types::Int;

/// The type of a variable or member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A number.
    Int(Int),
    /// An array of numbers with one or two dimensions.
    Array(Int, Vec<usize>),
    /// The struct with this index.
    Struct(usize),
    /// An array of structs.
    StructArray(usize, usize),
    /// A pointer to a number; it always points to one.
    Pointer(Int),
    /// A pointer to a struct; it always points to one.
    StructPointer(usize),
}

/// A variable that can be named.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// Its type.
    pub shape: Shape,
    /// Whether the program may write to it, or take its address to write through.
    pub writable: bool,
    /// Whether it lives as long as the program.
    pub global: bool,
}

/// A struct type.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its tag.
    pub name: String,
    /// Names and types of its members; a nested struct has a smaller index.
    pub fields: Vec<(String, Shape)>,
}

/// What a function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// Nothing.
    Nothing,
    /// A number.
    Int(Int),
    /// A struct.
    Struct(usize),
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameters. The first is the remaining depth, if it is recursive.
    pub params: Vec<Shape>,
    /// What it returns.
    pub returns: Returns,
    /// Whether it calls itself.
    pub recursive: bool,
    /// How many statements a call executes at most.
    pub cost: usize,
}

/// A table of functions of the same type: name and number of entries. All take and return `unsigned int`.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// How many entries it has.
    pub len: usize,
    /// The largest cost of a call.
    pub cost: usize,
}

/// Where a statement stands.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Blocks around it.
    pub depth: usize,
    /// How often it is executed per call of its function, at most.
    pub times: usize,
    /// Whether `continue` and `break` are allowed.
    pub in_loop: bool,
}
