extern void __sanitizer_symbolize_pc(void *pc, const char *format, char *to, unsigned long size) __attribute__((weak));
void *whyc_signal(int signal, void (*handler)(int, char *, char *)) __asm__("signal");

/* Says who jumped to a place where no code is: the return address is on top of the stack, and no sanitizer looks there. */
static void whyc_on_bad_access(int signal, char *info, char *context) {
    (void)signal;
#if defined __x86_64__ && defined __linux__
    unsigned long top = *(unsigned long *)(context + 160), counter = *(unsigned long *)(context + 168);
    static char where[512];
    int is_there = counter < 4096 || counter == *(unsigned long *)(info + 16);
    /* An address that no memory can have fails before the jump: at the call. */
    int is_call = !is_there && *(unsigned char *)(counter + (*(unsigned char *)counter == 0x41)) == 0xff;
    if ((is_there || is_call) && __sanitizer_symbolize_pc) {
        __sanitizer_symbolize_pc(is_there ? *(void **)top : (void *)(counter + 1), "%s:%l", where, sizeof where);
        whyc_say(2, "whyc: jump to no function, from %s\n", where);
        whyc_exit(1);
    }
#endif
    whyc_failed("bad access");
}

__attribute__((constructor)) static void whyc_watch_jumps(void) {
    whyc_signal(11, whyc_on_bad_access);
}

/* The pointer points to a function, but not to one that can be called so. */
void whyc_other_type(void) {
    whyc_failed("jump to no function of this type");
}
