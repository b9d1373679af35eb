// expect: safe
// cbmc: --unwind 12
// what: A queue made of two stacks, ten symbolic operations.
#include <assert.h>
_Bool nondet_bool(void);

#define MAX 10

static int in[MAX], out[MAX];
static int n_in, n_out;

static void push(int v) { in[n_in++] = v; }

static int pop(void) {
    if (n_out == 0)
        while (n_in > 0)
            out[n_out++] = in[--n_in];
    return out[--n_out];
}

int main(void) {
    int sent = 0, received = 0;
    for (int i = 0; i < 7; i++) {
        if (nondet_bool()) {
            push(sent);
            sent++;
        } else if (sent > received) {
            int v = pop();
            assert(v == received);
            received++;
        }
    }
    assert(n_in + n_out == sent - received);
    return 0;
}
