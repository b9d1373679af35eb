// what: An entry that is free ends the search instead of being passed over.
// fault: 20
// fix: continue;
#include <assert.h>
#include <stdbool.h>
int nondet_int(void);
#define SLOTS 4

struct slot {
    bool used;
    int key;
};

static int find(const struct slot *table, int key)
{
    int at = -1;

    for (int i = 0; i < SLOTS; i++) {
        if (!table[i].used)
            break;
        if (table[i].key == key) {
            at = i;
            break;
        }
    }
    return at;
}

int main(void)
{
    struct slot table[SLOTS];
    int key = nondet_int();
    bool is_there = false;

    for (int i = 0; i < SLOTS; i++) {
        table[i].used = nondet_int() & 1;
        table[i].key = nondet_int();
        is_there |= table[i].used && table[i].key == key;
    }
    int at = find(table, key);
    if (is_there)
        assert(at >= 0 && table[at].used && table[at].key == key);
    else
        assert(at == -1);
    return 0;
}
