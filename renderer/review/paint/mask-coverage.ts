import type { Rect } from '../../../src/mask/bitmap'
import type { RasterPlacement } from './raster'
import { coarsestLevel, TILE_SHIFT, TILE_SIZE } from './tile-mask'
import type { TileMask } from './tile-mask'

let scratch = new Uint8Array(0)

/** One byte a device pixel of `area`: 1 where any image pixel under it is set. Valid until the next call. */
export function maskOnScreen(mask: TileMask, area: Rect, placement: RasterPlacement): Uint8Array {
  const total = area.width * area.height
  if (scratch.length < total) {
    scratch = new Uint8Array(total)
  }
  const coverage = scratch.subarray(0, total).fill(0)
  const level = levelFor(placement.scale)
  const columns = axis(area.x, area.width, placement.x, placement.scale, level)
  const rows = axis(area.y, area.height, placement.y, placement.scale, level)
  const presentIn = presentSpans(mask, columns.passes, level)
  for (let y = 0; y < area.height; y += 1) {
    const start = y * area.width
    const isAsAbove = y > 0 && rows.passes.every((pass) => pass[y] === pass[y - 1])
    if (isAsAbove) {
      coverage.copyWithin(start, start - area.width, start)
      continue
    }
    rows.passes.forEach((rowPass, index) => {
      if (index === 0 || rowPass[y] !== rows.passes[0][y]) {
        const present = presentIn(rowPass[y] >> (TILE_SHIFT - level))
        columns.passes.forEach((columnPass, side) => {
          sampleRow(present[side], rowPass[y], level, columnPass, coverage, start)
        })
      }
    })
  }
  return coverage
}

/** The coarsest level whose pixels are no larger than a device pixel. */
function levelFor(scale: number): number {
  return scale >= 1 ? 0 : Math.min(coarsestLevel, Math.floor(Math.log2(1 / scale)))
}

/**
 * Which level pixel each device pixel shows. Zoomed in, the one under its centre. Zoomed out a device pixel
 * covers one or two of them, and no level pixel is left out: the second pass has the other one.
 */
function axis(
  start: number,
  length: number,
  origin: number,
  scale: number,
  level: number,
): { passes: Int32Array[] } {
  const first = new Int32Array(length)
  if (scale >= 1) {
    for (let at = 0; at < length; at += 1) {
      first[at] = Math.floor((start + at + 0.5 - origin) / scale)
    }
    return { passes: [first] }
  }
  const second = new Int32Array(length)
  const step = 1 / (scale * 2 ** level)
  for (let at = 0; at < length; at += 1) {
    first[at] = Math.floor((start + at - origin) * step)
    second[at] = Math.max(first[at], Math.floor((start + at + 1 - origin) * step) - 1)
  }
  return { passes: [first, second] }
}

/** `[column of tiles, from, to]` in device pixels of the area. */
type Span = [column: number, from: number, to: number]

function tileSpans(pass: Int32Array, columns: number, level: number): Span[] {
  const shift = TILE_SHIFT - level
  const spans: Span[] = []
  for (let at = 0; at < pass.length;) {
    const column = pass[at] >> shift
    const from = at
    while (at < pass.length && pass[at] >> shift === column) {
      at += 1
    }
    if (column >= 0 && column < columns) {
      spans.push([column, from, at])
    }
  }
  return spans
}

/** The part of a row in device pixels that shows a tile, and the tile's pixels at the level. */
interface PresentSpan {
  data: Uint8Array
  from: number
  to: number
}

/** For each pass, the spans of a row of tiles that hold set pixels. */
function presentSpans(
  { tiles, columns }: TileMask,
  passes: readonly Int32Array[],
  level: number,
): (tileRow: number) => PresentSpan[][] {
  const spans = passes.map((pass) => tileSpans(pass, columns, level))
  const known = new Map<number, PresentSpan[][]>()
  return (tileRow) => {
    const present =
      known.get(tileRow) ??
      spans.map((ofPass) =>
        ofPass.flatMap(([column, from, to]) => {
          const tile = tileRow < 0 ? undefined : tiles.get(tileRow * columns + column)
          return tile === undefined || tile.count === 0 ? [] : [{ data: tile.levels[level], from, to }]
        }),
      )
    known.set(tileRow, present)
    return present
  }
}

function sampleRow(
  present: readonly PresentSpan[],
  row: number,
  level: number,
  pass: Int32Array,
  coverage: Uint8Array,
  start: number,
): void {
  const inTile = (TILE_SIZE >> level) - 1
  const rowStart = (row & inTile) << (TILE_SHIFT - level)
  for (const { data, from, to } of present) {
    for (let at = from; at < to; at += 1) {
      coverage[start + at] |= data[rowStart + (pass[at] & inTile)]
    }
  }
}
