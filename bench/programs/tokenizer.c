// expect: safe
// cbmc: --unwind 8
// what: Numbers, names and spaces in six symbolic characters.
#include <assert.h>
char nondet_char(void);

#define N 6

static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

int main(void) {
    char text[N + 1];
    for (int i = 0; i < N; i++)
        text[i] = nondet_char();
    text[N] = 0;
    int at = 0, tokens = 0, covered = 0;
    while (text[at] != 0) {
        int start = at;
        if (is_digit(text[at])) {
            while (is_digit(text[at]))
                at++;
            tokens++;
        } else if (is_letter(text[at])) {
            while (is_letter(text[at]) || is_digit(text[at]))
                at++;
            tokens++;
        } else {
            at++;
        }
        covered += at - start;
        assert(at > start && at <= N);
    }
    assert(covered == at && tokens <= at);
    return 0;
}
