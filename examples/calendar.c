/* Turns the day of a year (counted from 1) into month and day, leap years included. */
#include <assert.h>

unsigned short nondet_ushort(void);

static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static int is_leap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int length(int year, int month) {
    if (month == 2 && year % 4 == 0)
        return 29;
    return lengths[month - 1];
}

int main(void) {
    int year = 1900 + nondet_ushort() % 200;
    int day = nondet_ushort();
    int days = is_leap(year) ? 366 : 365;
    if (day < 1 || day > days)
        return 0;

    int month = 1;
    int left = day;
    while (left > length(year, month)) {
        left -= length(year, month);
        month++;
    }

    /* The other way round. */
    int back = left;
    for (int m = 1; m < month; m++)
        back += m == 2 && is_leap(year) ? 29 : lengths[m - 1];
    assert(month <= 12);
    assert(back == day);
    return 0;
}
