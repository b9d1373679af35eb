// expect: safe
// what: A switch over an enumeration that covers all its values.
#include <assert.h>

enum light { RED, RED_AMBER, GREEN, AMBER };

static enum light next(enum light l) {
    switch (l) {
    case RED:
        return RED_AMBER;
    case RED_AMBER:
        return GREEN;
    case GREEN:
        return AMBER;
    case AMBER:
        return RED;
    }
    return RED;
}

int main(void) {
    enum light l = RED;
    for (int i = 0; i < 8; i++)
        l = next(l);
    assert(l == RED);
    return 0;
}
