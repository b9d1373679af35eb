/* ctype.h: every function on every character, bit for bit. */
#include "check.h"

#include <ctype.h>

extern const unsigned short **model___ctype_b_loc(void);
extern const int **model___ctype_tolower_loc(void), **model___ctype_toupper_loc(void);

#define SAME(name)                                                                                                  \
    do {                                                                                                            \
        extern int model_##name(int);                                                                               \
        CHECK(model_##name(c) == (name)(c), #name "(%d): %d, not %d", c, model_##name(c), (name)(c));               \
    } while (0)

void test_ctype(void) {
    for (int c = -128; c < 256; c++) {
        SAME(isupper);
        SAME(islower);
        SAME(isalpha);
        SAME(isdigit);
        SAME(isxdigit);
        SAME(isspace);
        SAME(isprint);
        SAME(isgraph);
        SAME(isblank);
        SAME(iscntrl);
        SAME(ispunct);
        SAME(isalnum);
        SAME(tolower);
        SAME(toupper);
        SAME(isascii);
        SAME(toascii);
        CHECK((*model___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "%d", c);
        CHECK((*model___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "%d", c);
        CHECK((*model___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "%d", c);
    }
}
