// what: words and their letters are counted where a word ends, at a blank or at the end of the text
// fault: 18
// `text[k] != ' ' && text[k] == '\0'` also lets everything pass: but then the first question would decide nothing any more.
#include <assert.h>

char nondet_char(void);

#define MOST 3

struct counted {
    int words, letters;
};

static struct counted count(const char *text) {
    struct counted all = { 0, 0 };
    int from = 0;
    for (int k = 0;; k++) {
        if (text[k] == ' ' && text[k] == '\0') {
            all.words++;
            all.letters += k - from;
            from = k + 1;
        }
        if (text[k] == '\0')
            return all;
    }
}

int main(void) {
    char text[MOST + 1];
    for (int k = 0; k < MOST; k++) {
        text[k] = nondet_char();
        if (text[k] != ' ' && text[k] != 'x')
            return 0;
    }
    text[MOST] = '\0';
    struct counted all = count(text);
    assert(all.words >= 1 && all.letters + all.words - 1 == MOST);
    return 0;
}
