/* math.h: what the engine does itself, as functions: for those who call it through a pointer. */
#include "whyc.h"

double __whyc_engine_fabs(double x);

double fabs(double x) {
    return __whyc_engine_fabs(x);
}

float __whyc_engine_fabsf(float x);

float fabsf(float x) {
    return __whyc_engine_fabsf(x);
}

long double __whyc_engine_fabsl(long double x);

long double fabsl(long double x) {
    return __whyc_engine_fabsl(x);
}

double __whyc_engine_sqrt(double x);

double sqrt(double x) {
    return __whyc_engine_sqrt(x);
}

float __whyc_engine_sqrtf(float x);

float sqrtf(float x) {
    return __whyc_engine_sqrtf(x);
}

long double __whyc_engine_sqrtl(long double x);

long double sqrtl(long double x) {
    return __whyc_engine_sqrtl(x);
}

double __whyc_engine_floor(double x);

double floor(double x) {
    return __whyc_engine_floor(x);
}

float __whyc_engine_floorf(float x);

float floorf(float x) {
    return __whyc_engine_floorf(x);
}

long double __whyc_engine_floorl(long double x);

long double floorl(long double x) {
    return __whyc_engine_floorl(x);
}

double __whyc_engine_ceil(double x);

double ceil(double x) {
    return __whyc_engine_ceil(x);
}

float __whyc_engine_ceilf(float x);

float ceilf(float x) {
    return __whyc_engine_ceilf(x);
}

long double __whyc_engine_ceill(long double x);

long double ceill(long double x) {
    return __whyc_engine_ceill(x);
}

double __whyc_engine_trunc(double x);

double trunc(double x) {
    return __whyc_engine_trunc(x);
}

float __whyc_engine_truncf(float x);

float truncf(float x) {
    return __whyc_engine_truncf(x);
}

long double __whyc_engine_truncl(long double x);

long double truncl(long double x) {
    return __whyc_engine_truncl(x);
}

double __whyc_engine_round(double x);

double round(double x) {
    return __whyc_engine_round(x);
}

float __whyc_engine_roundf(float x);

float roundf(float x) {
    return __whyc_engine_roundf(x);
}

long double __whyc_engine_roundl(long double x);

long double roundl(long double x) {
    return __whyc_engine_roundl(x);
}

double __whyc_engine_rint(double x);

double rint(double x) {
    return __whyc_engine_rint(x);
}

float __whyc_engine_rintf(float x);

float rintf(float x) {
    return __whyc_engine_rintf(x);
}

long double __whyc_engine_rintl(long double x);

long double rintl(long double x) {
    return __whyc_engine_rintl(x);
}

double __whyc_engine_nearbyint(double x);

double nearbyint(double x) {
    return __whyc_engine_nearbyint(x);
}

float __whyc_engine_nearbyintf(float x);

float nearbyintf(float x) {
    return __whyc_engine_nearbyintf(x);
}

long double __whyc_engine_nearbyintl(long double x);

long double nearbyintl(long double x) {
    return __whyc_engine_nearbyintl(x);
}

double __whyc_engine_roundeven(double x);

double roundeven(double x) {
    return __whyc_engine_roundeven(x);
}

float __whyc_engine_roundevenf(float x);

float roundevenf(float x) {
    return __whyc_engine_roundevenf(x);
}

long double __whyc_engine_roundevenl(long double x);

long double roundevenl(long double x) {
    return __whyc_engine_roundevenl(x);
}

double __whyc_engine_fmin(double x, double y);

double fmin(double x, double y) {
    return __whyc_engine_fmin(x, y);
}

float __whyc_engine_fminf(float x, float y);

float fminf(float x, float y) {
    return __whyc_engine_fminf(x, y);
}

long double __whyc_engine_fminl(long double x, long double y);

long double fminl(long double x, long double y) {
    return __whyc_engine_fminl(x, y);
}

double __whyc_engine_fmax(double x, double y);

double fmax(double x, double y) {
    return __whyc_engine_fmax(x, y);
}

float __whyc_engine_fmaxf(float x, float y);

float fmaxf(float x, float y) {
    return __whyc_engine_fmaxf(x, y);
}

long double __whyc_engine_fmaxl(long double x, long double y);

long double fmaxl(long double x, long double y) {
    return __whyc_engine_fmaxl(x, y);
}

double __whyc_engine_fmod(double x, double y);

double fmod(double x, double y) {
    return __whyc_engine_fmod(x, y);
}

float __whyc_engine_fmodf(float x, float y);

float fmodf(float x, float y) {
    return __whyc_engine_fmodf(x, y);
}

long double __whyc_engine_fmodl(long double x, long double y);

long double fmodl(long double x, long double y) {
    return __whyc_engine_fmodl(x, y);
}

double __whyc_engine_copysign(double x, double y);

double copysign(double x, double y) {
    return __whyc_engine_copysign(x, y);
}

float __whyc_engine_copysignf(float x, float y);

float copysignf(float x, float y) {
    return __whyc_engine_copysignf(x, y);
}

long double __whyc_engine_copysignl(long double x, long double y);

long double copysignl(long double x, long double y) {
    return __whyc_engine_copysignl(x, y);
}
