import type { GeoTransform } from '../domain/affine'

/** From pixels of a grid to pixels of an image; whole numbers are corners of pixels. */
export interface ToImage {
  /** In GDAL's order; null where the places do not lie on lines. */
  affine: GeoTransform | null
  /** Null where the image has no such place. */
  at(column: number, row: number): readonly [column: number, row: number] | null
}

/** Middles of neighbouring pixels of a row of the grid, in pixels of the image: evenly apart. */
export type Run = (
  row: number,
  column: number,
  count: number,
  start: readonly [column: number, row: number],
  step: readonly [column: number, row: number],
) => void

/** Pixels of the grid: the side of a square whose corners are projected. */
const CELL = 32
/** From here on every pixel is projected by itself. */
const SMALLEST_CELL = 4
/** Pixels of the image. */
const MOST_ERROR = 0.1

/** Rows of a grid that are worked on at once: whole squares. */
export const BAND = 2 * CELL

/** Of a grid. */
interface Rows {
  width: number
  first: number
  /** Exclusive. */
  end: number
}

/**
 * Every pixel of some rows of a grid that has a place in the image, in runs. Where a projection is asked, it is asked
 * for corners of squares: between them places are interpolated, within a tenth of a pixel in the middle of each square.
 */
export function eachRun(toImage: ToImage, { width: gridWidth, first, end }: Rows, run: Run): void {
  const { affine } = toImage
  if (affine !== null) {
    const [t0, t1, t2, t3, t4, t5] = affine
    for (let row = first; row < end; row += 1) {
      const y = row + 0.5
      run(row, 0, gridWidth, [t0 + t1 / 2 + t2 * y, t3 + t4 / 2 + t5 * y], [t1, t4])
    }
    return
  }
  for (let top = first; top < end; top += CELL) {
    for (let left = 0; left < gridWidth; left += CELL) {
      const [width, height] = [Math.min(CELL, gridWidth - left), Math.min(CELL, end - top)]
      cell(toImage, { left, top, width, height }, run)
    }
  }
}

interface Cell {
  left: number
  top: number
  width: number
  height: number
}

function cell(toImage: ToImage, { left, top, width, height }: Cell, run: Run): void {
  const corners = [
    toImage.at(left, top),
    toImage.at(left + width, top),
    toImage.at(left, top + height),
    toImage.at(left + width, top + height),
  ] as const
  const middle = toImage.at(left + width / 2, top + height / 2)
  if (isFlat(corners, middle)) {
    interpolated(corners, { left, top, width, height }, run)
  } else if (Math.max(width, height) <= SMALLEST_CELL) {
    oneByOne(toImage, { left, top, width, height }, run)
  } else {
    const [half, middleRow] = [Math.ceil(width / 2), Math.ceil(height / 2)]
    for (const [x, across] of parts(width, half)) {
      for (const [y, down] of parts(height, middleRow)) {
        cell(toImage, { left: left + x, top: top + y, width: across, height: down }, run)
      }
    }
  }
}

function parts(length: number, half: number): [start: number, length: number][] {
  return half < length
    ? [
        [0, half],
        [half, length - half],
      ]
    : [[0, length]]
}

type At = readonly [number, number]
type Corners = readonly [topLeft: At, topRight: At, bottomLeft: At, bottomRight: At]

function isFlat(corners: readonly (At | null)[], middle: At | null): corners is Corners {
  if (middle === null || corners.includes(null)) {
    return false
  }
  const [x, y] = (corners as Corners).reduce(([a, b], [c, d]) => [a + c / 4, b + d / 4], [0, 0])
  return Math.hypot(middle[0] - x, middle[1] - y) < MOST_ERROR
}

function interpolated(
  [topLeft, topRight, bottomLeft, bottomRight]: Corners,
  { left, top, width, height }: Cell,
  run: Run,
): void {
  for (let row = 0; row < height; row += 1) {
    const share = (row + 0.5) / height
    const startX = topLeft[0] + share * (bottomLeft[0] - topLeft[0])
    const startY = topLeft[1] + share * (bottomLeft[1] - topLeft[1])
    const stepX = (topRight[0] + share * (bottomRight[0] - topRight[0]) - startX) / width
    const stepY = (topRight[1] + share * (bottomRight[1] - topRight[1]) - startY) / width
    run(top + row, left, width, [startX + stepX / 2, startY + stepY / 2], [stepX, stepY])
  }
}

function oneByOne(toImage: ToImage, { left, top, width, height }: Cell, run: Run): void {
  for (let row = top; row < top + height; row += 1) {
    for (let column = left; column < left + width; column += 1) {
      const at = toImage.at(column + 0.5, row + 0.5)
      if (at !== null) {
        run(row, column, 1, at, [0, 0])
      }
    }
  }
}
