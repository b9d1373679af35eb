#include "undo.h"
#include <assert.h>

static void test_back(void) {
    struct undo u;
    undo_init(&u); /* [Empty] */
    undo_record(&u, 7); /* [Some] */
    undo_record(&u, 7); /* [Some] */
    assert(undo_back(&u) == 7);
}

static void test_again(void) {
    struct undo u;
    int last;
    undo_init(&u); /* [Empty] */
    undo_record(&u, 7); /* [Some] */
    assert(undo_back(&u) == 7);
    assert(undo_again(&u, &last) && last == 7); /* [Some] */
}

int main(void) {
    test_back();
    test_again();
    return 0;
}
