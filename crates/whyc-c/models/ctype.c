/* ctype.h, in the "C" locale. The macros use ctype_tables.c instead; results are glibc's, bit for bit. */
#include "whyc.h"

static const unsigned char valid[384];

/* glibc looks into a table for -128..255; what lies outside of it is outside of this one as well. */
static int classify(int c, _Bool is_member, int bit) {
    if (c < -128 || c > 255)
        return valid[c + 128L];
    return is_member ? bit : 0;
}

static _Bool is_letter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int isupper(int c) {
    return classify(c, c >= 'A' && c <= 'Z', 256);
}

int islower(int c) {
    return classify(c, c >= 'a' && c <= 'z', 512);
}

int isalpha(int c) {
    return classify(c, is_letter(c), 1024);
}

int isdigit(int c) {
    return classify(c, c >= '0' && c <= '9', 2048);
}

int isxdigit(int c) {
    return classify(c, (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'), 4096);
}

int isspace(int c) {
    return classify(c, c == ' ' || (c >= '\t' && c <= '\r'), 8192);
}

int isprint(int c) {
    return classify(c, c >= ' ' && c <= '~', 16384);
}

int isgraph(int c) {
    return classify(c, c > ' ' && c <= '~', 32768);
}

int isblank(int c) {
    return classify(c, c == ' ' || c == '\t', 1);
}

int iscntrl(int c) {
    return classify(c, (c >= 0 && c < ' ') || c == 127, 2);
}

int ispunct(int c) {
    return classify(c, c > ' ' && c <= '~' && !is_letter(c) && !(c >= '0' && c <= '9'), 4);
}

int isalnum(int c) {
    return classify(c, is_letter(c) || (c >= '0' && c <= '9'), 8);
}

/* locale.h: there is only this locale, and it is also what the environment asks for. */
char *setlocale(int category, const char *name) {
    (void)category;
    if (name && name[0] && !(name[0] == 'C' && !name[1]))
        __whyc_unsupported("a locale other than \"C\"");
    return "C";
}

int isascii(int c) {
    return (c & ~127) == 0;
}

int toascii(int c) {
    return c & 127;
}

/* glibc's tables have 128..255 for negative characters other than EOF. */
static int as_unsigned(int c) {
    return c >= -128 && c < -1 ? c + 256 : c;
}

int tolower(int c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : as_unsigned(c);
}

int toupper(int c) {
    return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : as_unsigned(c);
}
