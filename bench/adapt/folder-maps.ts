import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePair } from '../../src/frames/decode-pair'
import type { Raster } from '../../src/images/raster'
import { erode } from '../../src/mask/morphology'
import { alignPair, clearUnknown } from '../../src/models/change-map/map-proposal'
import type { AlignedPair } from '../../src/models/change-map/map-proposal'
import { matchLight } from '../../src/models/difference/match-light'
import type { ChangeMap } from '../../src/models/model-proposer'
import type { ChangeMapper } from '../../src/models/photo/predictor/change-map'
import type { BoxedPair, MaskedPair } from '../evaluation-sets'
import { meanMap, mirroredMap, mirroredRaster, MIRRORS } from './mirrors'
import type { Mirror } from './mirrors'
import { FULL_SIZE } from '../../src/models/photo/predictor/views'

/** Pixels about what one frame does not show of which nothing is learned. */
const UNSHOWN_MARGIN = 4
/** At which the teacher also looks at a pair. */
const COARSE_SCALE = 0.75

/** A pair of a folder whose frames lie over each other. The label is for scoring alone. */
export interface FolderPair {
  readonly labelled: MaskedPair | BoxedPair
  readonly aligned: AlignedPair
  /** 1 where both frames show something; null where they do everywhere. */
  readonly shown: Uint8Array | null
}

/** What the model says of a pair before it is adapted. */
export interface FolderMaps {
  readonly fullSize: ChangeMap
  /** By the number of mirror images that it is the mean of. */
  readonly mirrored: ReadonlyMap<number, ChangeMap>
  /** The before frame in the after frame's light. */
  readonly relit: ChangeMap
  /** Over mirror images at full scale, and one look at a coarser scale. */
  readonly teacher: ChangeMap
}

export async function readFolderPair(labelled: MaskedPair | BoxedPair): Promise<FolderPair> {
  const { before, after } = await decodePair(labelled.before, labelled.after)
  const aligned = await alignPair(before, after)
  const { valid } = aligned.registered
  const { width, height } = after
  const shown = valid === null ? null : erode({ width, height, data: valid }, UNSHOWN_MARGIN).data
  return { labelled, aligned, shown }
}

/** @param isUpright whether a picture may only be mirrored across */
export async function mapsOf(
  mapper: ChangeMapper,
  { aligned }: FolderPair,
  isUpright: boolean,
): Promise<FolderMaps> {
  const before = aligned.registered.aligned
  const { after } = aligned
  const looks: ChangeMap[] = []
  for (const mirror of MIRRORS) {
    looks.push(await mapMirrored(mapper, { before, after }, mirror))
  }
  const relit = await mapper.map(matchLight(before, after), after, FULL_SIZE)
  const coarse = await mapper.map(before, after, [{ scale: COARSE_SCALE, weight: 1 }])
  const mirrored = new Map([2, 4].map((count) => [count, meanMap(looks.slice(0, count))]))
  const own = isUpright ? looks.slice(0, 2) : looks
  const teacher = meanMap([...own, coarse])
  for (const map of [looks[0], relit, teacher, ...mirrored.values()]) {
    clearUnknown(map.values, aligned)
  }
  return { fullSize: looks[0], mirrored, relit, teacher }
}

/** One look at full size: the program also looks at half of it. */
export async function fullSizeMap(mapper: ChangeMapper, { aligned }: FolderPair): Promise<ChangeMap> {
  const map = await mapper.map(aligned.registered.aligned, aligned.after, FULL_SIZE)
  clearUnknown(map.values, aligned)
  return map
}

async function mapMirrored(
  mapper: ChangeMapper,
  { before, after }: { before: Raster; after: Raster },
  mirror: Mirror,
): Promise<ChangeMap> {
  const map = await mapper.map(mirroredRaster(before, mirror), mirroredRaster(after, mirror), FULL_SIZE)
  return mirroredMap(map, mirror)
}

/** Maps of a pair in a file, which is written where it is not there. */
export async function storedMaps(
  folder: string,
  key: string,
  { width, height }: { width: number; height: number },
  make: () => Promise<FolderMaps>,
): Promise<FolderMaps> {
  const path = join(folder, `${key.replaceAll('/', '_')}.f32`)
  const size = width * height
  if (!existsSync(path)) {
    const { fullSize, mirrored, relit, teacher } = await make()
    const parts = [fullSize, ...mirrored.values(), relit, teacher].map(({ values }) =>
      Buffer.from(values.buffer, values.byteOffset, values.byteLength),
    )
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, Buffer.concat(parts))
  }
  const bytes = readFileSync(path)
  const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const part = (at: number): ChangeMap => ({ width, height, values: all.slice(at * size, (at + 1) * size) })
  const mirrored = new Map([2, 4].map((count, at) => [count, part(1 + at)]))
  return { fullSize: part(0), mirrored, relit: part(3), teacher: part(4) }
}
