// expect: violated
// property: race
// line: 11
// what: strtok keeps where it is for all threads together.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

void *work(void *unused) {
    char text[] = "a b";
    return strtok(text, " ") ? NULL : unused;
}

int main(void) {
    pthread_t thread;
    char text[] = "c d";
    pthread_create(&thread, NULL, work, NULL);
    strtok(text, " ");
    pthread_join(thread, NULL);
    return 0;
}
