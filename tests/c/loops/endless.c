// expect: safe
// native: skip (it does not end)
// what: A loop without end and without effect has nothing that fails.
int nondet_int(void);
int main(void) {
    if (nondet_int())
        while (1) {
        }
    for (;;)
        ;
}
