// what: the primes up to a number
// fault: 11
#include <stdio.h>

int main(void) {
    int n, i, j, prime;

    scanf("%d", &n);
    for (i = 2; i <= n; i++) {
        prime = 1;
        for (j = 2; j * j < i; j++) {
            if (i % j == 0)
                prime = 0;
        }
        if (prime == 1)
            printf("%d ", i);
    }
    printf("\n");
    return 0;
}
