// what: A number of two bytes is read with its low byte where the high one is.
// fault: 16
// fix: return (uint16_t)(at[0] << 8 | at[1]);
#include <assert.h>
#include <stdint.h>
uint16_t nondet_ushort(void);

static void put(uint8_t *at, uint16_t value)
{
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
}

static uint16_t get(const uint8_t *at)
{
    return (uint16_t)(at[1] << 8 | at[0]);
}

int main(void)
{
    uint8_t frame[4] = {0x7e, 0, 0, 0x7e};
    uint16_t length = nondet_ushort();

    put(frame + 1, length);
    assert(get(frame + 1) == length);
    assert(frame[0] == 0x7e && frame[3] == 0x7e);
    return 0;
}
