// expect: safe
// what: What comes from outside is checked before use.
#include <assert.h>
int read_sensor(void);

int main(void) {
    int celsius = read_sensor();
    if (celsius < -50 || celsius > 150)
        celsius = 20;
    int fahrenheit = celsius * 9 / 5 + 32;
    assert(fahrenheit >= -58 && fahrenheit <= 302);
    return 0;
}
