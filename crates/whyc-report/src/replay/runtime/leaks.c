extern void __sanitizer_symbolize_pc(void *pc, const char *format, char *to, unsigned long size) __attribute__((weak));

/* Says which blocks are still there at exit, and who asked for them. */
__attribute__((destructor)) static void whyc_see_what_is_left(void) {
    static char where[512];
    for (struct whyc_block *block = whyc_blocks; block; block = block->next) {
        if (__sanitizer_symbolize_pc)
            __sanitizer_symbolize_pc(block->where, "%s:%l", where, sizeof where);
        whyc_say(2, "whyc: %lu bytes are still allocated at exit, from %s\n", block->size, where);
    }
    if (whyc_blocks)
        whyc_exit(1);
}

