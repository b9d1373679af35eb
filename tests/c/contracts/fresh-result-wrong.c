// expect: violated
// property: postcondition
// line: 10
// options: --enforce make
// native: skip (gcc cannot read contracts)
// what: A function returns an object that somebody has.
int kept;

int *make(void)
__CPROVER_ensures(__CPROVER_is_fresh(__CPROVER_return_value, sizeof(int)))
{
    return &kept;
}
