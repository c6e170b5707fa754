/** A binary mask in memory: row-major, one byte a pixel, 0 or 1, `data.length === width * height`. */
export interface Bitmap {
  width: number
  height: number
  data: Uint8Array
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
