// expect: violated
// property: double-free
// line: 13
// native: skip (the file is not there)
// what: A file is closed twice.
#include <stdio.h>

int main(void) {
    FILE *f = fopen("numbers.txt", "r");
    if (f == NULL)
        return 1;
    fclose(f);
    fclose(f);
    return 0;
}
