// The loops of a search over raw memory, a few words at a time.
//
// They are written in C because debug builds run searches too. In a debug build of Swift each load, store and local variable
// is a call, so a loop takes four times as long for each word. The functions are inlined into the Swift code that calls them,
// so a release build makes the same machine code of both languages.

#ifndef TEA_MEMORY_H
#define TEA_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef __SIZEOF_INT128__
#error "TEACheck is for 64-bit processors"
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define TEA_NAME(name) __attribute__((swift_name(name)))

// Words at any address, which may be parts of values of other types.
typedef uint64_t __attribute__((aligned(1), may_alias)) tea_unaligned_8;
typedef uint32_t __attribute__((aligned(1), may_alias)) tea_unaligned_4;
typedef uint16_t __attribute__((aligned(1), may_alias)) tea_unaligned_2;
typedef uint8_t __attribute__((may_alias)) tea_unaligned_1;

// The word of `width` bytes at a byte offset in memory, to read or to write.
#define TEA_AT(width, memory, offset) (*(tea_unaligned_##width *)((char *)(memory) + (offset)))

// MARK: Plain memory of a value

/// A word of plain memory: eight, four, two or one bytes.
struct TEA_NAME("PlainWord") tea_plain_word {
  /// The offset in the value, in bytes.
  ptrdiff_t offset;
  /// The offset in the row, in bytes.
  ptrdiff_t row;
  /// The bits that a row stores; those of padding are not among them.
  uint64_t mask;
};

/// The plain memory of a value: words of eight bytes, then of four, of two and of one.
struct TEA_NAME("PlainWords") tea_plain_words {
  /// The other words follow it in memory.
  const struct tea_plain_word *_Nullable first;
  /// The numbers of words of each size.
  ptrdiff_t eights;
  ptrdiff_t fours;
  ptrdiff_t twos;
  ptrdiff_t ones;
};

// Runs a statement for each of the next `count` words, of `width` bytes each, and leaves `word` at the first word after them.
#define TEA_EACH(width, count, statement)                                              \
  for (const struct tea_plain_word *end = word + (count); word < end; word++) {        \
    tea_unaligned_##width mask = (tea_unaligned_##width)word->mask;                    \
    statement;                                                                         \
  }
#define TEA_EACH_WORD(statement)                                                       \
  const struct tea_plain_word *word = words->first;                                    \
  TEA_EACH(8, words->eights, statement(8))                                             \
  TEA_EACH(4, words->fours, statement(4))                                              \
  TEA_EACH(2, words->twos, statement(2))                                               \
  TEA_EACH(1, words->ones, statement(1))

static inline void tea_plain_words_write(
  const struct tea_plain_words *_Nonnull words, const void *_Nonnull value, void *_Nonnull row
) TEA_NAME("PlainWords.write(self:_:to:)") {
#define TEA_WRITE(width) TEA_AT(width, row, word->row) = TEA_AT(width, value, word->offset) & mask
  TEA_EACH_WORD(TEA_WRITE)
#undef TEA_WRITE
}

/// Bits outside of the masks belong to other parts, and are left as they are.
static inline void tea_plain_words_read(
  const struct tea_plain_words *_Nonnull words, const void *_Nonnull row, void *_Nonnull value
) TEA_NAME("PlainWords.read(self:_:to:)") {
#define TEA_READ(width) \
  TEA_AT(width, value, word->offset) = (TEA_AT(width, value, word->offset) & ~mask) | TEA_AT(width, row, word->row)
  TEA_EACH_WORD(TEA_READ)
#undef TEA_READ
}

/// Bits of the target outside of the masks are left as they are.
static inline void tea_plain_words_copy(
  const struct tea_plain_words *_Nonnull words, const void *_Nonnull value, void *_Nonnull target
) TEA_NAME("PlainWords.copy(self:_:to:)") {
#define TEA_COPY(width)                 \
  TEA_AT(width, target, word->offset) = \
    (TEA_AT(width, target, word->offset) & ~mask) | (TEA_AT(width, value, word->offset) & mask)
  TEA_EACH_WORD(TEA_COPY)
#undef TEA_COPY
}

#undef TEA_EACH_WORD
#undef TEA_EACH

// MARK: Packed rows

/// A field of a row, and its position in the packed row.
struct TEA_NAME("PackedField") tea_packed_field {
  /// The offset in the row, in bytes. The word that begins there contains the field.
  ptrdiff_t rowOffset;
  /// The bits of the word that belong to the field.
  uint64_t mask;
  /// The word at the same offset of the first row.
  uint64_t base;
  /// In bytes.
  ptrdiff_t packedOffset;
  /// The bits of a difference from the first row for which the packed row has room.
  uint64_t room;
};

/// Writes, for each field, the difference from the first row as a whole word. The next field overwrites the zeros beyond the
/// room of this field.
///
/// Returns the bits of differences for which there is no room; 0 where the row fits.
static inline uint64_t tea_packed_fields_pack(
  const struct tea_packed_field *_Nonnull fields, ptrdiff_t count, const void *_Nonnull row, void *_Nonnull packed
) TEA_NAME("PackedField.pack(_:_:_:to:)") {
  uint64_t excess = 0;
  for (const struct tea_packed_field *field = fields, *end = fields + count; field < end; field++) {
    uint64_t word = (TEA_AT(8, row, field->rowOffset) ^ field->base) & field->mask;
    excess |= word & ~field->room;
    TEA_AT(8, packed, field->packedOffset) = word;
  }
  return excess;
}

static inline void tea_packed_fields_unpack(
  const struct tea_packed_field *_Nonnull fields, ptrdiff_t count, const void *_Nonnull packed, void *_Nonnull row
) TEA_NAME("PackedField.unpack(_:_:_:to:)") {
  for (const struct tea_packed_field *field = fields, *end = fields + count; field < end; field++) {
    TEA_AT(8, row, field->rowOffset) = (TEA_AT(8, packed, field->packedOffset) & field->room) ^ field->base;
  }
}

// MARK: The index of worlds

/// The number of highest bits of a hash that choose its segment.
enum { tea_segment_bits = 6 };

/// A part of a hash table with open addressing.
struct TEA_NAME("IndexSegment") tea_index_segment {
  /// A slot of 0 is free.
  uint64_t *_Nonnull slots;
  ptrdiff_t size;
  /// The number of taken slots.
  ptrdiff_t count;
  /// The number of taken slots at which the segment grows.
  ptrdiff_t limit;
  /// The hash 0 was entered, which no slot can hold.
  bool hasZero;
};

static inline struct tea_index_segment *_Nonnull tea_index_segment_of(
  struct tea_index_segment *_Nonnull segments, uint64_t hash
) TEA_NAME("IndexSegment.of(_:_:)") {
  return segments + (hash >> (64 - tea_segment_bits));
}

/// The slot of the segment at which the search for a hash begins. It depends only on the higher half of the hash, which every
/// entry holds, so that a segment can grow without other data.
static inline ptrdiff_t tea_index_home(uint64_t hash, ptrdiff_t size) TEA_NAME("IndexSegment.home(_:_:)") {
  uint64_t bits_below_segment = (hash >> 32) & (((uint64_t)1 << (32 - tea_segment_bits)) - 1);
  return (ptrdiff_t)((bits_below_segment * (uint64_t)size) >> (32 - tea_segment_bits));
}

/// The entry of the slot at which the search for a hash begins.
static inline uint64_t tea_index_entry(
  struct tea_index_segment *_Nonnull segments, uint64_t hash
) TEA_NAME("IndexSegment.entry(_:at:)") {
  const struct tea_index_segment *segment = tea_index_segment_of(segments, hash);
  return segment->slots[tea_index_home(hash, segment->size)];
}

/// Enters a whole hash, which is not 0, into a segment with room for it.
///
/// Returns true if the hash was not there.
static inline bool tea_index_insert(
  struct tea_index_segment *_Nonnull segment, uint64_t hash
) TEA_NAME("IndexSegment.insert(self:_:)") {
  ptrdiff_t slot = tea_index_home(hash, segment->size);
  while (segment->slots[slot] != hash) {
    if (segment->slots[slot] == 0) {
      segment->slots[slot] = hash;
      segment->count++;
      return true;
    }
    if (++slot == segment->size) slot = 0;
  }
  return false;
}

// MARK: Any memory

/// The namespace of the functions below; it has no values. A structure of standard C has at least one field.
struct TEA_NAME("RawMemory") tea_raw_memory {
  char first;
};

static inline bool tea_words_are_same(
  const void *_Nonnull one, const void *_Nonnull other, ptrdiff_t count
) TEA_NAME("RawMemory.areSame(_:_:words:)") {
  for (ptrdiff_t offset = 0; offset < 8 * count; offset += 8) {
    if (TEA_AT(8, one, offset) != TEA_AT(8, other, offset)) return false;
  }
  return true;
}

static inline bool tea_bytes_are_same(
  const void *_Nonnull one, const void *_Nonnull other, ptrdiff_t size
) TEA_NAME("RawMemory.areSame(_:_:bytes:)") {
  ptrdiff_t offset = 0;
  for (; offset + 8 <= size; offset += 8) {
    if (TEA_AT(8, one, offset) != TEA_AT(8, other, offset)) return false;
  }
  for (; offset < size; offset++) {
    if (TEA_AT(1, one, offset) != TEA_AT(1, other, offset)) return false;
  }
  return true;
}

/// Copies `size` bytes. For a few bytes, this is faster than a call of `memcpy`.
static inline void tea_bytes_copy_all(
  const void *_Nonnull source, void *_Nonnull target, ptrdiff_t size
) TEA_NAME("RawMemory.copy(_:to:bytes:)") {
  ptrdiff_t offset = 0;
  for (; offset + 8 <= size; offset += 8) TEA_AT(8, target, offset) = TEA_AT(8, source, offset);
  if (offset + 4 <= size) {
    TEA_AT(4, target, offset) = TEA_AT(4, source, offset);
    offset += 4;
  }
  for (; offset < size; offset++) TEA_AT(1, target, offset) = TEA_AT(1, source, offset);
}

/// Copies `size` bytes under a mask of as many bytes.
static inline void tea_bytes_copy(
  const void *_Nonnull source, void *_Nonnull target, const uint8_t *_Nonnull mask, ptrdiff_t size
) TEA_NAME("RawMemory.copy(_:to:mask:bytes:)") {
  ptrdiff_t offset = 0;
  for (; offset + 8 <= size; offset += 8) TEA_AT(8, target, offset) = TEA_AT(8, source, offset) & TEA_AT(8, mask, offset);
  for (; offset < size; offset++) TEA_AT(1, target, offset) = TEA_AT(1, source, offset) & mask[offset];
}

/// The high and the low half of a product, combined by exclusive or (Wang Yi: *wyhash*), plus a constant.
static inline uint64_t tea_folded_product(uint64_t one, uint64_t other) TEA_NAME("RawMemory.foldedProduct(_:_:)") {
  unsigned __int128 product = (unsigned __int128)one * other;
  return ((uint64_t)(product >> 64) ^ (uint64_t)product) + 0xE7037ED1A0B428DB;
}

/// A hash of `count` words, with one product for each two words.
static inline uint64_t tea_words_hash(const void *_Nonnull memory, ptrdiff_t count) TEA_NAME("RawMemory.hash(_:words:)") {
  uint64_t hash = (uint64_t)count * 0x9E3779B97F4A7C15;
  ptrdiff_t offset = 0;
  for (; offset < 8 * (count - 1); offset += 16) {
    hash = tea_folded_product(TEA_AT(8, memory, offset) ^ hash, TEA_AT(8, memory, offset + 8) ^ 0xA0761D6478BD642F);
  }
  if (count & 1) hash = tea_folded_product(hash ^ TEA_AT(8, memory, offset), 0xA0761D6478BD642F);
  return hash;
}

#ifdef __cplusplus
}
#endif

#endif
