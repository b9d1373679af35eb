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

/* What those that stopped are about to do something with, and what they wait for. */
static const void *words[SLOTS];
static int relations[SLOTS];
static int values[SLOTS];
static unsigned reading; /* those that will only look */
static unsigned open; /* those of which nobody knows with what */
static int n_giving_up; /* threads that wait for a while only */

/* Threads take turns in rounds. Every schedule is one in which whoever could go on and stopped all the same did so because another
 * thread comes first with something that does not go together with it. So `stale` are those that stopped, or were passed over, and for
 * whom no such thing has happened since: they do not go on. All this is 0 when the main thread begins. */
static unsigned stale;
static int is_moved; /* whether anybody ran in this round */
static int is_passed; /* whether anybody could have run, and did not */
static int waiting; /* somebody who could not, and 1 */
static int doomed; /* who sees that it waits for ever, and 1 */

/* A thread that stopped for good before an access: whoever does something that goes together with it neither before nor after is in
 * a race with it. */
static int stopped; /* its slot and 1 */
static const void *stopped_at;
static unsigned long stopped_size;
static int stopped_writes;

void __whyc_suspend(void) {}
void __whyc_end(void) {}

/* Whether the running thread stops where it could go on. */
int __whyc_switches(void) {
    if (__whyc_created == __whyc_ended || __whyc_atomic)
        return 0;
    _Bool switches = __VERIFIER_nondet_bool();
    return switches;
}

static _Bool holds(const int *word, int relation, int value) {
    return relation == IS | relation == STAYS ? *word == value : *word >= value;
}

/* Whether the thread in this slot runs in this round. */
int __whyc_turn(void) {
    int me = __whyc_running;
    if (me > __whyc_created || __whyc_finished[me] || stopped == me + 1)
        return 0;
    if (doomed)
        return doomed == me + 1;
    int relation = relations[me];
    /* What is gone keeps nobody waiting: whoever goes on sees it. */
    if (relation == NEVER ||
        relation != NOTHING && __CPROVER_LIVE_OBJECT(words[me]) && !holds(words[me], relation, values[me])) {
        waiting = me + 1;
        return 0;
    }
    if (relation != STAYS & relation != STAYS_AT_LEAST) {
        if (stale >> me & 1) {
            is_passed = 1;
            return 0;
        }
        if (words[me] != NULL | (open >> me & 1)) {
            _Bool passes = __VERIFIER_nondet_bool();
            if (passes) {
                is_passed = 1;
                stale |= 1u << me;
                return 0;
            }
        }
    }
    return 1;
}

/* At the end of a round: whether all threads have ended. Where nobody could go on, one that waits sees that it waits for ever; where
 * somebody could but never does, the schedule is another one's. */
int __whyc_is_over(void) {
    if (__whyc_ended > __whyc_created)
        return 1;
    if (!is_moved) {
        __VERIFIER_assume(!is_passed & !stopped & n_giving_up == 0);
        doomed = waiting;
    }
    is_moved = 0;
    is_passed = 0;
    return 0;
}

static void stop_before(const void *word, int relation, int value) {
    int me = __whyc_running;
    words[me] = word;
    relations[me] = relation;
    values[me] = value;
    stale |= 1u << me;
    is_moved = 1;
    __whyc_suspend();
    words[__whyc_running] = NULL;
    relations[__whyc_running] = NOTHING;
}

void __whyc_await(const int *word, int relation, int value) {
    _Bool stops = !holds(word, relation, value);
    __whyc_misuse(!stops | __whyc_atomic == 0);
    if (!stops && (relation == IS | relation == AT_LEAST))
        stops = __whyc_switches();
    if (stops) {
        stop_before(word, relation, value);
        __whyc_deadlock(!doomed);
        __VERIFIER_assume(!doomed);
    }
}

/* That it gives up has been looked at before. */
void __whyc_await_a_while(const int *word, int relation, int value) {
    _Bool stops = !holds(word, relation, value);
    __whyc_misuse(!stops | __whyc_atomic == 0);
    if (stops) {
        n_giving_up++;
        stop_before(word, relation, value);
        n_giving_up--;
    }
}

static void may_stop(const void *at, int is_reading) {
    _Bool stops = __whyc_switches();
    if (stops) {
        if (at == NULL)
            open |= 1u << __whyc_running;
        if (is_reading)
            reading |= 1u << __whyc_running;
        stop_before(at, NOTHING, 0);
        open &= ~(1u << __whyc_running);
        reading &= ~(1u << __whyc_running);
    }
}

void __whyc_point(const void *at) {
    may_stop(at, 0);
}

void __whyc_release_point(const void *at) {
    may_stop(at, 0);
}

/* Before the program ends, which goes together with nothing. */
void __whyc_leave_point(void) {
    may_stop(NULL, 0);
}

void __whyc_did(const void *at) {
#define SAME(slot) | (unsigned)(words[slot] == at) << slot
    stale &= ~(open EACH(SAME));
}

/* Memory was accessed: objects as wholes are compared, since accesses may overlap. */
static void did_access(const void *at, int writes) {
    unsigned long object = __CPROVER_POINTER_OBJECT(at);
#define IN_SAME(slot) | (unsigned)(__CPROVER_POINTER_OBJECT(words[slot]) == object) << slot
    unsigned others = 0 EACH(IN_SAME);
    stale &= ~(open | (writes ? others : others & ~reading));
}

void __whyc_step(const void *at, unsigned long size, int writes) {
    may_stop(at, !writes);
    did_access(at, writes);
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
        is_moved = 1;
        stopped_at = at;
        stopped_size = size;
        stopped_writes = writes;
        /* Whoever is about to do something atomic there may have waited for this. */
        did_access(at, 1);
        return 1;
    }
    return 0;
}

/* Memory that may hold locks is about to go. */
void __whyc_free_point(const void *at) {
    may_stop(NULL, 0);
    did_access(at, 1);
}

/* Something atomic is done with what is at `at`, or, without an address, with anything. */
void __whyc_atomic_begin(const void *at, int writes) {
    may_stop(at, !writes);
    if (at)
        did_access(at, writes);
    else
        stale = 0;
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
    stale &= ~open;
    is_moved = 1;
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
    __whyc_await(&__whyc_finished[other], STAYS, 1);
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
    __whyc_point(state);
    __whyc_did(state);
    if (*state == 0) {
        *state = 1;
        routine();
        *state = 2;
        return;
    }
    __whyc_misuse(*state == 1 | *state == 2);
    __whyc_await(state, STAYS, 2);
}

/* Mutexes. */

/* At which condition variable threads wait, and by which call they were woken without a reason. */
static const void *waits_at[SLOTS];
static const void *woken_idly_by[SLOTS];

static void look_at(struct whyc_mutex *mutex) {
    __whyc_misuse(mutex->kind >= 0 & mutex->kind <= 3 & mutex->lock >= 0 & mutex->lock <= SLOTS);
}

int __whyc_set_up(struct whyc_mutex *mutex, int kind) {
    __whyc_point(&mutex->lock);
    __whyc_did(&mutex->lock);
    mutex->lock = 0;
    mutex->count = 0;
    mutex->kind = kind;
    return 0;
}

int __whyc_take_down(struct whyc_mutex *mutex) {
    __whyc_point(&mutex->lock);
    look_at(mutex);
    __whyc_misuse(mutex->lock == 0);
    mutex->kind = DESTROYED;
    __whyc_did(&mutex->lock);
    return 0;
}

static void take(struct whyc_mutex *mutex) {
    mutex->lock = __whyc_running + 1;
    mutex->count = 1;
    __whyc_did(&mutex->lock);
}

int __whyc_lock(struct whyc_mutex *mutex) {
    look_at(mutex);
    int me = __whyc_running + 1;
    if (mutex->lock == me && mutex->kind == RECURSIVE) {
        mutex->count++;
        return 0;
    }
    if (mutex->lock == me && mutex->kind == ERRORCHECK)
        return EDEADLK;
    __whyc_await(&mutex->lock, IS, 0);
    look_at(mutex);
    take(mutex);
    return 0;
}

int __whyc_try_lock(struct whyc_mutex *mutex) {
    __whyc_point(&mutex->lock);
    look_at(mutex);
    int me = __whyc_running + 1;
    if (mutex->lock == me && mutex->kind == RECURSIVE) {
        mutex->count++;
        return 0;
    }
    if (mutex->lock != 0) {
        __whyc_did(&mutex->lock);
        return EBUSY;
    }
    take(mutex);
    return 0;
}

int __whyc_timed_lock(struct whyc_mutex *mutex) {
    __whyc_point(&mutex->lock);
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
        if (times_out) {
            __whyc_did(&mutex->lock);
            return ETIMEDOUT;
        }
        __whyc_await_a_while(&mutex->lock, IS, 0);
    }
    take(mutex);
    return 0;
}

int __whyc_unlock(struct whyc_mutex *mutex) {
    __whyc_release_point(&mutex->lock);
    look_at(mutex);
    int me = __whyc_running + 1;
    if (mutex->lock != me && mutex->kind == ERRORCHECK)
        return EPERM;
    __whyc_misuse(mutex->lock == me);
    woken_idly_by[__whyc_running] = NULL;
    mutex->count--;
    if (mutex->count == 0) {
        mutex->lock = 0;
        __whyc_did(&mutex->lock);
    }
    return 0;
}

/* Condition variables. Who waits lets go of the mutex and stops before it takes it again, for which it also needs to be woken. A
 * thread may be woken without a reason, though only once at each place before it lets go of a mutex by itself: else no loop around it
 * would ever be known to end. */

static void wait_at(struct whyc_cond *cond, struct whyc_mutex *mutex, int is_idle, int is_brief) {
    __whyc_misuse(cond->dead == 0);
    look_at(mutex);
    __whyc_misuse(mutex->lock == __whyc_running + 1);
    unsigned count = mutex->count;
    mutex->lock = 0;
    __whyc_did(&mutex->lock);
    __whyc_did(cond);
    if (is_idle)
        __whyc_await(&mutex->lock, IS, 0);
    else {
        waits_at[__whyc_running] = cond;
        n_giving_up += is_brief;
        stop_before(&mutex->lock, NEVER, 0);
        n_giving_up -= is_brief;
        __whyc_deadlock(!doomed);
        __VERIFIER_assume(!doomed);
    }
    take(mutex);
    mutex->count = count;
}

int __whyc_wait(struct whyc_cond *cond, struct whyc_mutex *mutex) {
    __whyc_release_point(&mutex->lock);
    __whyc_point(cond);
    /* Each call has its own copy of this function, and of its variable. */
    char here;
    _Bool wakes_without_signal = 0;
    if (woken_idly_by[__whyc_running] != &here)
        wakes_without_signal = __VERIFIER_nondet_bool();
    if (wakes_without_signal)
        woken_idly_by[__whyc_running] = &here;
    wait_at(cond, mutex, wakes_without_signal, 0);
    return 0;
}

int __whyc_timed_wait(struct whyc_cond *cond, struct whyc_mutex *mutex) {
    __whyc_release_point(&mutex->lock);
    __whyc_point(cond);
    _Bool times_out = __VERIFIER_nondet_bool();
    wait_at(cond, mutex, times_out, !times_out);
    return times_out ? ETIMEDOUT : 0;
}

static void wake(int slot) {
    waits_at[slot] = NULL;
    relations[slot] = IS;
    stale &= ~(1u << slot);
}

int __whyc_signal(struct whyc_cond *cond) {
    __whyc_point(cond);
    __whyc_misuse(cond->dead == 0);
#define HEARS(slot) _Bool hears##slot = waits_at[slot] == cond;
    EACH(HEARS)
    int n_waiting = hears0 + hears1 + hears2 + hears3 + hears4 + hears5 + hears6 + hears7;
    if (n_waiting != 0) {
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
        wake(slot);
        EACH(WAKE)
    }
    __whyc_did(cond);
    return 0;
}

int __whyc_broadcast(struct whyc_cond *cond) {
    __whyc_point(cond);
    __whyc_misuse(cond->dead == 0);
#define WAKE_ALL(slot) \
    if (waits_at[slot] == cond) \
        wake(slot);
    EACH(WAKE_ALL)
    __whyc_did(cond);
    return 0;
}
