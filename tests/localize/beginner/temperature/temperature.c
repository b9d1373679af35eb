// what: a table of degrees Celsius and Fahrenheit
// fault: 9,10
#include <stdio.h>

int main(void) {
    int from, to, step, celsius, fahrenheit;

    scanf("%d %d %d", &from, &to, &step);
    for (celsius = from; celsius < to; celsius += step) {
        fahrenheit = celsius * 9 / 5 - 32;
        printf("%d C = %d F\n", celsius, fahrenheit);
    }
    printf("done\n");
    return 0;
}
