extern void __lsan_do_leak_check(void) __attribute__((weak));

/* Leaves nothing of what functions that have returned had on the stack. */
__attribute__((noinline, no_sanitize_address, no_sanitize_undefined)) void whyc_clear_stack(void) {
    volatile char room[1 << 16];
    for (unsigned long at = 0; at < sizeof room; at++)
        room[at] = 0;
}

/* The sanitizer looks for blocks to which nothing leads any more, and says who asked for them. */
__attribute__((destructor)) void whyc_see_what_is_lost(void) {
    if (__lsan_do_leak_check)
        __lsan_do_leak_check();
}
