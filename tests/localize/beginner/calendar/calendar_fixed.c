// what: the number of days of a month, and the day of the year on which it ends, as meant
// fault: none
#include <stdio.h>

int leap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days(int month, int year) {
    if (month == 2)
        return 28 + leap(year);
    if (month == 4 || month == 6 || month == 9 || month == 11)
        return 30;
    return 31;
}

int main(void) {
    int month, year, i, total = 0;

    scanf("%d %d", &month, &year);
    for (i = 1; i <= month; i++)
        total = total + days(i, year);
    printf("%d days\n", days(month, year));
    printf("ends on day %d\n", total);
    return 0;
}
