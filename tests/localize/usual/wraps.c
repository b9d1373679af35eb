// what: Where the next entry of a ring is written is counted on past its end.
// fault: 18
// fix: log->next = (log->next + 1) % ENTRIES;
#include <assert.h>
#define ENTRIES 3
int nondet_int(void);

struct log {
    int entry[ENTRIES];
    int next;
    int count;
};

static void note(struct log *log, int value)
{
    log->entry[log->next] = value;
    if (log->count < ENTRIES) log->count++;
    log->next++;
}

int main(void)
{
    struct log log = {{0}, 0, 0};
    int n = nondet_int(), last = 0;

    if (n < 1 || n > 7)
        return 0;
    for (int i = 0; i < n; i++) {
        last = nondet_int();
        note(&log, last);
        assert(log.entry[i % ENTRIES] == last);
    }
    assert(log.count == (n < ENTRIES ? n : ENTRIES));
    return 0;
}
