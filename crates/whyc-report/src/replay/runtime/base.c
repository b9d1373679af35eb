int whyc_say(int to, const char *format, ...) __asm__("dprintf");
void whyc_exit(int status) __asm__("_exit");
extern void __sanitizer_print_stack_trace(void) __attribute__((weak));

/* What is kept here is nobody's race: threads take turns in a way that sanitizers do not see. */
#define WHYC_KEPT __attribute__((no_sanitize_thread, unused))

static int whyc_site;

/* The next call asks at this place. */
WHYC_KEPT int whyc_at(int site) {
    return whyc_site = site;
}

/* The next value that was recorded for the place that asks; zero if there is none. */
WHYC_KEPT static void whyc_next(void *to, unsigned long size) {
    static unsigned char is_used[sizeof whyc_inputs / sizeof whyc_inputs[0]];
    int site = whyc_site;
    whyc_site = 0;
    __builtin_memset(to, 0, size);
    for (int i = 0; whyc_inputs[i].site >= 0; i++)
        if (whyc_inputs[i].site == site && !is_used[i]) {
            is_used[i] = 1;
            __builtin_memcpy(to, whyc_inputs[i].bytes, size < sizeof whyc_inputs[i].bytes ? size : sizeof whyc_inputs[i].bytes);
            return;
        }
}

__attribute__((no_sanitize_address)) WHYC_KEPT static void whyc_fill_turn(void *object, int id, int turn) {
    for (int i = 0; whyc_cells[i].id >= 0; i++)
        if (whyc_cells[i].id == id && whyc_cells[i].turn == turn) {
            unsigned char *byte = (unsigned char *)object + whyc_cells[i].at;
            *byte = (unsigned char)((*byte & ~whyc_cells[i].mask) | whyc_cells[i].value);
        }
}

/* Gives storage the content that the run found there. */
WHYC_KEPT void whyc_fill(void *object, int id) {
    static int turns[WHYC_OBJECTS];
    whyc_fill_turn(object, id, turns[id]++);
}

/* A function that gives recorded values, of the type that its declaration says. */
#define WHYC_INPUT(f)                                                                                                  \
    __typeof__(f()) f(void) {                                                                                          \
        __typeof__(f()) value;                                                                                         \
        whyc_next(&value, sizeof value);                                                                               \
        return value;                                                                                                  \
    }

__attribute__((unused)) static void whyc_failed(const char *what) {
    whyc_say(2, "whyc: %s\n", what);
    if (__sanitizer_print_stack_trace)
        __sanitizer_print_stack_trace();
    whyc_exit(1);
}

