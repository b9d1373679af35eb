// expect: safe
// options: --malloc-may-fail --check leak
// what: Whatever fails, all is freed at the common end.
#include <stdlib.h>

int main(void) {
    int result = 1;
    char *a = NULL, *b = NULL;
    a = malloc(4);
    if (a == NULL)
        goto end;
    b = malloc(4);
    if (b == NULL)
        goto end;
    a[3] = b[3] = 1;
    result = 0;
end:
    free(b);
    free(a);
    return result;
}
