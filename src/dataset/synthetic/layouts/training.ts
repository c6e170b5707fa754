// The layout that `deltascribe train` reads: one binary file a pair with pixels and labels, and pairs.jsonl.

import { join } from 'node:path'
import { makePair } from '../../../synth/make'
import { matchTokens, tokenFlow } from '../../../synth/match-tokens'
import type { SyntheticPair, SyntheticRegion, ObjectMap } from '../../../synth/pair'
import { TRAINING_GRID, intermediateTime } from '../training-record'
import type { TrainingRecord } from '../training-record'
import { openLines } from './layout'
import type { Layout, SetItem } from './layout'

export const trainingLayout: Layout = {
  folders: () => ['pairs'],
  make: (spec, index) => trainingItem(makePair(spec, index), index, spec.between),
  openIndex: (folder) => openLines(join(folder, 'pairs.jsonl')),
}

/** @param between pictures between the frames */
export function trainingItem(pair: SyntheticPair, index: number, between: number): SetItem {
  const file = `pairs/${String(index).padStart(7, '0')}.bin`
  return {
    files: [{ path: file, bytes: encodePair(pair, between) }],
    record: { ...trainingRecord(pair, file), between },
  }
}

function trainingRecord(pair: SyntheticPair, file: string): Omit<TrainingRecord, 'between'> {
  return {
    file,
    world: pair.world,
    seed: pair.seed,
    width: pair.before.width,
    height: pair.before.height,
    changeType: pair.changeType,
    categories: pair.regions.map(({ category }) => category),
    captions: pair.captions,
    regionObjects: pair.regions.map((region) => ({
      before: thingUnder(region.before, pair.objects?.before),
      after: thingUnder(region.after, pair.objects?.after),
    })),
    objects: { before: thingsOf(pair.objects?.before), after: thingsOf(pair.objects?.after) },
  }
}

function thingsOf(map: ObjectMap | undefined): TrainingRecord['objects']['before'] {
  return [...(map?.things.values() ?? [])].map(({ shape, color, material, size, facingRad }) => {
    return { shape, color, material, size, facingRad }
  })
}

/** The place, from 1, of the thing that a mask's first pixel shows; 0 for none. */
function thingUnder(mask: SyntheticRegion['before'], map: ObjectMap | undefined): number {
  if (mask === null || map === undefined) {
    return 0
  }
  return 1 + [...map.things.keys()].indexOf(map.ids[mask.data.indexOf(1)])
}

/** The parts in the order that `training-record.ts` reads. */
function encodePair(pair: SyntheticPair, between: number): Uint8Array {
  const { width, height } = pair.before
  const grid = TRAINING_GRID
  const parts = [
    pair.before.data,
    pair.after.data,
    regionMap(pair, (region) => region.before),
    regionMap(pair, (region) => region.after),
    regionMap(pair, (region) => region.vacated),
    littleEndian(matchTokens(pair.forward, width, height, grid)),
    littleEndian(matchTokens(pair.backward, width, height, grid)),
    objectTokens(pair.objects?.before ?? null, width, height, grid),
    objectTokens(pair.objects?.after ?? null, width, height, grid),
    floatBytes(tokenFlow(pair.forward, width, height, grid)),
    floatBytes(tokenFlow(pair.backward, width, height, grid)),
    ...Array.from({ length: between }, (_, at) => pair.renderBetween(intermediateTime(at, between)).data),
  ]
  return Buffer.concat(parts)
}

/** For each pixel the number of its region from 1, or 0. */
function regionMap(
  pair: SyntheticPair,
  pick: (region: SyntheticRegion) => SyntheticRegion['before'],
): Uint8Array {
  const out = new Uint8Array(pair.before.width * pair.before.height)
  pair.regions.forEach((region, index) => {
    const mask = pick(region)
    if (mask === null) {
      return
    }
    for (let i = 0; i < out.length; i++) {
      if (mask.data[i] !== 0) {
        out[i] = index + 1
      }
    }
  })
  return out
}

function littleEndian(values: Int16Array): Uint8Array {
  const out = new Uint8Array(2 * values.length)
  const view = new DataView(out.buffer)
  values.forEach((value, index) => view.setInt16(2 * index, value, true))
  return out
}

function floatBytes(values: Float32Array): Uint8Array {
  const out = new Uint8Array(4 * values.length)
  const view = new DataView(out.buffer)
  values.forEach((value, index) => view.setFloat32(4 * index, value, true))
  return out
}

/** For each token the place in the list of things, from 1, of the one that covers most of it, at least a quarter; or 0. */
function objectTokens(map: ObjectMap | null, width: number, height: number, grid: number): Uint8Array {
  const out = new Uint8Array(grid * grid)
  if (map === null) {
    return out
  }
  const places = new Map([...map.things.keys()].map((id, place) => [id, place]))
  const votes = new Int32Array(grid * grid * places.size)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const place = places.get(map.ids[y * width + x])
      if (place === undefined) {
        continue
      }
      const token = Math.floor((y * grid) / height) * grid + Math.floor((x * grid) / width)
      votes[token * places.size + place]++
    }
  }
  const least = (width * height) / (grid * grid) / 4
  for (let token = 0; token < out.length; token++) {
    const own = votes.subarray(token * places.size, (token + 1) * places.size)
    const most = Math.max(...own)
    if (most >= least) {
      out[token] = own.indexOf(most) + 1
    }
  }
  return out
}
