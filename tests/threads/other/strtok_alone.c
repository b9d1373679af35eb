// expect: safe
// what: strtok in one thread after the other, and strtok_r at the same time.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

void *work(void *unused) {
    char text[] = "a b", *rest;
    char *word = strtok_r(text, " ", &rest);
    return word && *word == 'a' ? NULL : unused;
}

int main(void) {
    pthread_t thread;
    char text[] = "c d";
    pthread_create(&thread, NULL, work, NULL);
    char *word = strtok(text, " ");
    assert(word && *word == 'c');
    pthread_join(thread, NULL);
    return 0;
}
