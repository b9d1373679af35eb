//! What a program is compiled for, as libclang knows it.
//!
//! The usual platform is known. Of any other one, a small text is parsed for the same target, with what is to be known as the
//! constants of an enumeration.

use whyc_ir::layout::Pointers;
use whyc_ir::target::Target;
use whyc_ir::types::IntKind;

use crate::clang::kind as k;
use crate::clang::unit::{Index, Record, Unit};

/// The target of a file that says nothing else.
pub(crate) const USUAL: &str = "x86_64-pc-linux-gnu";

/// The option that says with which unit `float` and `double` are computed.
pub(crate) const FRACTIONS: &str = "-mfpmath=";

/// What to do where a program for another machine includes headers that are not there.
pub(crate) const HEADERS: &str = "the C library's headers for this target are not where clang looks for them: for -m32 on Debian and \
    Ubuntu they come with `gcc-multilib`; for another target, `-I DIR` says where they are";

/// Whether the arguments of a compiler name a target.
pub(crate) fn is_named<'a>(mut args: impl Iterator<Item = &'a String>) -> bool {
    args.any(|arg| matches!(arg.as_str(), "-m32" | "-mx32" | "-target") || arg.starts_with("--target="))
}

/// A platform, as far as the front end cares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Platform {
    /// What the program's meaning depends on.
    pub target: Target,
    /// The name that the compiler has for it.
    pub triple: String,
    /// The width of `long`.
    pub long_bits: u32,
    /// `size_t`
    pub size: IntKind,
    /// `ptrdiff_t`
    pub difference: IntKind,
    /// What `long double` is.
    pub long_double: LongDouble,
    /// Whether `float` and `double` are computed with more digits than they have.
    pub has_excess_precision: bool,
    /// The options, beside its name, that it depends on.
    pub options: Vec<String>,
}

/// The format of `long double`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LongDouble {
    /// The 80 bits of x87.
    X87,
    /// The same as `double`.
    Double,
    /// Another one, which is not modelled.
    Other,
}

impl Platform {
    /// Linux on x86-64.
    pub fn usual() -> Self {
        Self {
            target: Target::X86_64,
            triple: USUAL.to_owned(),
            long_bits: 64,
            size: IntKind::ULong,
            difference: IntKind::Long,
            long_double: LongDouble::X87,
            has_excess_precision: false,
            options: Vec::new(),
        }
    }

    /// Whether another platform has the same types, whatever it is called.
    pub fn has_types_of(&self, other: &Self) -> bool {
        let types = |it: &Self| (it.target, it.long_bits, it.size, it.difference, it.long_double);
        types(self) == types(other)
    }

    /// The kind of the unsigned type of 64 bits that the models compute with.
    pub fn word(&self) -> IntKind {
        if self.long_bits == 64 { IntKind::ULong } else { IntKind::ULongLong }
    }

    /// The platform that a unit was compiled for with these arguments.
    ///
    /// # Errors
    /// What is not modelled about it, in words.
    pub fn of_unit(index: &Index, unit: &Unit<'_>, args: &[&String]) -> Result<Self, String> {
        let Some(triple) = unit.triple() else { return Ok(Self::usual()) };
        // Which instructions there are says how wide numbers are computed with, and a few options what they are like.
        let options: Vec<String> = args.iter().filter(|arg| changes_types(arg)).map(|arg| (*arg).clone()).collect();
        let unit = args.iter().rev().find_map(|arg| arg.strip_prefix(FRACTIONS));
        if triple == USUAL && options.is_empty() && unit.is_none_or(|unit| unit == "sse") {
            return Ok(Self::usual());
        }
        Self::asked(index, triple, options, unit)
    }

    fn asked(index: &Index, triple: String, options: Vec<String>, unit: Option<&str>) -> Result<Self, String> {
        let mut args = ["-x", "c", "-w", "-std=gnu17", "-ffreestanding"].map(str::to_owned).to_vec();
        args.push(format!("--target={triple}"));
        args.extend(options.iter().cloned());
        let answers = Unit::parse_with(index, &[("<target>.c", QUESTIONS.as_bytes())], &args, Record::Code)
            .filter(|unit| !unit.diagnostics().iter().any(|d| d.severity == whyc_base::diagnostic::Severity::Error))
            .map(|unit| {
                let asked = unit.root().children().into_iter().find(|decl| decl.kind() == k::CXCursor_EnumDecl);
                let constants = asked.map(|asked| asked.children()).unwrap_or_default();
                constants.into_iter().map(|c| (c.spelling(), c.enum_value(true))).collect::<Vec<_>>()
            });
        let Some(answers) = answers else {
            return Err(format!(
                "this is compiled for `{triple}`, of which libclang does not tell how it has its types"
            ));
        };
        let answer = |name: &str| answers.iter().find(|(known, _)| known == name).map_or(-1, |&(_, value)| value);
        let refused = |what: &str| Err(format!("this is compiled for `{triple}`, {what}"));
        if answer("is_little") != 1 {
            return refused("which is big-endian; only little-endian targets are modelled");
        }
        let pointers = match answer("pointer") {
            8 => Pointers::Bits64,
            4 => Pointers::Bits32,
            _ => return refused("whose pointers have neither 32 nor 64 bits; other targets are not modelled"),
        };
        if ["char_bits", "short_size", "int_size", "long_long_size"].map(answer) != [8, 2, 4, 8] {
            return refused("where `int` does not have 32 bits; such targets are not modelled");
        }
        let align_of_8_bytes = answer("long_long_align");
        let natural = [("short_align", 2), ("int_align", 4), ("pointer_align", answer("pointer"))];
        let is_natural = natural.iter().all(|&(name, align)| answer(name) == align);
        if !is_natural || answer("double_align") != align_of_8_bytes || ![4, 8].contains(&align_of_8_bytes) {
            return refused("which aligns its types in a way that is not modelled");
        }
        let kind = |of_int: i128, of_long: i128, bits: i128, kinds: [IntKind; 4]| match (of_int, of_long, bits) {
            (1, _, _) => kinds[0],
            (_, 1, 4) => kinds[1],
            (_, 1, _) => kinds[2],
            _ => kinds[3],
        };
        let long = answer("long_size");
        let unsigned = [IntKind::UInt, IntKind::ULong32, IntKind::ULong, IntKind::ULongLong];
        let signed = [IntKind::Int, IntKind::Long32, IntKind::Long, IntKind::LongLong];
        let size = kind(answer("size_is_int"), answer("size_is_long"), long, unsigned);
        let difference = kind(answer("difference_is_int"), answer("difference_is_long"), long, signed);
        let width = pointers.bits();
        if ![4, 8].contains(&long) || size.bits() != width || difference.bits() != width {
            return refused("whose `size_t` or `long` is not modelled");
        }
        let long_double = match (answer("long_double_digits"), answer("long_double_size")) {
            (64, 12 | 16) => LongDouble::X87,
            (53, 8) => LongDouble::Double,
            _ => LongDouble::Other,
        };
        let is_usual_abi = triple.starts_with("x86_64");
        let target = Target {
            pointers,
            align_of_8_bytes: align_of_8_bytes as u32,
            long_double_bytes: answer("long_double_size") as u32,
            long_double_align: answer("long_double_align") as u32,
            // Only the rules of x86-64 promise more for arrays than for their elements.
            large_array_align: if is_usual_abi { 16 } else { 1 },
            // What every library promises: room for the scalars of eight bytes, and for `long double` where pointers are as wide.
            block_align: if pointers == Pointers::Bits64 { 16 } else { 8 },
        };
        // Compilers for i386 differ in whether they compute with x87, which has more digits, unless they are told.
        let is_i386 = triple.starts_with('i') && pointers == Pointers::Bits32;
        let has_excess_precision = unit.map_or(is_i386 || answer("evaluation") != 0, |unit| unit != "sse");
        let long_bits = 8 * long as u32;
        Ok(Self { target, triple, long_bits, size, difference, long_double, has_excess_precision, options })
    }
}

/// Whether an option may change what types are like, beside those that name a target.
fn changes_types(arg: &str) -> bool {
    const CHANGING: [&str; 9] = [
        "-mlong-double",
        "-malign-double",
        "-mno-sse",
        "-msoft-float",
        "-mno-80387",
        "-mabi=",
        "-march=",
        "-mfloat-abi",
        "-mcpu=",
    ];
    CHANGING.iter().any(|option| arg.starts_with(option))
}

const QUESTIONS: &str = "
#define ALIGN(type) __builtin_offsetof(struct { char c; type x; }, x)
enum target {
    is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
    char_bits = __CHAR_BIT__,
    short_size = sizeof(short), short_align = ALIGN(short),
    int_size = sizeof(int), int_align = ALIGN(int),
    long_size = sizeof(long),
    long_long_size = sizeof(long long), long_long_align = ALIGN(long long),
    double_align = ALIGN(double),
    pointer = sizeof(void *), pointer_align = ALIGN(void *),
    size_is_int = __builtin_types_compatible_p(__SIZE_TYPE__, unsigned int),
    size_is_long = __builtin_types_compatible_p(__SIZE_TYPE__, unsigned long),
    difference_is_int = __builtin_types_compatible_p(__PTRDIFF_TYPE__, int),
    difference_is_long = __builtin_types_compatible_p(__PTRDIFF_TYPE__, long),
    long_double_size = sizeof(long double), long_double_align = ALIGN(long double),
    long_double_digits = __LDBL_MANT_DIG__,
    evaluation = __FLT_EVAL_METHOD__
};
";
