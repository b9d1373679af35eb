// expect: safe
// options: --args 'one two'
// what: Given arguments are as many as they are, even if nobody looks at them.

int main(int argc, char **argv)
{
    int slots[4] = {0};
    return slots[argc];
}
