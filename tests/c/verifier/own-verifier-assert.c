// expect: safe
// what: The definitions that benchmark programs bring along.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void);

void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR:
        reach_error();
        abort();
    }
    return;
}

void assume_abort_if_not(int cond) {
    if (!cond)
        abort();
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    assume_abort_if_not(x > 10);
    __VERIFIER_assert(x >= 11);
    return 0;
}
