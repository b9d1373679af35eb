/* The functions of string.h and stdlib.h that work on bytes. */
#define _GNU_SOURCE
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

MODEL(memcmp);
MODEL(bcmp);
MODEL(memchr);
MODEL(memrchr);
MODEL(memmem);
MODEL(mempcpy);
MODEL(memccpy);
MODEL(bzero);
MODEL(ffs);
MODEL(ffsl);
MODEL(qsort);
MODEL(bsearch);

static void bytes(void) {
    unsigned char a[8], b[8], mine[16], theirs[16];
    size_t size = random_bits() % 9, other = random_bits() % 4;
    for (size_t i = 0; i < 8; i++) {
        a[i] = random_bits() % 3 * 100;
        b[i] = random_bits() % 3 * 100;
    }
    unsigned char *x = exactly(a, size), *y = exactly(b, size);
    int c = (int)(random_bits() % 3 * 100) + 256 * (int)(random_bits() % 2);
    int order = model_memcmp(x, y, size), native = memcmp(x, y, size);
    CHECK((order > 0) == (native > 0) && (order < 0) == (native < 0), "%d %d", order, native);
    CHECK(!model_bcmp(x, y, size) == !native, "%d", native);
    CHECK(model_memchr(x, c, size) == memchr(x, c, size), "%d", c);
    CHECK(model_memrchr(x, c, size) == memrchr(x, c, size), "%d", c);
    CHECK(model_memmem(x, size, b, other) == memmem(x, size, b, other), "%zu", other);
    memset(mine, 1, 16);
    memset(theirs, 1, 16);
    CHECK(model_mempcpy(mine, x, size) == mine + size, "%zu", size);
    mempcpy(theirs, x, size);
    CHECK(!memcmp(mine, theirs, 16), "%zu", size);
    unsigned char *end = model_memccpy(mine, y, c, size), *native_end = memccpy(theirs, y, c, size);
    CHECK(end ? end - mine == native_end - theirs : !native_end, "%d", c);
    CHECK(!memcmp(mine, theirs, 16), "%d", c);
    model_bzero(mine, size);
    bzero(theirs, size);
    CHECK(!memcmp(mine, theirs, 16), "%zu", size);
    free(x);
    free(y);
}

static int by_key(const void *a, const void *b) {
    const short *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Records of a key and the place where it stood, so that stability shows. */
static void sorting(size_t count) {
    short mine[16][3], theirs[16][3];
    for (size_t i = 0; i < count; i++) {
        mine[i][0] = (short)(random_bits() % 6);
        mine[i][1] = (short)i;
        mine[i][2] = 7;
    }
    memcpy(theirs, mine, sizeof mine);
    short *exact = exactly(mine, count * sizeof *mine);
    model_qsort(exact, count, sizeof *mine, by_key);
    qsort(theirs, count, sizeof *theirs, by_key);
    CHECK(!memcmp(exact, theirs, count * sizeof *mine), "%zu", count);
    for (short key = -1; key < 8; key++) {
        void *found = bsearch(&key, exact, count, sizeof *mine, by_key);
        CHECK(model_bsearch(&key, exact, count, sizeof *mine, by_key) == found, "%d", key);
    }
    free(exact);
}

void test_memory(void) {
    for (int i = 0; i < 20000; i++)
        bytes();
    for (size_t i = 0; i < 2000; i++)
        sorting(i % 17);
    for (int i = 0; i < 64; i++) {
        CHECK(model_ffsl((long)(1UL << i)) == ffsl((long)(1UL << i)), "%d", i);
        CHECK(model_ffs((int)(3U << (i % 32))) == ffs((int)(3U << (i % 32))), "%d", i);
    }
    CHECK(model_ffs(0) == 0 && model_ffsl(0) == 0, "zero");
}
