/* The work of the scanf family, whose members are in stdio_scanf.c; numbers are in stdio_numbers.c.
 *
 * A known text (sscanf, or standard input that was given) is read byte for byte, with glibc's matching
 * failures. On an unknown stream characters are inputs, but a number is an input as a whole: each value
 * the conversion can yield, the end of the stream, or a character that is not part of a number and stays.
 * White space is skipped as one. */
#include "whyc.h"

static _Bool is_space(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static _Bool is_digit(int c) {
    return c >= '0' && c <= '9';
}

static void skip_space(FILE *stream) {
    if (__whyc_is_known(stream)) {
        while (is_space(__whyc_peek(stream)))
            __whyc_advance(stream);
    } else if (is_space(stream->pushed)) {
        stream->pushed = -1;
    }
}

/* Whether c is in the set that starts behind '['. As in glibc, the end of a range may start another one
 * (a-c-e), and c-a are three characters. */
static _Bool is_in_set(const char *set, int c) {
    _Bool inverted = set[0] == '^';
    size_t i = inverted;
    /* The first one is a member even if it is ']'. */
    do {
        unsigned char low = (unsigned char)set[i], high = (unsigned char)set[i + 2];
        if (set[i + 1] == '-' && high && high != ']' && low <= high) {
            if (c >= low && c <= high)
                return !inverted;
            i += 2;
        } else {
            if (c == low)
                return !inverted;
            i++;
        }
    } while (set[i] != ']');
    return inverted;
}

/* What has been read just before, which says something about the next character. */
enum before { BEFORE_ANYTHING, BEHIND_SPACE, BEHIND_NUMBER };

/* The next character, which stays the next one. */
static int look(FILE *stream, enum before before) {
    int c = __whyc_peek(stream);
    if (!__whyc_is_known(stream) && before == BEHIND_SPACE)
        __VERIFIER_assume(!is_space(c));
    if (!__whyc_is_known(stream) && before == BEHIND_NUMBER)
        __VERIFIER_assume(!is_digit(c));
    return c;
}

/* %s, %[ and %c, of any stream. */
static int scan_characters(FILE *stream, const struct whyc_conversion *conversion, enum before before, char *to) {
    int width = conversion->letter == 'c' && conversion->width < 0 ? 1 : conversion->width;
    int c = look(stream, before);
    if (c == EOF)
        return SCAN_AT_END;
    int i = 0;
    while (i != width && c != EOF) {
        if (conversion->letter == 's' && is_space(c))
            break;
        if (conversion->letter == '[' && !is_in_set(conversion->set, c))
            break;
        if (!conversion->suppressed)
            to[i] = (char)c;
        i++;
        __whyc_advance(stream);
        if (i != width)
            c = __whyc_peek(stream);
    }
    if (i == 0)
        return SCAN_FAILED;
    if (!conversion->suppressed && conversion->letter != 'c')
        to[i] = 0;
    return SCAN_MATCHED;
}

/* One character of the format that stands for itself. */
static int scan_literal(FILE *stream, enum before before, char wanted) {
    int c = look(stream, before);
    if (c == EOF)
        return SCAN_AT_END;
    if (c != (unsigned char)wanted)
        return SCAN_FAILED;
    __whyc_advance(stream);
    return SCAN_MATCHED;
}

/* Where the conversion that starts behind '%' has its letter, for '[' its closing bracket. */
static size_t read_conversion(const char *format, size_t i, struct whyc_conversion *conversion) {
    conversion->suppressed = format[i] == '*';
    if (format[i] == '*')
        i++;
    conversion->width = is_digit(format[i]) ? 0 : -1;
    while (is_digit(format[i])) {
        conversion->width = conversion->width * 10 + (format[i] - '0');
        i++;
    }
    /* glibc takes no width for a width of 0. */
    if (conversion->width == 0)
        conversion->width = -1;
    conversion->size = 4;
    if (format[i] == 'h') {
        conversion->size = format[i + 1] == 'h' ? 1 : 2;
        i += format[i + 1] == 'h' ? 2 : 1;
    } else if (format[i] == 'l') {
#if __SIZEOF_LONG__ == 8
        conversion->size = 8;
#else
        conversion->size = format[i + 1] == 'l' ? 8 : LONG_LENGTH;
#endif
        i += format[i + 1] == 'l' ? 2 : 1;
#if __SIZEOF_LONG__ != 8
    } else if (format[i] == 'z' || format[i] == 't') {
        conversion->size = sizeof(size_t);
        i++;
#endif
    } else if (format[i] == 'z' || format[i] == 'j' || format[i] == 't') {
        conversion->size = 8;
        i++;
    }
    conversion->letter = format[i];
    conversion->set = format + i + 1;
    if (format[i] == '[') {
        i += format[i + 1] == '^' ? 3 : 2;
        while (format[i] != ']')
            i++;
    }
    return i;
}

int __whyc_scan(FILE *stream, const char *format, va_list args, _Bool binary) {
    int assigned = 0;
    /* For %n. */
    size_t start = stream->position;
    _Bool was_pushed = stream->pushed >= 0;
    enum before before = BEFORE_ANYTHING;
    for (size_t i = 0; format[i]; i++) {
        int result = SCAN_MATCHED;
        if (is_space(format[i])) {
            skip_space(stream);
            before = BEHIND_SPACE;
        } else if (format[i] != '%') {
            result = scan_literal(stream, before, format[i]);
            before = BEFORE_ANYTHING;
        } else if (format[i + 1] == '%') {
            i++;
            skip_space(stream);
            result = scan_literal(stream, BEHIND_SPACE, '%');
            before = BEFORE_ANYTHING;
        } else {
            struct whyc_conversion conversion;
            i = read_conversion(format, i + 1, &conversion);
            void *to = conversion.suppressed ? NULL : va_arg(args, void *);
            char letter = conversion.letter;
            switch (letter) {
            case 'd':
            case 'i':
            case 'u':
            case 'x':
            case 'X':
            case 'o':
                skip_space(stream);
                result = __whyc_is_known(stream) ? __whyc_scan_integer(stream, &conversion, binary, to)
                                                 : __whyc_any_integer(stream, &conversion, to);
                break;
            case 'f':
            case 'F':
            case 'e':
            case 'E':
            case 'g':
            case 'G':
            case 'a':
            case 'A':
                skip_space(stream);
                result = __whyc_is_known(stream) ? __whyc_scan_fraction(stream, &conversion, to)
                                                 : __whyc_any_fraction(stream, &conversion, to);
                break;
            case 's':
                skip_space(stream);
                result = scan_characters(stream, &conversion, BEHIND_SPACE, to);
                break;
            case 'c':
            case '[':
                result = scan_characters(stream, &conversion, before, to);
                break;
            case 'n':
                if (!__whyc_is_known(stream))
                    __whyc_unsupported("scanf with %n, of unknown input");
                if (!conversion.suppressed)
                    __whyc_store_integer(to, conversion.size,
                                         stream->position - start + (was_pushed && stream->pushed < 0));
                break;
            default:
                /* Also %p, %Lf, %ms and %1$d. */
                __whyc_unsupported("this conversion of scanf");
                return assigned;
            }
            if ((letter == 's' || letter == 'c' || letter == '[') && conversion.size == LONG_LENGTH)
                __whyc_unsupported("scanf of wide characters");
            if (result == SCAN_MATCHED && letter != 'n' && !conversion.suppressed)
                assigned++;
            _Bool is_number = letter != 's' && letter != 'c' && letter != '[' && letter != 'n' && letter != 'o';
            before = is_number && conversion.width < 0 ? BEHIND_NUMBER : letter == 'n' ? before : BEFORE_ANYTHING;
        }
        if (result == SCAN_AT_END)
            return assigned ? assigned : EOF;
        if (result == SCAN_FAILED)
            return assigned;
    }
    return assigned;
}
