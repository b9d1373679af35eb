// expect: safe
// what: Widths and precisions from arguments, signs and prefixes.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[40];
    int n = 0;
    sprintf(s, "%*d|%-*d|%.*s%n", 4, 7, 3, 8, 2, "xyz", &n);
    assert(strcmp(s, "   7|8  |xy") == 0 && n == 11);
    sprintf(s, "%+d % d %#x %#o %zu %hd", 5, 6, 255, 8, sizeof(int), 70000);
    assert(strcmp(s, "+5  6 0xff 010 4 4464") == 0);
    sprintf(s, "%i%lu%llx%5.3d|%-5c|%5s", -1, 7ul, 0xabcdefull, 7, 'q', "ab");
    assert(strcmp(s, "-17abcdef  007|q    |   ab") == 0);
    return 0;
}
