// A pump: it is primed, then runs until it is told to stop.
int nondet_int(void);
static int pressure;
void prime(void) { pressure = 10; }
void stroke(int n) { pressure += n; }
void vent(void) { pressure = 0; }
void alarm_on(void) { }
int main(void) {
    prime();
    while (nondet_int()) {
        int n = nondet_int();
        if (n < 0 || n > 3) continue;
        stroke(n);
        if (pressure > 40) vent();
    }
    vent();
    return 0;
}
