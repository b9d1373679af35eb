// expect: violated
// property: out-of-object
// line: 8
// what: The buffer is one byte too small.
static void copy(char *to, const char *from) {
    while (*from)
        *to++ = *from++;
    *to = 0;
}

int main(void) {
    char buffer[4];
    copy(buffer, "whyc");
    return buffer[0];
}
