/* Reads two numbers that are separated by a comma. */
#include <assert.h>
char nondet_char(void);
static int numbers[2];
static int parse(const char *s) {
    int n = 0, value = 0;
    for (int i = 0; s[i]; i++) {
        if (s[i] == ',') {
            if (n == 1) return -1;
            numbers[n++] = value;
            value = 0;
        } else if (s[i] >= '0' && s[i] <= '9')
            value = value * 10 + (s[i] - '0');
        else
            return -1;
    }
    numbers[n] = value;
    return n + 1;
}
int main(void) {
    char s[4];
    s[0] = nondet_char(); s[1] = ','; s[2] = nondet_char(); s[3] = 0;
    if (s[0] < '0' || s[0] > '9' || s[2] < '0' || s[2] > '9') return 0;
    assert(parse(s) == 2);
    assert(numbers[0] < 10 && numbers[1] < 10);
    return 0;
}
