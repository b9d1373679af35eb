// expect: violated
// property: assertion
// line: 17
// options: --no-check race
// what: A checker may see one of two writes without the other (Rungta and Mercer).
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
