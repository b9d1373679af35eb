extern void __lsan_do_leak_check(void) __attribute__((weak));

/* Leaves nothing of what functions that have returned had on the stack. */
static void __attribute__((noinline)) whyc_clear_stack(void) {
    volatile char room[1 << 16];
    for (unsigned long at = 0; at < sizeof room; at++)
        room[at] = 0;
}

/* The sanitizer looks for blocks to which nothing leads any more, and says who asked for them. */
__attribute__((destructor)) static void whyc_see_what_is_lost(void) {
    whyc_clear_stack();
    if (__lsan_do_leak_check)
        __lsan_do_leak_check();
}
