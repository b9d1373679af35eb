// expect: violated
// property: out-of-object
// line: 7
// what: A char array without room for the terminator.
static unsigned int length(const char *s) {
    unsigned int n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}

int main(void) {
    char word[3] = {'a', 'b', 'c'};
    return length(word) == 0;
}
