import type { Bitmap, Rect } from './bitmap'

/** Four bytes of a word are in this order on every processor that Node runs on but one. */
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/**
 * The column-order indices, ascending, at which a mask changes between set and unset, the first from unset;
 * then the number of its pixels. Pixels are compared with those above, sixteen at a time, as memory lies that
 * way; what differs is then put in the order of columns. Cost grows with `rect`, and with the count of
 * changes.
 * @param rect where set pixels can be; outside nothing counts
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
function addDifferences({ width, height, data }: Bitmap, rect: Rect): void {
  const bottom = rect.y + rect.height
  if (rect.y > 0) {
    addSet(data, width, rect, rect.y, rect.y)
  }
  if (rect.width === width) {
    addRange(data, width, (rect.y + 1) * width, bottom * width)
  } else {
    for (let y = rect.y + 1; y < bottom; y += 1) {
      addRange(data, width, y * width + rect.x, y * width + rect.x + rect.width)
    }
  }
  if (bottom < height) {
    addSet(data, width, rect, bottom - 1, bottom)
  }
}

/** The set pixels of a row of the rectangle, as changes of the row `at`. */
function addSet(data: Uint8Array, width: number, rect: Rect, row: number, at: number): void {
  const start = row * width
  for (let x = rect.x; x < rect.x + rect.width; x += 1) {
    if (data[start + x] !== 0) {
      found.add(x, at)
    }
  }
}

/** @param from row-major, not in the first row */
function addRange(data: Uint8Array, width: number, from: number, to: number): void {
  const groupsFrom = (from + 15) & ~15
  const groupsTo = to & ~15
  if (!isLittleEndian || data.byteOffset % 4 !== 0 || groupsTo - groupsFrom < 16) {
    addBytes(data, width, from, to)
    return
  }
  addBytes(data, width, from, groupsFrom)
  addGroups(data, width, groupsFrom, groupsTo)
  addBytes(data, width, groupsTo, to)
}

function addBytes(data: Uint8Array, width: number, from: number, to: number): void {
  let y = Math.floor(from / width)
  let x = from - y * width
  for (let at = from; at < to; at += 1) {
    if ((data[at] === 0) !== (data[at - width] === 0)) {
      found.add(x, y)
    }
    x += 1
    if (x === width) {
      x = 0
      y += 1
    }
  }
}

/**
 * Sixteen pixels at a time. Where rows are no whole words, a word of the row above lies in two neighbouring
 * words of memory.
 */
function addGroups(data: Uint8Array, width: number, from: number, to: number): void {
  const words = wordsOf(data)
  const up = width >> 2
  const left = (width & 3) * 8
  const right = 32 - left
  const isAligned = left === 0
  let last = isAligned ? 0 : words[(from >> 2) - up - 1] // undefined, and then nothing, before the first
  for (let word = from >> 2; word < to >> 2; word += 4) {
    let a = words[word - up]
    let b = words[word - up + 1]
    let c = words[word - up + 2]
    let d = words[word - up + 3]
    if (!isAligned) {
      const next = d
      d = (c >>> right) | (d << left)
      c = (b >>> right) | (c << left)
      b = (a >>> right) | (b << left)
      a = (last >>> right) | (a << left)
      last = next
    }
    a ^= words[word]
    b ^= words[word + 1]
    c ^= words[word + 2]
    d ^= words[word + 3]
    if ((a | b | c | d) !== 0) {
      addWord(data, width, word, a)
      addWord(data, width, word + 1, b)
      addWord(data, width, word + 2, c)
      addWord(data, width, word + 3, d)
    }
  }
}

function addWord(data: Uint8Array, width: number, word: number, differences: number): void {
  if (differences !== 0) {
    addBytes(data, width, word * 4, word * 4 + 4)
  }
}

/** Whole words only. */
function wordsOf(data: Uint8Array): Int32Array {
  return new Int32Array(data.buffer, data.byteOffset, data.length >> 2)
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
