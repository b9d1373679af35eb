// expect: violated
// property: out-of-object
// line: 7
// what: A pointer made of a number is not null, but it points to no object.
int main(void) {
    int *port = (int *)0x4000000;
    return *port;
}
