/* threads.h. */
#include "threads.h"

#define BUSY 1
#define ERROR 2
#define TIMED_OUT 4

int thrd_create(unsigned long *thread, int (*routine)(void *), void *argument) {
    return __whyc_create(thread, routine, 1, argument, 0);
}

int thrd_join(unsigned long thread, int *result) {
    __whyc_join(thread);
    if (result) {
        __whyc_touch(result, sizeof *result, 1);
        *result = (int)(ssize_t)__whyc_result_of(thread);
    }
    return 0;
}

int thrd_detach(unsigned long thread) {
    return __whyc_let_go(thread);
}

void thrd_exit(int result) {
    __whyc_finish((void *)(ssize_t)result);
}

unsigned long thrd_current(void) {
    return __whyc_running + 1;
}

int thrd_equal(unsigned long a, unsigned long b) {
    return a == b;
}

void thrd_yield(void) {}

int thrd_sleep(const void *time, void *rest) {
    (void)time, (void)rest;
    return 0;
}

int mtx_init(struct whyc_mutex *mutex, int type) {
    return __whyc_set_up(mutex, type & 1 ? RECURSIVE : 0);
}

void mtx_destroy(struct whyc_mutex *mutex) {
    __whyc_take_down(mutex);
}

int mtx_lock(struct whyc_mutex *mutex) {
    return __whyc_lock(mutex);
}

int mtx_trylock(struct whyc_mutex *mutex) {
    return __whyc_try_lock(mutex) ? BUSY : 0;
}

int mtx_timedlock(struct whyc_mutex *mutex, const void *until) {
    (void)until;
    return __whyc_timed_lock(mutex) ? TIMED_OUT : 0;
}

int mtx_unlock(struct whyc_mutex *mutex) {
    return __whyc_unlock(mutex);
}

int cnd_init(struct whyc_cond *cond) {
    __whyc_point(cond);
    __whyc_did(cond);
    cond->dead = 0;
    return 0;
}

void cnd_destroy(struct whyc_cond *cond) {
    __whyc_point(cond);
    __whyc_misuse(cond->dead == 0);
    cond->dead = 1;
    __whyc_did(cond);
}

int cnd_wait(struct whyc_cond *cond, struct whyc_mutex *mutex) {
    return __whyc_wait(cond, mutex);
}

int cnd_timedwait(struct whyc_cond *cond, struct whyc_mutex *mutex, const void *until) {
    (void)until;
    return __whyc_timed_wait(cond, mutex) ? TIMED_OUT : 0;
}

int cnd_signal(struct whyc_cond *cond) {
    return __whyc_signal(cond);
}

int cnd_broadcast(struct whyc_cond *cond) {
    return __whyc_broadcast(cond);
}

void call_once(int *state, void (*routine)(void)) {
    __whyc_do_once(state, routine);
}
