import { classChange } from '../../names/class-change'
import { componentExtents } from '../../mask/components'
import type { NetworkManifest } from '../../packages/network-manifest'
import type { RegionTraits } from '../change-map/map-proposal'
import { mapRegions } from '../change-map/regions'
import type { LeastRegion } from '../change-map/regions'
import { filterClusters, groupPixels } from '../difference/clusters'
import type { Clusters } from '../difference/clusters'
import { DEFAULT_SETTINGS } from '../difference/settings'
import type { PairMaps } from './pair-maps'

/** Regions with what the network says of each label; `traitsOf` is absent where it has no classes. */
export interface ClassRegions {
  readonly clusters: Clusters
  readonly traitsOf?: (label: number) => RegionTraits
}

/** Regions of at least this probability. With classes, each region is of one class or of one change of class. */
export function classRegions(
  maps: PairMaps,
  threshold: number,
  { outputs, leastArea }: Pick<NetworkManifest, 'outputs' | 'leastArea'>,
): ClassRegions {
  const least: LeastRegion = { leastArea, leastShare: 0 }
  if (outputs.classes === undefined) {
    return { clusters: mapRegions(maps.map, threshold, least) }
  }
  return joinClasses(classKeys(maps, threshold), maps, outputs.classes, least)
}

/** Room for the class of the before frame in a key, and for that of the after frame: 0 is none. */
const FRAME_ROOM = 256

/** For each pixel 0, or its class in the before frame, times `FRAME_ROOM`, plus that in the after frame. */
function classKeys({ frames, map }: PairMaps, threshold: number): Uint16Array {
  const keys = new Uint16Array(map.values.length)
  const after = frames[frames.length - 1]
  const before = frames.length === 2 ? frames[0] : null
  for (let at = 0; at < keys.length; at += 1) {
    const came = after.changed[at] >= threshold ? after.classes[at] + 1 : 0
    const went = before !== null && before.changed[at] >= threshold ? before.classes[at] + 1 : 0
    keys[at] = went * FRAME_ROOM + came
  }
  return keys
}

function joinClasses(
  keys: Uint16Array,
  { map: { width, height }, frames }: PairMaps,
  classes: readonly string[],
  least: LeastRegion,
): ClassRegions {
  const labels = new Int32Array(keys.length)
  const data = new Uint8Array(keys.length)
  const traits: RegionTraits[] = []
  for (const [key, count] of countKeys(keys)) {
    if (count < least.leastArea) {
      continue
    }
    for (let at = 0; at < keys.length; at += 1) {
      data[at] = keys[at] === key ? 1 : 0
    }
    const own = groupPixels({ width, height, data }, { ...DEFAULT_SETTINGS, ...least })
    for (let at = 0; at < labels.length; at += 1) {
      // a hole that another class fills stays that class's
      if (own.labels[at] !== 0 && (keys[at] === key || (keys[at] === 0 && labels[at] === 0))) {
        labels[at] = traits.length + own.labels[at]
      }
    }
    traits.push(...own.extents.map(() => traitsOfKey(key, classes, frames.length === 2)))
  }
  const components = { width, height, labels, count: traits.length }
  const all = componentExtents(components)
  const isLarge = ({ area }: { area: number }): boolean => area >= least.leastArea
  const remaining = all.filter(isLarge).map(({ label }) => traits[label - 1])
  return {
    clusters: filterClusters(components, all, isLarge),
    traitsOf: (label) => remaining[label - 1],
  }
}

/** The rarest first, so that small parts keep their pixels. */
function countKeys(keys: Uint16Array): [key: number, count: number][] {
  const counts = new Map<number, number>()
  for (const key of keys) {
    if (key !== 0) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  return [...counts].sort((a, b) => a[1] - b[1])
}

function traitsOfKey(key: number, classes: readonly string[], hasTwoFrames: boolean): RegionTraits {
  const [went, came] = [Math.floor(key / FRAME_ROOM), key % FRAME_ROOM]
  const names = [went, came].filter((one) => one !== 0).map((one) => classes[one - 1])
  const category = classChange(names)
  if (!hasTwoFrames) {
    return { category, kind: null }
  }
  return { category, kind: went === 0 ? 'appeared' : came === 0 ? 'vanished' : 'changed' }
}
