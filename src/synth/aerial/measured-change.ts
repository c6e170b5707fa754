// What both frames show of a planned change, before they are rendered.

import { PLACES } from './describe'
import type { AerialChange, Place } from './describe'
import type { PlannedChange } from './planned-change'
import { renderAerialIds } from './render'
import type { Matrix } from './render'
import type { AerialScene } from './scene'
import { buildSurface, FIRST_BUILDING, WATER } from './surface'

/**
 * Longer side of the coarse raster on which changes are measured, and the least share of the picture that a change
 * covers.
 */
const RASTER = 64
const LEAST_SHARE = 0.004
/** Longer side of the raster that shows what the coarse one has no pixel of. */
const FINE_RASTER = 256

/** Facts of a change for captions, from a coarse picture of the second frame; null if too little is visible. */
export function measureChange(
  scene: AerialScene,
  change: PlannedChange,
  afterGroups: ReadonlySet<number>,
  toMap: Matrix,
  aspect: number,
): AerialChange | null {
  const { group, category, action } = change
  const [width, height] = sidesOf(RASTER, aspect)
  const without = renderAerialIds(
    buildSurface(scene, withGroup(afterGroups, group, false), 0),
    toMap,
    width,
    height,
  )
  const with_ = renderAerialIds(
    buildSurface(scene, withGroup(afterGroups, group, true), 0),
    toMap,
    width,
    height,
  )
  let n = 0
  let sx = 0
  let sy = 0
  const seen = new Set<number>()
  for (let k = 0; k < with_.length; k++) {
    if (with_[k] === without[k]) {
      continue
    }
    n++
    sx += (k % width) + 0.5
    sy += Math.floor(k / width) + 0.5
    seen.add(with_[k])
  }
  if (n < LEAST_SHARE * width * height) {
    return null
  }
  const firsts = buildingsOf(scene, group)
  const count = firsts.filter((id) => seen.has(id)).length
  if (category === 'building' && count !== firsts.length) {
    return null
  }
  const place = placeOf(sx / n / width, sy / n / height)
  return { group, category, action, count, place, alongRoad: category === 'building' && action === 'added' }
}

function sidesOf(longer: number, aspect: number): readonly [width: number, height: number] {
  return [Math.round(longer * Math.min(1, aspect)), Math.round(longer / Math.max(1, aspect))]
}

/** Ids of a group's buildings. */
function buildingsOf(scene: AerialScene, group: number): number[] {
  return scene.buildings.flatMap((building, i) => (building.group === group ? [FIRST_BUILDING + i] : []))
}

/**
 * Whether the first frame shows what captions say of it: all of what is gone later, and the lake that grows. The camera
 * may have seen less then.
 */
export function isTrueBefore(
  scene: AerialScene,
  { group, category, action }: PlannedChange,
  beforeGroups: ReadonlySet<number>,
  toMap: Matrix,
  aspect: number,
): boolean {
  if (action === 'added' && category !== 'water') {
    return true
  }
  const surface = buildSurface(scene, beforeGroups, 0)
  const without = buildSurface(scene, withGroup(beforeGroups, group, false), 0)
  return [RASTER, FINE_RASTER].some((longer) => {
    const [width, height] = sidesOf(longer, aspect)
    const ids = renderAerialIds(surface, toMap, width, height)
    if (category === 'water') {
      return ids.includes(WATER)
    }
    const others = renderAerialIds(without, toMap, width, height)
    const seen = new Set(ids.filter((id, k) => id !== others[k]))
    return seen.size > 0 && buildingsOf(scene, group).every((id) => seen.has(id))
  })
}

export function withGroup(groups: ReadonlySet<number>, group: number, there: boolean): Set<number> {
  const out = new Set(groups)
  if (there) {
    out.add(group)
  } else {
    out.delete(group)
  }
  return out
}

/** Ninth of the picture that holds a point given in shares of its sides; null near a border between ninths. */
function placeOf(x: number, y: number): Place | null {
  const column = third(x)
  const row = third(y)
  return column === null || row === null ? null : PLACES[3 * row + column]
}

function third(v: number): number | null {
  if (Math.abs(v - 1 / 3) < 0.04 || Math.abs(v - 2 / 3) < 0.04) {
    return null
  }
  return Math.min(2, Math.floor(3 * v))
}
