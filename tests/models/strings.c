/* string.h and strings.h: exhaustive over short strings, then random ones. */
#define _GNU_SOURCE
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

MODEL(strlen);
MODEL(strnlen);
MODEL(strcpy);
MODEL(strncpy);
MODEL(stpcpy);
MODEL(stpncpy);
MODEL(strcat);
MODEL(strncat);
MODEL(strcmp);
MODEL(strncmp);
MODEL(strcoll);
MODEL(strxfrm);
MODEL(strchr);
MODEL(strchrnul);
MODEL(strrchr);
MODEL(index);
MODEL(rindex);
MODEL(strstr);
MODEL(strcasestr);
MODEL(strspn);
MODEL(strcspn);
MODEL(strpbrk);
MODEL(strtok);
MODEL(strtok_r);
MODEL(strsep);
MODEL(strdup);
MODEL(strndup);
MODEL(strcasecmp);
MODEL(strncasecmp);
MODEL(strerror);
char *model___strcpy_chk(char *to, const char *from, size_t room);
size_t model_strlcpy(char *to, const char *from, size_t size);
size_t model_strlcat(char *to, const char *from, size_t size);

static int sign(int x) {
    return (x > 0) - (x < 0);
}

/* What a copying function leaves in a buffer that starts with `before`. */
#define SAME_COPY(before, call_model, call_native)                                                            \
    do {                                                                                                            \
        char mine[32], theirs[32];                                                                                  \
        memset(mine, '#', sizeof mine);                                                                             \
        memset(theirs, '#', sizeof theirs);                                                                         \
        strcpy(mine, before);                                                                                       \
        strcpy(theirs, before);                                                                                     \
        char *to = mine, *end = call_model;                                                                         \
        ptrdiff_t offset = end - mine;                                                                              \
        to = theirs;                                                                                                \
        end = call_native;                                                                                          \
        CHECK(offset == end - theirs, "'%s' '%s'", a, b);                                                           \
        CHECK(!memcmp(mine, theirs, sizeof mine), "'%s' '%s'", a, b);                                               \
    } while (0)

static void one(const char *a) {
    static const int wanted[] = {'a', 'b', 'A', 0, 'z', 'a' + 256, -1, 255};
    CHECK(model_strlen(a) == strlen(a), "'%s'", a);
    for (size_t limit = 0; limit < 6; limit++) {
        CHECK(model_strnlen(a, limit) == strnlen(a, limit), "'%s'", a);
        char *copy = model_strndup(a, limit), *native = strndup(a, limit);
        CHECK(!strcmp(copy, native), "'%s'", a);
        free(copy);
        free(native);
    }
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        int c = wanted[i];
        CHECK(model_strchr(a, c) == strchr(a, c), "'%s' %d", a, c);
        CHECK(model_index(a, c) == strchr(a, c), "'%s' %d", a, c);
        CHECK(model_strchrnul(a, c) == strchrnul(a, c), "'%s' %d", a, c);
        CHECK(model_strrchr(a, c) == strrchr(a, c), "'%s' %d", a, c);
        CHECK(model_rindex(a, c) == strrchr(a, c), "'%s' %d", a, c);
    }
    char *copy = model_strdup(a);
    CHECK(!strcmp(copy, a), "'%s'", a);
    free(copy);
}

static void two(const char *a, const char *b) {
    CHECK(sign(model_strcmp(a, b)) == sign(strcmp(a, b)), "'%s' '%s'", a, b);
    CHECK(sign(model_strcoll(a, b)) == sign(strcmp(a, b)), "'%s' '%s'", a, b);
    CHECK(sign(model_strcasecmp(a, b)) == sign(strcasecmp(a, b)), "'%s' '%s'", a, b);
    CHECK(model_strstr(a, b) == strstr(a, b), "'%s' '%s'", a, b);
    CHECK(model_strcasestr(a, b) == strcasestr(a, b), "'%s' '%s'", a, b);
    CHECK(model_strspn(a, b) == strspn(a, b), "'%s' '%s'", a, b);
    CHECK(model_strcspn(a, b) == strcspn(a, b), "'%s' '%s'", a, b);
    CHECK(model_strpbrk(a, b) == strpbrk(a, b), "'%s' '%s'", a, b);
    SAME_COPY("", model_strcpy(to, a), strcpy(to, a));
    SAME_COPY("", model___strcpy_chk(to, a, 32), strcpy(to, a));
    SAME_COPY("", model_stpcpy(to, a), stpcpy(to, a));
    SAME_COPY(a, model_strcat(to, b), strcat(to, b));
    for (size_t limit = 0; limit < 7; limit++) {
        CHECK(sign(model_strncmp(a, b, limit)) == sign(strncmp(a, b, limit)), "'%s' '%s' %zu", a, b, limit);
        CHECK(sign(model_strncasecmp(a, b, limit)) == sign(strncasecmp(a, b, limit)), "'%s' '%s'", a, b);
        SAME_COPY("", model_strncpy(to, a, limit), strncpy(to, a, limit));
        SAME_COPY("", model_stpncpy(to, a, limit), stpncpy(to, a, limit));
        SAME_COPY(a, model_strncat(to, b, limit), strncat(to, b, limit));
        SAME_COPY("", to + model_strxfrm(to, a, limit), to + strlen(a) + 0 * snprintf(to, limit, "%s", a));
        /* strlcpy and strlcat by what they promise: glibc 2.36 has none. */
        char mine[32] = "", theirs[64];
        CHECK(model_strlcpy(mine, a, limit) == strlen(a), "'%s'", a);
        snprintf(theirs, limit, "%s", a);
        CHECK(limit == 0 || !strcmp(mine, theirs), "'%s'", a);
        strcpy(mine, a);
        size_t start = strnlen(a, limit);
        CHECK(model_strlcat(mine, b, limit) == start + strlen(b), "'%s' '%s'", a, b);
        snprintf(theirs, sizeof theirs, "%s%s", a, b);
        if (start < limit)
            theirs[limit - 1] = 0;
        else
            strcpy(theirs, a);
        CHECK(!strcmp(mine, theirs), "'%s' '%s' %zu: '%s'", a, b, limit, mine);
    }
}

static void tokens(const char *text, const char *separators) {
    char mine[32], theirs[32], *rest = NULL;
    strcpy(mine, text);
    strcpy(theirs, text);
    char *x = model_strtok(mine, separators), *y = strtok_r(theirs, separators, &rest);
    while (x && y) {
        CHECK(x - mine == y - theirs && !strcmp(x, y), "'%s' '%s'", text, separators);
        x = model_strtok(NULL, separators);
        y = strtok_r(NULL, separators, &rest);
    }
    CHECK(!x && !y, "'%s' '%s'", text, separators);
    CHECK(!model_strtok(NULL, separators), "'%s' '%s'", text, separators);
    CHECK(!memcmp(mine, theirs, strlen(text) + 1), "'%s' '%s'", text, separators);
    strcpy(mine, text);
    strcpy(theirs, text);
    char *my_rest = mine, *their_rest = theirs;
    while (my_rest && their_rest) {
        CHECK(!strcmp(model_strsep(&my_rest, separators), strsep(&their_rest, separators)), "'%s'", text);
    }
    CHECK(!my_rest && !their_rest, "'%s' '%s'", text, separators);
}

/* The `number`th string over three letters with at most three of them, in a buffer of its own. */
static char *nth(unsigned long number, const char *letters) {
    char text[4];
    size_t size = 0;
    while (number) {
        text[size++] = letters[(number - 1) % 3];
        number = (number - 1) / 3;
    }
    text[size] = 0;
    return exactly_text(text);
}

static char *random_text(const char *letters, size_t most) {
    char text[16];
    size_t size = random_bits() % (most + 1);
    for (size_t i = 0; i < size; i++)
        text[i] = letters[random_bits() % strlen(letters)];
    text[size] = 0;
    return exactly_text(text);
}

void test_strings(void) {
    static const char *const alphabets[] = {"abA", "a\xe4z"};
    for (int k = 0; k < 2; k++) {
        for (unsigned long i = 0; i < 40; i++) {
            char *a = nth(i, alphabets[k]);
            one(a);
            for (unsigned long j = 0; j < 40; j++) {
                char *b = nth(j, alphabets[k]);
                two(a, b);
                tokens(a, b);
                free(b);
            }
            free(a);
        }
    }
    for (int i = 0; i < 4000; i++) {
        char *a = random_text("abcABC,;\xff\x01", 12), *b = random_text("abAB,\xff", 4);
        one(a);
        two(a, b);
        tokens(a, b);
        free(a);
        free(b);
    }
    for (int code = -2; code < 140; code++)
        CHECK(!strcmp(model_strerror(code), strerror(code)), "%d: '%s'", code, model_strerror(code));
}
