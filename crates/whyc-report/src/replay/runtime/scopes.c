extern void __asan_poison_memory_region(void const volatile *start, unsigned long size) __attribute__((weak));
extern void __asan_unpoison_memory_region(void const volatile *start, unsigned long size) __attribute__((weak));
extern void *__asan_get_report_address(void) __attribute__((weak));

/* Memory on the stack that ends before its function, or with it. The sanitizer forgets such memory when it ends; here
 * it is told to watch it from then on. The compiler must leave it alone: --param asan-instrument-allocas=0. */
#define WHYC_HIDDEN __attribute__((no_instrument_function))
/* The sanitizer watches eight bytes at once; what fills them up is nobody's. */
#define WHYC_WHOLE(size) (((size) + 7) & ~7ul)
#define WHYC_REGIONS 4096
static struct whyc_memory {
    char *start;
    unsigned long size;
    int depth, has_ended;
} whyc_regions[WHYC_REGIONS];
static int whyc_n_regions, whyc_depth;

WHYC_HIDDEN static void *whyc_begin_region(void *start, unsigned long size) {
    if (__asan_unpoison_memory_region)
        __asan_unpoison_memory_region(start, WHYC_WHOLE(size));
    if (whyc_n_regions < WHYC_REGIONS)
        whyc_regions[whyc_n_regions++] = (struct whyc_memory){start, size, whyc_depth, 0};
    return start;
}

WHYC_HIDDEN static void whyc_end_region(struct whyc_memory *region) {
    region->has_ended = 1;
    if (__asan_poison_memory_region)
        __asan_poison_memory_region(region->start, WHYC_WHOLE(region->size));
}

WHYC_HIDDEN void *whyc_alloca_begins(void *start, unsigned long size) {
    return whyc_begin_region(start, size);
}

WHYC_HIDDEN struct whyc_array whyc_array_begins(void *start, unsigned long size) {
    return (struct whyc_array){whyc_begin_region(start, size)};
}

/* As many elements as cover all memory that has ended. */
WHYC_HIDDEN int whyc_room(void) {
    unsigned long room = 1;
    for (int i = 0; i < whyc_n_regions; i++)
        room += whyc_regions[i].size + 16;
    return (int)room;
}

WHYC_HIDDEN void whyc_array_ends(struct whyc_array *array) {
    for (int i = whyc_n_regions; i-- > 0;)
        if (whyc_regions[i].start == array->start && !whyc_regions[i].has_ended) {
            whyc_end_region(&whyc_regions[i]);
            return;
        }
}

WHYC_HIDDEN void __cyg_profile_func_enter(void *function, void *from) {
    (void)function, (void)from;
    whyc_depth++;
}

WHYC_HIDDEN void __cyg_profile_func_exit(void *function, void *from) {
    (void)function, (void)from;
    for (int i = 0; i < whyc_n_regions; i++)
        if (whyc_regions[i].depth == whyc_depth && !whyc_regions[i].has_ended)
            whyc_end_region(&whyc_regions[i]);
    whyc_depth--;
}

/* The sanitizer has found something and asks what it could be. */
WHYC_HIDDEN void __asan_on_error(void) {
    unsigned long at = (unsigned long)(__asan_get_report_address ? __asan_get_report_address() : 0);
    for (int i = 0; i < whyc_n_regions; i++)
        if (whyc_regions[i].has_ended && at - (unsigned long)whyc_regions[i].start < whyc_regions[i].size) {
            whyc_say(2, "whyc: access to memory of a scope that has ended\n");
            return;
        }
}
