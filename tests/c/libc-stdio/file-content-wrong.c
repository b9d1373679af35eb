// expect: violated
// property: assertion
// line: 15
// native: skip (the file is not there)
// what: A file may hold anything.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *f = fopen("numbers.txt", "r");
    if (f == NULL)
        return 1;
    int x;
    if (fscanf(f, "%d", &x) == 1)
        assert(x >= 0);
    fclose(f);
    return 0;
}
