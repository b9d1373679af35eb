// what: A buffer is not given back where a message is refused.
// fault: 19
// fix: free(copy);
// flags: --check leak
#include <assert.h>
#include <stdlib.h>
#include <string.h>
char nondet_char(void);

static int checksum(const char *message, int length)
{
    char *copy = malloc(length + 1);
    int sum = 0;

    if (copy == NULL)
        return -1;
    memcpy(copy, message, length + 1);
    if (copy[0] != ':')
        return -1;
    for (int i = 1; i < length; i++)
        sum ^= copy[i];
    free(copy);
    return sum & 127;
}

int main(void)
{
    char message[4];

    for (int i = 0; i < 3; i++)
        message[i] = nondet_char();
    message[3] = 0;
    int sum = checksum(message, 3);
    assert(sum >= -1 && sum < 128);
    return 0;
}
