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

/** The rectangle of all set pixels and `margin` more on each side, inside the bitmap; empty where none is set. */
export function windowOfSet({ width, height, data }: Bitmap, margin: number): Rect {
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y += 1) {
    const row = data.subarray(y * width, (y + 1) * width)
    const first = row.findIndex(isSet)
    if (first !== -1) {
      left = Math.min(left, first)
      right = Math.max(right, row.findLastIndex(isSet))
      top = Math.min(top, y)
      bottom = y
    }
  }
  if (bottom === -1) {
    return { x: 0, y: 0, width: 0, height: 0 }
  }
  const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)]
  return {
    x,
    y,
    width: Math.min(width, right + margin + 1) - x,
    height: Math.min(height, bottom + margin + 1) - y,
  }
}

const isSet = (value: number): boolean => value !== 0

/** The pixels of a rectangle that lies inside. */
export function cropBitmap({ width, data }: Bitmap, { x, y, width: columns, height: rows }: Rect): Bitmap {
  const cropped = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row += 1) {
    const start = (y + row) * width + x
    cropped.set(data.subarray(start, start + columns), row * columns)
  }
  return { width: columns, height: rows, data: cropped }
}
