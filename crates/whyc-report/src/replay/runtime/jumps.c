extern void __sanitizer_symbolize_pc(void *pc, const char *format, char *to, unsigned long size) __attribute__((weak));
void *whyc_signal(int signal, void (*handler)(int, char *, char *)) __asm__("signal");

/* Says who jumped to a place where no code is: the return address is on top of the stack, and no sanitizer looks there. */
static void whyc_on_bad_access(int signal, char *info, char *context) {
    (void)signal;
#if defined __x86_64__ && defined __linux__
    char *top = *(char **)(context + 160), *counter = *(char **)(context + 168);
    static char where[512];
    if (counter == *(char **)(info + 16) && __sanitizer_symbolize_pc) {
        __sanitizer_symbolize_pc(*(void **)top, "%s:%l", where, sizeof where);
        whyc_say(2, "whyc: jump to no function, from %s\n", where);
        whyc_exit(1);
    }
#endif
    whyc_failed("bad access");
}

__attribute__((constructor)) static void whyc_watch_jumps(void) {
    whyc_signal(11, whyc_on_bad_access);
}

