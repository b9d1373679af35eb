// expect: violated
// property: read-only
// line: 7
// what: The first letter of a literal is changed.
int main(void) {
    char *name = "whyc";
    name[0] = 'W';
    return name[0];
}
