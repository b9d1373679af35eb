// what: Labels of a `switch`, in definitions as they were written before 1989: one too many, one too few, one for another (`-D FAULT=1` to `3`).
#include <stdio.h>

#ifndef FAULT
#define FAULT 0
#endif

/* What a sign weighs in a checksum of a label on a parcel. */
static int weight(sign)
int sign;
{
    switch (sign) {
#if FAULT == 1
    case 'A':
    case 'E':
    case 'K': /* fault 1 */
        return 3;
#else
    case 'A':
    case 'E':
        return 3;
#endif
#if FAULT == 3
    case 'S': /* fault 3 */
        return 5;
#else
    case 'T':
        return 5;
#endif
#if FAULT == 2
    case 'Y': /* fault 2 */
        return 7;
#else
    case 'X':
    case 'Y':
        return 7;
#endif
    case 'Q':
        return 0;
    default:
        return 1;
    }
}

static int total(text, length)
char *text;
int length;
{
    int sum = 0, i;
    for (i = 0; i < length; i++)
        sum += (i + 1) * weight(text[i]);
    return sum;
}

int main(void) {
    char text[12];
    int length = 0, sign;
    while (length < 12 && (sign = getchar()) != EOF && sign != '\n')
        text[length++] = (char)sign;
    printf("%d\n", total(text, length));
    return 0;
}
