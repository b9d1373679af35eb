// expect: violated
// property: use-after-scope
// line: 14
// what: A detached thread may outlive the variable that it was given.
#include <pthread.h>
#include <stddef.h>

struct task {
    int done;
};

void *work(void *given) {
    struct task *task = given;
    task->done = 1;
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct task task = {0};
    pthread_create(&thread, NULL, work, &task);
    pthread_detach(thread);
    return 0;
}
