// expect: safe
// what: Copying up to and with the terminator.
#include <assert.h>

static void copy(char *to, const char *from) {
    while ((*to++ = *from++) != 0)
        ;
}

int main(void) {
    char buffer[8];
    copy(buffer, "whyc");
    assert(buffer[0] == 'w' && buffer[3] == 'c' && buffer[4] == 0);
    return 0;
}
