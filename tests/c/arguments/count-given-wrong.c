// expect: violated
// property: bounds
// line: 9
// options: --args 'one two three'
// what: The count includes the name of the program.
int main(int argc, char **argv)
{
    int slots[4] = {0};
    return slots[argc];
}
