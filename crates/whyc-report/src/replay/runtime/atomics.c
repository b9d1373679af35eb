/* Atomic operations: a turn is the operation with all that it evaluates. */
__attribute__((no_sanitize_thread, no_sanitize_address, noinline)) struct whyc_atomic whyc_atomic_begins(void) {
    struct whyc_atomic operation;
    operation.kind = whyc_begins();
    return operation;
}

__attribute__((no_sanitize_thread, no_sanitize_address, noinline)) void whyc_atomic_ends(struct whyc_atomic *operation) {
    whyc_ends(operation->kind, 0);
}
