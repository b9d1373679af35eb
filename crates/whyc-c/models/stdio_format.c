/* Formatted output, to streams and into buffers: the conversions. Who calls them is in stdio_out.c.
 *
 * A number that goes to a stream is handed to the engine as a whole, which need not know its digits; a
 * number that goes into a buffer is divided into digits here. The number of characters is found by
 * comparisons, and only if somebody asks: `__whyc_printf_void` and its kin do not count. */
#include "whyc.h"

void __whyc_put(struct whyc_sink *sink, int c) {
    if (sink->stream == TO_BUFFER) {
        if (sink->count < sink->size)
            sink->buffer[sink->count] = (char)c;
    } else if (sink->stream) {
        __whyc_out_char(sink->stream, (unsigned char)c);
    }
    if (sink->counts)
        sink->count++;
}

/* `most` is what `count` can be: known where `count` is not, so that the loop is seen to end. */
void __whyc_pad(struct whyc_sink *sink, int c, int count, int most) {
    for (int i = 0; i < most && i < count; i++)
        __whyc_put(sink, c);
}

/* How many digits a number has; 0 has none. One expression each: no case distinction for the solver. */
static int decimal_digits(word v) {
    return (v >= 1) + (v >= 10) + (v >= 100) + (v >= 1000) + (v >= 10000) + (v >= 100000) + (v >= 1000000) +
           (v >= 10000000) + (v >= 100000000) + (v >= 1000000000) + (v >= 10000000000) + (v >= 100000000000) +
           (v >= 1000000000000) + (v >= 10000000000000) + (v >= 100000000000000) + (v >= 1000000000000000) +
           (v >= 10000000000000000) + (v >= 100000000000000000) + (v >= 1000000000000000000) +
           (v >= 10000000000000000000UL);
}

static int hexadecimal_digits(word v) {
    return (v != 0) + (v >> 4 != 0) + (v >> 8 != 0) + (v >> 12 != 0) + (v >> 16 != 0) + (v >> 20 != 0) +
           (v >> 24 != 0) + (v >> 28 != 0) + (v >> 32 != 0) + (v >> 36 != 0) + (v >> 40 != 0) + (v >> 44 != 0) +
           (v >> 48 != 0) + (v >> 52 != 0) + (v >> 56 != 0) + (v >> 60 != 0);
}

static int octal_digits(word v) {
    return (v != 0) + (v >> 3 != 0) + (v >> 6 != 0) + (v >> 9 != 0) + (v >> 12 != 0) + (v >> 15 != 0) +
           (v >> 18 != 0) + (v >> 21 != 0) + (v >> 24 != 0) + (v >> 27 != 0) + (v >> 30 != 0) + (v >> 33 != 0) +
           (v >> 36 != 0) + (v >> 39 != 0) + (v >> 42 != 0) + (v >> 45 != 0) + (v >> 48 != 0) + (v >> 51 != 0) +
           (v >> 54 != 0) + (v >> 57 != 0) + (v >> 60 != 0) + (v >> 63 != 0);
}

/* Writes the digits from the right, to where their number says that they start. */
static void put_digits(struct whyc_sink *sink, word value, int letter, int digits) {
    int most = letter == 'u' ? 20 : letter == 'o' ? 22 : 16;
    for (int i = 1; i <= most && i <= digits; i++) {
        word digit;
        if (letter == 'u') {
            digit = value % 10;
            value /= 10;
        } else if (letter == 'o') {
            digit = value & 7;
            value >>= 3;
        } else {
            digit = value & 15;
            value >>= 4;
        }
        size_t at = sink->count + (size_t)(digits - i);
        if (at < sink->size)
            sink->buffer[at] = (char)(digit < 10 ? '0' + digit : (unsigned)(letter - ('x' - 'a')) + (digit - 10));
    }
    sink->count += (size_t)digits;
}

/* A number of which the sign is known: '-', '+', ' ' or 0 for none. */
static void put_number(struct whyc_sink *sink, int sign, word value, int letter, int flags, int width,
                       int precision) {
    if (!sink->counts)
        return;
    int digits = letter == 'u'   ? decimal_digits(value)
                 : letter == 'o' ? octal_digits(value)
                                 : hexadecimal_digits(value);
    int prefix = (flags & FLAG_ALT) && letter != 'u' && letter != 'o' && value != 0 ? 2 : 0;
    int least = precision < 0 ? 1 : precision;
    /* '#' makes the first octal digit a zero. */
    if ((flags & FLAG_ALT) && letter == 'o' && least <= digits)
        least = digits + 1;
    int zeros = least > digits ? least - digits : 0;
    int most = (precision < 1 ? 1 : precision) + width;
    int length = (sign != 0) + prefix + zeros + digits;
    int padding = width > 0 && width > length ? width - length : 0;
    if (sink->stream != TO_BUFFER) {
        sink->count += (size_t)(length + padding);
        return;
    }
    if ((flags & FLAG_ZERO) && !(flags & FLAG_LEFT) && precision < 0) {
        zeros += padding;
        padding = 0;
    }
    if (!(flags & FLAG_LEFT))
        __whyc_pad(sink, ' ', padding, width);
    if (sign)
        __whyc_put(sink, sign);
    if (prefix) {
        __whyc_put(sink, '0');
        __whyc_put(sink, letter);
    }
    __whyc_pad(sink, '0', zeros, most);
    put_digits(sink, value, letter, digits);
    if (flags & FLAG_LEFT)
        __whyc_pad(sink, ' ', padding, width);
}

static void put_signed(struct whyc_sink *sink, signed_word value, int flags, int width, int precision) {
    if (sink->stream > 0)
        __whyc_out_signed(sink->stream, value, flags, width, precision);
    int sign = value < 0 ? '-' : flags & FLAG_PLUS ? '+' : flags & FLAG_SPACE ? ' ' : 0;
    word magnitude = value < 0 ? 0 - (word)value : (word)value;
    put_number(sink, sign, magnitude, 'u', flags, width, precision);
}

static void put_unsigned(struct whyc_sink *sink, word value, int letter, int flags, int width,
                         int precision) {
    if (sink->stream > 0)
        __whyc_out_unsigned(sink->stream, value, letter, flags, width, precision);
    put_number(sink, 0, value, letter, flags, width, precision);
}

static void put_text(struct whyc_sink *sink, const char *text, int flags, int width, int precision) {
    int length = 0;
    if (width > 0) {
        while ((precision < 0 || length < precision) && text[length])
            length++;
    }
    if (!(flags & FLAG_LEFT))
        __whyc_pad(sink, ' ', width - length, width);
    for (int i = 0; (precision < 0 || i < precision) && text[i]; i++)
        __whyc_put(sink, text[i]);
    if (flags & FLAG_LEFT)
        __whyc_pad(sink, ' ', width - length, width);
}

static void put_character(struct whyc_sink *sink, int c, int flags, int width) {
    if (!(flags & FLAG_LEFT))
        __whyc_pad(sink, ' ', width - 1, width);
    __whyc_put(sink, c);
    if (flags & FLAG_LEFT)
        __whyc_pad(sink, ' ', width - 1, width);
}

static void put_pointer(struct whyc_sink *sink, const void *pointer, int flags, int width) {
    if (pointer)
        put_unsigned(sink, (unsigned long)pointer, 'x', flags | FLAG_ALT, width, -1);
    else
        put_text(sink, "(nil)", flags, width, -1);
}

static void put_fraction(struct whyc_sink *sink, double value, int letter, int flags, int width, int precision) {
    if (sink->stream > 0)
        __whyc_out_double(sink->stream, value, letter, flags, width, precision);
    /* Also to count what the engine wrote: then the sink is a stream without a buffer. */
    if (sink->counts) {
        struct whyc_sink counted = *sink;
        if (sink->stream != TO_BUFFER)
            counted.stream = 0;
        __whyc_put_double(&counted, value, letter, flags, width, precision);
        sink->count = counted.count;
    }
}

static int flag_of(char c) {
    return c == '-'   ? FLAG_LEFT
           : c == '+' ? FLAG_PLUS
           : c == ' ' ? FLAG_SPACE
           : c == '#' ? FLAG_ALT
           : c == '0' ? FLAG_ZERO
                      : 0;
}

/* All arguments are fetched in this one function: handing a va_list on leaves its caller with none. */
void __whyc_format(struct whyc_sink *sink, const char *format, va_list args) {
    for (size_t i = 0; format[i]; i++) {
        if (format[i] != '%') {
            __whyc_put(sink, format[i]);
            continue;
        }
        i++;
        int flags = 0, width = 0, precision = -1;
        while (flag_of(format[i]) || format[i] == '\'') {
            flags |= flag_of(format[i]);
            i++;
        }
        if (format[i] == '*') {
            width = va_arg(args, int);
            if (width < 0) {
                flags |= FLAG_LEFT;
                width = -width;
            }
            i++;
        } else {
            while (format[i] >= '0' && format[i] <= '9') {
                width = width * 10 + (format[i] - '0');
                i++;
            }
        }
        if (format[i] == '.') {
            i++;
            precision = 0;
            if (format[i] == '*') {
                precision = va_arg(args, int);
                if (precision < 0)
                    precision = -1;
                i++;
            } else {
                while (format[i] >= '0' && format[i] <= '9') {
                    precision = precision * 10 + (format[i] - '0');
                    i++;
                }
            }
        }
        /* Bytes of an integer, or LONG_LENGTH. */
        int size = 4;
        if (format[i] == 'h') {
            size = format[i + 1] == 'h' ? 1 : 2;
            i += format[i + 1] == 'h' ? 2 : 1;
        } else if (format[i] == 'l') {
#if __SIZEOF_LONG__ == 8
            size = 8;
#else
            size = format[i + 1] == 'l' ? 8 : LONG_LENGTH;
#endif
            i += format[i + 1] == 'l' ? 2 : 1;
#if __SIZEOF_LONG__ != 8
        } else if (format[i] == 'z' || format[i] == 't') {
            size = sizeof(size_t);
            i++;
#endif
        } else if (format[i] == 'z' || format[i] == 'j' || format[i] == 't') {
            size = 8;
            i++;
        }
        switch (format[i]) {
        case 'd':
        case 'i': {
            signed_word value;
            if (size == 8)
                value = va_arg(args, signed_word);
            else
                value = va_arg(args, int);
            if (size == 1)
                value = (signed char)value;
            if (size == 2)
                value = (short)value;
            put_signed(sink, value, flags, width, precision);
            break;
        }
        case 'u':
        case 'x':
        case 'X':
        case 'o': {
            word value;
            if (size == 8)
                value = va_arg(args, word);
            else
                value = va_arg(args, unsigned int);
            if (size == 1)
                value = (unsigned char)value;
            if (size == 2)
                value = (unsigned short)value;
            put_unsigned(sink, value, format[i], flags, width, precision);
            break;
        }
        case 'f':
        case 'F':
        case 'e':
        case 'E':
        case 'g':
        case 'G':
        case 'a':
        case 'A':
            put_fraction(sink, va_arg(args, double), format[i], flags, width, precision);
            break;
        case 'c':
            if (size == LONG_LENGTH)
                __whyc_unsupported("printf of a wide character");
            put_character(sink, va_arg(args, int), flags, width);
            break;
        case 's':
            if (size == LONG_LENGTH)
                __whyc_unsupported("printf of a wide string");
            put_text(sink, va_arg(args, const char *), flags, width, precision);
            break;
        case 'p':
            put_pointer(sink, va_arg(args, void *), flags, width);
            break;
        case 'n': {
            void *to = va_arg(args, void *);
            if (!sink->counts)
                __whyc_unsupported("printf with %n where characters are not counted");
            if (size == 1)
                *(signed char *)to = (signed char)sink->count;
            else if (size == 2)
                *(short *)to = (short)sink->count;
            else if (size == 4)
                *(int *)to = (int)sink->count;
#if __SIZEOF_LONG__ != 8
            else if (size == 8)
                *(long long *)to = (long long)sink->count;
#endif
            else
                *(long *)to = (long)sink->count;
            break;
        }
        case '%':
            __whyc_put(sink, '%');
            break;
        default:
            /* Also %L..., %m and %1$d, whose arguments cannot be found. */
            __whyc_unsupported("this conversion of printf");
            return;
        }
    }
}
