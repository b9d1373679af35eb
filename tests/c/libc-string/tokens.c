// expect: safe
// what: strtok and strtok_r cut a string into words.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char path[] = "/usr//bin";
    assert(strcmp(strtok(path, "/"), "usr") == 0);
    assert(strcmp(strtok(NULL, "/"), "bin") == 0);
    assert(strtok(NULL, "/") == NULL);
    char list[] = "a,b", *state;
    assert(strcmp(strtok_r(list, ",", &state), "a") == 0);
    assert(strcmp(strtok_r(NULL, ",", &state), "b") == 0);
    return 0;
}
