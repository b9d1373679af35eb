// what: What is refused is freed by who refuses it and by who offered it.
// fault: 10
// gone: free(item);
#include <assert.h>
#include <stdlib.h>
_Bool nondet_bool(void);
static int take(int **place, int *item)
{
    if (*place) {
        free(item);
        return 0;
    }
    *place = item;
    return 1;
}

int main(void)
{
    int *place = NULL;
    for (int i = 0; i < 2; i++) {
        int *item = malloc(sizeof *item);
        if (!item)
            break;
        *item = i;
        if (nondet_bool() && !take(&place, item))
            free(item);
    }
    free(place);
    return 0;
}
