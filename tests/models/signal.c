/* signal.h: sets, numbers that are refused, and what happens when, by the library and by the models. */
#include "check.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

MODEL(signal);
MODEL(raise);
MODEL(sigaction);
MODEL(sigemptyset);
MODEL(sigfillset);
MODEL(sigaddset);
MODEL(sigdelset);
MODEL(sigismember);
MODEL(sigprocmask);
MODEL(sigpending);

static void test_sets(void) {
    sigset_t ours, theirs;
    memset(&ours, 0x5a, sizeof ours);
    memset(&theirs, 0x5a, sizeof theirs);
    sigfillset(&theirs);
    model_sigfillset(&ours);
    CHECK(memcmp(&ours, &theirs, sizeof ours) == 0, "all");
    sigemptyset(&theirs);
    model_sigemptyset(&ours);
    CHECK(memcmp(&ours, &theirs, sizeof ours) == 0, "none");
    for (int i = 0; i < 2000; i++) {
        int number = (int)(random_bits() % 70) - 2;
        int removes = (int)(random_bits() % 3) == 0;
        errno = __whyc_errno = 0;
        int expected = removes ? sigdelset(&theirs, number) : sigaddset(&theirs, number);
        int result = removes ? model_sigdelset(&ours, number) : model_sigaddset(&ours, number);
        CHECK(result == expected && errno == __whyc_errno, "%d", number);
        CHECK(model_sigismember(&ours, number) == sigismember(&theirs, number), "%d", number);
        CHECK(memcmp(&ours, &theirs, sizeof ours) == 0, "%d", number);
    }
}

/* What happens, as letters and digits, in the library (0) and in the models (1). */
static char story[2][4096];
static size_t told[2];
static int teller;

static void tell(int c) {
    if (told[teller] < sizeof story[0] - 1)
        story[teller][told[teller]++] = (char)c;
}

#define BOTH(call) (teller == 0 ? call : model_##call)

static int n_runs;
static void handle(int number) {
    tell('A' + number);
    n_runs++;
    if (n_runs < 3) {
        BOTH(raise(number));
        BOTH(raise(number == SIGUSR1 ? SIGUSR2 : SIGUSR1));
    }
    tell('a' + number);
}

static void set_up(int number, int flags, int masked) {
    struct sigaction new, old;
    memset(&new, 0, sizeof new);
    new.sa_handler = flags < 0 ? SIG_IGN : handle;
    new.sa_flags = flags < 0 ? 0 : flags;
    sigemptyset(&new.sa_mask);
    if (masked)
        sigaddset(&new.sa_mask, masked);
    tell('0' + BOTH(sigaction(number, &new, &old)));
    tell(old.sa_handler == SIG_DFL ? 'd' : old.sa_handler == SIG_IGN ? 'i' : 'h');
    tell('0' + sigismember(&old.sa_mask, SIGUSR1) + 2 * sigismember(&old.sa_mask, SIGUSR2));
    tell('0' + (old.sa_flags >> 28 & 15));
}

static void act(int flags, int masked, int blocked) {
    sigset_t set, now;
    n_runs = 0;
    set_up(SIGUSR1, flags, masked);
    set_up(SIGUSR2, flags, masked);
    sigemptyset(&set);
    if (blocked)
        sigaddset(&set, blocked);
    tell('0' + BOTH(sigprocmask(SIG_BLOCK, &set, 0)));
    BOTH(raise(SIGUSR1));
    tell('-');
    BOTH(sigpending(&now));
    tell('0' + sigismember(&now, SIGUSR1) + 2 * sigismember(&now, SIGUSR2));
    BOTH(sigprocmask(SIG_UNBLOCK, &set, &now));
    tell('0' + sigismember(&now, SIGUSR1) + 2 * sigismember(&now, SIGUSR2));
    tell('.');
    tell(BOTH(signal(SIGUSR1, SIG_DFL)) == handle ? 'h' : 'o');
    tell(BOTH(signal(SIGUSR2, SIG_DFL)) == handle ? 'h' : 'o');
    tell('\n');
}

static void test_stories(void) {
    /* Never two that wait at once: in which order they come is left open. */
    static const int flags[] = {0, -1, SA_RESTART};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        for (int masked = 0; masked <= 1; masked++) {
            for (teller = 0; teller < 2; teller++)
                act(flags[i], masked ? SIGUSR2 : 0, masked ? SIGUSR2 : 0);
            teller = 0;
            CHECK(told[0] == told[1] && memcmp(story[0], story[1], told[0]) == 0, "%s instead of %s", story[1], story[0]);
        }
}

static void test_refused(void) {
    for (int number = -1; number < 70; number++) {
        errno = __whyc_errno = 0;
        void (*expected)(int) = signal(number, SIG_DFL);
        void (*result)(int) = model_signal(number, SIG_DFL);
        /* The sanitizer has installed some for itself. */
        CHECK((result == SIG_ERR) == (expected == SIG_ERR) && errno == __whyc_errno, "%d", number);
        struct sigaction old;
        errno = __whyc_errno = 0;
        CHECK(model_sigaction(number, 0, &old) == sigaction(number, 0, &old) && errno == __whyc_errno, "%d", number);
    }
}

void test_signal(void) {
    unsigned long before = unsupported;
    test_sets();
    test_refused();
    test_stories();
    CHECK(unsupported == before, "something is not modelled");
}
