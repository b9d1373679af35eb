// what: What a macro without parameters stands for lacks its parentheses.
// fault: 8
// fix: #define RECORD (HEADER + BODY)
#include <assert.h>
int nondet_int(void);

#define HEADER 2
#define RECORD HEADER + BODY
#define BODY 6

static int offset_of(int record)
{
    return record * RECORD;
}

int main(void)
{
    int record = nondet_int();

    if (record < 0 || record > 9)
        return 0;
    assert(offset_of(record + 1) - offset_of(record) == 8);
    assert(offset_of(0) == 0);
    return 0;
}
