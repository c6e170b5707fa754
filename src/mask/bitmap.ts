/** A binary mask in memory: row-major, one byte a pixel, 0 or 1, `data.length === width * height`. */
export interface Bitmap {
  width: number
  height: number
  data: Uint8Array
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels, origin top-left, right and bottom exclusive: `x <= column < x + width`. */
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

export function emptyBitmap(width: number, height: number): Bitmap {
  return { width, height, data: new Uint8Array(width * height) }
}

/** The smallest rectangle of all set pixels; null where none is set. */
export function boundsOfSet(bitmap: Bitmap): Rect | null {
  return boundsOver(bitmap, 0)
}

/** The same of all values over `least`, row-major. */
export function boundsOver(
  { width, height, data }: Size & { data: Uint8Array | Float32Array },
  least: number,
): Rect | null {
  const isOver = (value: number): boolean => value > least
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y += 1) {
    const row = data.subarray(y * width, (y + 1) * width)
    const first = row.findIndex(isOver)
    if (first !== -1) {
      left = Math.min(left, first)
      right = Math.max(right, row.findLastIndex(isOver))
      top = Math.min(top, y)
      bottom = y
    }
  }
  return bottom === -1 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** The rectangle of all set pixels and `margin` more on each side, inside the bitmap; empty where none is set. */
export function windowOfSet(bitmap: Bitmap, margin: number): Rect {
  const bounds = boundsOfSet(bitmap)
  if (bounds === null) {
    return { x: 0, y: 0, width: 0, height: 0 }
  }
  const [x, y] = [Math.max(0, bounds.x - margin), Math.max(0, bounds.y - margin)]
  return {
    x,
    y,
    width: Math.min(bitmap.width, bounds.x + bounds.width + margin) - x,
    height: Math.min(bitmap.height, bounds.y + bounds.height + margin) - y,
  }
}

/** Pixels set in any of the bitmaps, which have one size. */
export function unionBitmaps(width: number, height: number, bitmaps: readonly Bitmap[]): Bitmap {
  const data = new Uint8Array(width * height)
  for (const bitmap of bitmaps) {
    for (let at = 0; at < data.length; at += 1) {
      if (bitmap.data[at] !== 0) {
        data[at] = 1
      }
    }
  }
  return { width, height, data }
}

export function countSet({ data }: Bitmap): number {
  let count = 0
  for (const value of data) {
    count += value === 0 ? 0 : 1
  }
  return count
}

/** The pixels of a rectangle that lies inside. */
export function cropBitmap({ width, data }: Bitmap, { x, y, width: columns, height: rows }: Rect): Bitmap {
  const cropped = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    const start = (y + row) * width + x
    cropped.set(data.subarray(start, start + columns), row * columns)
  }
  return { width: columns, height: rows, data: cropped }
}
