// expect: violated
// property: assertion
// line: 12
// native: skip (the driver leaves before destructors run)
// what: A destructor runs when exit is called, too.
#include <assert.h>
#include <stdlib.h>

static int open_files;

__attribute__((destructor)) static void look(void) {
    assert(open_files == 0);
}

int main(void) {
    open_files++;
    exit(0);
}
