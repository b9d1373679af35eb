//! Output: `printf` with a format that is known, and the functions that print one thing.
//!
//! Everything else that prints is a model in C, which ends in the `__whyc_out_` functions.

use whyc_base::source::Span;
use whyc_ir::block::{Conversion, Output, OutputItem, STATUS_STREAM};
use whyc_ir::expr::ExprId;
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::ComponentKind;
use whyc_ir::types::{FloatKind, IntKind, Type, TypeId};

use super::builder::{Builder, Item};
use super::call::Want;
use super::format::{self, Directive, Kind, Length, Number, Piece};
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::literals;

/// Standard output.
const OUT: i128 = 1;
/// Standard error.
const ERROR: i128 = 2;

impl<'u> Builder<'_, 'u> {
    /// A call that prints and whose result nobody wants. Says whether it is one.
    pub fn print_builtin(&mut self, name: &str, args: &[Cursor<'u>], span: Span, want: &Want) -> bool {
        if self.engine_output(name, args, span) {
            return true;
        }
        if !matches!(want, Want::Nothing) {
            return false;
        }
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        match (name, args) {
            ("printf", &[format, ref rest @ ..]) => self.print_format(OUT, format, rest, span),
            ("fprintf", &[stream, format, ref rest @ ..]) => match self.known_stream(stream) {
                Some(stream) => self.print_format(stream, format, rest, span),
                None => false,
            },
            ("puts", &[text]) => self.print_text(OUT, text, b"\n", span),
            ("fputs", &[text, stream]) => match self.known_stream(stream) {
                Some(stream) => self.print_text(stream, text, b"", span),
                None => false,
            },
            ("putchar" | "putchar_unlocked", &[c]) => self.print_byte(OUT, c, span),
            ("putc" | "fputc", &[c, stream]) => match self.known_stream(stream) {
                Some(stream) => self.print_byte(stream, c, span),
                None => false,
            },
            _ => false,
        }
    }

    /// The functions in which every model of output ends.
    fn engine_output(&mut self, name: &str, args: &[Cursor<'u>], span: Span) -> bool {
        let values = match (name, args) {
            ("__whyc_out_char", [_, _])
            | ("__whyc_out_signed", [_, _, _, _, _])
            | ("__whyc_out_unsigned" | "__whyc_out_double", [_, _, _, _, _, _]) => self.print_arguments(args),
            _ => return false,
        };
        let letter = |this: &mut Self, at: usize| this.evaluate_int(args[at]).map(|letter| letter as u8);
        let number = |conversion, value, at: usize| OutputItem::Number {
            value,
            conversion,
            flags: values[at],
            width: values[at + 1],
            precision: values[at + 2],
        };
        let item = match name {
            "__whyc_out_char" => OutputItem::Byte(values[1]),
            "__whyc_out_signed" => number(Conversion::Signed, values[1], 2),
            _ => {
                // A letter that is known only when the program runs has a case for each.
                match letter(self, 2).map(Conversion::from_letter) {
                    Some(Some(conversion)) => number(conversion, values[1], 3),
                    Some(None) => {
                        self.unsupported("a hexadecimal fraction in the output", span);
                        return true;
                    }
                    None => {
                        self.output_by_letter(name == "__whyc_out_double", &values, span);
                        return true;
                    }
                }
            }
        };
        self.output(values[0], item, span);
        true
    }

    /// One branch for each letter that `values[2]` can be.
    fn output_by_letter(&mut self, is_double: bool, values: &[ExprId], span: Span) {
        let letters: &[u8] = if is_double { b"fFeEgG" } else { b"uxXo" };
        let end = self.new_label();
        for &letter in letters {
            let Some(conversion) = Conversion::from_letter(letter) else { continue };
            let next = self.new_label();
            let int = self.int();
            let wanted = self.constant(i128::from(letter), int, span);
            let is_it = self.apply(whyc_ir::expr::BinaryOp::Eq, values[2], wanted, span);
            self.emit(InstrKind::Branch { cond: is_it, when: false, target: next }, span);
            let item = OutputItem::Number {
                value: values[1],
                conversion,
                flags: values[3],
                width: values[4],
                precision: values[5],
            };
            self.output(values[0], item, span);
            self.jump(end, span);
            self.place_label(next);
        }
        self.unsupported("this kind of number in the output", span);
        self.place_label(end);
    }

    /// Writes the exit status of the program, of which the outside world sees eight bits.
    pub fn exit_status(&mut self, status: ExprId, span: Span) {
        let int = self.int();
        let status = self.cast(status, int);
        let mask = self.constant(0xFF, int, span);
        let seen = self.apply(whyc_ir::expr::BinaryOp::BitAnd, status, mask, span);
        let wide = self.int_type(IntKind::LongLong);
        let value = self.cast(seen, wide);
        let (zero, none) = (self.constant(0, int, span), self.constant(-1, int, span));
        let stream = self.constant(i128::from(STATUS_STREAM), int, span);
        let conversion = Conversion::Signed;
        self.output(stream, OutputItem::Number { value, conversion, flags: zero, width: zero, precision: none }, span);
    }

    fn output(&mut self, stream: ExprId, item: OutputItem, span: Span) {
        self.emit(InstrKind::Output(Output { stream, item }), span);
    }

    /// `stdout` and `stderr` by their names.
    fn known_stream(&self, stream: Cursor<'u>) -> Option<i128> {
        let mut at = stream;
        loop {
            let children = at.children();
            match (at.kind(), &children[..]) {
                (k::CXCursor_ParenExpr | k::CXCursor_UnexposedExpr, &[inner]) => at = inner,
                (k::CXCursor_DeclRefExpr, _) => {
                    let decl = at.referenced()?;
                    return match decl.spelling().as_str() {
                        "stdout" if decl.has_external_linkage() => Some(OUT),
                        "stderr" if decl.has_external_linkage() => Some(ERROR),
                        _ => None,
                    };
                }
                _ => return None,
            }
        }
    }

    /// The bytes of a string literal, without the final zero.
    fn literal_bytes(&self, text: Cursor<'u>) -> Option<Vec<u8>> {
        let mut at = text;
        loop {
            let children = at.children();
            match (at.kind(), &children[..]) {
                (k::CXCursor_ParenExpr | k::CXCursor_UnexposedExpr | k::CXCursor_CStyleCastExpr, &[inner]) => {
                    at = inner
                }
                (k::CXCursor_StringLiteral, _) => break,
                _ => return None,
            }
        }
        let units = literals::string_units(&at.spelling())?;
        let mut bytes = Vec::new();
        for unit in units {
            // libclang prints what is no ASCII as it stands in the source, which is UTF-8.
            match u8::try_from(unit) {
                Ok(byte) if byte.is_ascii() => bytes.push(byte),
                _ => return None,
            }
        }
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        bytes.truncate(end);
        Some(bytes)
    }

    fn stream(&mut self, stream: i128, span: Span) -> ExprId {
        let int = self.int();
        self.constant(stream, int, span)
    }

    fn print_byte(&mut self, stream: i128, c: Cursor<'u>, span: Span) -> bool {
        let int = self.int();
        let value = self.value(c);
        let value = self.cast(value, int);
        self.component(value, ComponentKind::Argument, c);
        let stream = self.stream(stream, span);
        self.output(stream, OutputItem::Byte(value), span);
        true
    }

    fn print_text(&mut self, stream: i128, text: Cursor<'u>, end: &[u8], span: Span) -> bool {
        let known = self.literal_bytes(text);
        let stream_value = self.stream(stream, span);
        match known {
            Some(mut bytes) => {
                bytes.extend_from_slice(end);
                self.output(stream_value, OutputItem::Text(bytes), span);
            }
            None => {
                let value = self.value(text);
                self.component(value, ComponentKind::Argument, text);
                if !self.print_string(stream, value, None, span) {
                    return false;
                }
                if !end.is_empty() {
                    self.output(stream_value, OutputItem::Text(end.to_vec()), span);
                }
            }
        }
        true
    }

    /// Prints the characters that `text` points to, by the model for that.
    fn print_string(&mut self, stream: i128, text: ExprId, layout: Option<[ExprId; 3]>, span: Span) -> bool {
        let Some(function) = self.cx.model("__whyc_print_string") else { return false };
        let char_ty = self.int_type(IntKind::Char);
        let pointer_ty = self.cx.types.table.pointer(char_ty);
        let text = self.cast(text, pointer_ty);
        let stream = self.stream(stream, span);
        let int = self.int();
        let [flags, width, precision] = layout.unwrap_or_else(|| {
            let (zero, none) = (self.constant(0, int, span), self.constant(-1, int, span));
            [zero, zero, none]
        });
        let args = vec![stream, text, flags, width, precision];
        self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(function), args }, span);
        true
    }

    /// Prints a pointer, by the model for that: null has a text of its own.
    fn print_pointer(&mut self, stream: i128, pointer: ExprId, [flags, width]: [ExprId; 2], span: Span) -> bool {
        let Some(function) = self.cx.model("__whyc_print_pointer") else { return false };
        let Some(param) = self.cx.functions[function].locals.iter().nth(1).map(|param| param.ty) else { return false };
        let args = vec![self.stream(stream, span), self.cast(pointer, param), flags, width];
        self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(function), args }, span);
        true
    }

    /// `printf` with a format that is known. Nothing is emitted if it is not.
    fn print_format(&mut self, stream: i128, format: Cursor<'u>, args: &[Cursor<'u>], span: Span) -> bool {
        let Some(pieces) = self.literal_bytes(format).and_then(|bytes| format::pieces(&bytes)) else { return false };
        let mut wanted = 0;
        for piece in &pieces {
            if let Piece::Directive(directive) = piece {
                let numbers = [directive.width, directive.precision];
                wanted += 1 + numbers.iter().filter(|&&number| number == Number::Argument).count();
            }
        }
        // Too few arguments are undefined; the model of `printf` finds that out.
        if args.len() < wanted {
            return false;
        }
        let mut values = self.print_arguments(args).into_iter();
        let stream_value = self.stream(stream, span);
        for piece in pieces {
            match piece {
                Piece::Text(bytes) => self.output(stream_value, OutputItem::Text(bytes), span),
                Piece::Directive(directive) => {
                    if !self.print_directive(stream, &directive, &mut values, span) {
                        self.unsupported("this conversion of `printf`", span);
                    }
                }
            }
        }
        true
    }

    /// The arguments, all evaluated before anything is printed.
    fn print_arguments(&mut self, args: &[Cursor<'u>]) -> Vec<ExprId> {
        let operands: Vec<(ExprId, Vec<Item>)> = args
            .iter()
            .map(|&arg| {
                self.capture(|this| {
                    let value = this.value(arg);
                    let value = this.promote_argument(value);
                    this.component(value, ComponentKind::Argument, arg);
                    value
                })
            })
            .collect();
        self.in_order(operands)
    }

    fn print_directive(
        &mut self,
        stream: i128,
        directive: &Directive,
        values: &mut dyn Iterator<Item = ExprId>,
        span: Span,
    ) -> bool {
        let int = self.int();
        let mut number = |this: &mut Self, number: Number, absent: i128| match number {
            Number::Absent => Some(this.constant(absent, int, span)),
            Number::Given(value) => Some(this.constant(i128::from(value), int, span)),
            Number::Argument => values.next().map(|value| this.cast(value, int)),
        };
        let (Some(width), Some(precision)) = (number(self, directive.width, 0), number(self, directive.precision, -1))
        else {
            return false;
        };
        let flags = self.constant(i128::from(directive.flags), int, span);
        let Some(value) = values.next() else { return false };
        let stream_value = self.stream(stream, span);
        let layout = [flags, width, precision];
        let (value, conversion) = match directive.kind {
            Kind::String | Kind::Pointer if !self.types().is_pointer(self.ty(value)) => return false,
            Kind::Char if !matches!(self.types().get(self.ty(value)), Type::Int(_) | Type::Enum(_)) => return false,
            Kind::String => return self.print_string(stream, value, Some(layout), span),
            Kind::Char if directive.width == Number::Absent => {
                let value = self.cast(value, int);
                self.output(stream_value, OutputItem::Byte(value), span);
                return true;
            }
            // A character in a field is a string of one.
            Kind::Char => return false,
            Kind::Pointer => return self.print_pointer(stream, value, [flags, width], span),
            Kind::Number(conversion) => {
                let Some(value) = self.printed_number(value, conversion, directive.length) else { return false };
                (value, conversion)
            }
        };
        self.output(stream_value, OutputItem::Number { value, conversion, flags, width, precision }, span);
        true
    }

    /// An argument as the directive reads it, in 64 bits.
    fn printed_number(&mut self, value: ExprId, conversion: Conversion, length: Length) -> Option<ExprId> {
        let is_float = matches!(self.types().get(self.ty(value)), Type::Float(_));
        let platform = &self.cx.types.platform;
        let is_wide = match length {
            Length::Char | Length::Short | Length::Int => false,
            Length::Long => platform.long_bits == 64,
            Length::Size => platform.size.bits() == 64,
            Length::LongLong => true,
        };
        let (narrow, wide): (TypeId, TypeId) = match conversion {
            Conversion::Float(_) => {
                let double = self.cx.types.table.intern(Type::Float(FloatKind::Double));
                return (self.ty(value) == double).then_some(value);
            }
            Conversion::Signed => {
                let narrow = match length {
                    Length::Char => IntKind::SChar,
                    Length::Short => IntKind::Short,
                    Length::Long | Length::Size | Length::LongLong if is_wide => IntKind::LongLong,
                    Length::Int | Length::Long | Length::Size | Length::LongLong => IntKind::Int,
                };
                (self.int_type(narrow), self.int_type(IntKind::LongLong))
            }
            Conversion::Unsigned | Conversion::Hex | Conversion::UpperHex | Conversion::Octal => {
                let narrow = match length {
                    Length::Char => IntKind::UChar,
                    Length::Short => IntKind::UShort,
                    Length::Long | Length::Size | Length::LongLong if is_wide => IntKind::ULongLong,
                    Length::Int | Length::Long | Length::Size | Length::LongLong => IntKind::UInt,
                };
                (self.int_type(narrow), self.int_type(IntKind::ULongLong))
            }
        };
        // An argument of another size, or no number at all, is not what the directive reads.
        let expected = if is_wide { 64 } else { 32 };
        // A pointer is passed like a number of its size.
        let is_number =
            matches!(self.types().get(self.ty(value)), Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Pointer(_));
        if is_float || !is_number || self.types().scalar_bits(self.ty(value)) != Some(expected) {
            return None;
        }
        let value = self.cast(value, narrow);
        Some(self.cast(value, wide))
    }
}
