// expect: violated
// property: precondition
// line: 8
// options: --enforce sum
// native: skip (gcc cannot read contracts)
// what: The call within does not meet what is required.
unsigned sum(unsigned n)
__CPROVER_requires(n < 1000)
__CPROVER_ensures(__CPROVER_return_value >= 0)
{
    return n == 0 ? 0 : 1 + sum(n + 1);
}
