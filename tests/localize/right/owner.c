/* Texts of its own: copies are made, replaced and given back. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int nondet_int(void);

struct label {
    char *text;
    int uses;
};

static char *copy(const char *text) {
    size_t n = strlen(text);
    char *fresh = malloc(n + 1);
    if (fresh == NULL)
        return NULL;
    for (size_t i = 0; i <= n; i++)
        fresh[i] = text[i];
    return fresh;
}

static int rename_label(struct label *l, const char *text) {
    char *fresh = copy(text);
    if (fresh == NULL)
        return 0;
    free(l->text);
    l->text = fresh;
    l->uses++;
    return 1;
}

static void drop(struct label *l) {
    free(l->text);
    l->text = NULL;
    l->uses = 0;
}

int main(void) {
    struct label l = {NULL, 0};
    int long_one = nondet_int() > 0;
    int done = rename_label(&l, long_one ? "table" : "a");
    if (done) {
        assert(l.uses == 1 && strlen(l.text) == (size_t)(long_one ? 5 : 1));
        if (rename_label(&l, "box"))
            assert(l.uses == 2 && l.text[2] == 'x');
    }
    drop(&l);
    assert(l.text == NULL);
    return 0;
}
