import type { Bitmap, Rect } from './bitmap'

/**
 * The column-order indices, ascending, at which a mask changes between set and unset, the first from unset.
 * Rows are compared with the row above, four pixels at a time, as memory lies that way; what differs is then
 * put in the order of columns. Cost grows with `rect`, and with the count of changes.
 * @param rect where set pixels can be; outside nothing is read
 */
export function flipsOf({ width, height, data }: Bitmap, rect: Rect): Int32Array {
  const found = new Found()
  const bottom = rect.y + rect.height
  const isSet = (x: number, y: number): boolean => data[y * width + x] !== 0
  addColumnStarts(found, rect, width, height, isSet)
  const words = (rect.width + 3) >> 2
  let [above, present] = [rowOf(words), rowOf(words)]
  // a row of zeros follows where the rectangle ends above the bottom of the image
  const last = bottom < height ? bottom : bottom - 1
  for (let y = rect.y; y <= last; y += 1) {
    if (y < bottom) {
      const start = y * width + rect.x
      present.bytes.set(data.subarray(start, start + rect.width))
    } else {
      present.bytes.fill(0)
    }
    if (y > 0) {
      addDifferences(found, above, present, words, rect.x, y, height)
    }
    ;[above, present] = [present, above]
  }
  return found.inOrder(width, height)
}

/** Where the top pixel of a column differs from the bottom pixel of the column before. */
function addColumnStarts(
  found: Found,
  rect: Rect,
  width: number,
  height: number,
  isSet: (x: number, y: number) => boolean,
): void {
  const right = rect.x + rect.width
  const reachesTop = rect.y === 0 && rect.height > 0
  const reachesBottom = rect.y + rect.height === height && rect.height > 0
  for (let x = rect.x; x <= Math.min(right, width - 1); x += 1) {
    const top = reachesTop && x < right && isSet(x, 0)
    const before = reachesBottom && x > rect.x && isSet(x - 1, height - 1)
    if (top !== before) {
      found.add(x * height)
    }
  }
}

interface Row {
  bytes: Uint8Array
  words: Int32Array
}

function rowOf(words: number): Row {
  const buffer = new ArrayBuffer(words * 4)
  return { bytes: new Uint8Array(buffer), words: new Int32Array(buffer) }
}

function addDifferences(
  found: Found,
  above: Row,
  present: Row,
  words: number,
  left: number,
  y: number,
  height: number,
): void {
  for (let word = 0; word < words; word += 1) {
    if (above.words[word] === present.words[word]) {
      continue
    }
    for (let at = word * 4; at < word * 4 + 4; at += 1) {
      if ((above.bytes[at] === 0) !== (present.bytes[at] === 0)) {
        found.add((left + at) * height + y)
      }
    }
  }
}

/** Indices as they are found, row by row. */
class Found {
  private indices = new Int32Array(1024)
  private count = 0

  add(index: number): void {
    if (this.count === this.indices.length) {
      const larger = new Int32Array(this.count * 2)
      larger.set(this.indices)
      this.indices = larger
    }
    this.indices[this.count] = index
    this.count += 1
  }

  /** Counted by column, each column keeping its order, which is ascending already. */
  inOrder(width: number, height: number): Int32Array {
    const places = new Int32Array(width + 1)
    for (let at = 0; at < this.count; at += 1) {
      places[Math.floor(this.indices[at] / height) + 1] += 1
    }
    for (let column = 1; column <= width; column += 1) {
      places[column] += places[column - 1]
    }
    const ordered = new Int32Array(this.count)
    for (let at = 0; at < this.count; at += 1) {
      const column = Math.floor(this.indices[at] / height)
      ordered[places[column]] = this.indices[at]
      places[column] += 1
    }
    return ordered
  }
}
