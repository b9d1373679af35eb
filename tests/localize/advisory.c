// what: tells a pilot whether to climb or to descend, how fast, and what margin is left
// usage: advisory SEPARATION CONFIDENT REPORTS OWN_HEIGHT OWN_RATE OTHER_HEIGHT LAYER ABOVE BELOW INTENT EQUIPMENT LIMITED
// faults: -D FAULT=1 ... 20; the changed lines are marked, what is meant stands in the #else branch
#include <stdio.h>
#include <stdlib.h>

#ifndef FAULT
#define FAULT 0
#endif

enum sense { LEVEL, CLIMB, DESCEND };
enum { ADVISED = 1 };

int separation, confident, reports_valid, own_height, own_rate, other_height;
int layer, room_above, room_below, other_intent, equipment, climb_limited;

int wanted[4];
enum sense sense;
int rate, margin;

void read_state(char **word) {
    separation = atoi(word[1]);
    confident = atoi(word[2]);
    reports_valid = atoi(word[3]);
    own_height = atoi(word[4]);
    own_rate = atoi(word[5]);
    other_height = atoi(word[6]);
    layer = atoi(word[7]);
    room_above = atoi(word[8]);
    room_below = atoi(word[9]);
    other_intent = atoi(word[10]);
    equipment = atoi(word[11]);
    climb_limited = atoi(word[12]);
}

/* The room that is wanted in each layer of the air, in feet. */
void set_up(void) {
#if FAULT == 16
    wanted[1] = 400; /* fault 16 */
    wanted[2] = 500; /* fault 16 */
    wanted[3] = 640; /* fault 16 */
    wanted[0] = 740; /* fault 16 */
#else
    wanted[0] = 400;
#if FAULT == 3
    wanted[1] = 550; /* fault 3 */
#else
    wanted[1] = 500;
#endif
    wanted[2] = 640;
    wanted[3] = 740;
#endif
}

int room_wanted(void) {
#if FAULT == 4
    return wanted[other_intent]; /* fault 4 */
#else
    return wanted[layer];
#endif
}

/* The room above as it counts in the choice: a climb that is limited needs a head start. */
int room_to_climb(void) {
#if FAULT == 7
    return climb_limited ? room_above - 300 : room_above; /* fault 7 */
#elif FAULT == 20
    return climb_limited ? room_above : room_above - 100; /* fault 20 */
#else
    return climb_limited ? room_above - 100 : room_above;
#endif
}

int own_below(void) {
#if FAULT == 1
    return own_height <= other_height; /* fault 1 */
#else
    return own_height < other_height;
#endif
}

int own_above(void) {
#if FAULT == 9
    return own_height > other_height + 1; /* fault 9 */
#else
    return own_height > other_height;
#endif
}

int climb_helps(int upwards) {
    if (upwards)
#if FAULT == 10
        return own_above() || room_below < room_wanted(); /* fault 10 */
#else
        return !own_above() || room_below < room_wanted();
#endif
#if FAULT == 15
    return own_above() && separation >= 300 && room_above > room_wanted(); /* fault 15 */
#elif FAULT == 8
    return own_above() && room_above >= room_wanted(); /* fault 8 */
#else
    return own_above() && separation >= 300 && room_above >= room_wanted();
#endif
}

int descent_helps(int upwards) {
    if (!upwards)
        return !own_below() || room_above < room_wanted();
#if FAULT == 15
    return own_below() && separation >= 300 && room_below > room_wanted(); /* fault 15 */
#elif FAULT == 11
    return own_below() && separation >= 300 && room_above >= room_wanted(); /* fault 11 */
#else
    return own_below() && separation >= 300 && room_below >= room_wanted();
#endif
}

/* Whether the other aircraft may do anything: it has no equipment that agrees on a sense with ours, or says nothing. */
int undecided(void) {
#if FAULT == 14
    int silent = reports_valid && other_intent != 0; /* fault 14 */
#else
    int silent = reports_valid && other_intent == 0;
#endif
#if FAULT == 18
    return equipment != ADVISED && silent; /* fault 18 */
#else
    return equipment != ADVISED || silent;
#endif
}

void choose_sense(void) {
    int steady, upwards, up, down;

#if FAULT == 17
    sense = DESCEND; /* fault 17 */
#else
    sense = LEVEL;
#endif
#if FAULT == 5
    steady = confident || (own_rate >= -600 && own_rate <= 600); /* fault 5 */
#elif FAULT == 6
    steady = own_rate >= -600 && own_rate <= 600; /* fault 6 */
#elif FAULT == 19
    steady = confident && own_rate <= 600; /* fault 19 */
#else
    steady = confident && own_rate >= -600 && own_rate <= 600;
#endif
    if (!steady || !undecided())
        return;
#if FAULT == 2
    upwards = room_to_climb() >= room_below; /* fault 2 */
#else
    upwards = room_to_climb() > room_below;
#endif
    up = climb_helps(upwards);
    down = descent_helps(upwards);
    if (up && !down)
        sense = CLIMB;
    else if (down && !up)
        sense = DESCEND;
}

/* How fast, and what will be left of the room wanted, or be lacking. */
void choose_rate(int room) {
#if FAULT == 13
    rate = room < room_wanted() ? 2400 : 1500; /* fault 13 */
#else
    rate = room < room_wanted() ? 2500 : 1500;
#endif
#if FAULT == 12
    margin = room + room_wanted(); /* fault 12 */
#elif FAULT == 20
    margin = room_wanted() - room; /* fault 20 */
#else
    margin = room - room_wanted();
#endif
}

int main(int argc, char **argv) {
    if (argc != 13)
        return 2;
    read_state(argv);
    set_up();
    choose_sense();
    if (sense == CLIMB) {
        choose_rate(room_above);
        printf("climb %d margin %d\n", rate, margin);
    } else if (sense == DESCEND) {
        choose_rate(room_below);
        printf("descend %d margin %d\n", rate, margin);
    } else {
        printf("level\n");
    }
    return 0;
}
