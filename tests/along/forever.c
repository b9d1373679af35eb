// What no bound decides is said of the runs within the bounds only.
// along: 12, 15: bounded after 1
// along: 12, 14, 14: found
int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 0;
    for (;;) {
        int event = __VERIFIER_nondet_int();
        if (state == 0 && event == 1) {
            // From here on it is 1.
            state = 1;
        } else if (state == 1) {
            if (state == 0)
                return 1;
        }
    }
}
