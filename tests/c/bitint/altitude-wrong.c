// expect: violated
// property: overflow
// line: 14
// native: skip (gcc cannot read _BitInt)
// what: The sum of two numbers of eleven bits may not be one, although both lie in sixteen.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int up = __VERIFIER_nondet_int(), from = __VERIFIER_nondet_int();
    if (up < 0 || up > 600 || from < -1024 || from > 600)
        return 0;
    _BitInt(11) step = up;
    _BitInt(11) height = from;
    height = height + step;
    return height > 0;
}
