// expect: violated
// property: read-only
// line: 9
// what: A member of a const struct, changed by the address of the struct.
struct pair { int a, b; };
static const struct pair both = {1, 2};

int main(void) {
    ((struct pair *)&both)->b += 1;
    return both.a;
}
