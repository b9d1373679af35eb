// expect: unknown
// options: --enforce half
// native: skip (gcc cannot read contracts)
// what: No call meets what is required: that everything else holds says nothing.
int half(int n)
__CPROVER_requires(n > 10 && n < 5)
__CPROVER_ensures(__CPROVER_return_value == n / 2)
{
    return 7;
}
