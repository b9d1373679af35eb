// what: the digits of a number backwards, and whether they read the same
// fault: 18
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int number, rest, back = 0;

    if (argc < 2)
        return 0;
    number = atoi(argv[1]);
    rest = number;
    while (rest > 0) {
        back = back * 10 + rest % 10;
        rest = rest / 10;
    }
    printf("%d backwards is %d\n", number, back);
    if (back = number)
        printf("a palindrome\n");
    return 0;
}
