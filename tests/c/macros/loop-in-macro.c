// expect: safe
// what: A for statement with empty parts that comes from a macro.
#include <assert.h>

#define FOREVER for (;;)
#define EACH(i, n) for (int i = 0; i < (n); i++)
#define UNTIL(c) for (; !(c);)

int main(void) {
    int k = 0;
    FOREVER {
        if (++k == 4)
            break;
    }
    EACH(i, 3)
        k += i;
    UNTIL(k >= 10)
        k++;
    assert(k == 10);
    return 0;
}
