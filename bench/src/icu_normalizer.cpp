/* ICU4C's normalizers over UTF-16 and UTF-8, the peers of the benchmark. */
#include <cstring>
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uniset.h>

using namespace icu;

namespace {

/* Writes into a buffer that is large enough. */
class Buffer : public ByteSink {
public:
    explicit Buffer(char *place) : place_(place), length_(0) {}
    void Append(const char *bytes, int32_t n) override {
        if (bytes != place_ + length_)
            memcpy(place_ + length_, bytes, n);
        length_ += n;
    }
    char *GetAppendBuffer(int32_t, int32_t hint, char *, int32_t, int32_t *capacity) override {
        *capacity = hint < 4096 ? 4096 : hint;
        return place_ + length_;
    }
    int32_t length() const { return length_; }

private:
    char *place_;
    int32_t length_;
};

} // namespace

extern "C" {

const Normalizer2 *icu_normalizer_open(const char *package, const char *name, int mode) {
    UErrorCode status = U_ZERO_ERROR;
    const Normalizer2 *normalizer = Normalizer2::getInstance(package, name, (UNormalization2Mode)mode, status);
    return U_SUCCESS(status) ? normalizer : nullptr;
}

const Normalizer2 *icu_normalizer_limit(const Normalizer2 *normalizer, const UChar *set, int32_t length) {
    UErrorCode status = U_ZERO_ERROR;
    UnicodeSet *parsed = new UnicodeSet(UnicodeString(false, set, length), status);
    if (U_FAILURE(status)) return nullptr;
    parsed->freeze();
    return new FilteredNormalizer2(*normalizer, *parsed);
}

int32_t icu_normalize_utf16(const Normalizer2 *normalizer, const UChar *text, int32_t length, UChar *out, int32_t capacity) {
    UErrorCode status = U_ZERO_ERROR;
    UnicodeString source(false, text, length), result(out, 0, capacity);
    normalizer->normalize(source, result, status);
    return U_SUCCESS(status) && result.getBuffer() == out ? result.length() : -1;
}

int32_t icu_normalize_utf8(const Normalizer2 *normalizer, const char *text, int32_t length, char *out) {
    UErrorCode status = U_ZERO_ERROR;
    Buffer sink(out);
    normalizer->normalizeUTF8(0, StringPiece(text, length), sink, nullptr, status);
    return U_SUCCESS(status) ? sink.length() : -1;
}

int icu_may_be_normalized_utf16(const Normalizer2 *normalizer, const UChar *text, int32_t length) {
    UErrorCode status = U_ZERO_ERROR;
    return normalizer->quickCheck(UnicodeString(false, text, length), status) != UNORM_NO;
}

int icu_is_normalized_utf8(const Normalizer2 *normalizer, const char *text, int32_t length) {
    UErrorCode status = U_ZERO_ERROR;
    return normalizer->isNormalizedUTF8(StringPiece(text, length), status);
}

/* The two parts of a composite, 0 when it has none. */
int icu_parts(UChar32 c, UChar32 *first, UChar32 *second) {
    UErrorCode status = U_ZERO_ERROR;
    UnicodeString parts;
    const Normalizer2 *nfc = Normalizer2::getNFCInstance(status);
    if (U_FAILURE(status) || !nfc->getRawDecomposition(c, parts) || parts.countChar32() != 2)
        return 0;
    *first = parts.char32At(0);
    *second = parts.char32At(parts.moveIndex32(0, 1));
    return 1;
}

int icu_combining_class(UChar32 c) { return u_getCombiningClass(c); }
}
