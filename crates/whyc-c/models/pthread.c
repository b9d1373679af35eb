/* pthread.h and semaphore.h. What is not here (cancellation, robust mutexes, clean-up handlers) is not modelled, and said to be so. */
#include "threads.h"

int pthread_create(unsigned long *thread, const int *attributes, void *(*routine)(void *), void *argument) {
    return __whyc_create(thread, routine, 0, argument, attributes && *attributes == 1);
}

int pthread_join(unsigned long thread, void **result) {
    __whyc_join(thread);
    if (result) {
        __whyc_touch(result, sizeof *result, 1);
        *result = __whyc_result_of(thread);
    }
    return 0;
}

int pthread_detach(unsigned long thread) {
    return __whyc_let_go(thread);
}

void pthread_exit(void *result) {
    __whyc_finish(result);
}

unsigned long pthread_self(void) {
    return __whyc_running + 1;
}

int pthread_equal(unsigned long a, unsigned long b) {
    return a == b;
}

int pthread_yield(void) {
    return 0;
}

int pthread_attr_init(int *attributes) {
    *attributes = 0;
    return 0;
}

int pthread_attr_destroy(int *attributes) {
    return 0;
}

int pthread_attr_setdetachstate(int *attributes, int state) {
    if (state != 0 && state != 1)
        return EINVAL;
    *attributes = state;
    return 0;
}

int pthread_attr_setstacksize(int *attributes, size_t size) {
    return 0;
}

int pthread_attr_setscope(int *attributes, int scope) {
    return 0;
}

int pthread_mutexattr_init(int *attributes) {
    *attributes = 0;
    return 0;
}

int pthread_mutexattr_destroy(int *attributes) {
    return 0;
}

int pthread_mutexattr_settype(int *attributes, int kind) {
    if (kind < 0 || kind > 3)
        return EINVAL;
    *attributes = kind;
    return 0;
}

int pthread_mutex_init(struct whyc_mutex *mutex, const int *attributes) {
    return __whyc_set_up(mutex, attributes ? *attributes : 0);
}

int pthread_mutex_destroy(struct whyc_mutex *mutex) {
    return __whyc_take_down(mutex);
}

int pthread_mutex_lock(struct whyc_mutex *mutex) {
    return __whyc_lock(mutex);
}

int pthread_mutex_trylock(struct whyc_mutex *mutex) {
    return __whyc_try_lock(mutex);
}

int pthread_mutex_timedlock(struct whyc_mutex *mutex, const void *until) {
    return __whyc_timed_lock(mutex);
}

int pthread_mutex_clocklock(struct whyc_mutex *mutex, int clock, const void *until) {
    return __whyc_timed_lock(mutex);
}

int pthread_mutex_unlock(struct whyc_mutex *mutex) {
    return __whyc_unlock(mutex);
}

int pthread_condattr_init(int *attributes) {
    *attributes = 0;
    return 0;
}

int pthread_condattr_destroy(int *attributes) {
    return 0;
}

int pthread_cond_init(struct whyc_cond *cond, const void *attributes) {
    __whyc_point(cond);
    __whyc_did(cond);
    cond->dead = 0;
    return 0;
}

int pthread_cond_destroy(struct whyc_cond *cond) {
    __whyc_point(cond);
    __whyc_misuse(cond->dead == 0);
    cond->dead = 1;
    __whyc_did(cond);
    return 0;
}

int pthread_cond_wait(struct whyc_cond *cond, struct whyc_mutex *mutex) {
    return __whyc_wait(cond, mutex);
}

int pthread_cond_timedwait(struct whyc_cond *cond, struct whyc_mutex *mutex, const void *until) {
    return __whyc_timed_wait(cond, mutex);
}

int pthread_cond_signal(struct whyc_cond *cond) {
    return __whyc_signal(cond);
}

int pthread_cond_broadcast(struct whyc_cond *cond) {
    return __whyc_broadcast(cond);
}

int pthread_once(int *state, void (*routine)(void)) {
    __whyc_do_once(state, routine);
    return 0;
}

/* Spin locks: 0, or the slot of their owner and 1. */

int pthread_spin_init(int *lock, int shared) {
    __whyc_point(lock);
    __whyc_did(lock);
    *lock = 0;
    return 0;
}

int pthread_spin_destroy(int *lock) {
    __whyc_point(lock);
    __whyc_misuse(*lock == 0);
    *lock = -1;
    __whyc_did(lock);
    return 0;
}

static void take(int *lock) {
    *lock = __whyc_running + 1;
    __whyc_did(lock);
}

int pthread_spin_lock(int *lock) {
    __whyc_misuse(*lock >= 0 & *lock <= SLOTS);
    __whyc_await(lock, IS, 0);
    take(lock);
    return 0;
}

int pthread_spin_trylock(int *lock) {
    __whyc_point(lock);
    __whyc_misuse(*lock >= 0 & *lock <= SLOTS);
    if (*lock != 0) {
        __whyc_did(lock);
        return EBUSY;
    }
    take(lock);
    return 0;
}

int pthread_spin_unlock(int *lock) {
    __whyc_release_point(lock);
    __whyc_misuse(*lock == __whyc_running + 1);
    *lock = 0;
    __whyc_did(lock);
    return 0;
}

/* Locks for readers and writers. */
struct rwlock {
    int state; /* how many read; -1: somebody writes */
    int writer; /* the slot of who writes, and 1 */
    int dead;
};

static void look_at_rwlock(struct rwlock *lock) {
    __whyc_misuse(lock->dead == 0 & lock->state >= -1 & lock->state <= 64);
}

int pthread_rwlock_init(struct rwlock *lock, const void *attributes) {
    __whyc_point(&lock->state);
    __whyc_did(&lock->state);
    lock->state = 0;
    lock->writer = 0;
    lock->dead = 0;
    return 0;
}

int pthread_rwlock_destroy(struct rwlock *lock) {
    __whyc_point(&lock->state);
    look_at_rwlock(lock);
    __whyc_misuse(lock->state == 0);
    lock->dead = 1;
    __whyc_did(&lock->state);
    return 0;
}

static void read_lock(struct rwlock *lock) {
    lock->state++;
    __whyc_did(&lock->state);
}

static void write_lock(struct rwlock *lock) {
    lock->state = -1;
    lock->writer = __whyc_running + 1;
    __whyc_did(&lock->state);
}

int pthread_rwlock_rdlock(struct rwlock *lock) {
    look_at_rwlock(lock);
    __whyc_await(&lock->state, AT_LEAST, 0);
    look_at_rwlock(lock);
    read_lock(lock);
    return 0;
}

int pthread_rwlock_tryrdlock(struct rwlock *lock) {
    __whyc_point(&lock->state);
    look_at_rwlock(lock);
    if (lock->state < 0) {
        __whyc_did(&lock->state);
        return EBUSY;
    }
    read_lock(lock);
    return 0;
}

int pthread_rwlock_wrlock(struct rwlock *lock) {
    look_at_rwlock(lock);
    __whyc_await(&lock->state, IS, 0);
    look_at_rwlock(lock);
    write_lock(lock);
    return 0;
}

int pthread_rwlock_trywrlock(struct rwlock *lock) {
    __whyc_point(&lock->state);
    look_at_rwlock(lock);
    if (lock->state != 0) {
        __whyc_did(&lock->state);
        return EBUSY;
    }
    write_lock(lock);
    return 0;
}

int pthread_rwlock_unlock(struct rwlock *lock) {
    __whyc_release_point(&lock->state);
    look_at_rwlock(lock);
    __whyc_misuse(lock->state != 0);
    if (lock->state > 0)
        lock->state--;
    else {
        __whyc_misuse(lock->writer == __whyc_running + 1);
        lock->state = 0;
        lock->writer = 0;
    }
    __whyc_did(&lock->state);
    return 0;
}

/* Barriers. */
struct barrier {
    int needed; /* 0: not set up */
    int arrived;
    int generation;
};

int pthread_barrier_init(struct barrier *barrier, const void *attributes, unsigned count) {
    if (count == 0)
        return EINVAL;
    __whyc_point(barrier);
    __whyc_did(barrier);
    barrier->needed = count;
    barrier->arrived = 0;
    barrier->generation = 0;
    return 0;
}

int pthread_barrier_destroy(struct barrier *barrier) {
    __whyc_point(barrier);
    __whyc_misuse(barrier->needed > 0 & barrier->arrived == 0);
    barrier->needed = 0;
    __whyc_did(barrier);
    return 0;
}

int pthread_barrier_wait(struct barrier *barrier) {
    __whyc_point(barrier);
    __whyc_did(barrier);
    __whyc_misuse(barrier->needed > 0 & barrier->arrived >= 0 & barrier->arrived < barrier->needed);
    barrier->arrived++;
    if (barrier->arrived == barrier->needed) {
        barrier->arrived = 0;
        barrier->generation++;
        return -1;
    }
    __whyc_await(&barrier->generation, STAYS_AT_LEAST, barrier->generation + 1);
    return 0;
}

/* Semaphores. */
struct semaphore {
    int value;
    int is_set_up;
};
#define SET_UP 0x5e3a

int sem_init(struct semaphore *semaphore, int shared, unsigned value) {
    if (value > INT_MAX) {
        __whyc_errno = EINVAL;
        return -1;
    }
    __whyc_point(&semaphore->value);
    __whyc_did(&semaphore->value);
    semaphore->value = value;
    semaphore->is_set_up = SET_UP;
    return 0;
}

int sem_destroy(struct semaphore *semaphore) {
    __whyc_point(&semaphore->value);
    __whyc_misuse(semaphore->is_set_up == SET_UP);
    semaphore->is_set_up = 0;
    __whyc_did(&semaphore->value);
    return 0;
}

static void take_one(struct semaphore *semaphore) {
    semaphore->value--;
    __whyc_did(&semaphore->value);
}

int sem_wait(struct semaphore *semaphore) {
    __whyc_misuse(semaphore->is_set_up == SET_UP);
    __whyc_await(&semaphore->value, AT_LEAST, 1);
    __whyc_misuse(semaphore->is_set_up == SET_UP);
    take_one(semaphore);
    return 0;
}

int sem_trywait(struct semaphore *semaphore) {
    __whyc_point(&semaphore->value);
    __whyc_misuse(semaphore->is_set_up == SET_UP);
    if (semaphore->value == 0) {
        __whyc_did(&semaphore->value);
        __whyc_errno = EAGAIN;
        return -1;
    }
    take_one(semaphore);
    return 0;
}

int sem_timedwait(struct semaphore *semaphore, const void *until) {
    __whyc_point(&semaphore->value);
    __whyc_misuse(semaphore->is_set_up == SET_UP);
    if (semaphore->value == 0) {
        _Bool times_out = __VERIFIER_nondet_bool();
        if (times_out) {
            __whyc_did(&semaphore->value);
            __whyc_errno = ETIMEDOUT;
            return -1;
        }
        __whyc_await_a_while(&semaphore->value, AT_LEAST, 1);
    }
    take_one(semaphore);
    return 0;
}

/* Who gives something back makes nobody go another way, apart from those who look and do not wait. */
int sem_post(struct semaphore *semaphore) {
    __whyc_release_point(&semaphore->value);
    __whyc_misuse(semaphore->is_set_up == SET_UP);
    if (semaphore->value == INT_MAX) {
        __whyc_errno = 75;
        return -1;
    }
    semaphore->value++;
    __whyc_did(&semaphore->value);
    return 0;
}

int sem_getvalue(struct semaphore *semaphore, int *value) {
    __whyc_point(&semaphore->value);
    __whyc_misuse(semaphore->is_set_up == SET_UP);
    __whyc_touch(value, sizeof *value, 1);
    *value = semaphore->value;
    __whyc_did(&semaphore->value);
    return 0;
}

/* Values that each thread has for itself. */
#define KEYS 8
static void *specific[KEYS][SLOTS];
static int is_key[KEYS];

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
    static unsigned n_keys;
    __whyc_point(&n_keys);
    __whyc_did(&n_keys);
    if (destructor)
        __whyc_unsupported("destructors of values that threads have for themselves");
    if (n_keys == KEYS)
        return EAGAIN;
    is_key[n_keys] = 1;
    __whyc_touch(key, sizeof *key, 1);
    *key = n_keys++;
    return 0;
}

int pthread_key_delete(unsigned key) {
    __whyc_point(is_key);
    __whyc_did(is_key);
    __whyc_misuse(key < KEYS && is_key[key]);
    is_key[key] = 0;
    return 0;
}

void *pthread_getspecific(unsigned key) {
    __whyc_misuse(key < KEYS && is_key[key]);
    return specific[key][__whyc_running];
}

int pthread_setspecific(unsigned key, const void *value) {
    __whyc_misuse(key < KEYS && is_key[key]);
    specific[key][__whyc_running] = (void *)value;
    return 0;
}
