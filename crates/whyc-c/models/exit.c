/* stdlib.h: what runs when a program ends. `exit` and the end of `main` call `__whyc_run_handlers`. */
#include "whyc.h"

#define HANDLERS 32 /* as many as C promises; whether there is room for more is an input */

static void (*handlers[HANDLERS])(void);
static int n_handlers;

int atexit(void (*handler)(void)) {
    if (n_handlers == HANDLERS) {
        __whyc_unsupported("more than 32 functions for the end of the program");
        return -1;
    }
    handlers[n_handlers] = handler;
    n_handlers++;
    return 0;
}

/* In reverse order. One that is registered meanwhile comes next. */
void __whyc_run_handlers(void) {
    while (n_handlers > 0) {
        n_handlers--;
        handlers[n_handlers]();
    }
}

static void (*quick_handlers[HANDLERS])(void);
static int n_quick_handlers;

int at_quick_exit(void (*handler)(void)) {
    if (n_quick_handlers == HANDLERS) {
        __whyc_unsupported("more than 32 functions for the end of the program");
        return -1;
    }
    quick_handlers[n_quick_handlers] = handler;
    n_quick_handlers++;
    return 0;
}

void __whyc_run_quick_handlers(void) {
    while (n_quick_handlers > 0) {
        n_quick_handlers--;
        quick_handlers[n_quick_handlers]();
    }
}

/* The only thread ends, and with it the program: threads are not modelled. */
_Noreturn void pthread_exit(void *value) {
    (void)value;
    exit(0);
}

_Noreturn void thrd_exit(int value) {
    (void)value;
    exit(0);
}
