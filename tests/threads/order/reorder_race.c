// expect: violated
// property: race
// line: 16
// what: The same with races checked: that is what is wrong first.
#include <assert.h>
#include <pthread.h>

int a, b;

void *set(void *unused) {
    a = 1;
    b = -1;
    return NULL;
}
void *check(void *unused) {
    assert((a == 0 && b == 0) || (a == 1 && b == -1));
    return NULL;
}

int main(void) {
    pthread_t s, c;
    pthread_create(&s, NULL, set, NULL);
    pthread_create(&c, NULL, check, NULL);
    pthread_join(s, NULL);
    pthread_join(c, NULL);
    return 0;
}
