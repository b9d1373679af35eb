// expect: violated
// property: deadlock
// line: 11
// what: One way out of the function does not give the lock back.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1, sold;
static int buy(void) {
    pthread_mutex_lock(&m);
    if (stock == 0)
        return 0;
    stock--;
    sold++;
    pthread_mutex_unlock(&m);
    return 1;
}
static void *customer(void *unused) {
    buy();
    buy();
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, customer, NULL);
    pthread_create(&b, NULL, customer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sold == 1);
    return 0;
}
