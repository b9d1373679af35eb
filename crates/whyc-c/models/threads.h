/* What the models of threads share: the slots in which threads run, and the few things that no C can say. Those are the functions
 * `__whyc_release_point`, `__whyc_suspend`, `__whyc_end` and `__whyc_touch`: whoever weaves the threads into one program knows them by
 * their names. */
#ifndef WHYC_THREADS_H
#define WHYC_THREADS_H

#include "whyc.h"

/* The main thread and seven more. Slots are not used again. */
#define SLOTS 8
#define EACH(what) what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7)

#define EPERM 1
#define EAGAIN 11
#define EBUSY 16
#define EDEADLK 35
#define ETIMEDOUT 110

/* threads.c: who runs, how many have been created besides the main thread, how many of all have ended. */
extern int __whyc_running;
extern int __whyc_created;
extern int __whyc_ended;
extern int __whyc_finished[SLOTS];

/* Whether the running thread may not be interrupted, since it is within something atomic: how often. */
extern int __whyc_atomic;

/* A thread may stop here, before it does something with what is at `at`: whatever another thread does with it comes before or after.
 * Without an address: before it does what goes together with nothing. */
void __whyc_point(const void *at);
/* The same where the operation itself is memory accessed, without a lock: `writes` says how. */
void __whyc_step(const void *at, unsigned long size, int writes);
/* The same before a lock is given back: of use only where somebody may see that it is held without waiting for it. */
void __whyc_release_point(const void *at);
/* Something was done with what is at `at`: who stopped before doing something with it may have stopped because of that. */
void __whyc_did(const void *at);
/* The running thread stops until it is chosen again. */
void __whyc_suspend(void);
/* The running thread has ended. */
void __whyc_end(void);
/* The running thread is about to access memory; what it does not say itself. */
int __whyc_touch(const void *at, unsigned long size, int writes);

/* No two accesses that are not atomic meet, one of them a write. */
void __whyc_race(int condition);
/* Somebody can go on. */
void __whyc_deadlock(int condition);
/* A lock, or something of its kind, is used as it may be. */
void __whyc_misuse(int condition);

unsigned long __CPROVER_POINTER_OBJECT(const void *pointer);
unsigned long __CPROVER_POINTER_OFFSET(const void *pointer);
_Bool __CPROVER_LIVE_OBJECT(const void *pointer);

/* What a thread may wait for: nothing; that a word is, or is at least, some number. Where several threads wait, one may go on and
 * change that; whoever waits for what stays so once it is goes on at once. */
#define NOTHING 0
#define IS 1
#define AT_LEAST 2
#define STAYS 3
#define STAYS_AT_LEAST 4
#define NEVER 5
/* Goes on when it is so, before or after others who want the same. */
void __whyc_await(const int *word, int relation, int value);
/* The same where the thread may give up by itself: nobody waits for ever. */
void __whyc_await_a_while(const int *word, int relation, int value);
void __whyc_finish(void *result);

/* A mutex; static initialisers set nothing but its kind. */
struct whyc_mutex {
    int lock; /* 0, or the slot of its owner and 1 */
    unsigned count;
    int owner;
#ifdef __x86_64__
    unsigned users;
#endif
    int kind;
};
#define RECURSIVE 1
#define ERRORCHECK 2
#define DESTROYED (-1)

int __whyc_lock(struct whyc_mutex *mutex);
int __whyc_try_lock(struct whyc_mutex *mutex);
int __whyc_timed_lock(struct whyc_mutex *mutex);
int __whyc_unlock(struct whyc_mutex *mutex);
int __whyc_set_up(struct whyc_mutex *mutex, int kind);
int __whyc_take_down(struct whyc_mutex *mutex);

struct whyc_cond {
    int dead; /* 0 while it may be used */
};
int __whyc_wait(struct whyc_cond *cond, struct whyc_mutex *mutex);
int __whyc_timed_wait(struct whyc_cond *cond, struct whyc_mutex *mutex);
int __whyc_signal(struct whyc_cond *cond);
int __whyc_broadcast(struct whyc_cond *cond);

int __whyc_create(unsigned long *thread, void *routine, int returns_int, void *argument, int is_detached);
int __whyc_join(unsigned long thread);
void *__whyc_result_of(unsigned long thread);
int __whyc_let_go(unsigned long thread);
void __whyc_do_once(int *state, void (*routine)(void));

#endif
