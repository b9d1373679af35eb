#include <assert.h>

// True with probability num/den.
_Bool whyc_choice(unsigned num, unsigned den);

// A packet gets lost once in ten times; the answer that it arrived, once in twenty.
static _Bool send(unsigned *copies) {
    if (whyc_choice(1, 10))
        return 0;
    *copies += 1;
    return !whyc_choice(1, 20);
}

int main(void) {
    unsigned copies = 0;
    for (int attempt = 0; attempt < 3; attempt++)
        if (send(&copies))
            break;
    assert(copies == 1);
}
