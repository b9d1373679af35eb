// expect: violated
// property: postcondition
// line: 10
// options: --enforce below
// native: skip (gcc cannot read contracts)
// what: Globals may hold anything when the function is called.
int limit = 10;

int below(int n)
__CPROVER_ensures(__CPROVER_return_value < 10)
{
    return limit;
}
