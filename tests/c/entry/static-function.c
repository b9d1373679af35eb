// expect: violated
// property: bounds
// line: 11
// options: --function lookup
// what: A static function can be the entry as well.
static const int squares[5] = {0, 1, 4, 9, 16};

static int lookup(unsigned int n) {
    if (n > 5)
        return -1;
    return squares[n];
}

int main(void) { return lookup(2); }
