// expect: violated
// property: bounds
// line: 9
// native: skip (the table is in no file)
// what: A table that another file defines, whose size stands here.
extern const unsigned char font[96];

int main(int argc, char **argv) {
    return argc >= 0 && argc <= 96 ? font[argc] > 3 : 0;
}
