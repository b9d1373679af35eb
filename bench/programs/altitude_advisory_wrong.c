// expect: violated
// property: assertion
// line: 49
// what: An advisory component: never both ways at once, and no climb into less than the threshold.
#include <assert.h>
int nondet_int(void);
_Bool nondet_bool(void);

static const int thresholds[4] = {400, 500, 640, 740};

static int own_altitude, other_altitude, up_separation, down_separation, layer;
static _Bool climb_inhibited;

static int threshold(void) { return thresholds[layer]; }
static int biased_up(void) { return climb_inhibited ? up_separation + 100 : up_separation; }
static int below_other(void) { return own_altitude < other_altitude; }
static int above_other(void) { return other_altitude < own_altitude; }

static int want_climb(void) {
    int prefer_up = biased_up() > down_separation;
    if (prefer_up)
        return !below_other() || (below_other() && down_separation < threshold());
    return above_other() && up_separation >= threshold();
}

static int want_descend(void) {
    int prefer_up = biased_up() > down_separation;
    if (prefer_up)
        return below_other() && down_separation >= threshold();
    return !above_other() || (above_other() && up_separation > threshold());
}

int main(void) {
    own_altitude = nondet_int();
    other_altitude = nondet_int();
    up_separation = nondet_int();
    down_separation = nondet_int();
    layer = nondet_int();
    climb_inhibited = nondet_bool();
    if (own_altitude < 0 || own_altitude > 50000 || other_altitude < 0 || other_altitude > 50000)
        return 0;
    if (up_separation < 0 || up_separation > 10000 || down_separation < 0 || down_separation > 10000)
        return 0;
    if (layer < 0 || layer > 3)
        return 0;
    int climb = want_climb() && below_other();
    int descend = want_descend() && above_other();
    assert(!(climb && descend));
    assert(!(climb && up_separation < threshold()));
    return 0;
}
