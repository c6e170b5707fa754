import type { Random } from '../random'
import type { AerialChange } from './describe'
import { MAP, besideRoad, branchOff, distanceToRoad, isFree, isNear } from './scene'
import type { AerialScene, Building } from './scene'

export const AERIAL_KINDS = [
  'built',
  'demolished',
  'road',
  'flooded',
  'cleared',
  'planted',
  'several',
  'none',
] as const
export type AerialKind = (typeof AERIAL_KINDS)[number]

export interface PlannedChange {
  readonly scene: AerialScene
  readonly category: AerialChange['category']
  readonly action: 'added' | 'removed'
  readonly group: number
}

export function planChange(
  kind: Exclude<AerialKind, 'several' | 'none'>,
  scene: AerialScene,
  group: number,
  random: Random,
): PlannedChange | null {
  switch (kind) {
    case 'built':
      return planBuilt(scene, group, random)
    case 'demolished':
      return planDemolished(scene, group, random)
    case 'road':
      return planRoad(scene, group, random)
    case 'flooded': {
      const { lake } = scene
      if (lake === null || lake.floodGroup > 0) {
        return null
      }
      const flooded = { ...lake, rise: lake.radius * random.range(0.25, 0.55), floodGroup: group }
      return { scene: { ...scene, lake: flooded }, category: 'water', action: 'added', group }
    }
    case 'cleared':
    case 'planted': {
      if (scene.grove !== null) {
        return null
      }
      const grove = {
        x: random.range(40, MAP - 40),
        y: random.range(40, MAP - 40),
        radius: random.range(24, 46),
        group,
      }
      const action = kind === 'planted' ? 'added' : 'removed'
      return { scene: { ...scene, grove }, category: 'trees', action, group }
    }
  }
}

function planBuilt(scene: AerialScene, group: number, random: Random): PlannedChange | null {
  const roads = scene.roads.flatMap((road, i) => (road.group === 0 ? [i] : []))
  if (roads.length === 0) {
    return null
  }
  const r = random.pick(roads)
  const road = scene.roads[r]
  const wanted = random.integer(1, 7)
  const side = random.chance(0.5) ? 1 : -1
  const start = random.integer(0, road.points.length - 2)
  const buildings: Building[] = [...scene.buildings]
  let built = 0
  for (let k = 0; k < 14 && built < wanted; k++) {
    const segment = start + Math.floor(k / 4)
    if (segment > road.points.length - 2) {
      break
    }
    const sided = random.chance(0.7) ? side : -side
    const building = {
      ...besideRoad(road, r, segment, (k % 4) / 4 + random.range(0, 0.2), sided, random),
      group,
    }
    if (!isFree(building, scene.roads, buildings, scene.lake)) {
      continue
    }
    buildings.push(building)
    built++
  }
  return built === 0 ? null : { scene: { ...scene, buildings }, category: 'building', action: 'added', group }
}

function planDemolished(scene: AerialScene, group: number, random: Random): PlannedChange | null {
  const free = scene.buildings.filter((building) => building.group === 0)
  if (free.length === 0) {
    return null
  }
  const middle = random.pick(free)
  const near = (b: Building): number => (b.x - middle.x) ** 2 + (b.y - middle.y) ** 2
  const chosen = new Set(
    [...free]
      .sort((a, b) => near(a) - near(b))
      .slice(0, random.integer(1, 5))
      .filter((b) => near(b) < 70 * 70),
  )
  const buildings: Building[] = []
  for (const building of scene.buildings) {
    buildings.push(chosen.has(building) ? { ...building, group } : building)
  }
  return { scene: { ...scene, buildings }, category: 'building', action: 'removed', group }
}

function planRoad(scene: AerialScene, group: number, random: Random): PlannedChange | null {
  const mains = scene.roads.filter((road) => road.points.length > 4)
  if (mains.length === 0) {
    return null
  }
  const road = { ...branchOff(random.pick(mains), random), group }
  const blocked = scene.buildings.some(
    (building) => distanceToRoad(road, building.x, building.y) < building.halfLength + road.width / 2 + 3,
  )
  const { lake } = scene
  if (blocked || (lake !== null && road.points.some(([x, y]) => isNear(lake, x, y, 1.5)))) {
    return null
  }
  return { scene: { ...scene, roads: [...scene.roads, road] }, category: 'road', action: 'added', group }
}
