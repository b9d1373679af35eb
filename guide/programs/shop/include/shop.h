#define BASKET 4

struct basket {
    int prices[BASKET];
    int count;
};

int add(struct basket *basket, int price);
int total(const struct basket *basket);
