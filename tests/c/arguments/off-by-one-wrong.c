// expect: violated
// property: null-dereference
// line: 8
// what: The loop goes as far as the NULL that ends the arguments.
int main(int argc, char **argv) {
    int options = 0;
    for (int i = 1; i <= argc; i++)
        if (argv[i][0] == '-')
            options++;
    return options;
}
