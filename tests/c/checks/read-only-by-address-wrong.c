// expect: violated
// property: read-only
// line: 8
// what: A const variable, changed by its own address.
static const int limit = 3;

int main(void) {
    *(int *)&limit = 4;
    return limit;
}
