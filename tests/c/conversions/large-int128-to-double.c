// expect: safe
// what: The largest unsigned 128-bit constant is a large double, not -1.
#include <assert.h>

int main(void) {
    assert((double)(~(unsigned __int128)0) > 1e38);
    assert((float)(unsigned __int128)-5 > 1e38f);
    assert((double)(__int128)-5 == -5.0 && (double)(unsigned __int128)5 == 5.0);
    return 0;
}
