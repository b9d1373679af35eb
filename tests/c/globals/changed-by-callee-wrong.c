// expect: violated
// property: assertion
// line: 14
// what: A value remembered before a call is stale after it.
#include <assert.h>

static int balance = 100;

static void withdraw(int amount) { balance -= amount; }

int main(void) {
    int before = balance;
    withdraw(30);
    assert(before == balance);
    return 0;
}
