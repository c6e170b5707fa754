/** TIFF 6.0 and its supplements: None, LZW, JPEG, Deflate, PackBits, old Deflate, LERC, Zstandard. */
const READ_COMPRESSIONS = new Set([1, 5, 7, 8, 32_773, 32_946, 34_887, 50_000])

const COMPRESSION_NAMES = new Map([
  [2, 'CCITT Huffman'],
  [3, 'CCITT Group 3'],
  [4, 'CCITT Group 4'],
  [6, 'old-style JPEG'],
  [34_712, 'JPEG 2000'],
  [34_925, 'LZMA'],
  [50_001, 'WebP'],
  [50_002, 'JPEG XL'],
])

/** What a TIFF is whose compression nothing here reads, and how to save it anew. */
export function unreadTiff(compression: number): string | undefined {
  if (READ_COMPRESSIONS.has(compression)) {
    return undefined
  }
  const name = COMPRESSION_NAMES.get(compression) ?? `method ${compression}`
  return `a TIFF compressed with ${name}, which is not read: save it as PNG, or as TIFF with Deflate or LZW`
}

/** The same of a JPEG. @param kind marker of its frame, C0 to CF @param precision bits a value */
export function unreadJpeg(kind: number, precision: number): string | undefined {
  const what = precision === 8 ? frameName(kind) : `a JPEG of ${precision} bits a value`
  return what === undefined
    ? undefined
    : `${what}, which is not read: save it as PNG, or as an ordinary JPEG of 8 bits`
}

/** ITU-T T.81 table B.1: C0 to C2 are baseline, extended and progressive, Huffman coded. */
function frameName(kind: number): string | undefined {
  if (kind <= 0xc2) {
    return undefined
  }
  if (kind > 0xc8) {
    return 'a JPEG with arithmetic coding'
  }
  return kind === 0xc3 ? 'a lossless JPEG' : 'a hierarchical JPEG'
}
