/* What other verifiers have as functions, where C can say it. */
#include "whyc.h"

void __CPROVER_havoc_slice(void *to, size_t size) {
    unsigned char *bytes = to;
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        bytes[i] = byte;
    }
}

void __VERIFIER_nondet_memory(void *to, size_t size) {
    unsigned char *bytes = to;
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        bytes[i] = byte;
    }
}

size_t __whyc_object_size(const void *pointer);
size_t __CPROVER_POINTER_OFFSET(const void *pointer);
int memcmp(const void *a, const void *b, size_t size);

/* Whole arrays. */
void __CPROVER_array_copy(void *to, const void *from) {
    memmove(to, from, __whyc_object_size(to));
}

void __CPROVER_array_replace(void *to, const void *from) {
    size_t room = __whyc_object_size(to), size = __whyc_object_size(from);
    memmove(to, from, size < room ? size : room);
}

_Bool __CPROVER_array_equal(const void *a, const void *b) {
    size_t size = __whyc_object_size(a);
    return size == __whyc_object_size(b) && memcmp(a, b, size) == 0;
}

/* Strings, as far as their object goes. */
size_t __CPROVER_buffer_size(const void *at) {
    return __whyc_object_size(at) - __CPROVER_POINTER_OFFSET(at);
}

_Bool __CPROVER_is_zero_string(const void *at) {
    const char *s = at;
    size_t size = __CPROVER_buffer_size(at);
    for (size_t i = 0; i < size; i++)
        if (s[i] == 0)
            return 1;
    return 0;
}

size_t __CPROVER_zero_string_length(const void *at) {
    const char *s = at;
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

void __whyc_array_set(void *array, const void *value, size_t size) {
    size_t all = __whyc_object_size(array);
    char *first = array;
    if (all < size)
        *first = *(const char *)value;
    for (size_t at = 0; at + size <= all; at += size)
        memcpy(first + at, value, size);
}
