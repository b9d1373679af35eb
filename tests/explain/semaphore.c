#include <assert.h>

/* A kernel's critical section: entered and left in turns. */
int locked;

void enter_critical(void) {
    assert(!locked);
    locked = 1;
}

void exit_critical(void) {
    assert(locked);
    locked = 0;
}

enum { SEMAPHORE = 3 };

struct event {
    int type;
    unsigned count;
    unsigned waiting;
};

int in_interrupt;

void pend(struct event *event, unsigned timeout, int *error) {
    enter_critical();
    if (event->type != SEMAPHORE) {
        exit_critical();
        *error = 1;
        /* a return is missing here */
    }
    if (event->count > 0) {
        event->count--;
        exit_critical();
        *error = 0;
    } else if (in_interrupt) {
        exit_critical();
        *error = 2;
    } else {
        event->waiting++;
        exit_critical();
        *error = timeout == 0 ? 0 : 10;
    }
}

int main(void) {
    struct event event;
    unsigned timeout;
    int error = 0;
    pend(&event, timeout, &error);
    return error;
}
