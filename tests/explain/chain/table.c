/* Days of the months; one of them is wrong. */
#include <assert.h>
int nondet_int(void);
static const int days[] = {
    31, 28, 31,
    30, 31, 31, /* FAULT: June */
    31, 31, 30,
    31, 30, 31,
};
static int before(int month) {
    int n = 0;
    for (int m = 1; m < month; m++)
        n += days[m - 1];
    return n;
}
int main(void) {
    int month = nondet_int();
    if (month < 1 || month > 12)
        return 0;
    assert(before(month) == (month * 275) / 9 - ((month + 9) / 12) * 2 - 30 || month <= 2);
    return 0;
}
