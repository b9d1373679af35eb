/* Decides whether an aircraft climbs or descends to keep clear of another one.
 * -D FAULT=1 ... 5 puts one of five faults in; the line says which. */
#include <assert.h>

#ifndef FAULT
#define FAULT 0
#endif

enum advice { NONE, UPWARD, DOWNWARD };
enum equipment { ADVISED = 1, OTHER = 2 };

int own_height, other_height, own_rate, gap, up_margin, down_margin;
int layer, confident, reports_valid, other_equipment, other_intent, climb_limited;

int threshold(void) {
    switch (layer) {
    case 0:
        return 400;
    case 1:
        return 500;
    case 2:
        return 640;
    default:
        return 740;
    }
}

int own_below(void) {
#if FAULT == 2
    return own_height <= other_height; /* fault 2 */
#else
    return own_height < other_height;
#endif
}

int own_above(void) {
#if FAULT == 3
    return other_height <= own_height; /* fault 3 */
#else
    return other_height < own_height;
#endif
}

int climb_margin(void) {
    return climb_limited ? up_margin + 100 : up_margin;
}

int may_climb(int prefers_up) {
    int result;
    if (prefers_up)
#if FAULT == 1
        result = !own_below() || !(down_margin > threshold()); /* fault 1 */
#else
        result = !own_below() || !(down_margin >= threshold());
#endif
    else
        result = own_above() && gap >= 300 && up_margin >= threshold();
    return result;
}

int may_descend(int prefers_up) {
    int result;
    if (prefers_up)
        result = own_below() && gap >= 300 && down_margin >= threshold();
    else
#if FAULT == 4
        result = !own_above() || up_margin + 1 >= threshold(); /* fault 4 */
#else
        result = !own_above() || up_margin >= threshold();
#endif
    return result;
}

enum advice decide(void) {
    int enabled = confident && own_rate <= 600 && gap > 600;
    int equipped = other_equipment == ADVISED;
    int intent_unknown = reports_valid && other_intent == 0;
    enum advice advice = NONE;
    if (enabled && ((equipped && intent_unknown) || !equipped)) {
        int prefers_up = climb_margin() > down_margin;
#if FAULT == 5
        int up = may_climb(prefers_up); /* fault 5 */
#else
        int up = may_climb(prefers_up) && own_below();
#endif
        int down = may_descend(prefers_up) && own_above();
        if (up && down)
            advice = NONE;
        else if (up)
            advice = UPWARD;
        else if (down)
            advice = DOWNWARD;
    }
    return advice;
}

int nondet_int(void);

int between(int low, int high) {
    int x = nondet_int();
    __VERIFIER_assume(low <= x && x <= high);
    return x;
}

int main(void) {
    static const int required[4] = {400, 500, 640, 740};
    own_height = between(0, 100000);
    other_height = between(0, 100000);
    own_rate = between(0, 100000);
    gap = between(0, 100000);
    up_margin = between(0, 100000);
    down_margin = between(0, 100000);
    layer = between(0, 3);
    confident = between(0, 1);
    reports_valid = between(0, 1);
    other_equipment = between(1, 2);
    other_intent = between(0, 2);
    climb_limited = between(0, 1);

    int enough = required[layer];
    enum advice advice = decide();
    int upward = advice == UPWARD;
    int downward = advice == DOWNWARD;

    int only_down_is_safe = up_margin < enough && down_margin >= enough;
    assert(!(only_down_is_safe && upward));

    int only_up_is_safe = up_margin >= enough && down_margin < enough;
    assert(!only_up_is_safe || !downward);

    if (own_height >= other_height)
        assert(!upward);
    int not_above = own_height <= other_height;
    assert(not_above ? !downward : 1);

    int neither_is_safe = up_margin < enough && down_margin < enough;
    assert(!(neither_is_safe && downward));
    return 0;
}
