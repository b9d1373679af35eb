/* What contracts ask about objects. */
#include "whyc.h"

/* The objects that the contract being looked at has called fresh. */
static size_t fresh[64];
static int n_fresh;

void __whyc_forget_fresh(void) {
    n_fresh = 0;
}

/* Whether an object, by its number, has not been called fresh before. */
_Bool __whyc_is_another(size_t object) {
    for (int i = 0; i < n_fresh; i++) {
        if (fresh[i] == object) {
            return 0;
        }
    }
    fresh[n_fresh] = object;
    n_fresh++;
    return 1;
}
