// what: Two groups are joined only if they are one already. That all begin with one head is soon shown to be right, too.
// fault: 31
// fix: if (ra == rb)
#include <assert.h>

unsigned nondet_uint(void);

#define NODES 4

static int parent[NODES];
static int rank_of[NODES];
static int groups;

static void start(void) {
    for (int i = 0; i < NODES; i++) {
        parent[i] = i;
        rank_of[i] = 0;
    }
    groups = NODES;
}

static int find(int x) {
    while (parent[x] != x)
        x = parent[x];
    return x;
}

static void join(int a, int b) {
    int ra = find(a);
    int rb = find(b);
    if (ra != rb)
        return;
    if (rank_of[ra] < rank_of[rb]) {
        parent[ra] = rb;
    } else {
        parent[rb] = ra;
        if (rank_of[ra] == rank_of[rb])
            rank_of[ra]++;
    }
    groups--;
}

int main(void) {
    start();
    int linked[NODES][NODES] = {{0}};
    for (int k = 0; k < 3; k++) {
        unsigned a = nondet_uint() % NODES;
        unsigned b = nondet_uint() % NODES;
        join((int)a, (int)b);
        linked[a][b] = 1;
        assert(find((int)a) == find((int)b));
    }
    int roots = 0;
    for (int i = 0; i < NODES; i++)
        roots += parent[i] == i;
    assert(roots == groups);
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < NODES; j++)
            if (linked[i][j])
                assert(find(i) == find(j));
    return 0;
}
