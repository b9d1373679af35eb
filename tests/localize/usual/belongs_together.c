// what: A door that must stay shut opens without a badge for whoever holds the key: which conditions belong together was read otherwise.
// fault: 11
// fix: return !alarm && (badge && daytime || key);
#include <assert.h>
#include <stdbool.h>

bool nondet_bool(void);

static bool opens(bool alarm, bool badge, bool daytime, bool key)
{
    return !alarm && badge && daytime || key;
}

int main(void)
{
    bool alarm = nondet_bool(), badge = nondet_bool(), daytime = nondet_bool(), key = nondet_bool();
    bool open = opens(alarm, badge, daytime, key);

    if (alarm)
        assert(!open);
    else if (key)
        assert(open);
    else
        assert(open == (badge && daytime));
    return 0;
}
