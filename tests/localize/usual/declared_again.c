// what: Where a key is found is put into another variable of the same name, which ends with its block.
// fault: 13
// fix: found = i;
#include <assert.h>
int nondet_int(void);

static int place_of(const int *key, int n, int wanted)
{
    int found = -1;

    for (int i = 0; i < n; i++)
        if (key[i] == wanted) {
            int found = i;
            (void)found;
        }
    return found;
}

int main(void)
{
    static const int key[4] = {17, 3, 40, 8};
    int wanted = nondet_int();
    int at = place_of(key, 4, wanted);

    assert(at >= -1 && at < 4);
    assert(at == -1 || key[at] == wanted);
    assert(wanted != 3 || at == 1);
    assert(wanted != 8 || at == 3);
    return 0;
}
