import { join } from 'node:path'
import { root } from '../../build/build'
import type { Region } from '../../src/domain/document'
import type { Raster } from '../../src/images/raster'
import { emptyBitmap } from '../../src/mask/bitmap'
import { encodeRle } from '../../src/mask/rle'
import { alignPair } from '../../src/models/change-map/map-proposal'
import { mapRegions } from '../../src/models/change-map/regions'
import type { Clusters } from '../../src/models/difference/clusters'
import { createDifferenceProposer } from '../../src/models/difference/proposer'
import { DEFAULT_SETTINGS } from '../../src/models/difference/settings'
import type { ModelProposer } from '../../src/models/model-proposer'
import { openProposer } from '../../src/models/registry'
import { outlinesOf, withOutlines } from './map-outlines'
import type { MapOutlineSettings } from './map-outlines'
import { refineWith } from '../../src/models/sam2/refine-outlines'
import { readAnyManifest } from '../../src/packages/any-package'
import { fixedMask } from '../difference-scores'
import { BenchSegmentAnything, processorTime } from './segment-anything'

interface Draft {
  readonly regions: readonly Pick<Region, 'mask'>[]
}

/** One column of the table. */
export interface TimedProposer {
  readonly propose: (before: Raster, after: Raster) => Promise<Draft & { readonly milliseconds: number }>
  readonly release: () => Promise<void>
}

export const SESSION = {
  provider: 'cpu',
  threads: 1,
  detector: join(root, 'dist', 'models', 'nanodet'),
} as const

/** Of all choices the best on composed pairs (`bench/photo-outlines.ts`). */
const MAP_OUTLINES: Omit<MapOutlineSettings, 'maxClusters' | 'iouWeight'> = {
  minIou: 0.75,
  clear: 1.4,
  hinted: 0.2,
}

/** A threshold of 25 grey levels on the blurred difference, as one region. */
function fixedThreshold(before: Raster, after: Raster): Promise<Draft> {
  const { width, height } = after
  const mask = encodeRle({ width, height, data: fixedMask(before, after, 25) })
  return Promise.resolve({ regions: [{ mask }] })
}

/**
 * The proposers by the names of their columns.
 * @param model folder of a package
 * @param sam2 folder of an installed pack; undefined where its columns are left out
 */
export async function openProposers(
  model: string,
  sam2: string | undefined,
): Promise<Map<string, TimedProposer>> {
  const difference = await createDifferenceProposer(SESSION)
  const learned = await openProposer(model, SESSION)
  const proposers = new Map([
    ['naive', timed(fixedThreshold)],
    ['difference', timed((before, after) => difference.propose(before, after), difference)],
  ])
  if (sam2 === undefined) {
    return proposers.set(learned.id, learnedProposer(learned))
  }
  const models = BenchSegmentAnything.open(sam2)
  const refined = await createDifferenceProposer(SESSION, DEFAULT_SETTINGS, refineWith(models))
  const own = await pixelThreshold(model)
  return proposers
    .set(
      'difference+sam2',
      timed((before, after) => refined.propose(before, after), refined, models),
    )
    .set(learned.id, learnedProposer(learned))
    .set(
      `${learned.id}+sam2`,
      timed((before, after) => outlined(learned, { before, after }, models, own), models, models),
    )
}

/** The probability from which on the model of a package counts a pixel as changed. */
export async function pixelThreshold(folder: string): Promise<number> {
  const kind = await readAnyManifest(folder)
  return ('manifest' in kind ? kind.manifest.thresholds['pixel'] : undefined) ?? 0.5
}

function learnedProposer(learned: ModelProposer): TimedProposer {
  return timed((before, after) => learned.propose(before, after, ''), learned)
}

function timed(
  propose: (before: Raster, after: Raster) => Promise<Draft>,
  owner: { release(): Promise<void> } = { release: () => Promise.resolve() },
  models: BenchSegmentAnything | null = null,
): TimedProposer {
  return {
    async propose(before, after) {
      models?.takeSpared()
      const began = processorTime()
      const { regions } = await propose(before, after)
      return { regions, milliseconds: processorTime() - began + (models?.takeSpared() ?? 0) }
    },
    release: () => owner.release(),
  }
}

/** Regions of a model's own probabilities, with the outlines of Segment Anything 2. */
async function outlined(
  learned: ModelProposer,
  { before, after }: { before: Raster; after: Raster },
  models: BenchSegmentAnything,
  threshold: number,
): Promise<Draft> {
  const proposal = await learned.propose(before, after, '')
  const map = proposal.probabilities
  if (map === undefined) {
    return proposal
  }
  const clusters = mapRegions(map, threshold)
  const pair = await alignPair(before, after)
  const outlines = await outlinesOf(pair, clusters, models)
  return draftOf(withOutlines(clusters, outlines, { map, threshold }, MAP_OUTLINES))
}

export function draftOf({ width, height, labels, extents }: Clusters): Draft {
  const regions = extents
    .filter(({ area }) => area > 0)
    .map(({ label, bounds }) => {
      const bitmap = emptyBitmap(width, height)
      labels.forEach((own, at) => {
        bitmap.data[at] = own === label ? 1 : 0
      })
      return { mask: encodeRle(bitmap, bounds) }
    })
  return { regions }
}
