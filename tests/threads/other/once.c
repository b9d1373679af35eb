// expect: safe
// what: What is done once is done once, and before anybody goes on.
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int times;

void set_up(void) {
    times++;
}
void *work(void *unused) {
    pthread_once(&once, set_up);
    assert(times == 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
