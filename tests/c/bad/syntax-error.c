// expect: error
// what: A missing semicolon.
int main(void) {
    int x = 1
    return x;
}
