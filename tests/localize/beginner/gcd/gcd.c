// what: the greatest common divisor and the least common multiple of the two arguments
// fault: 9
#include <stdio.h>
#include <stdlib.h>

int gcd(int a, int b) {
    int rest;

    while (b > 1) {
        rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(int argc, char *argv[]) {
    int a, b, g;

    if (argc != 3)
        return 0;
    a = atoi(argv[1]);
    b = atoi(argv[2]);
    g = gcd(a, b);
    printf("gcd %d lcm %d\n", g, a / g * b);
    return 0;
}
