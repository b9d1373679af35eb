// expect: violated
// property: bounds
// line: 12
// native: skip (a line seldom starts with a zero byte)
// what: A line may start with a zero byte.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[4];
    if (fgets(line, sizeof line, stdin) != NULL)
        line[strlen(line) - 1] = '\0';
    return 0;
}
