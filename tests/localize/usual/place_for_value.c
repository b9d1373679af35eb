// what: The place of the largest sample is told, and not the sample.
// fault: 13
// fix: peak = sample[i];
#include <assert.h>
int nondet_int(void);

static int peak_of(const int *sample, int n)
{
    int peak = sample[0];

    for (int i = 1; i < n; i++) {
        if (sample[i] > peak)
            peak = i;
    }
    return peak;
}

int main(void)
{
    int sample[4], is_one = 0;

    for (int i = 0; i < 4; i++)
        sample[i] = nondet_int();
    int peak = peak_of(sample, 4);
    for (int i = 0; i < 4; i++) {
        assert(peak >= sample[i]);
        is_one = is_one || peak == sample[i];
    }
    assert(is_one);
    return 0;
}
