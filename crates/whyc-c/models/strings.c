/* strings.h, in the "C" locale. */
#include "whyc.h"

int memcmp(const void *a, const void *b, size_t size);
char *strchr(const char *text, int c);
char *strrchr(const char *text, int c);

static int lower(char c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : (unsigned char)c;
}

int strncasecmp(const char *a, const char *b, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        int difference = lower(a[i]) - lower(b[i]);
        if (difference || !a[i])
            return difference;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) {
    return strncasecmp(a, b, ULONG_MAX);
}

char *strcasestr(const char *text, const char *wanted) {
    size_t length = strlen(wanted);
    for (size_t start = 0;; start++) {
        if (!strncasecmp(text + start, wanted, length))
            return (char *)text + start;
        if (!text[start])
            return NULL;
    }
}

void bzero(void *to, size_t size) {
    memset(to, 0, size);
}

void explicit_bzero(void *to, size_t size) {
    memset(to, 0, size);
}

int bcmp(const void *a, const void *b, size_t size) {
    return memcmp(a, b, size);
}

void bcopy(const void *from, void *to, size_t size) {
    memmove(to, from, size);
}

char *index(const char *text, int c) {
    return strchr(text, c);
}

char *rindex(const char *text, int c) {
    return strrchr(text, c);
}

/* 1 for the lowest bit, 0 if none is set. */
static int lowest_bit(word bits) {
    for (int i = 0; i < 64; i++) {
        if (bits >> i & 1)
            return i + 1;
    }
    return 0;
}

int ffs(int bits) {
    return lowest_bit((unsigned int)bits);
}

int ffsl(long bits) {
    return lowest_bit((unsigned long)bits);
}

int ffsll(long long bits) {
    return lowest_bit((word)bits);
}
