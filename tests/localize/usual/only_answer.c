// what: How many days a month has is asked of the year. Other values there keep runs away from what failed, but nothing else mends it.
// fault: 19
// fix: switch (month) {
#include <assert.h>

int nondet_int(void);

struct date {
    int year;
    int month;
    int day;
};

static int is_leap(int year) {
    return year % 400 == 0 || (year % 4 == 0 && year % 100 != 0);
}

static int days_in(int month, int year) {
    switch (year) {
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    case 2:
        return is_leap(year) ? 29 : 28;
    default:
        return 31;
    }
}

static struct date tomorrow(struct date d) {
    d.day++;
    if (d.day > days_in(d.month, d.year)) {
        d.day = 1;
        d.month++;
        if (d.month > 12) {
            d.month = 1;
            d.year++;
        }
    }
    return d;
}

static int ordinal_spec(struct date d) {
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    int leap = (d.year % 4 == 0 && d.year % 100 != 0) || d.year % 400 == 0;
    return before[d.month - 1] + d.day + (leap && d.month > 2);
}

int main(void) {
    struct date d = {nondet_int(), nondet_int(), nondet_int()};
    if (d.year < 1990 || d.year > 2010 || d.month < 1 || d.month > 12)
        return 0;
    if (d.day < 1 || d.day > days_in(d.month, d.year))
        return 0;
    struct date next = tomorrow(d);
    assert(next.month >= 1 && next.month <= 12);
    if (next.year == d.year)
        assert(ordinal_spec(next) == ordinal_spec(d) + 1);
    else
        assert(next.month == 1 && next.day == 1 && d.month == 12 && d.day == 31);
    return 0;
}
