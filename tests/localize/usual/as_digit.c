// what: The last digit is written as a number and not as a character.
// fault: 9
// fix: text[1] = '0' + seconds % 10;
#include <assert.h>
int nondet_int(void);
static void write_seconds(char *text, int seconds)
{
    text[0] = '0' + seconds / 10;
    text[1] = seconds % 10;
    text[2] = 0;
}

int main(void)
{
    char text[3];
    int seconds = nondet_int();

    if (seconds < 0 || seconds > 59)
        return 0;
    write_seconds(text, seconds);
    int read = 0;
    for (int i = 0; text[i]; i++) {
        assert(text[i] >= '0' && text[i] <= '9');
        read = 10 * read + text[i] - '0';
    }
    assert(read == seconds);
    return 0;
}
