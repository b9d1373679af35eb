// expect: error
// what: An included file that does not exist.
#include "no-such-file.h"

int main(void) { return 0; }
