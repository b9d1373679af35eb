// expect: safe
// what: Sums and differences of vectors that stop at the ends of their type, and elements by their number.
#include <assert.h>
#include <emmintrin.h>
#include <limits.h>

int main(void) {
    __m128i a = _mm_setr_epi16(SHRT_MAX, SHRT_MIN, 5, -1, 0, 0, 0, 7), b = _mm_set1_epi16(2);
    __m128i sum = _mm_adds_epi16(a, b), rest = _mm_subs_epi16(a, b), whole = _mm_subs_epu16(a, b);
    assert((short)_mm_extract_epi16(sum, 0) == SHRT_MAX && (short)_mm_extract_epi16(sum, 1) == SHRT_MIN + 2);
    assert((short)_mm_extract_epi16(rest, 1) == SHRT_MIN && _mm_extract_epi16(rest, 7) == 5);
    assert(_mm_extract_epi16(whole, 4) == 0 && _mm_extract_epi16(whole, 3) == 65533);
    return 0;
}
