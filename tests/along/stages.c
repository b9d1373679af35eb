// Two values that belong together are written under a lock each, and read in between.
// along: 12, 23, 26 failing: found
// along: 16, 23 failing: none after 2
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int data, copy;

static void *write(void *unused) {
    pthread_mutex_lock(&m);
    data = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&n);
    copy = data + 1;
    pthread_mutex_unlock(&n);
    return unused;
}

static void *read(void *unused) {
    int one, two;
    pthread_mutex_lock(&m);
    one = data;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&n);
    two = copy;
    pthread_mutex_unlock(&n);
    assert(one == 0 || two == one + 1);
    return unused;
}

int main(void) {
    pthread_t w, r;
    pthread_create(&w, 0, write, 0);
    pthread_create(&r, 0, read, 0);
    pthread_join(w, 0);
    pthread_join(r, 0);
    return 0;
}
