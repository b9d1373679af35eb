// A month that begins at 0. The condition of the early return is decided in two steps, since it calls a function.
#include <assert.h>

int nondet_int(void);

struct date {
    int day, month, year;
};

static int leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int days(int month, int year) {
    switch (month) {
    case 2: return 28 + leap(year);
    case 4: case 6: case 9: case 11: return 30;
    default: return 31;
    }
}

static struct date next(struct date t) {
    if (t.day < days(t.month, t.year)) {
        t.day++;
    } else {
        t.day = 1;
        if (t.month < 12) {
            t.month++;
        } else {
            t.month = 0;
            t.year++;
        }
    }
    return t;
}

int main(void) {
    struct date t;
    t.day = nondet_int();
    t.month = nondet_int();
    t.year = nondet_int();
    if (t.year < 1900 || t.year > 2100 || t.month < 1 || t.month > 12 || t.day < 1 || t.day > days(t.month, t.year))
        return 0;
    struct date n = next(t);
    assert(n.month >= 1 && n.month <= 12);
    return 0;
}
