// expect: violated
// property: null-dereference
// line: 11
// native: skip (the library does not look at it)
// what: The file may not be there.
#include <stdio.h>

int main(void) {
    char line[8];
    FILE *f = fopen("numbers.txt", "r");
    fgets(line, sizeof line, f);
    fclose(f);
    return 0;
}
