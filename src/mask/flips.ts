import type { Bitmap, Rect } from './bitmap'

/** Rows are compared in strips of about this many bytes, which stay in the processor's cache. */
const stripBytes = 2 ** 13

/** Used again for every mask: small ones would else take longer to make room for than to encode. */
let strip = new Int32Array(stripBytes / 2)

/**
 * The column-order indices, ascending, at which a mask changes between set and unset, the first from unset;
 * then the number of its pixels. Rows are compared with the row above, sixteen pixels at a time, as memory lies
 * that way; what differs is then put in the order of columns. Cost grows with `rect`, and with the count of
 * changes.
 * @param rect where set pixels can be; outside nothing is read
 */
export function flipsOf(bitmap: Bitmap, rect: Rect): Int32Array {
  const { width, height } = bitmap
  found.clear(width)
  if (rect.width > 0 && rect.height > 0) {
    addColumnStarts(bitmap, rect)
    addDifferences(bitmap, rect)
  }
  return found.inOrder(width, height)
}

/** Where the top pixel of a column differs from the bottom pixel of the column before. */
function addColumnStarts({ width, height, data }: Bitmap, rect: Rect): void {
  const right = rect.x + rect.width
  const bottomRow = (height - 1) * width
  const reachesTop = rect.y === 0
  const reachesBottom = rect.y + rect.height === height
  const last = Math.min(right, width - 1)
  for (let x = rect.x; x <= last; x += 1) {
    const isTopSet = reachesTop && x < right && data[x] !== 0
    const wasBottomSet = reachesBottom && x > rect.x && data[bottomRow + x - 1] !== 0
    if (isTopSet !== wasBottomSet) {
      found.add(x, 0)
    }
  }
}

/** Pixels of the rectangle's columns that differ from the pixel above, from row 1 to the row below the rectangle. */
function addDifferences(bitmap: Bitmap, rect: Rect): void {
  const first = Math.max(rect.y, 1)
  const last = Math.min(rect.y + rect.height, bitmap.height - 1)
  const rowBytes = (rect.width + 15) & ~15
  const rowWords = rowBytes >> 2
  const rowsAtOnce = Math.max(1, Math.min(Math.floor(stripBytes / rowBytes), last - first + 1))
  if (strip.length < (rowsAtOnce + 1) * rowWords) {
    strip = new Int32Array((rowsAtOnce + 1) * rowWords)
  }
  const words = strip
  const bytes = new Uint8Array(words.buffer)
  for (let top = first; top <= last; top += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, last + 1 - top)
    copyRows(bitmap, rect, top - 1, rows + 1, bytes, rowBytes)
    for (let row = 1; row <= rows; row += 1) {
      addRow(words, bytes, row * rowWords, rowWords, rect, top + row - 1)
    }
  }
}

/** @param start of the row in `words`; the row above lies right before it */
function addRow(
  words: Int32Array,
  bytes: Uint8Array,
  start: number,
  rowWords: number,
  { x, width }: Rect,
  y: number,
): void {
  for (let at = start; at < start + rowWords; at += 4) {
    const above = at - rowWords
    const differences =
      (words[at] ^ words[above]) |
      (words[at + 1] ^ words[above + 1]) |
      (words[at + 2] ^ words[above + 2]) |
      (words[at + 3] ^ words[above + 3])
    if (differences === 0) {
      continue
    }
    for (let word = at; word < at + 4; word += 1) {
      if (words[word] === words[word - rowWords]) {
        continue
      }
      for (let byte = word * 4; byte < word * 4 + 4; byte += 1) {
        const column = byte - start * 4
        // what lies between the end of a row and the next is left from another mask
        if (column < width && (bytes[byte] === 0) !== (bytes[byte - rowWords * 4] === 0)) {
          found.add(x + column, y)
        }
      }
    }
  }
}

/** Rows of the rectangle's columns, each at a multiple of `rowBytes`; zeros for those above and below it. */
function copyRows(
  { width, data }: Bitmap,
  rect: Rect,
  top: number,
  rows: number,
  into: Uint8Array,
  rowBytes: number,
): void {
  const from = Math.max(top, rect.y)
  const to = Math.min(top + rows, rect.y + rect.height)
  into.fill(0, 0, (from - top) * rowBytes)
  into.fill(0, (to - top) * rowBytes, rows * rowBytes)
  if (rect.width === width && rowBytes === width) {
    into.set(data.subarray(from * width, to * width), (from - top) * width)
    return
  }
  for (let y = from; y < to; y += 1) {
    const start = y * width + rect.x
    into.set(data.subarray(start, start + rect.width), (y - top) * rowBytes)
  }
}

/** Places as they are found, row by row. */
class Found {
  private columns = new Int32Array(512)
  private rows = new Int32Array(512)
  private count = 0
  /** How many each column has, at the place after its own. */
  private inColumn = new Int32Array(512)

  clear(width: number): void {
    this.count = 0
    if (this.inColumn.length <= width) {
      this.inColumn = new Int32Array(width + 1)
    }
    this.inColumn.fill(0, 0, width + 1)
  }

  add(x: number, y: number): void {
    if (this.count === this.columns.length) {
      this.columns = twiceAsLong(this.columns)
      this.rows = twiceAsLong(this.rows)
    }
    this.columns[this.count] = x
    this.rows[this.count] = y
    this.inColumn[x + 1] += 1
    this.count += 1
  }

  /** Each column keeps its order, which is ascending already. To be called once. */
  inOrder(width: number, height: number): Int32Array {
    const { columns, rows, inColumn: places } = this
    for (let column = 1; column < width; column += 1) {
      places[column] += places[column - 1]
    }
    const ordered = new Int32Array(this.count + 1)
    for (let at = 0; at < this.count; at += 1) {
      const column = columns[at]
      ordered[places[column]] = column * height + rows[at]
      places[column] += 1
    }
    ordered[this.count] = width * height
    return ordered
  }
}

const found = new Found()

function twiceAsLong(list: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(list.length * 2)
  larger.set(list)
  return larger
}
