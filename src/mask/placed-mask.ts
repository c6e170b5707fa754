import type { Rect, Size } from './bitmap'
import { boundingBox } from './measures'
import { decodeCounts, encodeCounts } from './rle'
import type { Rle } from './rle'

/** A mask as its own rectangle of a much larger image: memory grows with the mask. */
export interface PlacedMask extends Rect {
  /** Row-major, `width * height`. */
  data: Uint8Array
  /** Set pixels. */
  area: number
}

/** The pixels around which a mask is not set: memory grows with them, not with the image. */
export function decodePlaced(rle: Rle): PlacedMask {
  const [height] = rle.size
  const [x, y, across, down] = boundingBox(rle)
  const data = new Uint8Array(across * down)
  let index = 0 // in column order
  let area = 0
  let isSet = false
  for (const run of decodeCounts(rle.counts)) {
    for (let at = isSet ? index : index + run; at < index + run;) {
      const column = Math.floor(at / height)
      const end = Math.min(index + run, (column + 1) * height)
      for (let row = at - column * height; row < end - column * height; row += 1) {
        data[(row - y) * across + column - x] = 1
      }
      area += end - at
      at = end
    }
    index += run
    isSet = !isSet
  }
  return { x, y, width: across, height: down, data, area }
}

/** A part's mask, where the part lies in the image. */
export function placedOf(mask: Rle, part: Pick<Rect, 'x' | 'y'>): PlacedMask {
  const own = decodePlaced(mask)
  return { ...own, x: part.x + own.x, y: part.y + own.y }
}

/** Run lengths of the whole image: the cost grows with the mask. */
export function encodePlaced(mask: Omit<PlacedMask, 'area'>, { width, height }: Size): Rle {
  const runs: number[] = []
  let [value, start] = [0, 0]
  const turn = (at: number): void => {
    runs.push(at - start)
    start = at
    value = 1 - value
  }
  for (let column = 0; column < mask.width; column += 1) {
    const top = (mask.x + column) * height + mask.y
    for (let row = 0; row < mask.height; row += 1) {
      if (mask.data[row * mask.width + column] !== value) {
        turn(top + row)
      }
    }
    // a column of the whole height goes on in the next one
    const isLast = column === mask.width - 1
    if (value === 1 && (mask.height < height || isLast) && top + mask.height < width * height) {
      turn(top + mask.height)
    }
  }
  runs.push(width * height - start)
  return { size: [height, width], counts: encodeCounts(runs) }
}
