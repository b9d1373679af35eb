/* repeat N WORD: prints WORD so many times. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int times = atoi(argv[1]);
    for (int i = 0; i < times; i++)
        puts(argv[2]);
    return 0;
}
