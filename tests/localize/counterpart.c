// what: What is done to one of two fields that belong together is not done to the other.
// fix: move(&l->weight[k], &l->weight[k + 1]);
#include <assert.h>
int nondet_int(void);

struct load {
    int label[3];
    int weight[3];
    int n;
};

static void move(int *to, const int *from)
{
    *to = *from;
}

static void take_out(struct load *l, int at)
{
    l->n--;
    for (int k = at; k < l->n; k++) {
        move(&l->label[k], &l->label[k + 1]);
    }
}

int main(void)
{
    struct load l = {{0, 1, 2}, {0}, 3};
    int was[3];

    for (int k = 0; k < 3; k++)
        l.weight[k] = was[k] = nondet_int();
    int at = nondet_int();
    if (at < 0 || at > 2)
        return 0;
    take_out(&l, at);
    for (int k = 0; k < l.n; k++)
        assert(l.weight[k] == was[l.label[k]]);
    return 0;
}
