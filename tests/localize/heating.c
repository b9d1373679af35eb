// what: When the heating goes on depends on the hour, which the condition does not ask. It would have to be otherwise several times.
// fault: 27
#include <stdio.h>

static unsigned noise = 7;

/* One reading is the mean of many. */
static int measured(int raw) {
    long sum = 0;
    for (int k = 0; k < 40; k++) {
        noise = noise * 1103515245u + 12345u;
        sum += raw + (int)(noise >> 16 & 3) - 1;
    }
    return (int)(sum / 40);
}

static void report(int hour, int temperature, int heats) {
    printf("%02d:00 %d.%d %s\n", hour, temperature / 10, temperature % 10, heats ? "on" : "off");
}

int main(void) {
    int raw;
    int hour = 0;
    while (scanf("%d", &raw) == 1) {
        int temperature = measured(raw);
        int heats = 0;
        if (temperature < 190)
            heats = 1;
        report(hour, temperature, heats);
        hour = (hour + 1) % 24;
    }
    return 0;
}
