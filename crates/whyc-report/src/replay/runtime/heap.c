void *whyc_real_calloc(unsigned long n, unsigned long size) __asm__("calloc");
void *whyc_real_malloc(unsigned long size) __asm__("malloc");
void *whyc_real_realloc(void *old, unsigned long size) __asm__("realloc");
void *whyc_real_aligned_alloc(unsigned long to, unsigned long size) __asm__("aligned_alloc");
void whyc_real_free(void *block) __asm__("free");
extern void __asan_poison_memory_region(void const volatile *start, unsigned long size) __attribute__((weak));

extern const char *__asan_locate_address(void *of, char *name, unsigned long size, void **start, unsigned long *extent)
    __attribute__((weak));

/* whyc lets larger requests fail. */
#define WHYC_MOST_BYTES (1ul << 30)

static int whyc_n_allocations;
static __thread int whyc_allocation;

/* Whether the next allocation fails. */
static int whyc_refused(unsigned long size) {
    if (size > WHYC_MOST_BYTES)
        return 1;
    /* Threads may allocate at the same time, which keeps nothing apart. */
    whyc_allocation = __atomic_fetch_add(&whyc_n_allocations, 1, __ATOMIC_RELAXED);
    return whyc_allocation < WHYC_BLOCKS && whyc_fails[whyc_allocation];
}

/* A new block, as the run finds it. */
static void *whyc_begin(void *start, unsigned long size) {
    whyc_fill_turn(start, 0, whyc_allocation);
    /* The allocator has a byte to spare where none was asked for. */
    if (size == 0 && __asan_poison_memory_region)
        __asan_poison_memory_region(start, 1);
    return start;
}

void *whyc_malloc(unsigned long size) {
    return whyc_refused(size) ? 0 : whyc_begin(whyc_real_malloc(size + !size), size);
}

void *whyc_aligned_alloc(unsigned long to, unsigned long size) {
    return whyc_refused(size) ? 0 : whyc_begin(whyc_real_aligned_alloc(to, size + !size), size);
}

void *whyc_calloc(unsigned long n, unsigned long size) {
    unsigned long bytes;
    if (__builtin_mul_overflow(n, size, &bytes) || whyc_refused(bytes))
        return 0;
    return whyc_begin(whyc_real_calloc(bytes + !bytes, 1), bytes);
}

void whyc_free(void *block) {
    void *start;
    unsigned long extent;
    char name[8];
    /* The allocator writes before it looks, which fails where constants are. */
    const char *kind = block && __asan_locate_address ? __asan_locate_address(block, name, sizeof name, &start, &extent) : 0;
    if (kind && kind[0] == 'g')
        whyc_failed("free of something which was not malloc()-ed");
    whyc_real_free(block);
}

static void *whyc_resize(void *old, unsigned long size) {
    if (old && size == 0) {
        whyc_free(old);
        return 0;
    }
    if (whyc_refused(size))
        return 0;
    void *moved = whyc_real_realloc(old, size + !size);
    return whyc_begin(moved, size);
}

void *whyc_realloc(void *old, unsigned long size) {
    return whyc_resize(old, size);
}

void *whyc_reallocarray(void *old, unsigned long n, unsigned long size) {
    unsigned long bytes;
    return __builtin_mul_overflow(n, size, &bytes) ? 0 : whyc_resize(old, bytes);
}

