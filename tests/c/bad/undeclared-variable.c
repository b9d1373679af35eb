// expect: error
// what: A name that nobody declared.
int main(void) {
    return missing + 1;
}
