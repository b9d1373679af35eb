// expect: violated
// property: assertion
// line: 10
// what: A function without a body can return anything.
#include <assert.h>
int read_sensor(void);

int main(void) {
    int celsius = read_sensor();
    assert(celsius < 1000);
    return 0;
}
