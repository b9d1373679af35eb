// expect: safe
// options: --enforce skip
// native: skip (gcc cannot read contracts)
// what: A result within a range of an object.
typedef unsigned long size_t;

const char *skip(const char *from, const char *to)
__CPROVER_requires(__CPROVER_is_fresh(from, 10) && __CPROVER_pointer_in_range_dfcc(from, to, from + 10))
__CPROVER_ensures(__CPROVER_pointer_in_range_dfcc(from, __CPROVER_return_value, to))
{
    return from < to ? from + 1 : from;
}
