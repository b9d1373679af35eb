// expect: error
// what: The file ends inside a function.
int main(void) {
    if (1) {
        return 0;
