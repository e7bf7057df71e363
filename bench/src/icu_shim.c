/* ICU4C's break iterators, collator, number rules and transforms, the peers of the benchmark. */
#include <unicode/ubrk.h>
#include <unicode/ucol.h>
#include <unicode/unum.h>
#include <unicode/uset.h>
#include <unicode/utrans.h>

/* kind: UBreakIteratorType. */
UBreakIterator *icu_breaks_open(int kind) {
    UErrorCode status = U_ZERO_ERROR;
    UBreakIterator *breaks = ubrk_open((UBreakIteratorType)kind, "", NULL, 0, &status);
    return U_SUCCESS(status) ? breaks : NULL;
}

UBreakIterator *icu_breaks_of_rules(const UChar *rules, int32_t length) {
    UErrorCode status = U_ZERO_ERROR;
    UParseError location;
    UBreakIterator *breaks = ubrk_openRules(rules, length, NULL, 0, &location, &status);
    return U_SUCCESS(status) ? breaks : NULL;
}

/* Goes over the whole text; the number of segments that are words (status 100 and above). */
int32_t icu_breaks_count(UBreakIterator *breaks, const UChar *text, int32_t length) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t count = 0;
    ubrk_setText(breaks, text, length, &status);
    ubrk_first(breaks);
    while (ubrk_next(breaks) != UBRK_DONE)
        count += ubrk_getRuleStatus(breaks) >= 100;
    return count;
}

void icu_breaks_close(UBreakIterator *breaks) { ubrk_close(breaks); }

const char *icu_version(void) { return U_ICU_VERSION; }

UCollator *icu_collator_open(const char *locale) {
    UErrorCode status = U_ZERO_ERROR;
    UCollator *collator = ucol_open(locale, &status);
    return U_SUCCESS(status) ? collator : NULL;
}

UCollator *icu_collator_of_rules(const UChar *rules, int32_t length) {
    UErrorCode status = U_ZERO_ERROR;
    UCollator *collator = ucol_openRules(rules, length, UCOL_DEFAULT, UCOL_DEFAULT_STRENGTH, NULL, &status);
    return U_SUCCESS(status) ? collator : NULL;
}

int32_t icu_collator_key(const UCollator *collator, const UChar *text, int32_t length, uint8_t *key, int32_t capacity) {
    return ucol_getSortKey(collator, text, length, key, capacity);
}

int32_t icu_collator_compare(const UCollator *collator, const UChar *a, int32_t a_length, const UChar *b, int32_t b_length) {
    return ucol_strcoll(collator, a, a_length, b, b_length);
}

void icu_collator_close(UCollator *collator) { ucol_close(collator); }

/* Spellout formats. */
UNumberFormat *icu_spell_open(const char *locale, int lenient) {
    UErrorCode status = U_ZERO_ERROR;
    UNumberFormat *format = unum_open(UNUM_SPELLOUT, NULL, 0, locale, NULL, &status);
    if (U_FAILURE(status)) return NULL;
    unum_setAttribute(format, UNUM_LENIENT_PARSE, lenient);
    return format;
}

int32_t icu_spell_write(const UNumberFormat *format, int64_t number, UChar *text, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    return unum_formatInt64(format, number, text, capacity, NULL, &status);
}

/* The units that are read. */
int32_t icu_spell_read(const UNumberFormat *format, const UChar *text, int32_t length, double *value) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t place = 0;
    *value = unum_parseDouble(format, text, length, &place, &status);
    return U_SUCCESS(status) ? place : 0;
}

void icu_spell_close(UNumberFormat *format) { unum_close(format); }

/* The transform of an id, NULL if there is none. */
UTransliterator *icu_transform_open(const UChar *id, int32_t length, int reverse) {
    UErrorCode status = U_ZERO_ERROR;
    UTransDirection direction = reverse ? UTRANS_REVERSE : UTRANS_FORWARD;
    UTransliterator *transform = utrans_openU(id, length, direction, NULL, 0, NULL, &status);
    return U_SUCCESS(status) ? transform : NULL;
}

/* The id; sets its length. */
const UChar *icu_transform_id(const UTransliterator *transform, int32_t *length) { return utrans_getUnicodeID(transform, length); }

/* The characters that the transform may change, as ranges; their number, of which at most `capacity` are written. */
int32_t icu_transform_sources(const UTransliterator *transform, UChar32 (*ranges)[2], int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    USet *set = utrans_getSourceSet(transform, 0, NULL, &status);
    int32_t count = U_SUCCESS(status) ? uset_getRangeCount(set) : 0;
    for (int32_t at = 0; at < count && at < capacity; at++)
        uset_getItem(set, at, &ranges[at][0], &ranges[at][1], NULL, 0, &status);
    uset_close(set);
    return count;
}

/* Changes the text in place; its new length, -1 where it does not fit. */
int32_t icu_transform(const UTransliterator *transform, UChar *text, int32_t length, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t limit = length;
    utrans_transUChars(transform, text, &length, capacity, 0, &limit, &status);
    return U_SUCCESS(status) ? length : -1;
}

void icu_transform_close(UTransliterator *transform) { utrans_close(transform); }
