/* Run lengths: what is packed unpacks to the same. */
#include <assert.h>
#define N 4
char nondet_char(void);
static int pack(const unsigned char *in, int n, unsigned char *out) {
    int k = 0;
    for (int i = 0; i < n;) {
        int run = 1;
        while (i + run < n && in[i + run] == in[i])
            run++;
        out[k++] = (unsigned char)run;
        out[k++] = in[i];
        i += run;
    }
    return k;
}
static int unpack(const unsigned char *in, int n, unsigned char *out) {
    int k = 0;
    for (int i = 0; i < n; i += 2)
        for (int j = 0; j < in[i]; j++)
            out[k++] = in[i + 1];
    return k;
}
int main(void) {
    unsigned char in[N], packed[2 * N], out[2 * N];
    for (int i = 0; i < N; i++) in[i] = (unsigned char)nondet_char();
    int n = pack(in, N, packed);
    assert(unpack(packed, n, out) == N);
    for (int i = 0; i < N; i++) assert(out[i] == in[i]);
    return 0;
}
