// expect: violated
// property: assertion
// line: 30
// what: Pointers are exchanged byte for byte; the last claim forgets it.
#include <assert.h>
#include <string.h>
struct entry { int key; int *value; char mark; };

static void swap(void *a, void *b, unsigned n) {
    unsigned char *x = a, *y = b;
    while (n--) {
        unsigned char t = *x;
        *x++ = *y;
        *y++ = t;
    }
}

int main(void) {
    int u = 1, v = 2;
    struct entry a = {1, &u, 'a'}, b = {2, &v, 'b'};
    swap(&a, &b, sizeof a);
    assert(*a.value == 2 && *b.value == 1 && a.key == 2);
    char buffer[sizeof a];
    memcpy(buffer, &a, sizeof a);
    struct entry c;
    memcpy(&c, buffer, sizeof c);
    assert(c.value == &v && c.mark == 'b');
    int *both[2] = {&u, &v};
    swap(&both[0], &both[1], sizeof both[0]);
    assert(*both[0] == 1);
    return 0;
}
