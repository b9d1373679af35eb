// expect: safe
// native: skip (gcc cannot read these assignments)
// what: What CBMC is told of a string is an assumption about what is in it.
int main(void) {
    char s[4] = "abc", t[3];
    __CPROVER_is_zero_string(t) = 1;
    __CPROVER_zero_string_length(t) = 2;
    __CPROVER_assert(__CPROVER_is_zero_string(s) && t[0] != 0 && t[1] != 0 && t[2] == 0, "as told");
    return 0;
}
