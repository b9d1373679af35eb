/* wchar.h, wctype.h: texts of wide characters in the "C" locale. */
#include "whyc.h"

typedef __WCHAR_TYPE__ wide;

size_t wcslen(const wide *text) {
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

size_t wcsnlen(const wide *text, size_t limit) {
    size_t length = 0;
    while (length < limit && text[length])
        length++;
    return length;
}

wide *wcpcpy(wide *to, const wide *from) {
    size_t i = 0;
    for (;;) {
        __whyc_apart(to + i != from && from + i != to);
        if (!(to[i] = from[i]))
            return to + i;
        i++;
    }
}

wide *wcscpy(wide *to, const wide *from) {
    wcpcpy(to, from);
    return to;
}

wide *wcsncpy(wide *to, const wide *from, size_t size) {
    _Bool ended = 0;
    for (size_t i = 0; i < size; i++) {
        if (!ended && !from[i])
            ended = 1;
        to[i] = ended ? 0 : from[i];
    }
    return to;
}

wide *wcscat(wide *to, const wide *from) {
    wcpcpy(to + wcslen(to), from);
    return to;
}

wide *wcsncat(wide *to, const wide *from, size_t size) {
    size_t at = wcslen(to);
    size_t i = 0;
    while (i < size && from[i]) {
        to[at + i] = from[i];
        i++;
    }
    to[at + i] = 0;
    return to;
}

int wcsncmp(const wide *a, const wide *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (!a[i])
            return 0;
    }
    return 0;
}

int wcscmp(const wide *a, const wide *b) {
    return wcsncmp(a, b, ULONG_MAX);
}

wide *wcschr(const wide *text, wide c) {
    for (size_t i = 0;; i++) {
        if (text[i] == c)
            return (wide *)text + i;
        if (!text[i])
            return NULL;
    }
}

wide *wcsrchr(const wide *text, wide c) {
    const wide *found = NULL;
    for (size_t i = 0;; i++) {
        if (text[i] == c)
            found = text + i;
        if (!text[i])
            return (wide *)found;
    }
}

size_t wcsspn(const wide *text, const wide *set) {
    size_t i = 0;
    while (text[i] && wcschr(set, text[i]))
        i++;
    return i;
}

size_t wcscspn(const wide *text, const wide *set) {
    size_t i = 0;
    while (text[i] && !wcschr(set, text[i]))
        i++;
    return i;
}

wide *wcspbrk(const wide *text, const wide *set) {
    size_t i = wcscspn(text, set);
    return text[i] ? (wide *)text + i : NULL;
}

wide *wcsstr(const wide *text, const wide *part) {
    for (size_t i = 0;; i++) {
        size_t k = 0;
        while (part[k] && text[i + k] == part[k])
            k++;
        if (!part[k])
            return (wide *)text + i;
        if (!text[i])
            return NULL;
    }
}

wide *wcsdup(const wide *text) {
    size_t length = wcslen(text) + 1;
    wide *copy = malloc(length * sizeof(wide));
    if (copy)
        memcpy(copy, text, length * sizeof(wide));
    return copy;
}

wide *wmemcpy(wide *to, const wide *from, size_t size) {
    return memcpy(to, from, size * sizeof(wide));
}

wide *wmempcpy(wide *to, const wide *from, size_t size) {
    return (wide *)memcpy(to, from, size * sizeof(wide)) + size;
}

wide *wmemmove(wide *to, const wide *from, size_t size) {
    return memmove(to, from, size * sizeof(wide));
}

wide *wmemset(wide *to, wide c, size_t size) {
    for (size_t i = 0; i < size; i++)
        to[i] = c;
    return to;
}

int wmemcmp(const wide *a, const wide *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

wide *wmemchr(const wide *from, wide c, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (from[i] == c)
            return (wide *)from + i;
    }
    return NULL;
}

int iswdigit(unsigned int c) {
    return c >= '0' && c <= '9';
}

int iswlower(unsigned int c) {
    return c >= 'a' && c <= 'z';
}

int iswupper(unsigned int c) {
    return c >= 'A' && c <= 'Z';
}

int iswalpha(unsigned int c) {
    return iswlower(c) || iswupper(c);
}

int iswalnum(unsigned int c) {
    return iswalpha(c) || iswdigit(c);
}

int iswspace(unsigned int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

int iswblank(unsigned int c) {
    return c == ' ' || c == '\t';
}

int iswprint(unsigned int c) {
    return c >= ' ' && c <= '~';
}

int iswgraph(unsigned int c) {
    return c > ' ' && c <= '~';
}

int iswpunct(unsigned int c) {
    return iswgraph(c) && !iswalnum(c);
}

int iswcntrl(unsigned int c) {
    return c < ' ' || c == 127;
}

int iswxdigit(unsigned int c) {
    return iswdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

unsigned int towlower(unsigned int c) {
    return iswupper(c) ? c + 32 : c;
}

unsigned int towupper(unsigned int c) {
    return iswlower(c) ? c - 32 : c;
}
