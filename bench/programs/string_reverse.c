// expect: safe
// cbmc: --unwind 9
// what: Reversing a string of symbolic length twice gives it back.
#include <assert.h>
char nondet_char(void);

#define N 7

static void reverse(char *s) {
    int n = 0;
    while (s[n] != 0)
        n++;
    for (int i = 0; i < n / 2; i++) {
        char t = s[i];
        s[i] = s[n - 1 - i];
        s[n - 1 - i] = t;
    }
}

int main(void) {
    char text[N + 1], copy[N + 1];
    for (int i = 0; i < N; i++)
        copy[i] = text[i] = nondet_char();
    copy[N] = text[N] = 0;
    reverse(text);
    reverse(text);
    for (int i = 0; i <= N; i++)
        assert(text[i] == copy[i]);
    return 0;
}
