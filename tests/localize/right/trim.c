/* Takes the blanks at both ends of a text away. */
#include <assert.h>

#define MOST 5

char nondet_char(void);

static int length(const char *text) {
    int n = 0;
    while (text[n] != '\0')
        n++;
    return n;
}

static void trim(char *text) {
    int from = 0;
    while (text[from] == ' ')
        from++;
    int until = length(text);
    while (until > from && text[until - 1] == ' ')
        until--;
    int k = 0;
    for (int i = from; i < until; i++)
        text[k++] = text[i];
    text[k] = '\0';
}

int main(void) {
    char text[MOST + 1], kept[MOST + 1];
    for (int i = 0; i < MOST; i++) {
        text[i] = nondet_char();
        kept[i] = text[i];
    }
    text[MOST] = '\0';
    kept[MOST] = '\0';
    int letters = 0;
    for (int i = 0; kept[i] != '\0'; i++)
        letters += kept[i] != ' ';
    trim(text);
    int n = length(text);
    if (n > 0) {
        assert(text[0] != ' ');
        assert(text[n - 1] != ' ');
    }
    int left = 0;
    for (int i = 0; i < n; i++)
        left += text[i] != ' ';
    assert(left == letters);
    return 0;
}
