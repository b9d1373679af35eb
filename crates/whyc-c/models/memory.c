/* What of the heap is not the engine's own: the functions that are made of others. */
#include "whyc.h"

size_t __whyc_object_size(const void *pointer);

/* Always moves, as any implementation may: pointers into the old block dangle. */
void *realloc(void *old, size_t size) {
    if (old == NULL)
        return malloc(size);
    if (size == 0) {
        free(old);
        return NULL;
    }
    void *block = malloc(size);
    if (block == NULL)
        return NULL;
    size_t kept = __whyc_object_size(old);
    memcpy(block, old, kept < size ? kept : size);
    free(old);
    return block;
}

void *reallocarray(void *old, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    return realloc(old, bytes);
}

void *aligned_alloc(size_t alignment, size_t size);

int posix_memalign(void **to, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    void *block = aligned_alloc(alignment, size);
    if (block == NULL)
        return 12; /* ENOMEM */
    *to = block;
    return 0;
}
