// expect: safe
// options: -m32
// what: -1 as a pointer is itself, and no object's.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

int x;
static void *map(int fails) { return fails ? (void *)-1 : &x; }
int main(void) {
    assert(map(1) == (void *)-1 && map(0) != (void *)-1 && map(1) != 0);
    assert((long)map(1) == -1);
    return 0;
}
