/* What other verifiers have as functions, where C can say it. */
#include "whyc.h"

void __CPROVER_havoc_slice(void *to, size_t size) {
    unsigned char *bytes = to;
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        bytes[i] = byte;
    }
}

void __VERIFIER_nondet_memory(void *to, size_t size) {
    unsigned char *bytes = to;
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        bytes[i] = byte;
    }
}
