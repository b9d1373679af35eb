/* What contracts ask about objects. */
#include "whyc.h"

/* The bytes that the contract being looked at has called fresh: of which object, from where to where. */
static struct {
    size_t object, start, end;
} fresh[64];
static int n_fresh;

void __whyc_forget_fresh(void) {
    n_fresh = 0;
}

/* Whether bytes of an object, by its number, have not been called fresh before. */
_Bool __whyc_is_another(size_t object, size_t start, size_t size) {
    size_t end = start + size;
    for (int i = 0; i < n_fresh; i++) {
        if (fresh[i].object == object && start < fresh[i].end && fresh[i].start < end) {
            return 0;
        }
    }
    fresh[n_fresh].object = object;
    fresh[n_fresh].start = start;
    fresh[n_fresh].end = end;
    n_fresh++;
    return 1;
}
