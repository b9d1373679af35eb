// what: A length is taken off a size that it may exceed; added on the other side, it does no harm.
// fault: 15
// fix: if (pool->used + length > pool->size)
#include <assert.h>
unsigned char nondet_uchar(void);

struct pool {
    unsigned used;
    unsigned size;
    int refused;
};

static int take(struct pool *pool, unsigned length)
{
    if (pool->used > pool->size - length)
        return pool->refused++, 0;
    pool->used += length;
    return 1;
}

int main(void)
{
    struct pool pool = {0, 20, 0};

    for (int i = 0; i < 3; i++) {
        unsigned before = pool.used, length = nondet_uchar();
        int taken = take(&pool, length);
        assert(pool.used <= pool.size);
        assert(taken == (before + length <= pool.size));
    }
    return 0;
}
