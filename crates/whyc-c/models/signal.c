/* signal.h: signals that the program sends to itself. Nothing comes from outside, and when the program starts, no signal is
 * ignored or blocked: the verdict tells so (`Limit::Signals`). */
#include "whyc.h"

#define SIGNALS 64 /* numbers 1 to 64 */
#define SIGILL 4
#define SIGABRT 6
#define SIGKILL 9
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGURG 23
#define SIGWINCH 28
#define FIRST_QUEUED 34

#define BIT(number) ((word)1 << ((number) - 1))
#define STOPPING (BIT(SIGSTOP) | BIT(20) | BIT(21) | BIT(22))
#define HARMLESS (BIT(SIGCHLD) | BIT(SIGCONT) | BIT(SIGURG) | BIT(SIGWINCH))
#define NEVER_BLOCKED (BIT(SIGKILL) | BIT(SIGSTOP) | INTERNAL)
#define INTERNAL (BIT(32) | BIT(33)) /* those that the library keeps for itself */

#define SA_SIGINFO 4
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND ((int)0x80000000)
#ifdef __x86_64__
#define SA_RESTORER 0x04000000 /* the library adds it to whatever is installed */
#else
#define SA_RESTORER 0
#endif

typedef void (*handler)(int);
#define SIG_DFL ((handler)0)
#define SIG_IGN ((handler)1)
#define SIG_ERR ((handler)-1)

typedef struct {
    unsigned long parts[1024 / (8 * sizeof(unsigned long))];
} sigset_t;

struct sigaction {
    handler action; /* or one with three parameters: SA_SIGINFO */
    sigset_t mask;
    int flags;
    void (*restorer)(void);
};

int getpid(void);
_Noreturn void _exit(int status);

/* What is done about each signal. */
static handler actions[SIGNALS + 1];
static word masks[SIGNALS + 1];
static int flags[SIGNALS + 1];

/* Those that have to wait, and those that wait. */
word __whyc_blocked;
static word waiting;

/* Numbers and layouts are those of most Linux machines. */
static void look_at_machine(void) {
#if !defined(__linux__) || defined(__mips__)
    __whyc_unsupported("signals of this target");
#endif
}

static int invalid(void) {
    __whyc_errno = EINVAL;
    return -1;
}

/* What the signal does now. */
static void act(int number) {
    handler action = actions[number];
    if (action == SIG_IGN)
        return;
    if (action == SIG_DFL) {
        if (HARMLESS & BIT(number))
            return;
        if (STOPPING & BIT(number))
            __whyc_unsupported("a signal that stops the program until another one comes");
        _exit(128 + number);
    }
    if (flags[number] & SA_SIGINFO)
        __whyc_unsupported("a signal handler with three parameters");
    if (flags[number] & SA_RESETHAND)
        actions[number] = SIG_DFL;
    word before = __whyc_blocked;
    __whyc_blocked |= masks[number];
    if (!(flags[number] & SA_NODEFER))
        __whyc_blocked |= BIT(number);
    /* A handler starts with the usual direction of rounding, and what it changes is undone. */
    if (__CPROVER_rounding_mode != 0)
        __whyc_unsupported("a signal handler while numbers are not rounded to nearest");
    action(number);
    if (__CPROVER_rounding_mode != 0)
        __whyc_unsupported("a signal handler that changes how numbers are rounded");
    __whyc_blocked = before;
}

/* Those that wait and need not any more. In which order several of them come, nobody says. */
static void settle(void) {
    for (;;) {
        word ready = waiting & ~__whyc_blocked;
        if (ready == 0)
            return;
        if (ready & (ready - 1))
            __whyc_unsupported("several blocked signals that come at once");
        waiting &= ~ready;
        act(__builtin_ctzll(ready) + 1);
    }
}

static void send(int number) {
    if (INTERNAL & BIT(number))
        __whyc_unsupported("a signal that the library keeps for itself");
    if (number == SIGCONT)
        waiting &= ~STOPPING;
    if (STOPPING & BIT(number))
        waiting &= ~BIT(SIGCONT);
    if (__whyc_blocked & BIT(number)) {
        if (number >= FIRST_QUEUED)
            __whyc_unsupported("real-time signals that wait");
        waiting |= BIT(number);
        return;
    }
    act(number);
    settle();
}

int raise(int number) {
    look_at_machine();
    if (number < 0 || number > SIGNALS)
        return invalid();
    if (number > 0)
        send(number);
    return 0;
}

/* Other processes may be there or not; what they do about it, the program does not see. */
int kill(int process, int number) {
    look_at_machine();
    if (number < 0 || number > SIGNALS)
        return invalid();
    if (process < 0)
        __whyc_unsupported("a signal to a group of processes");
    if (process == 0 || process == getpid()) {
        if (number > 0)
            send(number);
        return 0;
    }
    _Bool signal_fails = __VERIFIER_nondet_bool();
    if (!signal_fails)
        return 0;
    _Bool process_exists = __VERIFIER_nondet_bool();
    __whyc_errno = process_exists ? 1 : 3; /* EPERM, ESRCH */
    return -1;
}

/* Who ignores a signal does not want those that wait either. */
static void install(int number, handler action, word mask, int new_flags) {
    actions[number] = action;
    masks[number] = mask & ~NEVER_BLOCKED;
    flags[number] = new_flags;
    if (action == SIG_IGN || (action == SIG_DFL && (HARMLESS & BIT(number))))
        waiting &= ~BIT(number);
}

static _Bool is_number(int number) {
    return number >= 1 && number <= SIGNALS && !(INTERNAL & BIT(number));
}

static _Bool is_free(int number) {
    return is_number(number) && number != SIGKILL && number != SIGSTOP;
}

static handler replace(int number, handler action, word mask, int new_flags) {
    look_at_machine();
    if (action == SIG_ERR || !is_free(number)) {
        __whyc_errno = EINVAL;
        return SIG_ERR;
    }
    handler before = actions[number];
    install(number, action, mask, new_flags | SA_RESTORER);
    return before;
}

handler signal(int number, handler action) {
    word mask = is_number(number) ? BIT(number) : 0;
    return replace(number, action, mask, SA_RESTART);
}

/* What `signal` is where the program is compiled for strict C: of System V. */
handler __sysv_signal(int number, handler action) {
    return replace(number, action, 0, SA_RESETHAND | SA_NODEFER);
}

/* A signal is ignored, or no longer, and nobody asks how it was before. */
void __whyc_signal_void(int number, handler action) {
    replace(number, action, is_number(number) ? BIT(number) : 0, SA_RESTART);
}

static word set_of(const sigset_t *set) {
    word low = set->parts[0];
    return sizeof(unsigned long) == 8 ? low : low | (word)set->parts[1] << 16 << 16;
}

static void store(sigset_t *set, word numbers) {
    set->parts[0] = (unsigned long)numbers;
    if (sizeof(unsigned long) != 8)
        set->parts[1] = (unsigned long)(numbers >> 32);
}

int sigaction(int number, const struct sigaction *new, struct sigaction *old) {
    look_at_machine();
    if (!is_number(number) || (new != NULL && !is_free(number)))
        return invalid();
    handler action = actions[number];
    word mask = masks[number];
    int old_flags = flags[number];
    if (new != NULL)
        install(number, new->action, set_of(&new->mask), new->flags | SA_RESTORER);
    if (old != NULL) {
        old->action = action;
        memset(&old->mask, 0, sizeof old->mask);
        store(&old->mask, mask);
        old->flags = old_flags;
    }
    return 0;
}

int sigemptyset(sigset_t *set) {
    look_at_machine();
    store(set, 0);
    return 0;
}

int sigfillset(sigset_t *set) {
    look_at_machine();
    store(set, ~INTERNAL);
    return 0;
}

int sigaddset(sigset_t *set, int number) {
    look_at_machine();
    if (!is_number(number))
        return invalid();
    store(set, set_of(set) | BIT(number));
    return 0;
}

int sigdelset(sigset_t *set, int number) {
    look_at_machine();
    if (!is_number(number))
        return invalid();
    store(set, set_of(set) & ~BIT(number));
    return 0;
}

int sigismember(const sigset_t *set, int number) {
    look_at_machine();
    if (number < 1 || number > SIGNALS)
        return invalid();
    return (set_of(set) & BIT(number)) != 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
    look_at_machine();
    word before = __whyc_blocked;
    if (set != NULL) {
        word numbers = set_of(set);
        if (how < 0 || how > 2)
            return EINVAL;
        word after = how == 0 ? before | numbers : how == 1 ? before & ~numbers : numbers;
        __whyc_blocked = after & ~NEVER_BLOCKED;
    }
    if (old != NULL)
        store(old, before);
    settle();
    return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
    return pthread_sigmask(how, set, old) == 0 ? 0 : invalid();
}

int sigpending(sigset_t *set) {
    look_at_machine();
    store(set, waiting);
    return 0;
}

/* What `abort` does before it ends the program: whoever handles the signal may leave by a jump. */
void __whyc_abort(void) {
    __whyc_blocked &= ~BIT(SIGABRT);
    settle();
    act(SIGABRT);
    settle();
}

/* The instruction that the machine does not have. */
void __whyc_trap(void) {
    if (actions[SIGILL] != SIG_DFL && actions[SIGILL] != SIG_IGN)
        __whyc_unsupported("a handler of the signal that a trap gives");
}

/* setjmp.h: what is blocked, for `sigsetjmp`. The bit of a signal that never is says that there is something. */
void __whyc_save_blocked(void *buffer, int is_wanted) {
    if (is_wanted)
        ((word *)buffer)[1] = __whyc_blocked | BIT(32);
}

void __whyc_restore_blocked(word saved) {
    __whyc_blocked = saved & ~BIT(32);
    if (waiting & ~__whyc_blocked)
        __whyc_unsupported("a blocked signal that comes at a jump");
}
