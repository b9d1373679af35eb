// expect: safe
// what: What a search in a table of records finds is read member by member: none of them is taken for another one.
#include <assert.h>
#include <string.h>

typedef int (*convert)(int);
struct unit { const char *name; convert to_base; int digits; void *more; };

static int same(int x) { return x; }
static int thousand(int x) { return 1000 * x; }

static const struct unit units[] = {{"g", same, 3, 0}, {"kg", thousand, 2, 0}, {"km", thousand, 5, 0}, {"m", same, 4, 0}};

static const struct unit *find(const char *name) {
    int low = 0, high = 3;
    while (low <= high) {
        int middle = (low + high) / 2;
        int order = strcmp(name, units[middle].name);
        if (order == 0)
            return units + middle;
        if (order > 0)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return 0;
}

struct token { int digits; union { double number; convert function; }; void *more; };

char nondet_char(void);

int main(void) {
    char name[3] = {nondet_char(), nondet_char(), 0};
    struct token token;
    const struct unit *unit = find(name);
    if (!unit) {
        token.digits = 0;
        token.number = 1.5;
    } else {
        token.digits = unit->digits & 7;
        token.function = unit->to_base;
        token.more = unit->more;
    }
    int bytes = 8 * token.digits + 16;
    assert(bytes >= 16 && bytes <= 56);
    if (token.digits) {
        assert(token.function(2) == (name[0] == 'k' ? 2000 : 2));
        assert(!token.more);
    }
    return 0;
}
