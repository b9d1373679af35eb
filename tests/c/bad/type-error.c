// expect: error
// what: A struct where a number is needed.
struct s { int a; };

int main(void) {
    struct s s = {1};
    return s + 1;
}
