// expect: bounded-safe
// options: --max-input-length 6
// native: skip (the bytes of standard input there are not as few)
// what: A number of two digits and four more characters fit.
#include <stdio.h>

int main(void) {
    char rest[4];
    int n = 0, first, c;
    if (scanf("%d", &first) != 1 || first < 10)
        return 0;
    while ((c = getchar()) != EOF)
        if (c != '\n')
            rest[n++] = (char)c;
    return n > 0 && rest[0];
}
