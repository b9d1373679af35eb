/* Days of years, and weeks. */
enum weekday { MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY };
struct date { int year, month, day; };
static const int lengths[2][12] = {
    { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 },
    { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 },
};
static int is_leap(int year) {
    if (year % 400 == 0) return 1;
    return year % 4 == 0 && year % 100 != 0;
}
static int length_of(int year) {
    return is_leap(year) ? 366 : 365;
}
static struct date from_day(int day) {
    struct date date = { 2000, 1, 1 };
    while (day >= length_of(date.year)) {
        day -= length_of(date.year);
        date.year++;
    }
    const int *months = lengths[is_leap(date.year)];
    while (day > months[date.month - 1]) {
        day -= months[date.month - 1];
        date.month++;
    }
    date.day += day;
    return date;
}
static int to_day(struct date date) {
    int day = 0;
    for (int year = 2000; year < date.year; year++) day += length_of(year);
    for (int month = 1; month < date.month; month++) day += lengths[is_leap(date.year)][month - 1];
    return day + date.day - 1;
}
static enum weekday weekday(struct date date) {
    return (enum weekday)((to_day(date) + SATURDAY) % 7);
}
static int is_right(struct date date) {
    if (date.month < 1 || date.month > 12) return 0;
    return date.day >= 1 && date.day <= lengths[is_leap(date.year)][date.month - 1];
}
static void check(int seed) {
    int from = 20 + limited(seed, 0, 8);
    for (int day = from; day < from + 90; day += limited(seed, 1, 3)) {
        struct date date = from_day(day);
        switch (weekday(date)) {
        case SATURDAY:
        case SUNDAY: note(day, -1); break;
        default: note(day, date.day); break;
        }
        assert(is_right(date));
    }
}
