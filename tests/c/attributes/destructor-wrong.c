// expect: violated
// property: assertion
// line: 11
// native: skip (the driver leaves before destructors run)
// what: A destructor runs after main.
#include <assert.h>

static int open_files;

__attribute__((destructor)) static void look(void) {
    assert(open_files == 0);
}

int main(void) {
    open_files++;
    return 0;
}
