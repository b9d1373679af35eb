/* string.h: everything is done byte by byte, so that an access out of bounds happens where it would.
 * memcpy, memmove and memset are the engine's. */
#include "whyc.h"

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

size_t strnlen(const char *text, size_t limit) {
    size_t length = 0;
    while (length < limit && text[length])
        length++;
    return length;
}

/* Returns the end, as stpcpy does: the other copying functions are built on it. */
char *stpcpy(char *to, const char *from) {
    size_t i = 0;
    for (;;) {
        __whyc_apart(to + i != from && from + i != to);
        if (!(to[i] = from[i]))
            return to + i;
        i++;
    }
}

char *strcpy(char *to, const char *from) {
    stpcpy(to, from);
    return to;
}

/* One loop for the text and the zeros behind it: its counter is known where the length is not. */
char *stpncpy(char *to, const char *from, size_t size) {
    size_t length = 0;
    _Bool ended = 0;
    for (size_t i = 0; i < size; i++) {
        if (!ended)
            __whyc_apart(to + i != from && from + i != to);
        if (!ended && !from[i])
            ended = 1;
        to[i] = ended ? 0 : from[i];
        length += !ended;
    }
    return to + length;
}

char *strncpy(char *to, const char *from, size_t size) {
    stpncpy(to, from, size);
    return to;
}

char *strcat(char *to, const char *from) {
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t limit) {
    char *end = to + strlen(to);
    size_t i = 0;
    while (i < limit && from[i]) {
        __whyc_apart(end + i != from && from + i != end);
        end[i] = from[i];
        i++;
    }
    end[i] = 0;
    return to;
}

size_t strlcpy(char *to, const char *from, size_t size) {
    size_t i = 0;
    while (i + 1 < size && from[i]) {
        to[i] = from[i];
        i++;
    }
    if (size)
        to[i] = 0;
    return strlen(from);
}

size_t strlcat(char *to, const char *from, size_t size) {
    size_t length = strnlen(to, size);
    return length + strlcpy(to + length, from, size - length);
}

int strcmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

int strncmp(const char *a, const char *b, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        if (a[i] != b[i] || !a[i])
            return (unsigned char)a[i] - (unsigned char)b[i];
    }
    return 0;
}

/* In the "C" locale. */
int strcoll(const char *a, const char *b) {
    return strcmp(a, b);
}

/* In the "C" locale a string is its own key. */
size_t strxfrm(char *to, const char *from, size_t size) {
    return strlcpy(to, from, size);
}

char *strchr(const char *text, int c) {
    size_t i = 0;
    while (text[i] != (char)c) {
        if (!text[i])
            return NULL;
        i++;
    }
    return (char *)text + i;
}

char *strchrnul(const char *text, int c) {
    size_t i = 0;
    while (text[i] && text[i] != (char)c)
        i++;
    return (char *)text + i;
}

char *strrchr(const char *text, int c) {
    const char *last = NULL;
    for (size_t i = 0;; i++) {
        if (text[i] == (char)c)
            last = text + i;
        if (!text[i])
            return (char *)last;
    }
}

char *strstr(const char *text, const char *wanted) {
    if (!wanted[0])
        return (char *)text;
    for (size_t start = 0; text[start]; start++) {
        size_t i = 0;
        while (wanted[i] && text[start + i] == wanted[i])
            i++;
        if (!wanted[i])
            return (char *)text + start;
    }
    return NULL;
}

static _Bool is_in(const char *set, char c) {
    size_t i = 0;
    while (set[i]) {
        if (set[i] == c)
            return 1;
        i++;
    }
    return 0;
}

size_t strspn(const char *text, const char *accepted) {
    size_t length = 0;
    while (text[length] && is_in(accepted, text[length]))
        length++;
    return length;
}

size_t strcspn(const char *text, const char *rejected) {
    size_t length = 0;
    while (text[length] && !is_in(rejected, text[length]))
        length++;
    return length;
}

char *strpbrk(const char *text, const char *wanted) {
    size_t length = strcspn(text, wanted);
    return text[length] ? (char *)text + length : NULL;
}

char *strtok_r(char *text, const char *separators, char **rest) {
    char *from = text ? text : *rest, *token = NULL;
    /* strtok was never given a text. */
    if (!from)
        return NULL;
    /* In one pass, whose counter is known even if the start of the token is not. */
    for (size_t i = 0;; i++) {
        if (!from[i]) {
            *rest = from + i;
            return token;
        }
        if (!is_in(separators, from[i])) {
            if (!token)
                token = from + i;
        } else if (token) {
            from[i] = 0;
            *rest = from + i + 1;
            return token;
        }
    }
}

static char *strtok_rest;

char *strtok(char *text, const char *separators) {
    return strtok_r(text, separators, &strtok_rest);
}

char *strsep(char **rest, const char *separators) {
    char *token = *rest;
    if (!token)
        return NULL;
    char *end = token + strcspn(token, separators);
    if (*end) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = NULL;
    }
    return token;
}

char *strndup(const char *text, size_t limit) {
    size_t length = strnlen(text, limit);
    char *copy = malloc(length + 1);
    if (!copy)
        return NULL;
    for (size_t i = 0; i < limit && text[i]; i++)
        copy[i] = text[i];
    copy[length] = 0;
    return copy;
}

char *strdup(const char *text) {
    return strndup(text, ULONG_MAX);
}

int memcmp(const void *a, const void *b, size_t size) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < size; i++) {
        if (x[i] != y[i])
            return x[i] - y[i];
    }
    return 0;
}

void *memchr(const void *bytes, int c, size_t size) {
    const unsigned char *from = bytes;
    for (size_t i = 0; i < size; i++) {
        if (from[i] == (unsigned char)c)
            return (void *)(from + i);
    }
    return NULL;
}

void *rawmemchr(const void *bytes, int c) {
    return memchr(bytes, c, ULONG_MAX);
}

void *memrchr(const void *bytes, int c, size_t size) {
    const unsigned char *from = bytes;
    for (size_t i = size; i > 0; i--) {
        if (from[i - 1] == (unsigned char)c)
            return (void *)(from + (i - 1));
    }
    return NULL;
}

void *mempcpy(void *to, const void *from, size_t size) {
    return (char *)memcpy(to, from, size) + size;
}

void *memccpy(void *to, const void *from, int c, size_t size) {
    unsigned char *x = to;
    const unsigned char *y = from;
    for (size_t i = 0; i < size; i++) {
        __whyc_apart(x + i != y && y + i != x);
        x[i] = y[i];
        if (y[i] == (unsigned char)c)
            return x + i + 1;
    }
    return NULL;
}

void *memmem(const void *bytes, size_t size, const void *wanted, size_t wanted_size) {
    const unsigned char *from = bytes;
    for (size_t start = 0; wanted_size <= size - start; start++) {
        if (!memcmp(from + start, wanted, wanted_size))
            return (void *)(from + start);
    }
    return NULL;
}
