/* What the engine does itself, as functions: for those who call it through a pointer. A call by name does not come here. */
#include "whyc.h"

void *__whyc_engine_malloc(size_t size);

void *malloc(size_t size) {
    return __whyc_engine_malloc(size);
}

void *__whyc_engine_calloc(size_t count, size_t size);

void *calloc(size_t count, size_t size) {
    return __whyc_engine_calloc(count, size);
}

void *__whyc_engine_aligned_alloc(size_t alignment, size_t size);

void *aligned_alloc(size_t alignment, size_t size) {
    return __whyc_engine_aligned_alloc(alignment, size);
}

void __whyc_engine_free(void *block);

void free(void *block) {
    __whyc_engine_free(block);
}

void __whyc_engine_cfree(void *block);

void cfree(void *block) {
    __whyc_engine_cfree(block);
}

void *__whyc_engine_memcpy(void *to, const void *from, size_t size);

void *memcpy(void *to, const void *from, size_t size) {
    return __whyc_engine_memcpy(to, from, size);
}

void *__whyc_engine_memmove(void *to, const void *from, size_t size);

void *memmove(void *to, const void *from, size_t size) {
    return __whyc_engine_memmove(to, from, size);
}

void *__whyc_engine_memset(void *to, int byte, size_t size);

void *memset(void *to, int byte, size_t size) {
    return __whyc_engine_memset(to, byte, size);
}

_Noreturn void __whyc_engine_abort(void);

_Noreturn void abort(void) {
    __whyc_engine_abort();
}

_Noreturn void __whyc_engine_exit(int status);

_Noreturn void exit(int status) {
    __whyc_engine_exit(status);
}

_Noreturn void __whyc_engine__exit(int status);

_Noreturn void _exit(int status) {
    __whyc_engine__exit(status);
}

_Noreturn void __whyc_engine__Exit(int status);

_Noreturn void _Exit(int status) {
    __whyc_engine__Exit(status);
}

_Noreturn void __whyc_engine_quick_exit(int status);

_Noreturn void quick_exit(int status) {
    __whyc_engine_quick_exit(status);
}
