import { cosine, sine } from '../numeric'
import { FIRST_BUILDING, FIRST_ROAD, FLOOD, TREE, WATER, identify, isShaded, treeAt } from './surface'
import { hash2, valueNoise } from '../random'
import type { Surface } from './surface'
import { MAP } from './scene'

export const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const
export type Season = (typeof SEASONS)[number]

/** Row-major 3 x 3. */
export type Matrix = readonly number[]

/** How a frame looks at the map. */
export interface AerialView {
  /** From where the picture would lie, were the camera in its place, to where it lies on the map. */
  readonly toMap: Matrix
  readonly season: Season
  readonly sunAngleRad: number
  /** Shadow length a unit of height. */
  readonly shadow: number
  readonly gain: number
  readonly haze: number
}

type Rgb = readonly [number, number, number]

const GRASS: Record<Season, Rgb> = {
  spring: [108, 126, 76],
  summer: [92, 112, 62],
  autumn: [128, 118, 76],
  winter: [150, 146, 132],
}
const CROWN: Record<Season, Rgb> = {
  spring: [72, 98, 52],
  summer: [48, 76, 42],
  autumn: [118, 92, 50],
  winter: [92, 86, 78],
}
const CROPS: Record<Season, readonly Rgb[]> = {
  spring: [
    [124, 138, 74],
    [134, 116, 88],
    [100, 124, 66],
    [160, 152, 90],
  ],
  summer: [
    [110, 126, 60],
    [178, 158, 96],
    [88, 116, 58],
    [150, 142, 84],
  ],
  autumn: [
    [146, 126, 92],
    [158, 136, 98],
    [122, 112, 76],
    [134, 118, 90],
  ],
  winter: [
    [162, 154, 140],
    [150, 140, 124],
    [170, 166, 156],
    [142, 134, 120],
  ],
}
const ROOF: readonly Rgb[] = [
  [156, 88, 70],
  [128, 126, 126],
  [184, 178, 166],
  [98, 104, 116],
  [204, 200, 192],
  [124, 92, 74],
]
const ASPHALT: Rgb = [136, 134, 130]
const WATER_COLOR: Rgb = [60, 80, 88]
const FLOOD_COLOR: Rgb = [92, 92, 80]

export interface AerialFrame {
  readonly width: number
  readonly height: number
  readonly light: Float32Array
  readonly ids: Int16Array
}

/** Map units a pixel, and where the picture's corner lies: the longer side shows the whole map, the middle of it the rest. */
export interface Window {
  readonly unit: number
  readonly left: number
  readonly top: number
}

export function windowOf(width: number, height: number): Window {
  const unit = MAP / Math.max(width, height)
  return { unit, left: (MAP - width * unit) / 2, top: (MAP - height * unit) / 2 }
}

/** Id of the topmost thing at the middle of each pixel. */
export function renderAerialIds(surface: Surface, toMap: Matrix, width: number, height: number): Int16Array {
  const ids = new Int16Array(width * height)
  const at = { x: 0, y: 0 }
  const { unit, left, top } = windowOf(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      project(toMap, left + (x + 0.5) * unit, top + (y + 0.5) * unit, at)
      ids[y * width + x] = identify(surface, at.x, at.y)
    }
  }
  return ids
}

/** One ray a pixel decides what it shows; pixels at the edge of a thing get four for their colour. */
export function renderAerial(surface: Surface, view: AerialView, width: number, height: number): AerialFrame {
  const ids = renderAerialIds(surface, view.toMap, width, height)
  const light = new Float32Array(3 * width * height)
  const colour = new Float64Array(3)
  const at = { x: 0, y: 0 }
  const { unit, left, top } = windowOf(width, height)
  const sun = { x: cosine(view.sunAngleRad) * view.shadow, y: sine(view.sunAngleRad) * view.shadow }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const k = y * width + x
      const edge = isEdge(ids, width, height, x, y)
      for (let j = 0; j < (edge ? 4 : 1); j++) {
        const ox = edge ? 0.25 + 0.5 * (j & 1) : 0.5
        const oy = edge ? 0.25 + 0.5 * (j >> 1) : 0.5
        project(view.toMap, left + (x + ox) * unit, top + (y + oy) * unit, at)
        paint(surface, view, edge ? identify(surface, at.x, at.y) : ids[k], at.x, at.y, sun.x, sun.y, colour)
        for (let c = 0; c < 3; c++) {
          light[3 * k + c] += colour[c] / (edge ? 4 : 1)
        }
      }
    }
  }
  return { width, height, light, ids }
}

export function project(m: Matrix, x: number, y: number, out: { x: number; y: number }): void {
  const w = m[6] * x + m[7] * y + m[8]
  out.x = (m[0] * x + m[1] * y + m[2]) / w
  out.y = (m[3] * x + m[4] * y + m[5]) / w
}

function isEdge(ids: Int16Array, width: number, height: number, x: number, y: number): boolean {
  const k = y * width + x
  const id = ids[k]
  return (
    (x > 0 && ids[k - 1] !== id) ||
    (x < width - 1 && ids[k + 1] !== id) ||
    (y > 0 && ids[k - width] !== id) ||
    (y < height - 1 && ids[k + width] !== id)
  )
}

/** Display colour of a map point, 0..255. */
function paint(
  surface: Surface,
  view: AerialView,
  id: number,
  x: number,
  y: number,
  sx: number,
  sy: number,
  out: Float64Array,
): void {
  const { seed } = surface.scene
  const grain =
    0.86 + 0.28 * (0.6 * valueNoise(x / 2.2, y / 2.2, seed + 20) + 0.4 * valueNoise(x / 9, y / 9, seed + 21))
  let shade = grain
  let base: Rgb
  if (id >= FIRST_BUILDING) {
    const b = surface.scene.buildings[id - FIRST_BUILDING]
    base = ROOF[b.roof]
    // A gable roof: the half that faces the sun is brighter.
    const side = (y - b.y) * b.cos - (x - b.x) * b.sin
    const facing = (sy * b.cos - sx * b.sin) / view.shadow
    shade =
      (0.95 + 0.05 * grain) * (1 + 0.16 * (side > 0 ? facing : -facing)) * (Math.abs(side) < 0.5 ? 0.92 : 1)
  } else if (id === TREE) {
    base = CROWN[view.season]
    const crown = treeAt(surface, x, y)
    const lit = treeAt(surface, x - 0.8 * sx, y - 0.8 * sy)
    shade = (0.7 + 0.45 * Math.sqrt(crown) + 0.25 * (crown - lit)) * (0.75 + 0.25 * grain)
  } else {
    if (id >= FIRST_ROAD) {
      base = ASPHALT
    } else if (id === WATER) {
      base = WATER_COLOR
    } else if (id === FLOOD) {
      base = FLOOD_COLOR
    } else {
      base = groundColor(surface, view.season, x, y)
    }
    if (id === WATER || id === FLOOD) {
      shade = 0.94 + 0.06 * grain
    } else if (id >= FIRST_ROAD) {
      shade = 0.8 + 0.2 * grain
    }
    if (isShaded(surface, x, y, sx, sy)) {
      shade *= 0.52
    }
  }
  for (let c = 0; c < 3; c++) {
    const v = base[c] * shade * view.gain
    out[c] = v + (196 - v) * view.haze
  }
}

function groundColor(surface: Surface, season: Season, x: number, y: number): Rgb {
  const { scene } = surface
  const c = cosine(scene.parcelAngleRad)
  const s = sine(scene.parcelAngleRad)
  const u = (x * c + y * s) / scene.parcelSize
  const v = (y * c - x * s) / (0.7 * scene.parcelSize)
  const kind = hash2(Math.floor(u), Math.floor(v), scene.seed + 30)
  const grass = GRASS[season]
  if (kind < 0.45) {
    return grass
  }
  const crops = CROPS[season]
  const crop = crops[Math.floor(hash2(Math.floor(u), Math.floor(v), scene.seed + 31) * crops.length)]
  const furrow = ((Math.floor((v - Math.floor(v)) * 40) & 1) - 0.5) * 7
  return [crop[0] + furrow, crop[1] + furrow, crop[2] + furrow]
}
