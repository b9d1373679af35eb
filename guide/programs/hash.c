#include <assert.h>

extern int nondet_int(void);

/* A number for a word of three letters. */
static int hash(const char *word) {
    int total = 1000000;
    for (int i = 0; i < 3; i++)
        total = total * 31 + word[i]; // whyc: allow overflow the hash wraps, as it should
    return total;
}

int main(void) {
    char word[] = {'a', 'b', 'c'};
    word[nondet_int() & 1] = 'x';
    return hash(word) == 0;
}
