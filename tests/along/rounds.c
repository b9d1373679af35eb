// A line is come to once each round, however many parts it has, and a statement once, whatever it calls.
// along: 14, 15, 14, 15: found
// along: 14, 14, 14, 14, 14: none after 4
// along: 15, 15, 15: found
// along: 15, 15, 15, 15: none after 3
// along: 16, 16: none after 1
// along: 17, 17, 17, 17, 17: none after 4
// along: 10, 16, 10, 10: none after 3
// along: 10, 10, 10, 10, 16: none after 4 other-order
static int twice(int x) { return 2 * x; }
int main(void) {
    int sum = 0;
    int left = 3;
    for (int i = 0; i < 3; i++)
        sum += twice(i);
    left = twice(left) - 3;
    while (left > 0) left--;
    return sum;
}
