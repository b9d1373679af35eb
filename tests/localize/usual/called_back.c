// what: Another function is given to what calls it back.
// fault: 37
// fix: seen = each(shelf, is_heavy);
#include <assert.h>
int nondet_int(void);

#define PLACES 3

static int is_empty(int weight)
{
    return weight == 0;
}

static int is_heavy(int weight)
{
    return weight > 20;
}

static int each(const int *weights, int (*is_it)(int weight))
{
    int n = 0;

    for (int i = 0; i < PLACES; i++)
        if (is_it(weights[i]))
            n++;
    return n;
}

static int free_places(const int *shelf)
{
    return each(shelf, is_empty);
}

static int needs_help(const int *shelf)
{
    int seen;
    seen = each(shelf, is_empty);
    return seen > 1;
}

int main(void)
{
    int shelf[PLACES], heavy = 0;

    for (int i = 0; i < PLACES; i++) {
        shelf[i] = nondet_int();
        if (shelf[i] < 0 || shelf[i] > 40)
            return 0;
        heavy += shelf[i] > 20;
    }
    assert(free_places(shelf) <= PLACES);
    assert(needs_help(shelf) == (heavy >= 2));
    return 0;
}
