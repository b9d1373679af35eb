// expect: safe
// what: Who counts down to nothing is the last one, and frees.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int users;
};

void release(struct object *object) {
    if (atomic_fetch_sub(&object->users, 1) == 1)
        free(object);
}

void *work(void *object) {
    release(object);
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct object *object = malloc(sizeof *object);
    if (!object)
        return 1;
    atomic_init(&object->users, 2);
    pthread_create(&thread, NULL, work, object);
    release(object);
    pthread_join(thread, NULL);
    return 0;
}
