// expect: safe
// what: strstr and strtok on a text of inputs.
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char s[7];
    for (int i = 0; i < 6; i++)
        s[i] = __VERIFIER_nondet_char();
    s[6] = '\0';
    char *at = strstr(s, "ab");
    if (at != NULL)
        assert(at[0] == 'a' && at[1] == 'b' && at <= s + 4);
    int words = 0;
    for (char *word = strtok(s, " ,"); word != NULL; word = strtok(NULL, " ,"))
        words++;
    assert(words <= 3);
    return 0;
}
