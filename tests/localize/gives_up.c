/* The old text is freed after the new one took its place: the order of two lines is wrong. No change may pass by never storing a text. */
#include <assert.h>
#include <stdlib.h>

extern int nondet_int(void);
struct label { char *text; int length; };

static int put(struct label *l, int length) {
    char *fresh = calloc((size_t)length + 1, 1);
    if (fresh == NULL)
        return 0;
    l->text = fresh;
    free(l->text);
    l->length = length;
    return 1;
}

int main(void) {
    struct label l = {NULL, 0};
    int length = nondet_int();
    if (length < 1 || length > 3)
        return 0;
    if (put(&l, length))
        l.text[l.length - 1] = 'x';
    assert(l.length >= 0);
    free(l.text);
    return 0;
}
