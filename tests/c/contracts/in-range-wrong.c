// expect: violated
// property: postcondition
// line: 9
// options: --enforce skip
// native: skip (gcc cannot read contracts)
// what: The result may lie behind the range.
const char *skip(const char *from, const char *to)
__CPROVER_requires(__CPROVER_is_fresh(from, 10) && __CPROVER_pointer_in_range_dfcc(from, to, from + 9))
__CPROVER_ensures(__CPROVER_pointer_in_range_dfcc(from, __CPROVER_return_value, to))
{
    return from + 1;
}
