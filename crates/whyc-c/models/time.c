/* time.h: clocks are inputs of the run that never go back. Only where `time_t` is known: elsewhere it is `long` of 32 bits or not,
 * as the program was compiled, and these functions have no body. */
#include "whyc.h"

#if __SIZEOF_LONG__ == 8

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

static long seconds(void) {
    long now = __VERIFIER_nondet_long();
    __VERIFIER_assume(now >= latest_seconds && now <= LATEST);
    latest_seconds = now;
    return now;
}

/* -1 if the machine does not know. */
long time(long *to) {
    long now = __VERIFIER_nondet_long();
    __VERIFIER_assume(now == -1 || (now >= latest_seconds && now <= LATEST));
    latest_seconds = now == -1 ? latest_seconds : now;
    if (to)
        *to = now;
    return now;
}

static long latest_ticks;

long clock(void) {
    long ticks = __VERIFIER_nondet_long();
    __VERIFIER_assume(ticks == -1 || (ticks >= latest_ticks && ticks <= LATEST));
    latest_ticks = ticks == -1 ? latest_ticks : ticks;
    return ticks;
}

double difftime(long end, long start) {
    return (double)(end - start);
}

/* The clock with its fraction of a second; `latest` is what it said before. */
static struct timespec latest_time;

static struct timespec next_time(void) {
    struct timespec next;
    next.tv_sec = seconds();
    long nanoseconds = __VERIFIER_nondet_long();
    __VERIFIER_assume(nanoseconds >= 0 && nanoseconds < 1000000000);
    __VERIFIER_assume(next.tv_sec > latest_time.tv_sec || nanoseconds >= latest_time.tv_nsec);
    next.tv_nsec = nanoseconds;
    latest_time = next;
    return next;
}

/* CLOCK_REALTIME and CLOCK_MONOTONIC are there; whether any other clock is, is an input. */
static _Bool has_clock(int clock_id) {
    if (clock_id == 0 || clock_id == 1)
        return 1;
    _Bool clock_exists = __VERIFIER_nondet_bool();
    if (!clock_exists)
        __whyc_errno = EINVAL;
    return clock_exists;
}

int clock_gettime(int clock_id, struct timespec *to) {
    if (!has_clock(clock_id))
        return -1;
    *to = next_time();
    return 0;
}

int clock_getres(int clock_id, struct timespec *to) {
    if (!has_clock(clock_id))
        return -1;
    if (to) {
        long resolution = __VERIFIER_nondet_long();
        __VERIFIER_assume(resolution >= 1 && resolution < 1000000000);
        to->tv_sec = 0;
        to->tv_nsec = resolution;
    }
    return 0;
}

/* TIME_UTC is 1; what other bases there are is not said. */
int timespec_get(struct timespec *to, int base) {
    _Bool has_base = base == 1 || (base > 1 && __VERIFIER_nondet_bool());
    if (!has_base)
        return 0;
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

/* 6,000,000 cycles of 400 years: added to a year, it is positive, and divisions round down. */
#define SHIFT (400 * 6000000L)

/* Days from 1970-01-01 to the first day of a year. */
static long days_before(long year) {
    long past = year - 1 + SHIFT;
    return past * 365 + past / 4 - past / 100 + past / 400 - 6000000L * 146097 - 719162;
}

static _Bool is_leap(long year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Days of a year before each month of a common year. */
static const int before_month[13] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

static struct tm date;

/* The date that `seconds` after 1970 stands for, in the proleptic Gregorian calendar; null if the year is no `int`. */
struct tm *gmtime_r(const long *time, struct tm *to) {
    long seconds = *time;
    if (seconds > 67768036191676799L || seconds < -67768040609740800L) {
        __whyc_errno = 75; /* EOVERFLOW */
        return NULL;
    }
    long days = seconds / 86400;
    long rest = seconds % 86400;
    if (rest < 0) {
        rest += 86400;
        days--;
    }
    long weekday = (days + 4) % 7;
    /* 146097 days make 400 years: an estimate that is at most one year too high or too low. */
    long year = 1970 + days / 366;
    if (days >= 0) {
        long cycles = days / 146097;
        long inside = days % 146097;
        year = 1970 + cycles * 400 + inside / 366;
    } else {
        long cycles = days / 146097 - 1;
        long inside = days - cycles * 146097;
        year = 1970 + cycles * 400 + inside / 366;
    }
    if (days_before(year + 1) <= days)
        year++;
    long day = days - days_before(year);
    _Bool leap = is_leap(year);
    int month = 0;
    for (int i = 1; i < 12; i++) {
        if (day >= before_month[i] + (leap && i >= 2))
            month = i;
    }
    to->tm_sec = (int)(rest % 60);
    to->tm_min = (int)(rest / 60 % 60);
    to->tm_hour = (int)(rest / 3600);
    to->tm_mday = (int)(day - before_month[month] - (leap && month >= 2)) + 1;
    to->tm_mon = month;
    to->tm_year = (int)(year - 1900);
    to->tm_wday = (int)(weekday < 0 ? weekday + 7 : weekday);
    to->tm_yday = (int)day;
    to->tm_isdst = 0;
    to->tm_gmtoff = 0;
    to->tm_zone = "GMT";
    return to;
}

struct tm *gmtime(const long *time) {
    return gmtime_r(time, &date);
}

/* Where the program runs, and what the clocks there say, is not known: every date is possible. */
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
    to->tm_gmtoff = 0;
    to->tm_zone = "GMT";
    return to;
}

struct tm *localtime_r(const long *time, struct tm *to) {
    (void)*time;
    any_date(to);
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

/* A signal may interrupt it. */
int nanosleep(const struct timespec *duration, struct timespec *left) {
    if (duration->tv_nsec < 0 || duration->tv_nsec > 999999999 || duration->tv_sec < 0) {
        __whyc_errno = EINVAL;
        return -1;
    }
    _Bool interrupted = __VERIFIER_nondet_bool();
    if (!interrupted)
        return 0;
    __whyc_errno = 4; /* EINTR */
    if (left) {
        long seconds_left = __VERIFIER_nondet_long();
        long nanoseconds_left = __VERIFIER_nondet_long();
        __VERIFIER_assume(seconds_left >= 0 && seconds_left <= duration->tv_sec);
        __VERIFIER_assume(nanoseconds_left >= 0 && nanoseconds_left <= 999999999);
        left->tv_sec = seconds_left;
        left->tv_nsec = nanoseconds_left;
    }
    return -1;
}

#endif
