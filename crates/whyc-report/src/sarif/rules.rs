//! The classes of properties, for readers who see a finding without knowing whyc.

use serde_json::json;
use whyc_ir::property::PropertyClass;

use super::log::{Configuration, Message, Properties, Rule};

/// What somebody should know of a class: its name in one word, what is wrong in a sentence, and why that is bad.
struct Words {
    name: &'static str,
    short: &'static str,
    full: &'static str,
}

/// One rule for each class, in the order of the classes.
pub fn rules() -> Vec<Rule> {
    PropertyClass::ALL.into_iter().map(rule).collect()
}

/// Where the rule of a class stands.
pub fn index(class: PropertyClass) -> usize {
    PropertyClass::ALL.iter().position(|&other| other == class).unwrap_or_default()
}

fn rule(class: PropertyClass) -> Rule {
    let words = words(class);
    described(class.name(), words.name, words.short, words.full)
}

/// A rule in these words.
pub fn described(id: &'static str, name: &'static str, short: &str, full: &str) -> Rule {
    let help = format!(
        "{full} The steps of the code flow are those of a run that really does this; whyc replayed it before it reported it. \
         Places where a change would help and changes that were checked are given by `whyc localize`."
    );
    Rule {
        id,
        name,
        short_description: Message::new(short),
        full_description: Message::new(full),
        help: Message::new(help),
        default_configuration: Configuration { level: "error" },
        properties: Properties::from([
            ("precision", json!("very-high")),
            ("problem.severity", json!("error")),
            ("tags", json!(["correctness", "model-checking"])),
        ]),
    }
}

fn words(class: PropertyClass) -> Words {
    let (name, short, full) = match class {
        PropertyClass::Assertion => (
            "AssertionFails",
            "An assertion can fail.",
            "Some run reaches this assertion with a condition that is false, or a place that should never be reached.",
        ),
        PropertyClass::Unreachable => (
            "UnreachableReached",
            "Code that is declared unreachable can be reached.",
            "The compiler may assume that this place is never reached; a run that gets there has no meaning.",
        ),
        PropertyClass::Bounds => (
            "IndexOutOfBounds",
            "An index can be outside its array.",
            "Reading or writing outside an array gives no value that means anything, and destroys what lies there.",
        ),
        PropertyClass::NullDereference => (
            "NullDereference",
            "Memory can be accessed through a null pointer.",
            "A null pointer points to no object; accessing memory through it ends most programs.",
        ),
        PropertyClass::OutOfObject => (
            "AccessOutsideObject",
            "Memory can be accessed outside the object that a pointer points into.",
            "A pointer gives access to the object it points into and to nothing beyond.",
        ),
        PropertyClass::UseAfterScope => (
            "UseAfterScope",
            "A variable can be accessed after the end of its scope.",
            "The memory of a variable whose scope has ended may hold something else by now.",
        ),
        PropertyClass::UseAfterFree => (
            "UseAfterFree",
            "Memory can be accessed after it was freed.",
            "Freed memory may have been given to another part of the program.",
        ),
        PropertyClass::DoubleFree => (
            "DoubleFree",
            "Memory can be freed a second time.",
            "Freeing a block that is free already destroys the allocator's own data.",
        ),
        PropertyClass::InvalidFree => (
            "InvalidFree",
            "Something can be freed that was never allocated.",
            "Only what malloc and its relatives returned may be given to free.",
        ),
        PropertyClass::ReadOnly => (
            "WriteToConstant",
            "Something that is constant can be written to.",
            "String literals and variables that are const may lie in memory that cannot be written, and the compiler may assume that they do not change.",
        ),
        PropertyClass::Overlap => (
            "OverlappingCopy",
            "Memory can be copied onto itself.",
            "memcpy, strcpy and their kin may copy in any order: between places that overlap, what arrives is undefined. memmove is made for that.",
        ),
        PropertyClass::Leak => (
            "Leak",
            "A block can be lost without being freed.",
            "A block that nothing leads to any more cannot be freed for as long as the program runs.",
        ),
        PropertyClass::DivisionByZero => (
            "DivisionByZero",
            "A division can be one by zero.",
            "The quotient and the remainder of a division by zero are undefined; most machines stop the program.",
        ),
        PropertyClass::Overflow => (
            "SignedOverflow",
            "A signed result can be too large or too small for its type.",
            "Signed overflow is undefined: the compiler may assume that it never happens.",
        ),
        PropertyClass::Shift => (
            "ShiftOutOfRange",
            "A shift can have a count that is out of range.",
            "A shift by a negative count, or by as many bits as the type has or more, is undefined.",
        ),
        PropertyClass::PointerCompare => (
            "PointersIntoDifferentObjects",
            "Pointers into different objects can be compared or subtracted.",
            "Which of two pointers into different objects is the smaller one, and how far they are apart, is undefined.",
        ),
        PropertyClass::FunctionPointer => (
            "WrongFunctionPointer",
            "A call can go through a pointer to no function of its type.",
            "A call through a null pointer, or to a function of another type, is undefined.",
        ),
        PropertyClass::Conversion => (
            "ConversionOutOfRange",
            "A floating-point number can be converted to an integer type that it does not fit.",
            "If the whole part of a floating-point number does not fit the integer type, the conversion is undefined.",
        ),
        PropertyClass::Alignment => (
            "MisalignedAccess",
            "Memory can be accessed through a pointer that is not aligned.",
            "The address of an object must be a multiple of its type's alignment; compilers make use of that, and some machines stop the program.",
        ),
        PropertyClass::PointerPrimitive => (
            "QuestionAboutInvalidPointer",
            "A verifier can be asked about a pointer that is neither null nor valid.",
            "What is said of the object that such a pointer leads to means nothing, and an assumption about it excludes nothing.",
        ),
        PropertyClass::MissingReturn => (
            "MissingReturnValue",
            "A function can end without the value that its caller uses.",
            "If control reaches the end of a function that should return a value, and the caller uses it, the behaviour is undefined.",
        ),
        PropertyClass::Unsequenced => (
            "UnsequencedChange",
            "One expression can change an object and use it in no particular order.",
            "If two changes of an object, or a change and a use of its value, are not in order, the behaviour is undefined.",
        ),
        PropertyClass::Precondition => (
            "PreconditionNotMet",
            "A function can be called without what its contract requires.",
            "Where a function stands for its contract, every call must meet what the contract requires.",
        ),
        PropertyClass::Postcondition => (
            "PostconditionNotKept",
            "A function can end without what its contract ensures.",
            "Whoever calls the function by its contract relies on what it ensures.",
        ),
        PropertyClass::Assigns => (
            "WriteOutsideOfContract",
            "Something can be written that the contract does not name.",
            "What the assigns clause of a function or loop does not name keeps its value, and others rely on that.",
        ),
        PropertyClass::LoopInvariant => (
            "LoopInvariantNotKept",
            "An invariant of a loop can be false.",
            "An invariant holds when its loop is entered, and each round that starts with it ends with it.",
        ),
        PropertyClass::Decreases => (
            "MeasureDoesNotDecrease",
            "A loop can fail to come closer to its end.",
            "What a loop is stated to decrease gets smaller in each round and stays non-negative, so that the loop ends.",
        ),
        PropertyClass::Race => (
            "DataRace",
            "Two threads can access the same memory at the same time.",
            "Of two accesses that no order keeps apart, neither is a write, or both are atomic.",
        ),
        PropertyClass::Deadlock => (
            "Deadlock",
            "Threads can wait for each other for ever.",
            "As long as some thread has not ended, some thread can go on.",
        ),
        PropertyClass::ThreadMisuse => (
            "ThreadMisuse",
            "A lock, a condition variable or a thread can be used as it may not be.",
            "Locks are given back by who holds them, and nothing is used before it is set up or after it is destroyed.",
        ),
    };
    Words { name, short, full }
}
