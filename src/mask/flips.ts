import type { Bitmap, Rect } from './bitmap'

/** Compared at a time. */
const GROUP_PIXELS = 16

/**
 * The column-order indices, ascending, at which a mask changes between set and unset, the first from unset;
 * then the number of its pixels. Pixels are compared with those above, sixteen at a time, as memory lies that
 * way; what differs is then put in the order of columns. Cost grows with `rect`, and with the count of
 * changes.
 * @param rect where set pixels can be; outside nothing counts
 * @returns in memory that the next call writes over
 */
export function flipsOf(bitmap: Bitmap, rect: Rect): Int32Array {
  const { width, height } = bitmap
  flips.clear()
  if (rect.width > 0 && rect.height > 0) {
    const bottom = rect.y + rect.height
    addColumnStarts(bitmap, rect)
    if (rect.y > 0) {
      addSet(bitmap, rect, rect.y, rect.y)
    }
    addDifferences(bitmap, rect)
    if (bottom < height) {
      addSet(bitmap, rect, bottom - 1, bottom)
    }
  }
  return flips.inOrder(width, height)
}

/** Where the top pixel of a column differs from the bottom pixel of the column before. */
function addColumnStarts({ width, height, data }: Bitmap, rect: Rect): void {
  const right = rect.x + rect.width
  const bottomRow = (height - 1) * width
  const reachesTop = rect.y === 0
  const reachesBottom = rect.y + rect.height === height
  const last = Math.min(right, width - 1)
  const columns = flips.roomFor(width)
  let count = 0
  for (let x = rect.x; x <= last; x += 1) {
    const isTopSet = reachesTop && x < right && data[x] !== 0
    const wasBottomSet = reachesBottom && x > rect.x && data[bottomRow + x - 1] !== 0
    if (isTopSet !== wasBottomSet) {
      columns[count] = x
      count += 1
    }
  }
  flips.endRow(0, count)
}

/** The set pixels of a row of the rectangle, as changes of the row `at`. */
function addSet({ width, data }: Bitmap, rect: Rect, row: number, at: number): void {
  const columns = flips.roomFor(rect.width)
  let { count } = flips
  for (let x = rect.x; x < rect.x + rect.width; x += 1) {
    if (data[row * width + x] !== 0) {
      columns[count] = x
      count += 1
    }
  }
  flips.endRow(at, count)
}

/** Pixels of the rectangle that differ from the pixel above, from its second row on. */
function addDifferences({ width, data }: Bitmap, rect: Rect): void {
  const words = new DataView(data.buffer, data.byteOffset, data.length)
  const right = rect.x + rect.width
  for (let y = rect.y + 1; y < rect.y + rect.height; y += 1) {
    const columns = flips.roomFor(rect.width)
    let { count } = flips
    let x = rect.x
    let at = y * width + x
    for (; x + GROUP_PIXELS <= right; x += GROUP_PIXELS, at += GROUP_PIXELS) {
      const up = at - width
      const a = words.getInt32(up, true)
      const b = words.getInt32(up + 4, true)
      const c = words.getInt32(up + 8, true)
      const d = words.getInt32(up + 12, true)
      const e = words.getInt32(at, true)
      const f = words.getInt32(at + 4, true)
      const g = words.getInt32(at + 8, true)
      const h = words.getInt32(at + 12, true)
      if (((a ^ e) | (b ^ f) | (c ^ g) | (d ^ h)) !== 0) {
        count = putFour(columns, count, x, setBytes(a) ^ setBytes(e))
        count = putFour(columns, count, x + 4, setBytes(b) ^ setBytes(f))
        count = putFour(columns, count, x + 8, setBytes(c) ^ setBytes(g))
        count = putFour(columns, count, x + 12, setBytes(d) ^ setBytes(h))
      }
    }
    for (; x < right; x += 1, at += 1) {
      if ((data[at] === 0) !== (data[at - width] === 0)) {
        columns[count] = x
        count += 1
      }
    }
    flips.endRow(y, count)
  }
}

/** The highest bit of each byte that is not 0. */
function setBytes(word: number): number {
  return (((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word) & 0x80808080
}

/**
 * Of the columns `x` to `x + 3` those whose byte of `bytes`, low first, has its highest bit. Each is written and
 * then kept or not, as a branch would be foreseen wrongly half of the time.
 * @returns the count with those that are kept
 */
function putFour(columns: Int32Array, count: number, x: number, bytes: number): number {
  columns[count] = x
  count += (bytes >>> 7) & 1
  columns[count] = x + 1
  count += (bytes >>> 15) & 1
  columns[count] = x + 2
  count += (bytes >>> 23) & 1
  columns[count] = x + 3
  return count + (bytes >>> 31)
}

/** Changes row by row, in memory that is kept: asking for it takes longer than a small mask does. */
class FlipBuffer {
  count = 0
  private columns = new Int32Array(512)
  private ordered = new Int32Array(513)
  /** How many each column has, at the place after its own. */
  private inColumn = new Int32Array(512)
  private rowCount = 0
  private rows = new Int32Array(512)
  /** Where the columns of each row end. */
  private ends = new Int32Array(512)

  clear(): void {
    this.count = 0
    this.rowCount = 0
  }

  /** @returns the columns, with room for as many more */
  roomFor(more: number): Int32Array {
    while (this.count + more > this.columns.length) {
      this.columns = twiceAsLong(this.columns)
      this.ordered = new Int32Array(this.columns.length + 1)
    }
    return this.columns
  }

  /** @param count of the columns that are found by now */
  endRow(y: number, count: number): void {
    if (this.rowCount === this.rows.length) {
      this.rows = twiceAsLong(this.rows)
      this.ends = twiceAsLong(this.ends)
    }
    this.rows[this.rowCount] = y
    this.ends[this.rowCount] = count
    this.rowCount += 1
    this.count = count
  }

  /** Each column keeps its order, which is ascending already. */
  inOrder(width: number, height: number): Int32Array {
    if (this.inColumn.length <= width) {
      this.inColumn = new Int32Array(width + 1)
    }
    const { columns, count, rows, ends, rowCount, inColumn: places, ordered } = this
    places.fill(0, 0, width + 1)
    for (let at = 0; at < count; at += 1) {
      places[columns[at] + 1] += 1
    }
    for (let column = 1; column < width; column += 1) {
      places[column] += places[column - 1]
    }
    let at = 0
    for (let row = 0; row < rowCount; row += 1) {
      for (const end = ends[row]; at < end; at += 1) {
        const column = columns[at]
        ordered[places[column]] = column * height + rows[row]
        places[column] += 1
      }
    }
    ordered[count] = width * height
    return ordered.subarray(0, count + 1)
  }
}

const flips = new FlipBuffer()

function twiceAsLong(list: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(list.length * 2)
  larger.set(list)
  return larger
}
