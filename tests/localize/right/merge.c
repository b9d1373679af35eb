/* Two sorted rows become one. */
#include <assert.h>

#define EACH 2

int nondet_int(void);

static void merge(const int *a, int n, const int *b, int m, int *out) {
    int i = 0;
    int j = 0;
    int k = 0;
    while (i < n && j < m) {
        if (a[i] <= b[j]) {
            out[k] = a[i];
            i++;
        } else {
            out[k] = b[j];
            j++;
        }
        k++;
    }
    while (i < n)
        out[k++] = a[i++];
    while (j < m)
        out[k++] = b[j++];
}

int main(void) {
    int a[EACH], b[EACH], out[2 * EACH];
    for (int i = 0; i < EACH; i++) {
        a[i] = nondet_int();
        b[i] = nondet_int();
        if (a[i] < -1000 || a[i] > 1000 || b[i] < -1000 || b[i] > 1000)
            return 0;
        if (i > 0 && (a[i - 1] > a[i] || b[i - 1] > b[i]))
            return 0;
    }
    merge(a, EACH, b, EACH, out);
    int sum = 0;
    for (int i = 0; i < EACH; i++)
        sum += a[i] + b[i];
    for (int k = 0; k < 2 * EACH; k++) {
        sum -= out[k];
        if (k > 0)
            assert(out[k - 1] <= out[k]);
    }
    assert(sum == 0);
    return 0;
}
