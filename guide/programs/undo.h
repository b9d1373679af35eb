#ifndef UNDO_H
#define UNDO_H
#include <stdbool.h>

#define UNDO_STEPS 2

/* What can be undone, and done again: the last few states of something. */
struct undo {
    int states[UNDO_STEPS];
    unsigned count; /* how many there are */
    unsigned at;    /* how many of them are done */
};

void undo_init(struct undo *u);
void undo_record(struct undo *u, int state);
int undo_back(struct undo *u);
bool undo_can_go_back(const struct undo *u);
bool undo_again(struct undo *u, int *state);

#endif
