// expect: safe
// options: -m32
// what: A record with pointers is copied byte for byte.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

typedef __SIZE_TYPE__ size_t;
void *memcpy(void *to, const void *from, size_t size);
struct pair { int *a; char *b; int n; };
int main(void) {
    int x = 1;
    char c = 'c';
    struct pair one = {&x, &c, 5}, other, third;
    memcpy(&other, &one, sizeof one);
    *other.a = 2;
    assert(x == 2 && *other.b == 'c' && other.n == 5);
    for (size_t i = 0; i < sizeof one; i++)
        ((char *)&third)[i] = ((char *)&other)[i];
    *third.a = 3;
    assert(x == 3 && third.b == &c);
    return 0;
}
