// What coder and decoder share: four bits for each sample, and a step that adapts.
#define LAST_STEP 48

static const int step_size[LAST_STEP + 1] = {
    16,  17,  19,  21,  23,  25,  28,  31,  34,  37,  41,  45,  50,  55,  60,  66,  73,
    80,  88,  97,  107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371,
    408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552};

static const int step_change[8] = {-1, -1, -1, -1, 2, 4, 6, 8};

struct channel {
    int value; // what the decoder will have heard last
    int step;  // an index into step_size
};

int nondet_int(void);

static int between(int low, int high) {
    int x = nondet_int();
    __VERIFIER_assume(low <= x && x <= high);
    return x;
}

static int difference(int code, int step) {
    int change = step >> 3;
    if (code & 4)
        change += step;
    if (code & 2)
        change += step >> 1;
    if (code & 1)
        change += step >> 2;
    return code & 8 ? -change : change;
}
