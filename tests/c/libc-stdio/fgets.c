// expect: safe
// what: A line from standard input fits, whatever comes.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[6];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    size_t n = strlen(line);
    assert(n <= 5);
    if (n > 0 && line[n - 1] == '\n')
        line[n - 1] = '\0';
    assert(strchr(line, '\n') == NULL);
    return 0;
}
