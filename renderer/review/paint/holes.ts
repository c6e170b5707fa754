import type { Shape } from './stroke'
import { TILE_SHIFT, TILE_SIZE } from './tile-mask'
import type { TileMask } from './tile-mask'

/** Marks of pixels beside 1, which is set. Background that is not reached is a hole. */
const BACKGROUND = 0
const REACHED = 2
const CHOSEN = 3

const LAST = TILE_SIZE - 1

/**
 * Pixels that are not set and cannot be reached from outside the mask over sides of unset pixels. Tiles without set
 * pixels count as one place each, so that the cost grows with what is covered.
 * @param at fills only the hole that holds this pixel; null fills every one
 */
export function holesOf(mask: TileMask, at: { x: number; y: number } | null): Shape {
  return (fillRow) => {
    const grid = gridOf(mask)
    if (grid === null) {
      return
    }
    flood(grid, seedsFromOutside(grid), REACHED)
    if (at === null) {
      fillMarked(grid, BACKGROUND, fillRow)
      return
    }
    const seed = seedAt(grid, Math.floor(at.x), Math.floor(at.y))
    if (seed !== null && markAt(grid, seed) === BACKGROUND) {
      flood(grid, [seed], CHOSEN)
      fillMarked(grid, CHOSEN, fillRow)
    }
  }
}

/** The tiles that hold set pixels, and all between them. Columns and rows are those of the mask's tiles. */
interface Grid {
  left: number
  top: number
  /** Not included. */
  right: number
  bottom: number
  columns: number
  /** A mark for each pixel of a tile that holds set pixels. */
  pixels: Map<number, Uint8Array>
  /** The mark of a whole tile that holds none, once it is reached. */
  empty: Map<number, number>
}

function gridOf({ tiles, columns, rows }: TileMask): Grid | null {
  const grid: Grid = {
    left: columns,
    top: rows,
    right: 0,
    bottom: 0,
    columns,
    pixels: new Map(),
    empty: new Map(),
  }
  for (const [index, { levels, count }] of tiles) {
    if (count > 0) {
      const row = Math.floor(index / columns)
      const column = index - row * columns
      grid.left = Math.min(grid.left, column)
      grid.right = Math.max(grid.right, column + 1)
      grid.top = Math.min(grid.top, row)
      grid.bottom = Math.max(grid.bottom, row + 1)
      grid.pixels.set(index, levels[0].slice())
    }
  }
  return grid.pixels.size === 0 ? null : grid
}

/** A pixel of a tile; any one where the tile is empty. */
interface Seed {
  column: number
  row: number
  /** Row-major in the tile. */
  at: number
}

function indexOf({ columns }: Grid, { column, row }: Omit<Seed, 'at'>): number {
  return row * columns + column
}

function isInside({ left, top, right, bottom }: Grid, column: number, row: number): boolean {
  return column >= left && column < right && row >= top && row < bottom
}

function seedAt(grid: Grid, x: number, y: number): Seed | null {
  const column = x >> TILE_SHIFT
  const row = y >> TILE_SHIFT
  return isInside(grid, column, row) ? { column, row, at: ((y & LAST) << TILE_SHIFT) + (x & LAST) } : null
}

function markAt(grid: Grid, seed: Seed): number {
  const index = indexOf(grid, seed)
  return grid.pixels.get(index)?.[seed.at] ?? grid.empty.get(index) ?? BACKGROUND
}

/** A line of pixels at a side of a tile. */
type Side = 'left' | 'right' | 'top' | 'bottom'

/** Background of a tile at one of its sides: a seed for each run of it. */
function enter(
  grid: Grid,
  column: number,
  row: number,
  side: Side,
  seeds: Seed[],
  from = 0,
  to = TILE_SIZE,
): void {
  if (!isInside(grid, column, row)) {
    return
  }
  const index = row * grid.columns + column
  const data = grid.pixels.get(index)
  if (data === undefined) {
    if (!grid.empty.has(index)) {
      seeds.push({ column, row, at: 0 })
    }
    return
  }
  const isRow = side === 'top' || side === 'bottom'
  const start = side === 'right' ? LAST : side === 'bottom' ? LAST << TILE_SHIFT : 0
  const step = isRow ? 1 : TILE_SIZE
  for (let along = from; along < to; along += 1) {
    const at = start + along * step
    if (data[at] === BACKGROUND && (along === from || data[at - step] !== BACKGROUND)) {
      seeds.push({ column, row, at })
    }
  }
}

function seedsFromOutside(grid: Grid): Seed[] {
  const seeds: Seed[] = []
  for (let column = grid.left; column < grid.right; column += 1) {
    enter(grid, column, grid.top, 'top', seeds)
    enter(grid, column, grid.bottom - 1, 'bottom', seeds)
  }
  for (let row = grid.top; row < grid.bottom; row += 1) {
    enter(grid, grid.left, row, 'left', seeds)
    enter(grid, grid.right - 1, row, 'right', seeds)
  }
  return seeds
}

/** Marks the background that hangs together with the seeds over sides. */
function flood(grid: Grid, seeds: readonly Seed[], mark: number): void {
  const waiting = [...seeds]
  for (let seed = waiting.pop(); seed !== undefined; seed = waiting.pop()) {
    const { column, row } = seed
    const data = grid.pixels.get(indexOf(grid, seed))
    if (data !== undefined) {
      if (data[seed.at] === BACKGROUND) {
        floodSpan(grid, data, seed, mark, waiting)
      }
    } else if (!grid.empty.has(indexOf(grid, seed))) {
      grid.empty.set(indexOf(grid, seed), mark)
      enter(grid, column - 1, row, 'right', waiting)
      enter(grid, column + 1, row, 'left', waiting)
      enter(grid, column, row - 1, 'bottom', waiting)
      enter(grid, column, row + 1, 'top', waiting)
    }
  }
}

/** Marks the span of a tile's row that holds the seed, and adds seeds for what lies beside it. */
function floodSpan(
  grid: Grid,
  data: Uint8Array,
  { column, row, at }: Seed,
  mark: number,
  waiting: Seed[],
): void {
  const y = at >> TILE_SHIFT
  const start = y << TILE_SHIFT
  let from = at - start
  while (from > 0 && data[start + from - 1] === BACKGROUND) {
    from -= 1
  }
  let to = at - start
  while (to < TILE_SIZE && data[start + to] === BACKGROUND) {
    to += 1
  }
  data.fill(mark, start + from, start + to)
  if (from === 0) {
    enter(grid, column - 1, row, 'right', waiting, y, y + 1)
  }
  if (to === TILE_SIZE) {
    enter(grid, column + 1, row, 'left', waiting, y, y + 1)
  }
  if (y === 0) {
    enter(grid, column, row - 1, 'bottom', waiting, from, to)
  }
  if (y === LAST) {
    enter(grid, column, row + 1, 'top', waiting, from, to)
  }
  for (const next of [start - TILE_SIZE, start + TILE_SIZE]) {
    for (let x = from; x < to; x += 1) {
      // outside the tile nothing is there, which is not background either
      const place = next + x
      if (data[place] === BACKGROUND && (x === from || data[place - 1] !== BACKGROUND)) {
        waiting.push({ column, row, at: place })
      }
    }
  }
}

function fillMarked(grid: Grid, wanted: number, fillRow: Parameters<Shape>[0]): void {
  for (let row = grid.top; row < grid.bottom; row += 1) {
    for (let column = grid.left; column < grid.right; column += 1) {
      const index = row * grid.columns + column
      const data = grid.pixels.get(index) ?? null
      if (data !== null || (grid.empty.get(index) ?? BACKGROUND) === wanted) {
        for (let y = row * TILE_SIZE; y < (row + 1) * TILE_SIZE; y += 1) {
          fillTileRow(data, wanted, column, y, fillRow)
        }
      }
    }
  }
}

/** @param data null for an empty tile, which is filled whole */
function fillTileRow(
  data: Uint8Array | null,
  wanted: number,
  column: number,
  y: number,
  fillRow: Parameters<Shape>[0],
): void {
  const left = column * TILE_SIZE
  if (data === null) {
    fillRow(y, left, left + TILE_SIZE)
    return
  }
  const start = (y & LAST) << TILE_SHIFT
  for (let x = 0; x < TILE_SIZE; x += 1) {
    const from = x
    while (x < TILE_SIZE && data[start + x] === wanted) {
      x += 1
    }
    if (from < x) {
      fillRow(y, left + from, left + x)
    }
  }
}
