// expect: safe
// options: --enforce sum
// native: skip (gcc cannot read contracts)
// what: Within itself a function stands for its contract.
unsigned sum(unsigned n)
__CPROVER_requires(n < 1000)
__CPROVER_ensures(__CPROVER_return_value == n)
{
    return n == 0 ? 0 : 1 + sum(n - 1);
}
