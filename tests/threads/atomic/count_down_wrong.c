// expect: violated
// property: use-after-free
// line: 14
// what: Who counts down and looks then whether it is nothing looks at what another one may have freed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int users;
};
void release(struct object *object) {
    atomic_fetch_sub(&object->users, 1);
    if (atomic_load(&object->users) == 0)
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
