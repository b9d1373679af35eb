#include <stdio.h>

enum { OFF, SLOW, FAST };

static int speed(int degrees, int is_night) {
    if (degrees > 30 && !is_night)
        return FAST;
    if (degrees > 24 || (is_night && degrees > 26))
        return SLOW;
    return OFF;
}

int main(void) {
    int degrees, is_night;
    if (scanf("%d %d", &degrees, &is_night) != 2)
        return 1;
    int s = speed(degrees, is_night);
    if (s == FAST && is_night)
        puts("too loud");
    printf("%d\n", s);
    return 0;
}
