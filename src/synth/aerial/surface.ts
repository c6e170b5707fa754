import { MAP, MARGIN, distanceToRoad, distanceToSegment } from './scene'
import type { AerialScene, Building } from './scene'
import { hash2, valueNoise } from '../random'

// What the ground shows at a point: the topmost thing of those that are there in a frame.

const GROUND = 0
export const WATER = 1
export const FLOOD = 2
export const TREE = 3
/** Ids of roads and buildings count up from here, in the order of the scene. */
export const FIRST_ROAD = 10
export const FIRST_BUILDING = 100

const CELL = 20
const COLUMNS = Math.ceil((MAP + 2 * MARGIN) / CELL)
const TREE_CELL = 9
const TREE_COLUMNS = Math.ceil((MAP + 2 * MARGIN) / TREE_CELL)

export interface Segment {
  readonly ax: number
  readonly ay: number
  readonly bx: number
  readonly by: number
  readonly half: number
  readonly id: number
}

/** One frame's things, sorted into cells. */
export interface Surface {
  readonly scene: AerialScene
  readonly lakeRadius: number
  readonly segments: readonly (readonly Segment[])[]
  readonly buildings: readonly (readonly (readonly [id: number, building: Building])[])[]
  /** Per tree cell x, y, radius; radius 0 where no tree stands. */
  readonly trees: Float64Array
}

/** `present` says which groups of things are there. `reach` is how far a building's shadow falls per unit of height. */
export function buildSurface(scene: AerialScene, present: ReadonlySet<number>, reach: number): Surface {
  const segments: Segment[][] = Array.from({ length: COLUMNS * COLUMNS }, () => [])
  const buildings: [number, Building][][] = Array.from({ length: COLUMNS * COLUMNS }, () => [])
  scene.roads.forEach((road, r) => {
    if (!present.has(road.group)) {
      return
    }
    for (let i = 0; i + 1 < road.points.length; i++) {
      const [ax, ay] = road.points[i]
      const [bx, by] = road.points[i + 1]
      const half = road.width / 2
      const segment = { ax, ay, bx, by, half, id: FIRST_ROAD + r }
      addToCells(
        segments,
        Math.min(ax, bx) - half,
        Math.min(ay, by) - half,
        Math.max(ax, bx) + half,
        Math.max(ay, by) + half,
        segment,
      )
    }
  })
  scene.buildings.forEach((building, b) => {
    if (!present.has(building.group)) {
      return
    }
    const radius = building.halfLength + building.halfWidth + reach * building.height
    const { x, y } = building
    addToCells(buildings, x - radius, y - radius, x + radius, y + radius, [FIRST_BUILDING + b, building] as [
      number,
      Building,
    ])
  })
  const { lake } = scene
  const lakeRadius = lake === null ? 0 : lake.radius + (present.has(lake.floodGroup) ? lake.rise : 0)
  const surface = {
    scene,
    lakeRadius,
    segments,
    buildings,
    trees: new Float64Array(3 * TREE_COLUMNS * TREE_COLUMNS),
  }
  plantTrees(surface, present)
  return surface
}

function addToCells<T>(cells: T[][], x0: number, y0: number, x1: number, y1: number, item: T): void {
  for (let j = cellIndex(y0); j <= cellIndex(y1); j++) {
    for (let i = cellIndex(x0); i <= cellIndex(x1); i++) {
      cells[j * COLUMNS + i].push(item)
    }
  }
}

/** Trees stand in woods, in the grove, and now and then alone; never on what is built or in water. */
function plantTrees(surface: Surface, present: ReadonlySet<number>): void {
  const { scene, trees } = surface
  const { seed, grove } = scene
  const roads = scene.roads.filter((road) => present.has(road.group))
  for (let j = 0; j < TREE_COLUMNS; j++) {
    for (let i = 0; i < TREE_COLUMNS; i++) {
      const x = (i + 0.2 + 0.6 * hash2(i, j, seed + 1)) * TREE_CELL - MARGIN
      const y = (j + 0.2 + 0.6 * hash2(i, j, seed + 2)) * TREE_CELL - MARGIN
      const inGrove = grove !== null && (x - grove.x) ** 2 + (y - grove.y) ** 2 < grove.radius * grove.radius
      const wild = forestDensity(scene, x, y) > scene.forestLevel || hash2(i, j, seed + 3) < 0.03
      if (inGrove ? !present.has(grove.group) : !wild) {
        continue
      }
      if (hash2(i, j, seed + 4) < 0.12 || waterDepth(surface, x, y, surface.lakeRadius) > -0.04) {
        continue
      }
      if (roads.some((road) => distanceToRoad(road, x, y) < road.width / 2 + 2.5)) {
        continue
      }
      if (buildingsAt(surface, x, y).some(([, b]) => insideBuilding(b, x, y, 3.5))) {
        continue
      }
      trees.set([x, y, 3.2 + 2.2 * hash2(i, j, seed + 5)], 3 * (j * TREE_COLUMNS + i))
    }
  }
}

function forestDensity(scene: AerialScene, x: number, y: number): number {
  return 0.7 * valueNoise(x / 70, y / 70, scene.seed + 6) + 0.3 * valueNoise(x / 24, y / 24, scene.seed + 7)
}

/** Above 0 in water, rising to the lake's middle; `radius` is the lake's. */
function waterDepth(surface: Surface, x: number, y: number, radius: number): number {
  const { lake, seed } = surface.scene
  if (lake === null) {
    return -1
  }
  const d2 = (x - lake.x) ** 2 + (y - lake.y) ** 2
  if (d2 > (1.6 * radius) ** 2) {
    return -1
  }
  return 1 - Math.sqrt(d2) / radius + 0.7 * (valueNoise(x / 30, y / 30, seed + 8) - 0.5)
}

function buildingsAt(surface: Surface, x: number, y: number): readonly (readonly [number, Building])[] {
  return surface.buildings[cellOf(x, y)]
}

function cellOf(x: number, y: number): number {
  return cellIndex(y) * COLUMNS + cellIndex(x)
}

function cellIndex(v: number): number {
  return Math.min(COLUMNS - 1, Math.max(0, Math.floor((v + MARGIN) / CELL)))
}

function insideBuilding(b: Building, x: number, y: number, grow: number): boolean {
  const dx = x - b.x
  const dy = y - b.y
  return (
    Math.abs(dx * b.cos + dy * b.sin) <= b.halfLength + grow &&
    Math.abs(dy * b.cos - dx * b.sin) <= b.halfWidth + grow
  )
}

/** Id of the topmost thing at a point. */
export function identify(surface: Surface, x: number, y: number): number {
  for (const [id, b] of buildingsAt(surface, x, y)) {
    if (insideBuilding(b, x, y, 0)) {
      return id
    }
  }
  if (treeAt(surface, x, y) > 0) {
    return TREE
  }
  for (const s of surface.segments[cellOf(x, y)]) {
    if (distanceToSegment(x, y, s.ax, s.ay, s.bx, s.by) <= s.half) {
      return s.id
    }
  }
  if (surface.lakeRadius > 0 && waterDepth(surface, x, y, surface.lakeRadius) > 0) {
    const { lake } = surface.scene
    return lake !== null && waterDepth(surface, x, y, lake.radius) > 0 ? WATER : FLOOD
  }
  return GROUND
}

/** How far inside a crown a point is: 0 outside, 1 at its middle. */
export function treeAt(surface: Surface, x: number, y: number): number {
  const { trees } = surface
  const ci = Math.floor((x + MARGIN) / TREE_CELL)
  const cj = Math.floor((y + MARGIN) / TREE_CELL)
  let most = 0
  for (let j = cj - 1; j <= cj + 1; j++) {
    if (j < 0 || j >= TREE_COLUMNS) {
      continue
    }
    for (let i = ci - 1; i <= ci + 1; i++) {
      if (i < 0 || i >= TREE_COLUMNS) {
        continue
      }
      const k = 3 * (j * TREE_COLUMNS + i)
      const r = trees[k + 2]
      if (r === 0) {
        continue
      }
      const d2 = (x - trees[k]) ** 2 + (y - trees[k + 1]) ** 2
      if (d2 < r * r) {
        most = Math.max(most, 1 - d2 / (r * r))
      }
    }
  }
  return most
}

/** Whether a building or a tree shades the ground point; (sx, sy) is the way to the sun times shadow length a unit of height. */
export function isShaded(surface: Surface, x: number, y: number, sx: number, sy: number): boolean {
  for (const [, b] of buildingsAt(surface, x, y)) {
    if (shadows(b, x, y, sx, sy)) {
      return true
    }
  }
  return treeAt(surface, x + 3 * sx, y + 3 * sy) > 0
}

/** Whether the way from a ground point to the sun passes under the roof of a building: segment against rectangle. */
function shadows(b: Building, x: number, y: number, sx: number, sy: number): boolean {
  const px = (x - b.x) * b.cos + (y - b.y) * b.sin
  const py = (y - b.y) * b.cos - (x - b.x) * b.sin
  const dx = (sx * b.cos + sy * b.sin) * b.height
  const dy = (sy * b.cos - sx * b.sin) * b.height
  let low = 0
  let high = 1
  for (const [p, d, half] of [
    [px, dx, b.halfLength],
    [py, dy, b.halfWidth],
  ] as const) {
    if (Math.abs(d) < 1e-9) {
      if (Math.abs(p) > half) {
        return false
      }
      continue
    }
    const t0 = (-half - p) / d
    const t1 = (half - p) / d
    low = Math.max(low, Math.min(t0, t1))
    high = Math.min(high, Math.max(t0, t1))
  }
  return low < high
}
