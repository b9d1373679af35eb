// expect: violated
// property: shift
// line: 7
// native: skip (gcc's sanitizer does not see it)
// what: An undefined call counts even if nobody wants its value.
int main(void) {
    __builtin_clz(0U);
    return 0;
}
