// what: room for a copy of a word, without the byte that ends it
// fault: 12
#include <stdlib.h>

int main(void) {
    char word[] = "abc";
    char *copy;
    int n = 0, i;

    while (word[n])
        n++;
    copy = malloc(n);
    for (i = 0; i <= n; i++)
        copy[i] = word[i];
    free(copy);
    return 0;
}
