// expect: safe
// cbmc: --unwind 13
// what: Day of the year to month and day and back.
#include <assert.h>
unsigned short nondet_ushort(void);

static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(void) {
    int year = 2000 + nondet_ushort() % 100;
    int leap = year % 4 == 0;
    int day = nondet_ushort();
    if (day < 1 || day > 365 + leap)
        return 0;
    int month = 0, left = day;
    while (left > lengths[month] + (month == 1 && leap)) {
        left -= lengths[month] + (month == 1 && leap);
        month++;
    }
    int back = left;
    for (int m = 0; m < month; m++)
        back += lengths[m] + (m == 1 && leap);
    assert(back == day);
    return 0;
}
