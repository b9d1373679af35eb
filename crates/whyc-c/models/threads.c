/* Threads: which of them runs, what they wait for, and where two of them meet at one place in memory. */
#include "threads.h"

int __whyc_running;
int __whyc_created;
int __whyc_ended;
int __whyc_finished[SLOTS];
int __whyc_atomic;

/* How threads begin and end. */
static void *routines[SLOTS];
static int returns_int[SLOTS];
static void *arguments[SLOTS];
static void *results[SLOTS];
static int is_taken[SLOTS]; /* joined or detached */

/* What they wait for, if they do. */
static const int *words[SLOTS];
static int relations[SLOTS];
static int values[SLOTS];
static int n_giving_up; /* threads that wait for a while only */

/* Whether the last thread stopped where it could have gone on. */
static int is_given_away;

/* A thread that stopped for good before an access: whoever does something that goes together with it neither before nor after is in
 * a race with it. */
static int stopped; /* its slot and 1 */
static const void *stopped_at;
static unsigned long stopped_size;
static int stopped_writes;

void __whyc_point(void) {}
void __whyc_release_point(void) {}
void __whyc_suspend(void) {}
void __whyc_end(void) {}

/* Whether the running thread stops here for another one. */
int __whyc_switches(void) {
    if (__whyc_created == __whyc_ended || __whyc_atomic)
        return 0;
    _Bool switches = __VERIFIER_nondet_bool();
    if (switches)
        is_given_away = 1;
    return switches;
}

static _Bool is_ready(int slot) {
    if (slot > __whyc_created || __whyc_finished[slot] || stopped == slot + 1)
        return 0;
    const int *word = words[slot];
    if (!word)
        return 1;
    return relations[slot] == IS ? *word == values[slot] : *word >= values[slot];
}

/* Who runs next. Where nobody can go on, one that waits: it then sees that it waits for ever. */
int __whyc_next(void) {
    if (__whyc_created == 0)
        return 0;
#define ASK(slot) _Bool ready##slot = is_ready(slot);
    EACH(ASK)
    int was_given_away = is_given_away;
    is_given_away = 0;
    if (ready0 | ready1 | ready2 | ready3 | ready4 | ready5 | ready6 | ready7) {
        int next_thread = __VERIFIER_nondet_int();
#define CHOSEN(slot) | (next_thread == slot & ready##slot)
        __VERIFIER_assume(0 EACH(CHOSEN));
        __VERIFIER_assume(!was_given_away | next_thread != __whyc_running);
        return next_thread;
    }
    __VERIFIER_assume(!stopped & n_giving_up == 0);
#define WAITS(slot) \
    if (slot <= __whyc_created && !__whyc_finished[slot]) \
        return slot;
    WAITS(7) WAITS(6) WAITS(5) WAITS(4) WAITS(3) WAITS(2) WAITS(1) WAITS(0)
    return 0;
}

/* Whether all threads have ended. */
int __whyc_is_over(void) {
    return __whyc_ended > __whyc_created;
}

static _Bool holds(const int *word, int relation, int value) {
    return relation == IS ? *word == value : *word >= value;
}

static void stop_until(const int *word, int relation, int value) {
    int me = __whyc_running;
    __whyc_misuse(__whyc_atomic == 0);
    words[me] = word;
    relations[me] = relation;
    values[me] = value;
    __whyc_suspend();
    words[__whyc_running] = NULL;
}

void __whyc_await(const int *word, int relation, int value) {
    if (holds(word, relation, value))
        return;
    stop_until(word, relation, value);
    __whyc_deadlock(holds(word, relation, value));
}

/* That it gives up has been looked at before. */
void __whyc_await_a_while(const int *word, int relation, int value) {
    if (holds(word, relation, value))
        return;
    n_giving_up++;
    stop_until(word, relation, value);
    n_giving_up--;
    __VERIFIER_assume(holds(word, relation, value));
}

/* The running thread is about to read or write; it says whether it stops there for good. */
int __whyc_touch(const void *at, unsigned long size, int writes) {
    if (__whyc_created == __whyc_ended)
        return 0;
    if (stopped) {
        if (writes | stopped_writes) {
            unsigned long here = __CPROVER_POINTER_OFFSET(at), there = __CPROVER_POINTER_OFFSET(stopped_at);
            __whyc_race(__CPROVER_POINTER_OBJECT(at) != __CPROVER_POINTER_OBJECT(stopped_at) |
                        here >= there + stopped_size | there >= here + size);
        }
        return 0;
    }
    if (__whyc_atomic)
        return 0;
    _Bool stops_before_access = __VERIFIER_nondet_bool();
    if (stops_before_access) {
        stopped = __whyc_running + 1;
        stopped_at = at;
        stopped_size = size;
        stopped_writes = writes;
        return 1;
    }
    return 0;
}

void __whyc_atomic_begin(void) {
    __whyc_point();
    __whyc_atomic++;
}

void __whyc_atomic_end(void) {
    __whyc_atomic--;
}

void __whyc_thread(void) {
    int me = __whyc_running;
    if (returns_int[me]) {
        int (*routine)(void *) = routines[me];
        int result = routine(arguments[me]);
        __whyc_finish((void *)(ssize_t)result);
    } else {
        void *(*routine)(void *) = routines[me];
        void *result = routine(arguments[me]);
        __whyc_finish(result);
    }
}

void __whyc_finish(void *result) {
    int me = __whyc_running;
    results[me] = result;
    __whyc_finished[me] = 1;
    __whyc_ended++;
    __whyc_end();
}

/* Starting a thread and waiting for its end go together with whatever others do before and after: no turn need end there. Two that
 * join or detach one thread misuse it in any order. */
int __whyc_create(unsigned long *thread, void *routine, int gives_int, void *argument, int is_detached) {
    if (__whyc_created + 1 >= SLOTS)
        __whyc_unsupported("more than seven threads besides the main one");
    int me = __whyc_created + 1;
    routines[me] = routine;
    returns_int[me] = gives_int;
    arguments[me] = argument;
    is_taken[me] = is_detached;
    __whyc_touch(thread, sizeof *thread, 1);
    *thread = me + 1;
    __whyc_created = me;
    return 0;
}

int __whyc_join(unsigned long thread) {
    int other = (int)thread - 1;
    __whyc_misuse(thread >= 1 && thread <= __whyc_created + 1);
    __whyc_misuse(!is_taken[other]);
    is_taken[other] = 1;
    __whyc_await(&__whyc_finished[other], IS, 1);
    return 0;
}

void *__whyc_result_of(unsigned long thread) {
    return results[(int)thread - 1];
}

int __whyc_let_go(unsigned long thread) {
    int other = (int)thread - 1;
    __whyc_misuse(thread >= 1 && thread <= __whyc_created + 1);
    __whyc_misuse(!is_taken[other]);
    is_taken[other] = 1;
    return 0;
}

void __whyc_do_once(int *state, void (*routine)(void)) {
    __whyc_point();
    if (*state == 0) {
        *state = 1;
        routine();
        *state = 2;
        return;
    }
    __whyc_misuse(*state == 1 | *state == 2);
    __whyc_await(state, IS, 2);
}

/* Mutexes. */

static void look_at(struct whyc_mutex *mutex) {
    __whyc_misuse(mutex->kind >= 0 & mutex->kind <= 3 & mutex->lock >= 0 & mutex->lock <= SLOTS);
}

int __whyc_set_up(struct whyc_mutex *mutex, int kind) {
    mutex->lock = 0;
    mutex->count = 0;
    mutex->kind = kind;
    return 0;
}

int __whyc_take_down(struct whyc_mutex *mutex) {
    __whyc_point();
    look_at(mutex);
    __whyc_misuse(mutex->lock == 0);
    mutex->kind = DESTROYED;
    return 0;
}

int __whyc_lock(struct whyc_mutex *mutex) {
    __whyc_point();
    look_at(mutex);
    int me = __whyc_running + 1;
    if (mutex->lock == me && mutex->kind == RECURSIVE) {
        mutex->count++;
        return 0;
    }
    if (mutex->lock == me && mutex->kind == ERRORCHECK)
        return EDEADLK;
    __whyc_await(&mutex->lock, IS, 0);
    mutex->lock = me;
    mutex->count = 1;
    return 0;
}

int __whyc_try_lock(struct whyc_mutex *mutex) {
    __whyc_point();
    look_at(mutex);
    int me = __whyc_running + 1;
    if (mutex->lock == me && mutex->kind == RECURSIVE) {
        mutex->count++;
        return 0;
    }
    if (mutex->lock != 0)
        return EBUSY;
    mutex->lock = me;
    mutex->count = 1;
    return 0;
}

int __whyc_timed_lock(struct whyc_mutex *mutex) {
    __whyc_point();
    look_at(mutex);
    int me = __whyc_running + 1;
    if (mutex->lock == me && mutex->kind == RECURSIVE) {
        mutex->count++;
        return 0;
    }
    if (mutex->lock == me && mutex->kind == ERRORCHECK)
        return EDEADLK;
    if (mutex->lock != 0) {
        _Bool times_out = __VERIFIER_nondet_bool();
        if (times_out)
            return ETIMEDOUT;
        __whyc_await_a_while(&mutex->lock, IS, 0);
    }
    mutex->lock = me;
    mutex->count = 1;
    return 0;
}

int __whyc_unlock(struct whyc_mutex *mutex) {
    __whyc_release_point();
    look_at(mutex);
    int me = __whyc_running + 1;
    if (mutex->lock != me && mutex->kind == ERRORCHECK)
        return EPERM;
    __whyc_misuse(mutex->lock == me);
    mutex->count--;
    if (mutex->count == 0)
        mutex->lock = 0;
    return 0;
}

/* Condition variables. A thread may be woken without a reason, though only once: else no loop around it would ever be known to
 * end. */

static const void *waits_at[SLOTS];
static int is_woken[SLOTS];
static int was_woken_idly[SLOTS];

static void wait_at(struct whyc_cond *cond, struct whyc_mutex *mutex, int is_brief) {
    int me = __whyc_running;
    unsigned count = mutex->count;
    __whyc_misuse(cond->dead == 0);
    look_at(mutex);
    __whyc_misuse(mutex->lock == me + 1);
    mutex->lock = 0;
    mutex->count = 0;
    waits_at[me] = cond;
    is_woken[me] = 0;
    if (is_brief)
        __whyc_await_a_while(&is_woken[me], IS, 1);
    else
        __whyc_await(&is_woken[me], IS, 1);
    waits_at[me] = NULL;
    __whyc_await(&mutex->lock, IS, 0);
    mutex->lock = me + 1;
    mutex->count = count;
}

/* Lets go of the mutex and takes it again, as whoever is woken at once. */
static void wait_idly(struct whyc_cond *cond, struct whyc_mutex *mutex) {
    int me = __whyc_running;
    unsigned count = mutex->count;
    __whyc_misuse(cond->dead == 0);
    look_at(mutex);
    __whyc_misuse(mutex->lock == me + 1);
    mutex->lock = 0;
    __whyc_point();
    __whyc_await(&mutex->lock, IS, 0);
    mutex->lock = me + 1;
    mutex->count = count;
}

int __whyc_wait(struct whyc_cond *cond, struct whyc_mutex *mutex) {
    __whyc_point();
    if (!was_woken_idly[__whyc_running]) {
        _Bool wakes_without_signal = __VERIFIER_nondet_bool();
        if (wakes_without_signal) {
            was_woken_idly[__whyc_running] = 1;
            wait_idly(cond, mutex);
            return 0;
        }
    }
    wait_at(cond, mutex, 0);
    return 0;
}

int __whyc_timed_wait(struct whyc_cond *cond, struct whyc_mutex *mutex) {
    __whyc_point();
    _Bool times_out = __VERIFIER_nondet_bool();
    if (times_out) {
        wait_idly(cond, mutex);
        return ETIMEDOUT;
    }
    wait_at(cond, mutex, 1);
    return 0;
}

int __whyc_signal(struct whyc_cond *cond) {
    __whyc_point();
    __whyc_misuse(cond->dead == 0);
#define HEARS(slot) _Bool hears##slot = waits_at[slot] == cond & !is_woken[slot];
    EACH(HEARS)
    int n_waiting = hears0 + hears1 + hears2 + hears3 + hears4 + hears5 + hears6 + hears7;
    if (n_waiting == 0)
        return 0;
    int woken_thread = 0;
#define ONLY(slot) \
    if (hears##slot) \
        woken_thread = slot;
    EACH(ONLY)
    if (n_waiting > 1) {
        woken_thread = __VERIFIER_nondet_int();
#define HEARD(slot) | (woken_thread == slot & hears##slot)
        __VERIFIER_assume(0 EACH(HEARD));
    }
#define WAKE(slot) \
    if (woken_thread == slot) \
        is_woken[slot] = 1;
    EACH(WAKE)
    return 0;
}

int __whyc_broadcast(struct whyc_cond *cond) {
    __whyc_point();
    __whyc_misuse(cond->dead == 0);
#define WAKE_ALL(slot) \
    if (waits_at[slot] == cond) \
        is_woken[slot] = 1;
    EACH(WAKE_ALL)
    return 0;
}
