// expect: violated
// property: function-pointer
// line: 14
// what: A callback that may be absent is called all the same.
_Bool __VERIFIER_nondet_bool(void);

static int hits;
static void hook(void) { hits++; }

int main(void) {
    void (*callback)(void) = 0;
    if (__VERIFIER_nondet_bool())
        callback = hook;
    callback();
    return 0;
}
