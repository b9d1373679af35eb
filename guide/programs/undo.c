#include "undo.h"

#include <assert.h>

void undo_init(struct undo *u) {
    u->count = u->at = 0;
}

void undo_record(struct undo *u, int state) {
    u->count = u->at; /* what was undone is gone */
    if (u->count == UNDO_STEPS) {
        for (unsigned i = 1; i < UNDO_STEPS; i++)
            u->states[i - 1] = u->states[i];
        u->count--;
    }
    u->states[u->count++] = state;
    u->at++;
}

bool undo_can_go_back(const struct undo *u) {
    return u->at > 0;
}

int undo_back(struct undo *history) {
    assert(undo_can_go_back(history));
    history->at--;
    return history->states[history->at];
}

bool undo_again(struct undo *u, int *state) {
    if (u->at == u->count)
        return false;
    *state = u->states[u->at++];
    return true;
}
