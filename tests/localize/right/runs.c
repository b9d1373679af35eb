/* Run lengths: aaab becomes a3b1, and back again. */
#include <assert.h>

#define MOST 4

char nondet_char(void);

struct part {
    char letter;
    int times;
};

static int pack(const char *text, int n, struct part *parts) {
    int used = 0;
    int i = 0;
    while (i < n) {
        int times = 1;
        while (i + times < n && text[i + times] == text[i])
            times++;
        parts[used].letter = text[i];
        parts[used].times = times;
        used++;
        i += times;
    }
    return used;
}

static int unpack(const struct part *parts, int used, char *text) {
    int n = 0;
    for (int k = 0; k < used; k++) {
        for (int t = 0; t < parts[k].times; t++) {
            text[n] = parts[k].letter;
            n++;
        }
    }
    return n;
}

int main(void) {
    char text[MOST], back[MOST];
    struct part parts[MOST];
    for (int i = 0; i < MOST; i++)
        text[i] = nondet_char();
    int used = pack(text, MOST, parts);
    assert(used >= 1 && used <= MOST);
    for (int k = 1; k < used; k++)
        assert(parts[k].letter != parts[k - 1].letter);
    int n = unpack(parts, used, back);
    assert(n == MOST);
    for (int i = 0; i < MOST; i++)
        assert(back[i] == text[i]);
    return 0;
}
