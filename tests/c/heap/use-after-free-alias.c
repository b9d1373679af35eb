// expect: violated
// property: use-after-free
// line: 14
// what: The memory is freed through one pointer and used through another.
#include <stdlib.h>

int main(void) {
    char *text = malloc(8);
    char *cursor = text + 3;
    *cursor = 'x';
    free(text);
    text = malloc(8);
    text[3] = 'y';
    int same = *cursor == 'x';
    free(text);
    return same;
}
