// expect: violated
// property: bounds
// line: 15
// options: --max-input-length 7
// what: What is behind a number is read byte for byte, as far as the length goes.
#include <stdio.h>

int main(void) {
    char rest[4];
    int n = 0, first, c;
    if (scanf("%d", &first) != 1 || first < 10)
        return 0;
    while ((c = getchar()) != EOF)
        if (c != '\n')
            rest[n++] = (char)c;
    return n;
}
