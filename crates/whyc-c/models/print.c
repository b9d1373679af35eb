/* What the front end makes of `%s` and `%p` in a format that it can read. */
#include "whyc.h"

void __whyc_print_string(int stream, const char *text, int flags, int width, int precision) {
    if (width < 0) {
        flags |= FLAG_LEFT;
        width = -width;
    }
    if (width == 0 && precision < 0) {
        while (*text != 0)
            __whyc_out_char(stream, *text++);
        return;
    }
    int length = 0;
    while ((precision < 0 || length < precision) && text[length] != 0)
        length++;
    if ((flags & FLAG_LEFT) == 0)
        for (int i = length; i < width; i++)
            __whyc_out_char(stream, ' ');
    for (int i = 0; i < length; i++)
        __whyc_out_char(stream, text[i]);
    if ((flags & FLAG_LEFT) != 0)
        for (int i = length; i < width; i++)
            __whyc_out_char(stream, ' ');
}

void __whyc_print_pointer(int stream, const void *pointer, int flags, int width) {
    if (pointer)
        __whyc_out_unsigned(stream, (unsigned long)pointer, 'x', flags | FLAG_ALT, width, -1);
    else
        __whyc_print_string(stream, "(nil)", flags, width, -1);
}
