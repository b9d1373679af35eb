// what: the area of a rectangle and the way around it, both wrong
// fault: 10,11
// fix: w * h, 2 * (w + h)
#include <stdio.h>

int main(void) {
    int w, h, area, around;

    scanf("%d %d", &w, &h);
    area = w + h;
    around = 2 * (w - h);
    printf("%d %d\n", area, around);
    return 0;
}
