// expect: violated
// property: out-of-object
// line: 16
// options: -m32
// native: skip (it needs a compiler for 32 bits)
// what: A size goes around at 2^32, and the block is too small.
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
void free(void *block);
int main(void) {
    size_t n = 0x40000001;
    int *p = malloc(n * sizeof *p);
    if (!p)
        return 0;
    p[0] = 1;
    p[1] = 2;
    free(p);
    return 0;
}
