import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Raster } from '../src/images/raster'
import { emptyBitmap } from '../src/mask/bitmap'
import type { Rect } from '../src/mask/bitmap'
import { encodeRle, rleArea } from '../src/mask/rle'
import type { Rle } from '../src/mask/rle'

const NAMES = ['open', 'short', 'mousebite', 'spur', 'spurious copper', 'pinhole'] as const
/** Grey levels: boards are black and white. */
const LEAST_DIFFERENCE = 80

/** A defect of a circuit board: its annotated box, and what differs inside of it. */
export interface BoardDefect {
  readonly rect: Rect
  readonly category: string
  readonly mask: Rle
}

/** The defects of a board of DeepPCB, in reading order. @param folder of the set */
export function boardDefects(
  folder: string,
  key: string,
  frames: { before: Raster; after: Raster },
): BoardDefect[] {
  return readFileSync(join(folder, 'boxes', `${key}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => boxOf(line.split(/[,\s]+/).map(Number)))
    .map((box) => ({ ...box, mask: differenceIn(box.rect, frames) }))
    .filter(({ mask }) => rleArea(mask) > 0)
    .sort((a, b) => a.rect.y - b.rect.y || a.rect.x - b.rect.x)
}

function boxOf([left, top, right, bottom, kind]: readonly number[]): { rect: Rect; category: string } {
  return { rect: { x: left, y: top, width: right - left, height: bottom - top }, category: NAMES[kind - 1] }
}

function differenceIn(
  { x, y, width, height }: Rect,
  { before, after }: { before: Raster; after: Raster },
): Rle {
  const bitmap = emptyBitmap(after.width, after.height)
  for (let row = Math.max(0, y); row < Math.min(after.height, y + height); row++) {
    for (let column = Math.max(0, x); column < Math.min(after.width, x + width); column++) {
      const at = row * after.width + column
      bitmap.data[at] = Math.abs(before.data[3 * at] - after.data[3 * at]) >= LEAST_DIFFERENCE ? 1 : 0
    }
  }
  return encodeRle(bitmap)
}
