/* Flags in a register: setting and clearing touches one bit. */
#include <assert.h>
#include <stdint.h>
unsigned nondet_uint(void);
static uint8_t set(uint8_t reg, unsigned bit) {
    return reg | (uint8_t)(1u << bit);
}
static uint8_t clear(uint8_t reg, unsigned bit) {
    return reg & (uint8_t)~(1u << bit);
}
int main(void) {
    uint8_t reg = (uint8_t)nondet_uint();
    unsigned bit = nondet_uint();
    if (bit > 7) return 0;
    assert(set(reg, bit) >> bit & 1);
    uint8_t off = clear(reg, bit);
    assert(!(off >> bit & 1));
    assert(set(off, bit) == set(reg, bit));
    return 0;
}
