// expect: safe
// what: A hundred lines without loops: a tax form.
#include <assert.h>
unsigned short nondet_ushort(void);
_Bool nondet_bool(void);

static int band(int income, int from, int to, int percent) {
    if (income <= from)
        return 0;
    int top = income < to ? income : to;
    return (top - from) * percent / 100;
}

static int allowance(int age, int children, _Bool single) {
    int a = 9000;
    if (age >= 65)
        a += 1500;
    if (children == 1)
        a += 1200;
    else if (children == 2)
        a += 2600;
    else if (children > 2)
        a += 2600 + (children - 2) * 800;
    if (single && children > 0)
        a += 1000;
    return a;
}

static int surcharge(int tax, int income) {
    if (income < 60000)
        return 0;
    int s = tax * 5 / 100;
    if (s > 4000)
        s = 4000;
    return s;
}

static int church(int tax, _Bool member, int region) {
    if (!member)
        return 0;
    if (region < 2)
        return tax * 8 / 100;
    return tax * 9 / 100;
}

int main(void) {
    int salary = nondet_ushort() * 2;
    int interest = nondet_ushort() % 10000;
    int age = nondet_ushort() % 100;
    int children = nondet_ushort() % 8;
    int region = nondet_ushort() % 16;
    _Bool single = nondet_bool();
    _Bool member = nondet_bool();

    int gross = salary + interest;
    int free = allowance(age, children, single);
    assert(free >= 9000);
    assert(free <= 9000 + 1500 + 2600 + 5 * 800 + 1000);
    int income = gross - free;
    if (income < 0)
        income = 0;

    int tax = 0;
    tax += band(income, 0, 10000, 14);
    tax += band(income, 10000, 25000, 24);
    tax += band(income, 25000, 60000, 35);
    tax += band(income, 60000, 1000000, 42);
    assert(tax >= 0);
    assert(tax <= income);

    int extra = surcharge(tax, income);
    assert(extra <= 4000);
    int tithe = church(tax, member, region);
    assert(tithe <= tax);
    int total = tax + extra + tithe;
    assert(total >= tax);

    int monthly = total / 12;
    int rest = total - 12 * monthly;
    assert(rest >= 0 && rest < 12);

    int months[3] = {monthly, monthly, monthly + rest};
    int first = months[0] + months[1] + months[2];
    assert(first == 3 * monthly + rest);

    int class = 1;
    if (!single && children > 0)
        class = 3;
    else if (!single)
        class = 4;
    else if (children > 0)
        class = 2;
    assert(class >= 1 && class <= 4);
    assert(class != 3 || children > 0);
    return 0;
}
