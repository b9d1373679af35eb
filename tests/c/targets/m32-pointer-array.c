// expect: safe
// options: -m32
// what: An array of pointers takes four bytes for each.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

int main(void) {
    int x[4] = {10, 20, 30, 40};
    int *to[4];
    for (int i = 0; i < 4; i++)
        to[i] = &x[3 - i];
    int **at = to;
    at += 2;
    assert((char *)at - (char *)to == 8);
    assert(**at == 20);
    unsigned char *bytes = (unsigned char *)to;
    int **third = (int **)(bytes + 2 * 4);
    *third = x;
    assert(*to[2] == 10 && *to[1] == 30 && *to[3] == 10);
    return 0;
}
