import { encode } from 'fast-png'
import type { Bitmap } from '../../mask/bitmap'
import { encodeRle } from '../../mask/rle'
import { boundingBox, union, type RgbImage } from '../../synth/image'
import type { MadePair } from '../../synth/pair'

export interface MadeFile {
  /** Relative to the set's folder, with forward slashes. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** One pair of the folder layout: its files and its line of `pairs.jsonl`. */
export function folderFiles(pair: MadePair, key: string): { files: MadeFile[]; record: object } {
  const { width, height } = pair.after
  const mask = union(width, height, afterMasks(pair))
  return {
    files: [
      { path: `before/${key}.png`, bytes: encodeRgb(pair.before) },
      { path: `after/${key}.png`, bytes: encodeRgb(pair.after) },
      { path: `masks/${key}.png`, bytes: encodeMask(mask) },
    ],
    record: pairRecord(pair, key),
  }
}

/** Masks in the after frame; where a thing is gone, the place that it left. */
export function afterMasks(pair: MadePair): Bitmap[] {
  return pair.regions.flatMap((region) => region.after ?? region.vacated ?? [])
}

export function encodeRgb(image: RgbImage): Uint8Array {
  return encode({ width: image.width, height: image.height, data: image.data, channels: 3, depth: 8 })
}

/** One grey channel, 0 and 255. */
function encodeMask(mask: Bitmap): Uint8Array {
  const data = mask.data.map((v) => (v === 0 ? 0 : 255))
  return encode({ width: mask.width, height: mask.height, data, channels: 1, depth: 8 })
}

function pairRecord(pair: MadePair, key: string): object {
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
  return mask === null ? null : { bbox: boundingBox(mask), rle: encodeRle(mask) }
}
