// expect: violated
// property: read-only
// line: 9
// what: strtok writes to what it takes apart.
#include <string.h>

int main(void) {
    char *text = "a b";
    char *word = strtok(text, " ");
    return *word;
}
