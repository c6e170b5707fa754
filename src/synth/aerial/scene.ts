// What an Aerial scene is made of. The map is 256 units wide and high, about half a metre a unit; a little more
// than the map is laid out, so that a shifted view shows no edge.

import { cosine, sine } from '../numeric'
import type { Random } from '../random'

export const MAP = 256
/** How far beyond the map things are laid out. */
export const MARGIN = 32

/** Things of group 0 are always there; those of another group appear, or vanish, together. */
export interface Building {
  readonly x: number
  readonly y: number
  readonly halfLength: number
  readonly halfWidth: number
  readonly cos: number
  readonly sin: number
  readonly height: number
  readonly roof: number
  readonly road: number
  readonly group: number
}

export interface Road {
  readonly points: readonly (readonly [number, number])[]
  readonly width: number
  readonly group: number
}

export interface Lake {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** How much the lake's radius grows when its flood is there. */
  readonly rise: number
  readonly floodGroup: number
}

/** A round wood that comes or goes as one. */
export interface Grove {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly group: number
}

export interface AerialScene {
  readonly seed: number
  readonly parcelAngleRad: number
  readonly parcelSize: number
  /** Trees stand where smooth noise is above this. */
  readonly forestLevel: number
  readonly lake: Lake | null
  readonly grove: Grove | null
  readonly roads: readonly Road[]
  readonly buildings: readonly Building[]
}

const ROOFS = 6
const DEEP = 12

export function sampleScene(seed: number, random: Random): AerialScene {
  const roads = sampleRoads(random)
  const lake = random.chance(0.5) ? sampleLake(random) : null
  const kept =
    lake === null ? roads : roads.filter((road) => !road.points.some(([x, y]) => isNear(lake, x, y, 1.5)))
  return {
    seed,
    parcelAngleRad: random.range(0, Math.PI / 2),
    parcelSize: random.range(55, 110),
    forestLevel: random.range(0.45, 0.85),
    lake,
    grove: null,
    roads: kept,
    buildings: sampleBuildings(kept, lake, random),
  }
}

function sampleLake(random: Random): Lake {
  return {
    x: random.range(0, MAP),
    y: random.range(0, MAP),
    radius: random.range(24, 62),
    rise: 0,
    floodGroup: 0,
  }
}

/** Whether a point lies within `times` the lake's radius. */
export function isNear(lake: Lake, x: number, y: number, times: number): boolean {
  const reach = lake.radius * times + DEEP
  return (x - lake.x) ** 2 + (y - lake.y) ** 2 < reach * reach
}

/** One or two roads across the map and a few side streets off them. */
function sampleRoads(random: Random): Road[] {
  const roads: Road[] = []
  const angle = random.range(0, Math.PI)
  const mains = random.integer(1, 2)
  for (let i = 0; i < mains; i++) {
    const turn = angle + i * (Math.PI / 2 + random.range(-0.3, 0.3))
    roads.push(crossMap(random.range(70, 186), random.range(70, 186), turn, random.range(7, 11), random))
  }
  const streets = random.integer(0, 3)
  for (let i = 0; i < streets; i++) {
    roads.push(branchOff(roads[random.integer(0, mains - 1)], random))
  }
  return roads
}

function crossMap(x: number, y: number, angle: number, width: number, random: Random): Road {
  const dx = cosine(angle)
  const dy = sine(angle)
  const bend = random.range(-26, 26)
  const points: [number, number][] = []
  for (let k = -4; k <= 4; k++) {
    const along = k * 60
    const aside = bend * (1 - (k * k) / 8)
    points.push([x + along * dx - aside * dy, y + along * dy + aside * dx])
  }
  return { points, width, group: 0 }
}

export function branchOff(main: Road, random: Random): Road {
  const i = random.integer(3, main.points.length - 4)
  const [x0, y0] = main.points[i]
  const [x1, y1] = main.points[i + 1]
  const n = Math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
  const side = random.chance(0.5) ? 1 : -1
  const nx = (-side * (y1 - y0)) / n
  const ny = (side * (x1 - x0)) / n
  const t = random.next()
  const x = x0 + t * (x1 - x0)
  const y = y0 + t * (y1 - y0)
  const length = random.range(80, 170)
  const points = [0, 0.34, 0.67, 1].map((s): [number, number] => {
    const aside = 10 * s * s * side
    return [x + s * length * nx + aside * ny, y + s * length * ny - aside * nx]
  })
  return { points, width: random.range(5, 7), group: 0 }
}

/** Rows of houses on both sides of the roads, and gaps between them. */
function sampleBuildings(roads: readonly Road[], lake: Lake | null, random: Random): Building[] {
  const buildings: Building[] = []
  roads.forEach((road, r) => {
    const density = random.range(0.15, 0.85)
    for (let i = 0; i + 1 < road.points.length; i++) {
      for (const side of [-1, 1]) {
        for (let t = 0; t < 1; t += 0.5) {
          if (!random.chance(density)) {
            continue
          }
          const building = besideRoad(road, r, i, t + random.range(0, 0.2), side, random)
          if (isFree(building, roads, buildings, lake)) {
            buildings.push(building)
          }
        }
      }
    }
  })
  return buildings
}

export function besideRoad(
  road: Road,
  index: number,
  segment: number,
  t: number,
  side: number,
  random: Random,
): Building {
  const [x0, y0] = road.points[segment]
  const [x1, y1] = road.points[segment + 1]
  const n = Math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
  const cos = (x1 - x0) / n
  const sin = (y1 - y0) / n
  const large = random.chance(0.15)
  const halfLength = large ? random.range(11, 17) : random.range(6.5, 10)
  const halfWidth = large ? random.range(8, 12) : random.range(5, 7.5)
  const away = side * (road.width / 2 + halfWidth + random.range(3, 9))
  return {
    x: x0 + t * (x1 - x0) - away * sin,
    y: y0 + t * (y1 - y0) + away * cos,
    halfLength,
    halfWidth,
    cos,
    sin,
    height: large ? random.range(10, 18) : random.range(6, 10),
    roof: random.integer(0, ROOFS - 1),
    road: index,
    group: 0,
  }
}

/** True where a building touches no road, no other building and no water. */
export function isFree(
  building: Building,
  roads: readonly Road[],
  others: readonly Building[],
  lake: Lake | null,
): boolean {
  const { x, y } = building
  const radius = Math.sqrt(building.halfLength ** 2 + building.halfWidth ** 2)
  if (x < -MARGIN || y < -MARGIN || x > MAP + MARGIN || y > MAP + MARGIN) {
    return false
  }
  if (lake !== null && isNear(lake, x, y, 1.6)) {
    return false
  }
  const clear = others.every((other) => {
    const least = radius + Math.sqrt(other.halfLength ** 2 + other.halfWidth ** 2) + 1
    return (x - other.x) ** 2 + (y - other.y) ** 2 > least * least
  })
  return clear && roads.every((road) => distanceToRoad(road, x, y) > building.halfWidth + road.width / 2 + 1)
}

/** From a point to the middle line of a road. */
export function distanceToRoad(road: Road, x: number, y: number): number {
  let least = 1e9
  for (let i = 0; i + 1 < road.points.length; i++) {
    const [ax, ay] = road.points[i]
    const [bx, by] = road.points[i + 1]
    const d = distanceToSegment(x, y, ax, ay, bx, by)
    if (d < least) {
      least = d
    }
  }
  return least
}

export function distanceToSegment(
  x: number,
  y: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const ex = bx - ax
  const ey = by - ay
  const t = Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)))
  const dx = x - ax - t * ex
  const dy = y - ay - t * ey
  return Math.sqrt(dx * dx + dy * dy)
}
