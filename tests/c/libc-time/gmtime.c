// expect: safe
// what: gmtime computes the date.
#include <assert.h>
#include <time.h>

int main(void) {
    time_t t = 951827696; /* 2000-02-29 12:34:56 */
    struct tm *date = gmtime(&t);
    assert(date->tm_year == 100 && date->tm_mon == 1 && date->tm_mday == 29 && date->tm_yday == 59);
    assert(date->tm_hour == 12 && date->tm_min == 34 && date->tm_sec == 56 && date->tm_wday == 2);
    t = -1;
    date = gmtime(&t);
    assert(date->tm_year == 69 && date->tm_mon == 11 && date->tm_mday == 31 && date->tm_sec == 59);
    return 0;
}
