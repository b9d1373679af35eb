/* time.h: clocks are inputs of the run that never go back. */
#include "whyc.h"

struct timespec {
    long tv_sec, tv_nsec;
};

struct timeval {
    long tv_sec, tv_usec;
};

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

/* The end of the year 9999. */
#define LATEST 253402300799L

static long latest_seconds;

long time(long *to) {
    long now = __VERIFIER_nondet_long();
    __VERIFIER_assume(now >= latest_seconds && now <= LATEST);
    latest_seconds = now;
    if (to)
        *to = now;
    return now;
}

static long latest_ticks;

long clock(void) {
    long ticks = __VERIFIER_nondet_long();
    __VERIFIER_assume(ticks >= latest_ticks && ticks <= LATEST);
    latest_ticks = ticks;
    return ticks;
}

double difftime(long end, long start) {
    return (double)(end - start);
}

/* The clock with its fraction of a second; `latest` is what it said before. */
static struct timespec latest_time;

static struct timespec next_time(void) {
    struct timespec next;
    next.tv_sec = time(NULL);
    long nanoseconds = __VERIFIER_nondet_long();
    __VERIFIER_assume(nanoseconds >= 0 && nanoseconds < 1000000000);
    __VERIFIER_assume(next.tv_sec > latest_time.tv_sec || nanoseconds >= latest_time.tv_nsec);
    next.tv_nsec = nanoseconds;
    latest_time = next;
    return next;
}

int clock_gettime(int clock_id, struct timespec *to) {
    (void)clock_id;
    *to = next_time();
    return 0;
}

int timespec_get(struct timespec *to, int base) {
    *to = next_time();
    return base;
}

/* Divides an input once; a program that measures time seldom asks for it. */
int gettimeofday(struct timeval *to, void *zone) {
    (void)zone;
    struct timespec now = next_time();
    to->tv_sec = now.tv_sec;
    to->tv_usec = now.tv_nsec / 1000;
    return 0;
}

/* A date is made of inputs, each in its range; it is not computed from the time it belongs to. */
static struct tm date;

static struct tm *any_date(struct tm *to) {
    int second = __VERIFIER_nondet_int();
    int minute = __VERIFIER_nondet_int();
    int hour = __VERIFIER_nondet_int();
    int day = __VERIFIER_nondet_int();
    int month = __VERIFIER_nondet_int();
    int year = __VERIFIER_nondet_int();
    int weekday = __VERIFIER_nondet_int();
    int day_of_year = __VERIFIER_nondet_int();
    __VERIFIER_assume(second >= 0 && second <= 60 && minute >= 0 && minute <= 59 && hour >= 0 && hour <= 23);
    __VERIFIER_assume(day >= 1 && day <= 31 && month >= 0 && month <= 11 && year >= -1900 && year <= 8099);
    __VERIFIER_assume(weekday >= 0 && weekday <= 6 && day_of_year >= 0 && day_of_year <= 365);
    to->tm_sec = second;
    to->tm_min = minute;
    to->tm_hour = hour;
    to->tm_mday = day;
    to->tm_mon = month;
    to->tm_year = year;
    to->tm_wday = weekday;
    to->tm_yday = day_of_year;
    to->tm_isdst = 0;
    to->tm_gmtoff = 0;
    to->tm_zone = "GMT";
    return to;
}

struct tm *gmtime_r(const long *time, struct tm *to) {
    (void)*time;
    return any_date(to);
}

struct tm *gmtime(const long *time) {
    return gmtime_r(time, &date);
}

struct tm *localtime_r(const long *time, struct tm *to) {
    gmtime_r(time, to);
    _Bool daylight_saving = __VERIFIER_nondet_bool();
    to->tm_isdst = daylight_saving;
    return to;
}

struct tm *localtime(const long *time) {
    return localtime_r(time, &date);
}

long mktime(struct tm *from) {
    (void)from->tm_sec;
    __whyc_unsupported("mktime");
    return -1;
}

size_t strftime(char *to, size_t size, const char *format, const struct tm *from) {
    (void)to, (void)size, (void)format, (void)from;
    __whyc_unsupported("strftime");
    return 0;
}

char *asctime(const struct tm *from) {
    (void)from;
    __whyc_unsupported("asctime");
    return NULL;
}

char *ctime(const long *time) {
    (void)time;
    __whyc_unsupported("ctime");
    return NULL;
}

/* Nobody interrupts a run. */
int nanosleep(const struct timespec *duration, struct timespec *left) {
    (void)duration->tv_sec, (void)left;
    return 0;
}
