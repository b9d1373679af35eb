// expect: violated
// property: assertion
// line: 11
// what: Something else than the colon may stand behind the hour.
#include <assert.h>
#include <stdio.h>
int main(void) {
    int hour, minute = -1, n = scanf("%d:%d", &hour, &minute);
    if (n == EOF || n == 0)
        return 1;
    assert(n == 2);
    return minute;
}
