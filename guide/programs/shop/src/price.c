/* A price in cents, less so many percent. */
int discounted(int cents, int percent) {
    if (cents < 0 || cents > 1000000 || percent < 0 || percent > 100)
        return -1;
    return cents - cents * percent / 100;
}
