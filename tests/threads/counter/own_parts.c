// expect: safe
// what: Each thread has an element of its own.
#include <assert.h>
#include <pthread.h>

int parts[2];
void *work(void *at) {
    *(int *)at = 5;
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, &parts[0]);
    pthread_create(&b, NULL, work, &parts[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(parts[0] + parts[1] == 10);
    return 0;
}
