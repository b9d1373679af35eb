// expect: safe
// cbmc: --unwind 11
// what: A connection protocol: no data before both sides agreed, ten events.
#include <assert.h>
unsigned char nondet_uchar(void);

enum state { CLOSED, LISTENING, HALF_OPEN, OPEN, CLOSING };
enum event { LISTEN, CONNECT, ACCEPT, DATA, FINISH, RESET };

int main(void) {
    enum state s = CLOSED;
    int accepted = 0, delivered = 0;
    for (int i = 0; i < 10; i++) {
        enum event e = nondet_uchar() % 6;
        switch (s) {
        case CLOSED:
            if (e == LISTEN)
                s = LISTENING;
            break;
        case LISTENING:
            if (e == CONNECT)
                s = HALF_OPEN;
            else if (e == RESET)
                s = CLOSED;
            break;
        case HALF_OPEN:
            if (e == ACCEPT) {
                s = OPEN;
                accepted++;
            } else if (e == RESET)
                s = LISTENING;
            break;
        case OPEN:
            if (e == DATA)
                delivered++;
            else if (e == FINISH)
                s = CLOSING;
            else if (e == RESET)
                s = CLOSED;
            break;
        case CLOSING:
            s = CLOSED;
            break;
        }
        assert(delivered == 0 || accepted > 0);
        assert(delivered + 3 * accepted <= i + 1);
    }
    return 0;
}
