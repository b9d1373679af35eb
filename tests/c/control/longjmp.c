// expect: safe
// what: A jump goes back over several calls, with its value; what is volatile, global or unchanged is as it was.
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

int nondet_int(void);
static jmp_buf back;
static int depth, left;

static int deeper(int n) {
    depth++;
    if (n == 0)
        longjmp(back, 7);
    int result = deeper(n - 1);
    left = 1;
    return result + 1;
}

static int compare(const void *a, const void *b) {
    if (*(const int *)a == 3 || *(const int *)b == 3)
        longjmp(back, 0);
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int kept = nondet_int();
    volatile int changed = 1;
    int seen = -1;
    switch (setjmp(back)) {
    case 0:
        changed = 2;
        seen = deeper(3);
        assert(0);
    case 7:
        break;
    default:
        assert(0);
    }
    assert(changed == 2 && depth == 4 && left == 0 && seen == -1);
    int again = kept;
    assert(again == kept);
    int numbers[4] = {5, 3, 4, 1};
    if (setjmp(back) == 0) {
        qsort(numbers, 4, sizeof numbers[0], compare);
        assert(0);
    } else {
        left = 2;
    }
    assert(left == 2 && again == kept);
    return 0;
}
