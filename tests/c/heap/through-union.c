// expect: safe
// what: Heap memory is read through members of a union and through casts.
#include <assert.h>
#include <stdlib.h>

union word {
    unsigned int all;
    unsigned short half[2];
    unsigned char byte[4];
};

int main(void) {
    union word *w = malloc(sizeof *w);
    w->all = 0x01020304;
    assert(w->half[0] == 0x0304 && w->byte[3] == 1);
    w->byte[0] = 0xff;
    assert(w->all == 0x010203ff);
    unsigned char *b = (unsigned char *)w;
    b[1] = 0;
    assert(*(unsigned short *)w == 0x00ff);
    free(w);
    return 0;
}
