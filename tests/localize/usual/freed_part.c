// what: What is given back is still taken for a block that is there.
// fault: 31
// fix: box[k].text = NULL;
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);

struct box {
    char *text;
    int length;
};

static struct box box[2];

static void fill(int k, char c)
{
    if (k < 0 || k > 1 || box[k].text != NULL)
        return;
    box[k].text = malloc(1);
    if (box[k].text == NULL)
        return;
    box[k].text[0] = c;
    box[k].length = 1;
}

static void clear(int k)
{
    if (k < 0 || k > 1)
        return;
    box[k].length = 0;
    free(box[k].text);
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        int k = nondet_int();
        if (nondet_int())
            fill(k, 'a');
        else
            clear(k);
    }
    clear(0);
    clear(1);
    return 0;
}
