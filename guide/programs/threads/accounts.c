#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};
struct account mine = {PTHREAD_MUTEX_INITIALIZER, 100}, yours = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, int amount) {
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

void *pay(void *unused) {
    transfer(&mine, &yours, 10);
    return NULL;
}

void *pay_back(void *unused) {
    transfer(&yours, &mine, 10);
    return NULL;
}

int main(void) {
    pthread_t there, back;
    pthread_create(&there, NULL, pay, NULL);
    pthread_create(&back, NULL, pay_back, NULL);
    pthread_join(there, NULL);
    pthread_join(back, NULL);
    return 0;
}
