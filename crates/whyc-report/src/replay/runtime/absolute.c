/* The compiler's own versions are not checked for overflow. */
int whyc_abs(int x) { return x < 0 ? -x : x; }

long whyc_labs(long x) { return x < 0 ? -x : x; }

long long whyc_llabs(long long x) { return x < 0 ? -x : x; }

