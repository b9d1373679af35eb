// expect: violated
// property: use-after-free
// line: 13
// native: skip (gcc's sanitizer does not see it)
// what: A file is read after it was closed.
#include <stdio.h>

int main(void) {
    FILE *f = fopen("numbers.txt", "r");
    if (f == NULL)
        return 1;
    fclose(f);
    return fgetc(f);
}
