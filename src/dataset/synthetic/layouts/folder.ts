// The plain folder that Deltascribe opens: before/, after/, masks/ and the whole truth in pairs.jsonl.

import { join } from 'node:path'
import type { Bitmap } from '../../../mask/bitmap'
import { encodeRle } from '../../../mask/rle'
import { unionBitmaps } from '../../../mask/bitmap'
import type { SyntheticPair } from '../../../synth/pair'
import { makePair } from '../../../synth/make'
import type { SetSpec, Layout, SetFile, SetItem } from './layout'
import { boxOfSet, openLines, encodeFlow, encodeMask, encodeRgb } from './layout'

export const folderLayout: Layout = {
  folders: ({ truth }) => [
    'before',
    'after',
    'masks',
    ...(truth ? ['masks_before', 'flow', 'flow_back'] : []),
  ],
  make(spec, index) {
    const pair = makePair(spec, index)
    return folderItem(pair, pairKey(spec, pair, index), spec.truth)
  },
  openIndex: (folder) => openLines(join(folder, 'pairs.jsonl')),
}

/** @param truth first-frame masks and correspondence maps too */
export function folderItem(pair: SyntheticPair, key: string, truth: boolean): SetItem {
  return {
    files: [...imageFiles(pair, key), ...(truth ? truthFiles(pair, key) : [])],
    record: pairRecord(pair, key),
  }
}

/** File name without its ending, padded so that names sort as numbers do. */
function pairKey(spec: SetSpec, pair: SyntheticPair, index: number): string {
  const digits = Math.max(3, String(spec.count - 1).length)
  const number = spec.world === 'both' ? Math.floor(index / 2) : index
  return `${pair.world}_${String(number).padStart(digits, '0')}`
}

function imageFiles(pair: SyntheticPair, key: string): SetFile[] {
  const { width, height } = pair.after
  const after = pair.regions.flatMap(({ after, vacated }) => [after, vacated].filter((mask) => mask !== null))
  return [
    { path: `before/${key}.png`, bytes: encodeRgb(pair.before) },
    { path: `after/${key}.png`, bytes: encodeRgb(pair.after) },
    { path: `masks/${key}.png`, bytes: encodeMask(unionBitmaps(width, height, after)) },
  ]
}

function truthFiles(pair: SyntheticPair, key: string): SetFile[] {
  const { width, height } = pair.before
  const before = pair.regions.flatMap((region) => region.before ?? [])
  return [
    { path: `masks_before/${key}.png`, bytes: encodeMask(unionBitmaps(width, height, before)) },
    { path: `flow/${key}.png`, bytes: encodeFlow(pair.forward, width, height) },
    { path: `flow_back/${key}.png`, bytes: encodeFlow(pair.backward, width, height) },
  ]
}

function pairRecord(pair: SyntheticPair, key: string): object {
  return {
    key,
    world: pair.world,
    seed: pair.seed,
    changeType: pair.changeType,
    homography: pair.homography,
    regions: pair.regions.map((region) => ({
      id: region.id,
      category: region.category,
      before: maskRecord(region.before),
      after: maskRecord(region.after),
      vacated: maskRecord(region.vacated),
    })),
    captions: pair.captions,
  }
}

function maskRecord(mask: Bitmap | null): object | null {
  return mask === null ? null : { bbox: boxOfSet(mask), rle: encodeRle(mask) }
}
