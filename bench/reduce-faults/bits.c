/* A set of numbers as bits, and a message that is packed into words. */
#define WORD_BITS 8u
#define WORDS 4u
#define WORD(n) ((n) / WORD_BITS)
#define MASK(n) (1u << ((n) % WORD_BITS))
#define HAS(set, n) (((set)->bits[WORD(n)] & MASK(n)) != 0)
typedef struct { unsigned char bits[WORDS]; } set;
union header {
    unsigned char byte;
    struct { unsigned char kind : 3, length : 5; } part;
};
static void add(set *all, unsigned n) {
    all->bits[WORD(n)] |= (unsigned char)MASK(n);
}
static void drop(set *all, unsigned n) {
    all->bits[WORD(n)] ^= (unsigned char)MASK(n);
}
static unsigned count(const set *all) {
    unsigned n = 0;
    for (unsigned i = 0; i < WORDS; i++)
        for (unsigned char word = all->bits[i]; word; word &= (unsigned char)(word - 1)) n++;
    return n;
}
static unsigned first(const set *all) {
    for (unsigned n = 0; n < WORDS * WORD_BITS; n++)
        if (HAS(all, n)) return n;
    return WORDS * WORD_BITS;
}
static unsigned packed(unsigned kind, const set *all) {
    union header header = { .byte = 0 };
    header.part.kind = kind & 7u;
    header.part.length = count(all) & 31u;
    note((int)kind, header.byte);
    return (unsigned)header.byte << 8 | first(all);
}
static void check(int seed) {
    set all = { { 0 } };
    unsigned step = (unsigned)limited(seed, 3, 5);
    for (unsigned n = 0; n < 30u; n += step) add(&all, n);
    unsigned before = count(&all);
    drop(&all, step);
    drop(&all, 2 * step);
    drop(&all, step);
    unsigned message = packed(5, &all);
    note((int)message, (int)before);
    assert(count(&all) <= before - 2);
}
