// what: The size of an array, a macro, forgets the end of the text.
// fault: 4
// fix: #define NAME 5
#define NAME 4
#include <assert.h>
int nondet_int(void);

struct item {
    char name[NAME];
    int count;
};

static void label(struct item *item, int number)
{
    int i = 0;

    item->name[i++] = 'A' + number / 100 % 10;
    item->name[i++] = '0' + number / 10 % 10;
    item->name[i++] = '0' + number % 10;
    if (item->count > 9)
        item->name[i++] = '+';
    item->name[i] = 0;
}

int main(void)
{
    struct item item = {{0}, nondet_int()};
    int number = nondet_int();

    if (number < 0 || number > 999)
        return 0;
    label(&item, number);
    assert(item.name[3] == (item.count > 9 ? '+' : 0));
    assert(item.name[2] == '0' + number % 10);
    return 0;
}
