//! Which functions a call through a pointer may reach.
//!
//! The rule is simpler than C's, and everybody who follows a function pointer uses this one.
//! A function fits a call if
//! - it takes as many parameters as there are arguments, or fewer if it is variadic or without a prototype;
//! - both it and the type of the pointer have variable arguments, or neither has, where there is a prototype. A
//!   function with a body gets its variable arguments as one, a pointer to them, in a parameter named [`REST`];
//! - each argument and its parameter, and the results of the pointer's type and of the
//!   function, have types that pass as one another ([`passes_as`]).

use crate::program::{Function, FunctionId, Program};
use crate::types::{Type, TypeId, TypeTable};

/// The name of the parameter that points to the variable arguments.
pub const REST: &str = "...";

/// Whether a function gets variable arguments through a pointer to them, its last parameter.
#[must_use]
pub fn takes_rest(function: &Function) -> bool {
    function.params().last().is_some_and(|last| function.locals[last].name == REST)
}

/// Whether a call with arguments of types `args`, through a pointer to the function type `through`, may reach `function`.
#[must_use]
pub fn callable(program: &Program, through: TypeId, args: &[TypeId], function: FunctionId) -> bool {
    let Type::Function(through) = program.types.get(through) else {
        return false;
    };
    let callee = &program.functions[function];
    let surplus = args.len() > callee.n_params && callee.variadic;
    let mut pairs = args.iter().zip(callee.params());
    (args.len() == callee.n_params || surplus)
        && (callee.variadic || takes_rest(callee) == through.variadic)
        && passes_as(&program.types, callee.ret, through.ret)
        && pairs.all(|(&arg, param)| passes_as(&program.types, arg, callee.locals[param].ty))
}

/// Whether two types are equal, both pointers, or integers (enumerations too) of the same width.
#[must_use]
pub fn passes_as(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    let integer_bits = |ty| match types.get(ty) {
        Type::Int(_) | Type::Enum(_) => types.scalar_bits(ty),
        Type::Void
        | Type::Bool
        | Type::Float(_)
        | Type::Pointer(_)
        | Type::Array { .. }
        | Type::Record(_)
        | Type::Function(_) => None,
    };
    a == b
        || types.is_pointer(a) && types.is_pointer(b)
        || integer_bits(a).is_some() && integer_bits(a) == integer_bits(b)
}
