/* qsort and bsearch. */
#include "whyc.h"

static void swap(unsigned char *a, unsigned char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

/* By insertion: the shortest sort, and all arguments of `compare` lie in the array. Stable, as glibc's
 * is for all but very large arrays. */
void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    unsigned char *elements = array;
    for (size_t sorted = 1; sorted < count; sorted++) {
        for (size_t i = sorted; i > 0; i--) {
            unsigned char *here = elements + i * size;
            if (compare(here - size, here) <= 0)
                break;
            swap(here - size, here, size);
        }
    }
}

void qsort_r(void *array, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
             void *context) {
    unsigned char *elements = array;
    for (size_t sorted = 1; sorted < count; sorted++) {
        for (size_t i = sorted; i > 0; i--) {
            unsigned char *here = elements + i * size;
            if (compare(here - size, here, context) <= 0)
                break;
            swap(here - size, here, size);
        }
    }
}

void *bsearch(const void *key, const void *array, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
    const unsigned char *elements = array;
    size_t low = 0, high = count;
    /* `most` is how many elements can be left, whatever `compare` says. */
    for (size_t most = count; most > 0 && low < high; most /= 2) {
        size_t middle = (low + high) / 2;
        int order = compare(key, elements + middle * size);
        if (order == 0)
            return (void *)(elements + middle * size);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
