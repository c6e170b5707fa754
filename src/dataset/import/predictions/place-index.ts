import type { Place } from '../../../domain/georeference'

/** Degrees. */
export interface PlaceBox {
  west: number
  south: number
  east: number
  north: number
}

/** Null where there is no place, or a point has none. */
export function boxOf(places: readonly (Place | null)[]): PlaceBox | null {
  if (places.length === 0 || places.some((place) => place === null)) {
    return null
  }
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const { longitude, latitude } of places as readonly Place[]) {
    box.west = Math.min(box.west, longitude)
    box.east = Math.max(box.east, longitude)
    box.south = Math.min(box.south, latitude)
    box.north = Math.max(box.north, latitude)
  }
  return box
}

const CELL_DEGREES = 0.05
/** Larger things are tried for every image. */
const MOST_CELLS = 4096

/** Things by where they lie, so that not every image is compared with every one of them. */
export class PlaceIndex<T extends { box: PlaceBox }> {
  private readonly cells = new Map<string, number[]>()
  private readonly large: number[] = []

  constructor(private readonly things: readonly T[]) {
    for (const [index, { box }] of things.entries()) {
      const keys = cellsOf(box)
      if (keys === null) {
        this.large.push(index)
      }
      for (const key of keys ?? []) {
        const cell = this.cells.get(key)
        if (cell === undefined) {
          this.cells.set(key, [index])
        } else {
          cell.push(index)
        }
      }
    }
  }

  /** Those whose boxes touch this one, in their order; all for null. */
  near(box: PlaceBox | null): T[] {
    const keys = box === null ? null : cellsOf(box)
    if (box === null || keys === null) {
      return this.things.filter((thing) => box === null || touches(thing.box, box))
    }
    const found = new Set([...this.large, ...keys.flatMap((key) => this.cells.get(key) ?? [])])
    return [...found]
      .sort((a, b) => a - b)
      .map((index) => this.things[index])
      .filter((thing) => touches(thing.box, box))
  }
}

/** Null for too many. */
function cellsOf({ west, south, east, north }: PlaceBox): string[] | null {
  const [left, right, bottom, top] = [west, east, south, north].map((value) =>
    Math.floor(value / CELL_DEGREES),
  )
  const [across, up] = [right - left + 1, top - bottom + 1]
  if (across * up > MOST_CELLS) {
    return null
  }
  return Array.from(
    { length: across * up },
    (_, at) => `${left + (at % across)} ${bottom + Math.floor(at / across)}`,
  )
}

function touches(a: PlaceBox, b: PlaceBox): boolean {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north
}
