// One way through the states ends in the wrong one.
#include "counted.h"

int main(void) {
    int state, n, i, event[4];
    for (SET(i, 0); TEST(i < 4); SET(i, i + 1)) { IN(int, event[i], 0, 2); }
    SET(state, 0);
    for (SET(n, 0); TEST(n < 4); SET(n, n + 1)) {
        switch (SWITCH(state)) {
        case 0: if (TEST(event[n] == 1)) SET(state, 1); break;
        case 1: if (TEST(event[n] == 2)) SET(state, 2); else SET(state, 0); break;
        case 2: if (TEST(event[n] == 0)) SET(state, 3); break;
        }
    }
    CHECK(state != 3);
    return 0;
}
