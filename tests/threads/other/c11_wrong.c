// expect: violated
// property: race
// line: 9
// what: The threads of C11 without a lock.
#include <threads.h>

int counter;
int work(void *unused) {
    counter++;
    return 0;
}
int main(void) {
    thrd_t a, b;
    thrd_create(&a, work, 0);
    thrd_create(&b, work, 0);
    thrd_join(a, 0);
    thrd_join(b, 0);
    return 0;
}
