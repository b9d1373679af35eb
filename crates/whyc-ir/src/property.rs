//! What is checked: the closed list of property classes, and the places that each of them watches.
//!
//! The checks of the language (bounds, overflow, …) are not instructions. They belong to the
//! meaning of an expression or place, and whoever evaluates one (the interpreter, the unroller)
//! looks up with [`PropertyTable::at`] whether a check is due there. A check that cannot fail for a
//! reason visible in the expression itself (`a[2]` of `int a[3]`, `x / 2`) is not listed.
//!
//! A run ends at the first check that fails: after it, C gives no meaning to the run.

mod collect;
mod library;

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_base::typed_id;

use crate::expr::{ExprId, PlaceBase, PlaceId, Projection};
use crate::instr::InstrId;
use crate::program::{Body, FunctionId, Origin, Program};
use crate::types::{Type, TypeId};
use crate::woven::Woven;

use library::Library;

typed_id! {
    /// A property of a program.
    pub struct PropertyId("prop");
}

/// The kinds of properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PropertyClass {
    /// `assert` and its relatives, `reach_error`.
    Assertion,
    /// `__builtin_unreachable`.
    Unreachable,
    /// An index outside its array, as declared.
    Bounds,
    /// Access through a null pointer.
    NullDereference,
    /// Access through a pointer outside the object it points into, or to no object at all.
    OutOfObject,
    /// Access to a variable whose scope has ended.
    UseAfterScope,
    /// Access to memory that has been freed.
    UseAfterFree,
    /// `free` of memory that has been freed.
    DoubleFree,
    /// `free` of something that was not allocated.
    InvalidFree,
    /// A write to a string literal or to a variable declared `const`, through a pointer.
    ReadOnly,
    /// A copy between places that overlap, by a function that must not be asked for it (`memcpy`, `strcpy`).
    Overlap,
    /// A block from the heap that is not freed at exit, and to which nothing leads any more.
    Leak,
    /// `x / 0`, `x % 0`.
    DivisionByZero,
    /// A signed result that does not fit its type, that of `<<` included.
    Overflow,
    /// A shift by a negative count or by the width or more.
    Shift,
    /// `<` or `-` on pointers into different objects.
    PointerCompare,
    /// A call through a pointer that points to no function, or to one of another type.
    FunctionPointer,
    /// A floating value that does not fit the integer type it is converted to.
    Conversion,
    /// Access through a pointer to an address that its type's alignment does not allow.
    Alignment,
    /// What another verifier asks of a pointer (`__CPROVER_r_ok`, `__CPROVER_OBJECT_SIZE`), where the pointer is neither null nor
    /// leads to an object that is there.
    PointerPrimitive,
    /// The end of a function without the value that its caller uses.
    MissingReturn,
    /// An object that one expression changes twice, or changes and reads, in no order.
    Unsequenced,
    /// What a contract requires, where the function that it belongs to is called and stands for its contract.
    Precondition,
    /// What a contract ensures, where the function that it belongs to ends.
    Postcondition,
    /// A write, or a `free`, to something that the contract of a function or of a loop does not name.
    Assigns,
    /// What is stated to hold whenever a loop comes to its head: when it is entered, and after each round.
    LoopInvariant,
    /// What is stated to become smaller in each round of a loop, and never less than nothing.
    Decreases,
    /// An access to memory that another thread may access at the same time, one of the two being a write and not both atomic.
    Race,
    /// A place where a thread waits for ever, and all others too.
    Deadlock,
    /// A lock, a condition variable, a thread and the like, used as it may not be: given back by who does not hold it, destroyed
    /// while it is held, used before it is set up or after it was destroyed, joined twice.
    ThreadMisuse,
}

impl PropertyClass {
    /// All classes.
    pub const ALL: [PropertyClass; 30] = [
        PropertyClass::Assertion,
        PropertyClass::Unreachable,
        PropertyClass::Bounds,
        PropertyClass::NullDereference,
        PropertyClass::OutOfObject,
        PropertyClass::UseAfterScope,
        PropertyClass::UseAfterFree,
        PropertyClass::DoubleFree,
        PropertyClass::InvalidFree,
        PropertyClass::ReadOnly,
        PropertyClass::Overlap,
        PropertyClass::Leak,
        PropertyClass::DivisionByZero,
        PropertyClass::Overflow,
        PropertyClass::Shift,
        PropertyClass::PointerCompare,
        PropertyClass::FunctionPointer,
        PropertyClass::Conversion,
        PropertyClass::Alignment,
        PropertyClass::PointerPrimitive,
        PropertyClass::MissingReturn,
        PropertyClass::Unsequenced,
        PropertyClass::Precondition,
        PropertyClass::Postcondition,
        PropertyClass::Assigns,
        PropertyClass::LoopInvariant,
        PropertyClass::Decreases,
        PropertyClass::Race,
        PropertyClass::Deadlock,
        PropertyClass::ThreadMisuse,
    ];

    /// The name on the command line, in property ids and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            PropertyClass::Assertion => "assertion",
            PropertyClass::Unreachable => "unreachable",
            PropertyClass::Bounds => "bounds",
            PropertyClass::NullDereference => "null-dereference",
            PropertyClass::OutOfObject => "out-of-object",
            PropertyClass::UseAfterScope => "use-after-scope",
            PropertyClass::UseAfterFree => "use-after-free",
            PropertyClass::DoubleFree => "double-free",
            PropertyClass::InvalidFree => "invalid-free",
            PropertyClass::ReadOnly => "read-only",
            PropertyClass::Overlap => "overlap",
            PropertyClass::Leak => "leak",
            PropertyClass::DivisionByZero => "division-by-zero",
            PropertyClass::Overflow => "overflow",
            PropertyClass::Shift => "shift",
            PropertyClass::PointerCompare => "pointer-compare",
            PropertyClass::FunctionPointer => "function-pointer",
            PropertyClass::Conversion => "conversion",
            PropertyClass::Alignment => "alignment",
            PropertyClass::PointerPrimitive => "pointer-primitive",
            PropertyClass::MissingReturn => "missing-return",
            PropertyClass::Unsequenced => "unsequenced",
            PropertyClass::Precondition => "precondition",
            PropertyClass::Postcondition => "postcondition",
            PropertyClass::Assigns => "assigns",
            PropertyClass::LoopInvariant => "loop-invariant",
            PropertyClass::Decreases => "decreases",
            PropertyClass::Race => "race",
            PropertyClass::Deadlock => "deadlock",
            PropertyClass::ThreadMisuse => "thread-misuse",
        }
    }

    /// The class with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.name() == name)
    }

    /// Whether a run has a meaning after such a check has failed: that of the same program without the check. An
    /// assertion changes nothing, signed arithmetic wraps, a lost block stays where it is. After the others C says
    /// nothing, or the machine ends the run.
    #[must_use]
    pub fn goes_on(self) -> bool {
        match self {
            PropertyClass::Assertion | PropertyClass::Overflow | PropertyClass::Leak => true,
            // What is asked has an answer for every pointer here.
            PropertyClass::PointerPrimitive => true,
            // What a contract states is an assertion.
            PropertyClass::Precondition
            | PropertyClass::Postcondition
            | PropertyClass::Assigns
            | PropertyClass::LoopInvariant
            | PropertyClass::Decreases => true,
            PropertyClass::Unreachable
            | PropertyClass::Bounds
            | PropertyClass::NullDereference
            | PropertyClass::OutOfObject
            | PropertyClass::UseAfterScope
            | PropertyClass::UseAfterFree
            | PropertyClass::DoubleFree
            | PropertyClass::InvalidFree
            | PropertyClass::ReadOnly
            | PropertyClass::Overlap
            | PropertyClass::DivisionByZero
            | PropertyClass::Shift
            | PropertyClass::PointerCompare
            | PropertyClass::FunctionPointer
            | PropertyClass::Conversion
            | PropertyClass::Alignment
            | PropertyClass::MissingReturn
            | PropertyClass::Unsequenced
            | PropertyClass::Race
            | PropertyClass::Deadlock
            | PropertyClass::ThreadMisuse => false,
        }
    }

    /// Whether the class is checked unless the user says otherwise. A leak at exit is no fault
    /// in most programs, so it is asked for.
    #[must_use]
    pub fn is_default(self) -> bool {
        self != PropertyClass::Leak
    }
}

/// Which classes are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassSet(u32);

impl ClassSet {
    /// None.
    pub const EMPTY: ClassSet = ClassSet(0);

    /// The classes checked by default.
    #[must_use]
    pub fn defaults() -> Self {
        let defaults = PropertyClass::ALL.into_iter().filter(|class| class.is_default());
        defaults.fold(Self::EMPTY, Self::with)
    }

    /// This set and `class`.
    #[must_use]
    pub fn with(self, class: PropertyClass) -> Self {
        Self(self.0 | 1 << class as u32)
    }

    /// This set without `class`.
    #[must_use]
    pub fn without(self, class: PropertyClass) -> Self {
        Self(self.0 & !(1 << class as u32))
    }

    /// What is in either.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether `class` is in the set.
    #[must_use]
    pub fn contains(self, class: PropertyClass) -> bool {
        self.0 & (1 << class as u32) != 0
    }
}

/// What a check is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Site {
    /// An operator.
    Expr(ExprId),
    /// The pointer a place starts from. Checked when the place is read or written, not when its address is taken. What
    /// may not be written, a literal by its name included, belongs here too.
    Deref(PlaceId),
    /// The projection of a place with this index: an array access.
    Index(PlaceId, u32),
    /// An instruction.
    Instr(InstrId),
    /// A call of the library, for all that its model checks.
    Call(InstrId),
}

/// A property.
#[derive(Clone, Debug)]
pub struct Property {
    /// `main.overflow.3`: function, class, number within both, from 1.
    pub name: String,
    /// Its class.
    pub class: PropertyClass,
    /// What should hold, for a person, as source text where there is some: `m == med`, `a[i]`.
    pub description: String,
    /// Where.
    pub span: Span,
    /// In which function.
    pub function: FunctionId,
    /// What it is attached to.
    pub site: Site,
    /// The instruction that this is a part of; the first one, where several share it.
    pub instr: InstrId,
}

/// All properties of a program, in source order per function.
#[derive(Clone, Debug)]
pub struct PropertyTable {
    properties: IdVec<PropertyId, Property>,
    id_from_site: FxHashMap<(FunctionId, Site, PropertyClass), PropertyId>,
    /// Where a check would be due that runs pass over.
    passed_over: FxHashSet<(FunctionId, Site, PropertyClass)>,
    /// Which functions are models of the library.
    is_model: IdVec<FunctionId, bool>,
    has: ClassSet,
    /// Whether some code stands in another function, too.
    is_woven: bool,
}

impl PropertyTable {
    /// The properties of `program` in the given classes.
    #[must_use]
    pub fn new(program: &Program, classes: ClassSet) -> Self {
        let mut table = Self {
            properties: IdVec::new(),
            id_from_site: FxHashMap::default(),
            passed_over: FxHashSet::default(),
            is_model: program.functions.iter().map(|f| f.origin == Origin::Whyc).collect(),
            has: ClassSet::EMPTY,
            is_woven: program.woven.is_some(),
        };
        // What models check is known before the calls of them are looked at.
        let mut library = Library::default();
        for origin in [Origin::Whyc, Origin::User] {
            let is_copy = |id| program.woven.as_ref().is_some_and(|woven| woven.function == id);
            for (function, f) in
                program.functions.iter_enumerated().filter(|&(id, f)| f.origin == origin && !is_copy(id))
            {
                if let Some(body) = &f.body {
                    collect::function(program, function, body, (classes, &library), &mut table);
                }
            }
            if origin == Origin::Whyc {
                library = Library::new(program, &table);
            }
        }
        if let Some(woven) = &program.woven {
            table.follow(program, woven);
        }
        table
    }

    /// The property of `class` that is due at `site`, if one is.
    #[must_use]
    pub fn at(&self, function: FunctionId, site: Site, class: PropertyClass) -> Option<PropertyId> {
        self.id_from_site.get(&(function, site, class)).copied()
    }

    /// The property that a check of a model belongs to where the user's code calls the library at `call`; none if runs pass
    /// over it. Without a call, and where nobody foresaw it, it is the model's own.
    #[must_use]
    pub fn seen_from(&self, call: Option<(FunctionId, InstrId)>, inside: PropertyId) -> Option<PropertyId> {
        let Some((function, instr)) = call else { return Some(inside) };
        let key = (function, Site::Call(instr), self.properties[inside].class);
        match self.id_from_site.get(&key) {
            Some(&id) => Some(id),
            None => (!self.passed_over.contains(&key)).then_some(inside),
        }
    }

    /// The properties that checks of models can belong to, with their classes.
    pub(crate) fn inside(&self) -> impl Iterator<Item = (PropertyId, PropertyClass)> {
        let models = self.properties.iter_enumerated().filter(|(_, it)| self.is_model[it.function]);
        models.map(|(id, it)| (id, it.class))
    }

    /// The properties of calls of the library; none where runs pass over them.
    pub(crate) fn outside(&self) -> impl Iterator<Item = ((FunctionId, InstrId, PropertyClass), Option<PropertyId>)> {
        let call = |&(function, site, class): &(FunctionId, Site, PropertyClass)| match site {
            Site::Call(instr) => Some((function, instr, class)),
            Site::Expr(_) | Site::Deref(_) | Site::Index(..) | Site::Instr(_) => None,
        };
        let due = self.id_from_site.iter().filter_map(move |(at, &id)| Some((call(at)?, Some(id))));
        let passed_over = self.passed_over.iter().filter_map(move |at| Some((call(at)?, None)));
        due.chain(passed_over)
    }

    /// The same properties, with the same ids, of which `broken` are due nowhere: runs go on where they fail, as if they
    /// were not there.
    #[must_use]
    pub fn passing_over(&self, broken: &[PropertyId]) -> Self {
        let mut table = self.clone();
        for &id in broken {
            let Property { function, site, class, .. } = self.properties[id];
            table.id_from_site.remove(&(function, site, class));
            table.passed_over.insert((function, site, class));
        }
        // Copies of the code are passed over like the code.
        if self.is_woven {
            let sites: Vec<_> =
                table.id_from_site.iter().filter(|(_, id)| broken.contains(id)).map(|(&at, _)| at).collect();
            for at in sites {
                table.id_from_site.remove(&at);
                table.passed_over.insert(at);
            }
        }
        table
    }

    /// Whether runs pass over the check of `class` that would be due at `site`.
    #[must_use]
    pub fn is_passed_over(&self, function: FunctionId, site: Site, class: PropertyClass) -> bool {
        self.passed_over.contains(&(function, site, class))
    }

    /// Where properties of a class are attached to instructions, copies included, in no order.
    pub(crate) fn at_instrs(&self, wanted: PropertyClass) -> impl Iterator<Item = ((FunctionId, InstrId), PropertyId)> {
        self.id_from_site.iter().filter_map(move |(&(function, site, class), &id)| match site {
            Site::Instr(instr) if class == wanted => Some(((function, instr), id)),
            Site::Expr(_) | Site::Deref(_) | Site::Index(..) | Site::Instr(_) | Site::Call(_) => None,
        })
    }

    /// What is due in code is due in its copies: it is the same property. What a model checks belongs to the call in the user's code.
    fn follow(&mut self, program: &Program, woven: &Woven) {
        let mut of_function: FxHashMap<FunctionId, Vec<(Site, PropertyClass, Option<PropertyId>)>> =
            FxHashMap::default();
        for (&(function, site, class), &id) in &self.id_from_site {
            of_function.entry(function).or_default().push((site, class, Some(id)));
        }
        for &(function, site, class) in &self.passed_over {
            of_function.entry(function).or_default().push((site, class, None));
        }
        for (position, segment) in woven.segments.iter().enumerate() {
            let call = match program.functions[segment.function].origin {
                Origin::Whyc => woven.user_call(program, position),
                Origin::User => None,
            };
            for &(site, class, id) in of_function.get(&segment.function).into_iter().flatten() {
                let Some(copy) = segment.copy_of(site) else { continue };
                let at = (woven.function, copy, class);
                match id.and_then(|id| self.seen_from(call, id)) {
                    Some(id) => drop(self.id_from_site.insert(at, id)),
                    None => drop(self.passed_over.insert(at)),
                }
            }
        }
    }

    /// Whether there are properties of this class.
    #[must_use]
    pub fn has_class(&self, class: PropertyClass) -> bool {
        self.has.contains(class)
    }

    /// The property with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<PropertyId> {
        self.properties.iter_enumerated().find(|(_, property)| property.name == name).map(|(id, _)| id)
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &IdVec<PropertyId, Property> {
        &self.properties
    }
}

/// What the address of an access should be a multiple of, as far as types tell: what is there asks for it, and what the
/// pointer points to promises it. 1 where nothing is promised: in named variables, bit-fields and packed records.
#[must_use]
pub fn access_align(program: &Program, body: &Body, place: PlaceId) -> u64 {
    let place = &body.places[place];
    let types = &program.types;
    let PlaceBase::Deref(pointer) = place.base else { return 1 };
    let Some(mut ty) = types.pointee(body.exprs[pointer].ty) else { return 1 };
    let mut promised = types.align_of(ty);
    for projection in &place.projections {
        let step = match *projection {
            Projection::Field(field) => {
                let Type::Record(record) = *types.get(ty) else { return 1 };
                let field = &types.records[record].fields[field as usize];
                if field.bit_width.is_some() {
                    return 1;
                }
                ty = field.ty;
                field.offset_bits / 8
            }
            Projection::Index(_) => {
                let (element, _) = element_type(program, ty);
                ty = element;
                types.size_of(element).unwrap_or(1)
            }
        };
        // The largest power of two that divides both.
        if step != 0 {
            promised = promised.min(1 << step.trailing_zeros());
        }
    }
    promised.min(types.align_of(place.ty))
}

/// The type of field `field` of record type `ty`.
///
/// # Panics
/// If there is no such field: the verifier should have said so.
#[must_use]
pub fn field_type(program: &Program, ty: TypeId, field: u32) -> TypeId {
    match *program.types.get(ty) {
        Type::Record(record) => program.types.records[record].fields[field as usize].ty,
        _ => unreachable!("a field projection should stand on a record"),
    }
}

/// The element type and length of array type `ty`.
///
/// # Panics
/// If it is no array: the verifier should have said so.
#[must_use]
pub fn element_type(program: &Program, ty: TypeId) -> (TypeId, Option<u64>) {
    match *program.types.get(ty) {
        Type::Array { element, len } => (element, len),
        _ => unreachable!("an index projection should stand on an array"),
    }
}
