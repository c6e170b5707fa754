import { applyAffine } from '../../../domain/affine'
import type { Place } from '../../../domain/georeference'
import type { Converter } from '../../../georeference/ground'
import type { ImageGeoreference } from '../../../georeference/read'

/** Degrees, west and east of -180 to 180. */
export interface PlaceBox {
  west: number
  south: number
  east: number
  north: number
}

/**
 * Null where there is no place, or a point has none. One box reaches around the Earth where the points reach over the
 * 180th meridian. @param places neighbours follow each other
 */
export function boxOf(places: readonly (Place | null)[]): PlaceBox | null {
  const box = rangeOf(places)
  if (box === null) {
    return null
  }
  const turned = inFirstTurn(box)
  return turned.east > 180 || hasJump(places as readonly Place[]) ? { ...box, west: -180, east: 180 } : turned
}

const EDGE_STEPS = [0, 0.25, 0.5, 0.75, 1]

/** Null where the image reaches beyond its system, or around a pole: then all polygons are tried. */
export function boxesOfImage(
  { transform, width, height }: ImageGeoreference,
  converter: Converter,
): PlaceBox[] | null {
  // there and back, so that neighbours follow each other
  const points = EDGE_STEPS.flatMap((u, at) =>
    (at % 2 === 0 ? EDGE_STEPS : EDGE_STEPS.toReversed()).map((v) =>
      applyAffine(transform, u * width, v * height),
    ),
  )
  return boxesOf(points.map(([x, y]) => converter.toPlace(x, y)))
}

/** With a box on both sides of the 180th meridian; null for points that go around a pole, or the Earth. */
function boxesOf(places: readonly (Place | null)[]): PlaceBox[] | null {
  const range = rangeOf(places)
  if (range === null) {
    return null
  }
  const isCut = hasJump(places as readonly Place[])
  const box = inFirstTurn(isCut ? rangeOf((places as readonly Place[]).map(fromZero))! : range)
  if (box.east - box.west >= (isCut ? 180 : 360)) {
    return null
  }
  return box.east > 180
    ? [
        { ...box, east: 180 },
        { ...box, west: -180, east: box.east - 360 },
      ]
    : [box]
}

function hasJump(places: readonly Place[]): boolean {
  return places.some(({ longitude }, at) => at > 0 && Math.abs(longitude - places[at - 1].longitude) > 180)
}

function fromZero({ longitude, latitude }: Place): Place {
  return { longitude: longitude < 0 ? longitude + 360 : longitude, latitude }
}

/** With its west from -180 to 180. */
function inFirstTurn(box: PlaceBox): PlaceBox {
  const turned = -360 * Math.floor((box.west + 180) / 360)
  return { ...box, west: box.west + turned, east: box.east + turned }
}

function rangeOf(places: readonly (Place | null)[]): PlaceBox | null {
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

  /** Those whose boxes touch one of these, in their order; all for null. */
  near(boxes: readonly PlaceBox[] | null): T[] {
    if (boxes === null) {
      return [...this.things]
    }
    const found = new Set(boxes.flatMap((box) => this.touching(box)))
    return [...found].sort((a, b) => a - b).map((index) => this.things[index])
  }

  private touching(box: PlaceBox): number[] {
    const keys = cellsOf(box)
    const candidates =
      keys === null
        ? this.things.keys()
        : [...this.large, ...keys.flatMap((key) => this.cells.get(key) ?? [])]
    return [...candidates].filter((index) => touches(this.things[index].box, box))
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
