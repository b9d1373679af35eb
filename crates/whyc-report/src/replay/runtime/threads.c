/* Threads take turns as they did in the run: before a call that others can see, a thread waits until it is due. Sanitizers do not see
 * how turns are handed on: it must not look to them as if that kept anything apart. */
#include <pthread.h>
#include <time.h>
#define WHYC_WHOLE 1
#define WHYC_BEGINS 2
#define WHYC_GOES_ON 3
#define WHYC_UNSEEN __attribute__((no_sanitize_thread, no_sanitize_address, noinline, unused)) static

int whyc_pause(unsigned microseconds) __asm__("usleep");
static volatile int whyc_turn;
static volatile int whyc_n_created;
static __thread int whyc_me;

/* What the thread is due to do; 0 once the run is over and everybody runs as they like. */
WHYC_UNSEEN int whyc_due(void) {
    for (;;) {
        int thread = whyc_turns[whyc_turn].thread;
        if (thread < 0)
            return 0;
        if (thread == whyc_me)
            return whyc_turns[whyc_turn].kind;
        whyc_pause(20);
    }
}

WHYC_UNSEEN void whyc_done(void) {
    whyc_turn++;
}

WHYC_UNSEEN int whyc_number(void) {
    return ++whyc_n_created;
}

/* A call begins: in one that waits, others are due meanwhile. */
WHYC_UNSEEN int whyc_begins(void) {
    int kind = whyc_due();
    if (kind == WHYC_BEGINS)
        whyc_done();
    return kind;
}

WHYC_UNSEEN int whyc_ends(int kind, int result) {
    if (kind == WHYC_BEGINS)
        kind = whyc_due();
    if (kind != 0)
        whyc_done();
    return result;
}

/* The thread that waits for ever, as predicted, does not wait for longer than this. */
WHYC_UNSEEN int whyc_is_doomed(int kind) {
    return kind != WHYC_WHOLE && whyc_me == WHYC_DOOMED;
}

__attribute__((unused)) static struct timespec *whyc_soon(void) {
    static struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 2;
    return &until;
}

__attribute__((unused)) static int whyc_in_time(int is_too_late, int result) {
    if (is_too_late)
        whyc_failed("nobody can go on");
    return result;
}

#define WHYC_PLAIN(name, params, args)                                                                                 \
    extern int name params;                                                                                            \
    int whyc_##name params {                                                                                           \
        int kind = whyc_begins();                                                                                      \
        return whyc_ends(kind, name args);                                                                             \
    }
#define WHYC_WAITING(name, params, args, timed, timed_params, timed_args)                                              \
    extern int name params;                                                                                            \
    extern int timed timed_params;                                                                                     \
    int whyc_##name params {                                                                                           \
        int kind = whyc_begins(), result;                                                                              \
        /* Who only begins never has what it waits for while the run lasts. */                                         \
        if (kind == WHYC_BEGINS)                                                                                       \
            kind = whyc_due();                                                                                         \
        if (whyc_is_doomed(kind)) {                                                                                    \
            result = timed timed_args;                                                                                 \
            whyc_in_time(result != 0, result);                                                                         \
        } else                                                                                                         \
            result = name args;                                                                                        \
        return whyc_ends(kind, result);                                                                                \
    }

#if defined WHYC_USES_pthread_create || defined WHYC_USES_thrd_create
extern int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
struct whyc_start {
    void *(*routine)(void *);
    /* What gives an int, as threads.h has it. */
    int (*int_routine)(void *);
    void *argument;
    int number;
};
static struct whyc_start whyc_starts[64];

static void *whyc_start_thread(void *start) {
    struct whyc_start *own = start;
    whyc_me = own->number;
    if (own->int_routine)
        return (void *)(long)own->int_routine(own->argument);
    return own->routine(own->argument);
}
#endif
#ifdef WHYC_USES_pthread_create
int whyc_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*routine)(void *), void *argument) {
    int kind = whyc_begins();
    int number = whyc_number();
    if (number >= 64)
        return 11;
    whyc_starts[number].routine = routine;
    whyc_starts[number].argument = argument;
    whyc_starts[number].number = number;
    return whyc_ends(kind, pthread_create(thread, attributes, whyc_start_thread, &whyc_starts[number]));
}
#endif
#ifdef WHYC_USES_pthread_join
WHYC_WAITING(pthread_join, (pthread_t thread, void **result_at), (thread, result_at), pthread_timedjoin_np,
             (pthread_t, void **, const struct timespec *), (thread, result_at, whyc_soon()))
#endif
#ifdef WHYC_USES_pthread_mutex_lock
WHYC_WAITING(pthread_mutex_lock, (pthread_mutex_t *mutex), (mutex), pthread_mutex_timedlock,
             (pthread_mutex_t *, const struct timespec *), (mutex, whyc_soon()))
#endif
#ifdef WHYC_USES_pthread_mutex_trylock
WHYC_PLAIN(pthread_mutex_trylock, (pthread_mutex_t *mutex), (mutex))
#endif
#ifdef WHYC_USES_pthread_mutex_unlock
WHYC_PLAIN(pthread_mutex_unlock, (pthread_mutex_t *mutex), (mutex))
#endif
#if defined WHYC_USES_pthread_cond_wait || defined WHYC_USES_cnd_wait
/* To wait is to give the lock back and to take it again; who wakes whom is known. */
extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
extern int whyc_real_lock(pthread_mutex_t *) __asm__("pthread_mutex_lock");
extern int whyc_real_unlock(pthread_mutex_t *) __asm__("pthread_mutex_unlock");
int whyc_pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex) {
    int kind = whyc_due();
    if (kind == WHYC_BEGINS) {
        whyc_real_unlock(mutex);
        whyc_done();
        kind = whyc_due();
        if (kind == 0 && whyc_me == WHYC_DOOMED) {
            whyc_pause(2000000);
            whyc_failed("nobody can go on");
        }
        whyc_real_lock(mutex);
        if (kind != 0) {
            whyc_done();
            return 0;
        }
    } else if (kind != 0) {
        whyc_real_unlock(mutex);
        whyc_real_lock(mutex);
        whyc_done();
        return 0;
    } else if (whyc_me == WHYC_DOOMED) {
        whyc_pause(2000000);
        whyc_failed("nobody can go on");
    }
    return pthread_cond_wait(cond, mutex);
}
#endif
#ifdef WHYC_USES_pthread_cond_signal
WHYC_PLAIN(pthread_cond_signal, (pthread_cond_t *cond), (cond))
#endif
#ifdef WHYC_USES_pthread_cond_broadcast
WHYC_PLAIN(pthread_cond_broadcast, (pthread_cond_t *cond), (cond))
#endif
#ifdef WHYC_USES_pthread_barrier_wait
WHYC_PLAIN(pthread_barrier_wait, (pthread_barrier_t *barrier), (barrier))
#endif
#ifdef WHYC_USES_pthread_rwlock_rdlock
WHYC_WAITING(pthread_rwlock_rdlock, (pthread_rwlock_t *lock), (lock), pthread_rwlock_timedrdlock,
             (pthread_rwlock_t *, const struct timespec *), (lock, whyc_soon()))
#endif
#ifdef WHYC_USES_pthread_rwlock_wrlock
WHYC_WAITING(pthread_rwlock_wrlock, (pthread_rwlock_t *lock), (lock), pthread_rwlock_timedwrlock,
             (pthread_rwlock_t *, const struct timespec *), (lock, whyc_soon()))
#endif
#ifdef WHYC_USES_pthread_rwlock_unlock
WHYC_PLAIN(pthread_rwlock_unlock, (pthread_rwlock_t *lock), (lock))
#endif
#ifdef WHYC_USES_pthread_spin_lock
WHYC_PLAIN(pthread_spin_lock, (pthread_spinlock_t *lock), (lock))
#endif
#ifdef WHYC_USES_pthread_spin_unlock
WHYC_PLAIN(pthread_spin_unlock, (pthread_spinlock_t *lock), (lock))
#endif
#ifdef WHYC_USES_sem_wait
#include <semaphore.h>
WHYC_WAITING(sem_wait, (sem_t *semaphore), (semaphore), sem_timedwait, (sem_t *, const struct timespec *),
             (semaphore, whyc_soon()))
#endif
#ifdef WHYC_USES_sem_trywait
#include <semaphore.h>
WHYC_PLAIN(sem_trywait, (sem_t *semaphore), (semaphore))
#endif
#ifdef WHYC_USES_sem_post
#include <semaphore.h>
WHYC_PLAIN(sem_post, (sem_t *semaphore), (semaphore))
#endif

/* threads.h: what the sanitizer knows are POSIX threads, and the library's own are made of them. */
#if defined WHYC_USES_thrd_create || defined WHYC_USES_thrd_join || defined WHYC_USES_mtx_lock || \
    defined WHYC_USES_mtx_trylock || defined WHYC_USES_mtx_unlock || defined WHYC_USES_cnd_wait || \
    defined WHYC_USES_cnd_signal || defined WHYC_USES_cnd_broadcast
#include <threads.h>
#define WHYC_C11(name, params, call)                                                                                   \
    int whyc_##name params {                                                                                           \
        int kind = whyc_begins();                                                                                      \
        return whyc_ends(kind, (call) ? thrd_error : thrd_success);                                                    \
    }
#define WHYC_C11_WAITING(name, params, call, timed_call)                                                               \
    int whyc_##name params {                                                                                           \
        int kind = whyc_begins(), result;                                                                              \
        if (kind == WHYC_BEGINS)                                                                                       \
            kind = whyc_due();                                                                                         \
        if (whyc_is_doomed(kind)) {                                                                                    \
            result = timed_call;                                                                                       \
            whyc_in_time(result != 0, result);                                                                         \
        } else                                                                                                         \
            result = call;                                                                                             \
        return whyc_ends(kind, result ? thrd_error : thrd_success);                                                    \
    }
#endif
#ifdef WHYC_USES_thrd_create
int whyc_thrd_create(thrd_t *thread, thrd_start_t routine, void *argument) {
    int kind = whyc_begins();
    int number = whyc_number();
    if (number >= 64)
        return thrd_error;
    whyc_starts[number].int_routine = routine;
    whyc_starts[number].argument = argument;
    whyc_starts[number].number = number;
    int result = pthread_create((pthread_t *)thread, 0, whyc_start_thread, &whyc_starts[number]);
    return whyc_ends(kind, result ? thrd_error : thrd_success);
}
#endif
#ifdef WHYC_USES_thrd_join
extern int pthread_join(pthread_t, void **);
extern int pthread_timedjoin_np(pthread_t, void **, const struct timespec *);
WHYC_C11_WAITING(thread_ends, (thrd_t thread, void **result_at), pthread_join((pthread_t)thread, result_at),
                 pthread_timedjoin_np((pthread_t)thread, result_at, whyc_soon()))
int whyc_thrd_join(thrd_t thread, int *result_at) {
    void *value = 0;
    int result = whyc_thread_ends(thread, &value);
    if (result_at && result == thrd_success)
        *result_at = (int)(long)value;
    return result;
}
#endif
#ifdef WHYC_USES_mtx_lock
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *);
WHYC_C11_WAITING(mtx_lock, (mtx_t *mutex), pthread_mutex_lock((pthread_mutex_t *)mutex),
                 pthread_mutex_timedlock((pthread_mutex_t *)mutex, whyc_soon()))
#endif
#ifdef WHYC_USES_mtx_trylock
extern int pthread_mutex_trylock(pthread_mutex_t *);
int whyc_mtx_trylock(mtx_t *mutex) {
    int kind = whyc_begins();
    return whyc_ends(kind, pthread_mutex_trylock((pthread_mutex_t *)mutex) ? thrd_busy : thrd_success);
}
#endif
#ifdef WHYC_USES_mtx_unlock
extern int pthread_mutex_unlock(pthread_mutex_t *);
WHYC_C11(mtx_unlock, (mtx_t *mutex), pthread_mutex_unlock((pthread_mutex_t *)mutex))
#endif
#ifdef WHYC_USES_cnd_wait
int whyc_cnd_wait(cnd_t *cond, mtx_t *mutex) {
    return whyc_pthread_cond_wait((pthread_cond_t *)cond, (pthread_mutex_t *)mutex) ? thrd_error : thrd_success;
}
#endif
#ifdef WHYC_USES_cnd_signal
extern int pthread_cond_signal(pthread_cond_t *);
WHYC_C11(cnd_signal, (cnd_t *cond), pthread_cond_signal((pthread_cond_t *)cond))
#endif
#ifdef WHYC_USES_cnd_broadcast
extern int pthread_cond_broadcast(pthread_cond_t *);
WHYC_C11(cnd_broadcast, (cnd_t *cond), pthread_cond_broadcast((pthread_cond_t *)cond))
#endif
