/* A counter of capital letters; the wrong letter is compared, so that nothing is counted. */
#include <assert.h>
char nondet_char(void);
struct counts {
    int all;
    int capitals;
};
static void feed(struct counts *c, char ch, char last) {
    c->all++;
    if (last >= 'A' && last <= 'Z') /* FAULT */
        c->capitals++;
}
int main(void) {
    struct counts c = {0, 0};
    char ch = nondet_char();
    feed(&c, ch, '-');
    assert(c.capitals == (ch >= 'A' && ch <= 'Z'));
    return 0;
}
