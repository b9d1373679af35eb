// A section that another thread enters under another lock.
// along: 12, 20, 13 failing: found
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *check(void *unused) {
    int before;
    pthread_mutex_lock(&lock);
    before = value;
    value++;
    assert(value == before + 1);
    pthread_mutex_unlock(&lock);
    return unused;
}
static void *add(void *unused) {
    pthread_mutex_lock(&other);
    value++;
    pthread_mutex_unlock(&other);
    return unused;
}

int main(void) {
    pthread_t c, a;
    pthread_create(&c, 0, check, 0);
    pthread_create(&a, 0, add, 0);
    pthread_join(c, 0);
    pthread_join(a, 0);
    pthread_mutex_destroy(&other);
    return 0;
}
