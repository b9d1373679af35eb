// expect: safe
// what: The __CPROVER functions.
int nondet_int(void);
unsigned char nondet_uchar(void);
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);

int main(void) {
    int x = nondet_int();
    unsigned char c = nondet_uchar();
    __CPROVER_assume(x >= 0 && x <= 100);
    __CPROVER_assert(x + c <= 355, "the sum of both is small");
    return 0;
}
