// expect: safe
// what: Keys are multiplied and mixed; where they come to lie is within the table, whatever the products are.
#include <assert.h>
unsigned nondet_uint(void);

int main(void) {
    unsigned table[16] = {0}, hash = 5381;
    for (int i = 0; i < 6; i++) {
        unsigned key = nondet_uint();
        hash = hash * key + key;
        hash ^= hash >> 7;
    }
    table[hash * 2654435761u % 16]++;
    unsigned n = 0;
    for (int i = 0; i < 16; i++)
        n += table[i];
    assert(n == 1);
    return 0;
}
