/* wchar.h, wctype.h: texts of wide characters, which are `int`s here, in the "C" locale. */
#include "whyc.h"

size_t wcslen(const int *text) {
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

size_t wcsnlen(const int *text, size_t limit) {
    size_t length = 0;
    while (length < limit && text[length])
        length++;
    return length;
}

int *wcpcpy(int *to, const int *from) {
    size_t i = 0;
    for (;;) {
        __whyc_apart(to + i != from && from + i != to);
        if (!(to[i] = from[i]))
            return to + i;
        i++;
    }
}

int *wcscpy(int *to, const int *from) {
    wcpcpy(to, from);
    return to;
}

int *wcsncpy(int *to, const int *from, size_t size) {
    _Bool ended = 0;
    for (size_t i = 0; i < size; i++) {
        if (!ended && !from[i])
            ended = 1;
        to[i] = ended ? 0 : from[i];
    }
    return to;
}

int *wcscat(int *to, const int *from) {
    wcpcpy(to + wcslen(to), from);
    return to;
}

int *wcsncat(int *to, const int *from, size_t size) {
    size_t at = wcslen(to);
    size_t i = 0;
    while (i < size && from[i]) {
        to[at + i] = from[i];
        i++;
    }
    to[at + i] = 0;
    return to;
}

int wcsncmp(const int *a, const int *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (!a[i])
            return 0;
    }
    return 0;
}

int wcscmp(const int *a, const int *b) {
    return wcsncmp(a, b, ULONG_MAX);
}

int *wcschr(const int *text, int c) {
    for (size_t i = 0;; i++) {
        if (text[i] == c)
            return (int *)text + i;
        if (!text[i])
            return NULL;
    }
}

int *wcsrchr(const int *text, int c) {
    const int *found = NULL;
    for (size_t i = 0;; i++) {
        if (text[i] == c)
            found = text + i;
        if (!text[i])
            return (int *)found;
    }
}

size_t wcsspn(const int *text, const int *set) {
    size_t i = 0;
    while (text[i] && wcschr(set, text[i]))
        i++;
    return i;
}

size_t wcscspn(const int *text, const int *set) {
    size_t i = 0;
    while (text[i] && !wcschr(set, text[i]))
        i++;
    return i;
}

int *wcspbrk(const int *text, const int *set) {
    size_t i = wcscspn(text, set);
    return text[i] ? (int *)text + i : NULL;
}

int *wcsstr(const int *text, const int *part) {
    for (size_t i = 0;; i++) {
        size_t k = 0;
        while (part[k] && text[i + k] == part[k])
            k++;
        if (!part[k])
            return (int *)text + i;
        if (!text[i])
            return NULL;
    }
}

int *wcsdup(const int *text) {
    size_t length = wcslen(text) + 1;
    int *copy = malloc(length * sizeof(int));
    if (copy)
        memcpy(copy, text, length * sizeof(int));
    return copy;
}

int *wmemcpy(int *to, const int *from, size_t size) {
    return memcpy(to, from, size * sizeof(int));
}

int *wmempcpy(int *to, const int *from, size_t size) {
    return (int *)memcpy(to, from, size * sizeof(int)) + size;
}

int *wmemmove(int *to, const int *from, size_t size) {
    return memmove(to, from, size * sizeof(int));
}

int *wmemset(int *to, int c, size_t size) {
    for (size_t i = 0; i < size; i++)
        to[i] = c;
    return to;
}

int wmemcmp(const int *a, const int *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

int *wmemchr(const int *from, int c, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (from[i] == c)
            return (int *)from + i;
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
