// expect: violated
// property: bounds
// line: 10
// what: Row and column mixed up.
int main(void) {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            sum += m[i][j];
    return sum == 0;
}
