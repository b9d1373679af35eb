// expect: violated
// property: division-by-zero
// line: 9
// what: Each element is divided.
typedef int v2 __attribute__((vector_size(8)));
int nondet_int(void);
int main(void) {
    v2 x = {8, 9}, y = {1, nondet_int()};
    x /= y;
    return 0;
}
