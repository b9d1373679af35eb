// expect: safe
// native: skip (gcc cannot read this syntax)
// what: Operators and quantifiers as ACSL writes them.
int main(void) {
    int a, b, t[3] = {1, 2, 3};
    _Bool p = a > 0, q = b > 0;
    __CPROVER_assert((a ≤ b) == (a <= b) && (a ≥ b) ≡ (a >= b) && (a ≢ b) == (a ≠ b), "relations");
    __CPROVER_assert((p ∧ q ⇒ p ∨ q) && (p ⊻ q) == (p != q) && (p ⇔ q) == (¬p == ¬q), "truth");
    __CPROVER_assert(\forall int i; i ≥ 0 && i < 3 ==> t[i] == i + 1, "all");
    __CPROVER_assert(p ==> \forall int i; i < 0 ==> i < a, "the scope goes on to the end");
    __CPROVER_assert((∀ int i; 1) && (\lambda int i; i + t[1])(t[2]) == 5, "applied");
    return 0;
}
