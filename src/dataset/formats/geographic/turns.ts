import type { Position } from 'geojson'
import { applyAffine } from '../../../domain/affine'
import type { ImageGeoreference } from '../../../georeference/read'

/** Most turns that a polygon is laid over an image: those that go around the Earth more often make no sense. */
const MOST_TURNS = 4
/** Rounding of longitudes, as a share of a pixel. */
const TOLERANCE = 0.01
/** Most distance of a cut near an image, and width of a narrow polygon, as a share of a turn. */
const NEAR = 1 / 24

type Rings = readonly (readonly Position[])[]

/** An image in longitudes and latitudes, and a whole turn in their unit. */
export interface Around {
  /** Of its corners. */
  west: number
  east: number
  turn: number
  pixel: number
}

/** Null for an image that is not in longitudes. */
export function aroundOf({ transform, crs, width, height }: ImageGeoreference): Around | null {
  if (crs?.isGeographic !== true) {
    return null
  }
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([column, row]) => applyAffine(transform, column, row)[0])
  return {
    west: Math.min(...corners),
    east: Math.max(...corners),
    turn: (2 * Math.PI) / crs.unitFactor,
    pixel: Math.abs(transform[1]) + Math.abs(transform[2]),
  }
}

/** The ring with longitudes that go on where they jump by more than half a turn. */
function withoutJumps(ring: readonly Position[], turn: number): Position[] {
  let last: number | null = null
  return ring.map(([x, y]) => {
    last = last === null ? x : x + turn * Math.round((last - x) / turn)
    return [last, y]
  })
}

/**
 * Edges are as long as they are written. But where one, taken the other way around the Earth, is no longer than the
 * image, its program may have brought all longitudes to -180..180, and the ring goes on there. It has where the polygon
 * then is narrow, lies on the image, or is cut near it; else an edge from the west to the east of a whole map is meant.
 */
export function withoutCuts(rings: Rings, around: Around): Rings {
  const { west, east, turn } = around
  const width = east - west
  const cuts = rings.flatMap((ring) =>
    ring
      .map(([x], at): Edge => [x, ring[(at + 1) % ring.length][0]])
      .filter(([from, to]) => {
        const rest = turn - Math.abs(to - from)
        return Math.abs(rest) > turn * 1e-9 && rest < turn / 2 && rest <= width
      }),
  )
  if (cuts.length === 0 || !(width < turn / 2)) {
    return rings
  }
  const whole = beside(
    rings.map((ring) => withoutJumps(ring, turn)),
    turn,
  )
  const isMeant = isNarrow(whole, turn) || isOn(whole, around) || cuts.some((cut) => isCutNear(cut, around))
  return isMeant ? whole : rings
}

/** Much more often a small thing at 180 degrees than a map that leaves out that little. */
function isNarrow(rings: Rings, turn: number): boolean {
  const [left, right] = rangeOf(rings)
  return right - left <= turn * NEAR
}

type Edge = readonly [from: number, to: number]

function isOn(rings: Rings, { west, east, turn, pixel }: Around): boolean {
  const [left, right] = rangeOf(rings)
  const tolerance = pixel * TOLERANCE
  return Math.ceil((west - right + tolerance) / turn) <= Math.floor((east - left - tolerance) / turn)
}

/** Whether both ends lie beside each other, within half a turn of the middle of the image, and one of them near it. */
function isCutNear(cut: Edge, { west, east, turn }: Around): boolean {
  const middle = (west + east) / 2
  const [from, to] = cut.map((x) => x + turn * Math.round((middle - x) / turn))
  const most = Math.min(east - west, turn * NEAR)
  return Math.abs(to - from) < turn / 2 && [from, to].some((x) => x > west - most && x < east + most)
}

/** Rings of one polygon, none of them a turn away from the first one. */
export function beside(rings: Rings, turn: number): Rings {
  const middles = rings.map((ring) => {
    const [west, east] = rangeOf([ring])
    return (west + east) / 2
  })
  return rings.map((ring, at) => moved(ring, turn * Math.round((middles[0] - middles[at]) / turn)))
}

/**
 * The polygon at all turns at which it touches the image. Where it lies within the image at one, that is where it was
 * drawn, also where an image of the whole Earth has both of its ends there.
 */
export function turnsOnto(rings: Rings, { west, east, turn, pixel }: Around): Rings[] {
  const [left, right] = rangeOf(rings)
  if (!(right - left < MOST_TURNS * turn) || !(east - west < MOST_TURNS * turn)) {
    return [rings]
  }
  const tolerance = pixel * TOLERANCE
  const [first, last] = [Math.ceil((west - right) / turn), Math.floor((east - left) / turn)]
  const turns = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  const within = turns.filter(
    (by) => left + by * turn >= west - tolerance && right + by * turn <= east + tolerance,
  )
  const nearest = within.toSorted((a, b) => Math.abs(a) - Math.abs(b)).slice(0, 1)
  return (nearest.length > 0 ? nearest : turns.slice(0, MOST_TURNS * 2)).map((by) =>
    rings.map((ring) => moved(ring, by * turn)),
  )
}

function moved(ring: readonly Position[], by: number): Position[] {
  return ring.map(([x, y]) => [x + by, y])
}

function rangeOf(rings: Rings): [west: number, east: number] {
  let [west, east] = [Infinity, -Infinity]
  for (const ring of rings) {
    for (const [x] of ring) {
      ;[west, east] = [Math.min(west, x), Math.max(east, x)]
    }
  }
  return [west, east]
}
